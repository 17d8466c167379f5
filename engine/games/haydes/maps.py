"""Maps: which tiles lie on the table, what they are called, and which of them touch.

A map is drawn as text, one character a tile: "#" a face-down card, "@" the black Joker where
everybody starts, "." or a space nothing. A line ends with a newline or a "/". Two tiles touch
if they share an edge (H-18, HA-7). Tiles are numbered in reading order; a place is named by its
row's letter and its column's number ("F5"), counted from the drawing's first row and column
that have a tile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import TypeAlias

from haydes.engine.games.haydes.drawings import DRAWINGS

Spot: TypeAlias = tuple[int, int]  # line and column of a drawing, from 0

TILES, START, NOTHING = "#", "@", ". "
OWN = "own"  # the name of any map that a host drew
SIZES = (54, 106)  # tiles of a host's map: one deck or two, and two Jokers
KEPT = 16  # maps of hosts remembered, so that options and match do not both read them


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """The tiles of a table: `places[t]` names tile t.

    `near[t]` are the tiles it touches, `beyond[t]` those two moves away (HA-39).
    """

    name: str
    places: tuple[str, ...]
    start: int
    near: tuple[tuple[int, ...], ...]
    beyond: tuple[tuple[int, ...], ...]


def read(name: str, drawing: str) -> Map:
    """Make a map of a drawing on which the game can be played.

    ValueError says what is wrong with it, and in which line and column.
    """
    marks = _marks(drawing)
    starts = [spot for spot, mark in marks.items() if mark == START]
    if not starts:
        raise ValueError(f"there is no start; it is drawn as {START}")
    if len(starts) > 1:
        raise ValueError(f"{_at(starts[1])}: a second start; the first is {_at(starts[0])}")
    near = {
        (line, column): [
            spot
            for spot in (
                (line - 1, column),
                (line, column - 1),
                (line, column + 1),
                (line + 1, column),
            )
            if spot in marks
        ]
        for line, column in marks
    }
    _check_ways(near, starts[0])
    number = {spot: tile for tile, spot in enumerate(marks)}
    touching = tuple(tuple(number[spot] for spot in beside) for beside in near.values())
    return Map(
        name=name,
        places=_places([*marks]),
        start=number[starts[0]],
        near=touching,
        beyond=tuple(
            tuple(sorted({far for tile in tiles for far in touching[tile]} - {here}))
            for here, tiles in enumerate(touching)
        ),
    )


@lru_cache(maxsize=KEPT)
def read_own(drawing: str) -> Map:
    """Make a map of what a host has drawn; raises ValueError as `read` does."""
    ground = read(OWN, drawing)
    if len(ground.places) not in SIZES:
        sizes = " or ".join(map(str, SIZES))
        raise ValueError(f"a map has {sizes} tiles, the start included, not {len(ground.places)}")
    return ground


def _marks(drawing: str) -> dict[Spot, str]:
    """Find the tiles of a drawing, in reading order."""
    marks: dict[Spot, str] = {}
    for line, row in enumerate(drawing.replace("/", "\n").split("\n")):
        for column, mark in enumerate(row.rstrip()):
            if mark in (TILES, START):
                marks[line, column] = mark
            elif mark not in NOTHING:
                known = f"{TILES}, {START}, . and space"
                raise ValueError(f"{_at((line, column))}: {mark!r} is none of {known}")
    return marks


def _check_ways(near: Mapping[Spot, list[Spot]], start: Spot) -> None:
    """See that the red Joker can be entered wherever it lies (HA-10, HA-35)."""
    reached = {start}
    edge = reached
    while edge:
        edge = {spot for tile in edge for spot in near[tile]} - reached
        reached = reached | edge
    for spot in near:
        if spot not in reached:
            raise ValueError(f"{_at(spot)}: no way leads here from the start")
    if len(near[start]) == 1:
        # were the red Joker there, nothing else could be flipped and it would stay there
        raise ValueError(f"{_at(start)}: the start touches one tile only, and needs two")
    for spot in near[start]:
        # nobody can enter the red Joker from the black one, both being 0
        if len(near[spot]) == 1:
            raise ValueError(f"{_at(spot)}: this tile can be entered from the start only")


def _places(spots: list[Spot]) -> tuple[str, ...]:
    top, left = spots[0][0], min(column for _, column in spots)
    if spots[-1][0] - top >= len(ascii_uppercase):
        line = top + len(ascii_uppercase) + 1
        raise ValueError(f"line {line}: a map has at most {len(ascii_uppercase)} rows")
    return tuple(f"{ascii_uppercase[line - top]}{column - left + 1}" for line, column in spots)


def _at(spot: Spot) -> str:
    return f"line {spot[0] + 1}, column {spot[1] + 1}"


MAPS: Mapping[str, Map] = {name: read(name, drawing) for name, drawing in DRAWINGS.items()}
