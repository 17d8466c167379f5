"""What moved this player last, which is over in a moment when a round of Hounds ends."""

from collections.abc import Iterable, Iterator, Sequence

from haydes.client.hounds import track
from haydes.client.hounds.sentences import name_of, tell
from haydes.client.model import View, my_seat
from haydes.client.read import number, text
from haydes.client.speech import Scene, listed
from haydes.protocol.tree import Tree


def befell(before: View, events: Sequence[Tree], scene: Scene) -> tuple[str, ...]:
    """Return how this seat was moved and by whom in the last round that ended, and its fights."""
    me = my_seat(scene.view)
    told: list[str] = []
    begun = False
    for event in events:
        kind = text(event, "event")
        if kind == "move" and number(event, "seat", -1) == me:
            told.append(f"{tell(event, scene)[:-1]}: {_by(before, events, scene.view)}.")
        elif kind == "fight" and me in track.places(event, "seats"):
            told.append(tell(event, scene))
        elif kind == "round":
            begun = True
    return tuple(told) if told or begun else before.befell


def _by(before: View, events: Iterable[Tree], view: View) -> str:
    """Return whose cards it was: "you +9, Bram -6"."""
    me = my_seat(view)
    ended = [track.play(event) for event in events if text(event, "event") == "play"]
    parts = (
        f"{name_of(view, play.seat)} {steps:+}"
        for play in (*track.plays(before.game), *ended)
        for steps in _steps(play, me)
    )
    return listed(list(parts), "and")


def _steps(play: track.Play, seat: int | None) -> Iterator[int]:
    if play.target in track.ENDS:
        yield play.die if play.target == "escape" else -play.die
    elif play.target == str(seat) and track.steps(play.card):
        yield track.steps(play.card)
