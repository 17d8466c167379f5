"""Where this seat's figure stands, and which way a word leads from there."""

from haydes.client.haydes import ground
from haydes.client.model import View, my_seat
from haydes.client.speech import listed, matches

LETTERS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def stand(view: View) -> ground.Figure:
    """Return this seat's figure; a spectator has none, which is one that is out."""
    seat = my_seat(view)
    return ground.figure(view.game, -1 if seat is None else seat)


def direction(word: str) -> str:
    """Return the direction a word means, or ""."""
    found = matches(LETTERS.get(word, word), ground.DIRECTIONS)
    return found[0] if len(found) == 1 else ""


def there(view: View, heading: str) -> tuple[str, str]:
    """Return the place in a direction and "", or "" and why there is none."""
    here = stand(view).at
    near = ground.around(view.game, here)
    if heading in near:
        return near[heading], ""
    return "", f"there is no card {heading} of {here}. You can go {listed(list(near))}."
