"""What a player of Escape from Haydes may ask about the map, answered in lines of text."""

from collections.abc import Sequence

from haydes.client.cards import the
from haydes.client.haydes import ground, odds
from haydes.client.haydes.sentences import seen, tests, the_tile
from haydes.client.haydes.stand import direction, stand, there
from haydes.client.model import View, my_seat, seat_name
from haydes.client.read import text
from haydes.client.speech import Said, Scene, listed, matches

MAPS = ("near", "all")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def look(words: Sequence[str], scene: Scene) -> Said:
    here = stand(scene.view).at
    where = words[0].lower() if words else "here"
    heading = direction(where)
    if where == "here":
        if not here:
            return Said(lines=_known(scene, ""))
        return Said(lines=(_at(scene, here), *_near(scene, here)))
    if heading and here:
        place, missing = there(scene.view, heading)
        return Said(error=missing) if missing else Said(lines=(_at(scene, place),))
    place = where.upper()
    if not ground.is_place(place) or not ground.lies(scene.view.game, place):
        return Said(
            error=f'there is no place "{words[0]}" on this map. Say it like {_first(scene.view)}.'
        )
    return Said(lines=(_at(scene, place),))


def map_(words: Sequence[str], scene: Scene) -> Said:
    found = matches(words[0], MAPS) if words else ["near"]
    if len(found) != 1:
        return Said(error=f'map takes near or all, not "{words[0]}".')
    here = stand(scene.view).at
    if found == ["all"] or not here:
        return Said(lines=_rows(scene))
    return Said(lines=(*_near(scene, here), *_known(scene, here)))


def path(words: Sequence[str], scene: Scene) -> Said:
    here, place = stand(scene.view).at, words[0].upper() if words else ""
    if not here:
        return Said(error="you have no figure on the map.")
    if not ground.is_place(place) or not ground.lies(scene.view.game, place):
        bad = f', not "{words[0]}"' if words else ""
        return Said(error=f"path needs a place such as {_first(scene.view)}{bad}.")
    if place == here:
        return Said(lines=(f"you stand on {here}.",))
    steps = ground.way(scene.view.game, here, place)
    headings = [ground.direction(a, b) for a, b in zip([here, *steps], steps, strict=False)]
    told = ", ".join(f"{heading} to {spot}" for heading, spot in zip(headings, steps, strict=True))
    return Said(lines=(f"{_count(len(steps), 'step')} to {place}: {told}.",))


def odds_(words: Sequence[str], scene: Scene) -> Said:
    figure = stand(scene.view)
    if not figure.at:
        return Said(error="you have no figure on the map.")
    near = ground.around(scene.view.game, figure.at)
    if words:
        heading = direction(words[0])
        if not heading:
            asked = listed(list(ground.DIRECTIONS))
            return Said(error=f'odds takes a direction: {asked}, not "{words[0]}".')
        place, missing = there(scene.view, heading)
        if missing:
            return Said(error=missing)
        near = {heading: place}
    lines = [_chance(scene, figure.at, heading, place) for heading, place in near.items()]
    if ground.is_creature(ground.lies(scene.view.game, figure.at)):
        lines.insert(0, tests(scene.view, figure, ground.lies(scene.view.game, figure.at)))
    return Said(lines=tuple(lines))


def _chance(scene: Scene, here: str, heading: str, place: str) -> str:
    view = scene.view
    if card := seen(view, place):
        return f"{heading}, {place}: {the(card, scene.cards)}, as you saw."
    guess = odds.guess(view.game, here, place)
    if guess is None:
        return f"{heading}, {place}: face up."
    joker = odds.joker(view.game, place)
    more = f"; red Joker {joker}%" if joker else ""
    return (
        f"{heading}, {place}: higher {guess.higher}%, lower {guess.lower}%, "
        f"equal {guess.equal}%; creature {guess.creature}%{more}."
    )


def _at(scene: Scene, place: str) -> str:
    face = ground.lies(scene.view.game, place)
    lying = the_tile(face, scene.cards).removeprefix("the ")
    if ground.is_creature(face):
        lying = f"creature, {lying}"
    if card := seen(scene.view, place):
        lying += f", {the(card, scene.cards)}, as you saw"
    elif face == ground.HIDING:
        lying += ", the red Joker may be there"
    here = stand(scene.view).at
    away = f"; {_away(here, place)}" if here and place != here else ""
    names = [
        "you" if figure.seat == my_seat(scene.view) else seat_name(scene.view, figure.seat)
        for figure in ground.figures(scene.view.game)
        if figure.at == place
    ]
    there = f"; here: {', '.join(names)}" if names else ""
    return f"{place}: {lying}{there}{away}."


def _near(scene: Scene, here: str) -> tuple[str, ...]:
    near = ground.around(scene.view.game, here)
    told = "; ".join(
        f"{heading} {near[heading]} {_short(scene, near[heading])}"
        if heading in near
        else f"{heading} nothing"
        for heading in ground.DIRECTIONS
    )
    return (f"{told}.",)


def _short(scene: Scene, place: str) -> str:
    face = ground.lies(scene.view.game, place)
    lying = the_tile(face, scene.cards).removeprefix("the ")
    if card := seen(scene.view, place):
        return f"{lying}, {the(card, scene.cards)}, as you saw"
    return lying if ground.is_down(face) else f"{lying}, face up"


def _known(scene: Scene, here: str) -> tuple[str, ...]:
    """Return where other figures, face-up cards and the last hiding places are."""
    seen: list[str] = []
    near = {here, *ground.around(scene.view.game, here).values()} if here else set[str]()
    at = {figure.at: figure.seat for figure in ground.figures(scene.view.game) if figure.at}
    faces = dict(ground.tiles(scene.view.game))
    hiding = [place for place, face in faces.items() if face == ground.HIDING]
    for place, face in faces.items():
        if place in near or (ground.is_down(face) and place not in at):
            continue
        lying = the_tile(face, scene.cards).removeprefix("the ")
        creature = "creature, " if ground.is_creature(face) else ""
        figure = f"{seat_name(scene.view, at[place])} on " if place in at else ""
        away = f"{_away(here, place)}, " if here else ""
        seen.append(f"{away}{creature}{figure}{lying}, {place}.")
    if len(hiding) <= len(faces) // 4:
        seen.append(f"the red Joker hides at {listed(hiding)}.")
    return tuple(seen)


def _rows(scene: Scene) -> tuple[str, ...]:
    """Return the whole map, a line a row, with what lies face down in runs."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for place, face in ground.tiles(scene.view.game):
        rows.setdefault(place[0], []).append((place[1:], the_tile(face, scene.cards)))
    return tuple(f"row {row}: {_runs(tiles)}." for row, tiles in rows.items())


def _runs(tiles: Sequence[tuple[str, str]]) -> str:
    runs: list[tuple[str, str, str]] = []
    for column, lying in tiles:
        joins = runs and runs[-1][2] == lying and int(runs[-1][1]) == int(column) - 1
        first = runs.pop()[0] if joins else column
        runs.append((first, column, lying))
    return "; ".join(
        f"{first if first == last else f'{first} to {last}'} {lying}" for first, last, lying in runs
    )


def _away(here: str, place: str) -> str:
    down, right = ground.offset(here, place)
    parts = [
        f"{_number(abs(steps))} {heading}"
        for steps, heading in (
            (down, "south" if down > 0 else "north"),
            (right, "east" if right > 0 else "west"),
        )
        if steps
    ]
    return " and ".join(parts)


def _number(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def _count(n: int, what: str) -> str:
    return f"{_number(n)} {what}" if n == 1 else f"{_number(n)} {what}s"


def _first(view: View) -> str:
    return text(view.game, "start", "C5")
