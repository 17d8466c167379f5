"""The map of Escape from Haydes as the public tree shows it: places, directions, what lies where.

A place is a row letter and a column number ("F5"); what lies there is the tree's own text:
"??" or "--" face down, else a card, with a trailing "x" if it is a beaten creature.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from haydes.client.read import branch, number, text
from haydes.protocol.tree import Tree

HIDING = "??"  # face down; the red Joker may be there
SEARCHED = "--"  # face down; it is not there
BEATEN = "x"
START = "JB"
ESCAPE = "JR"

LONGEST_PLACE = 8  # characters, and more than any map needs

# rows and columns a step goes down and right
DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "north": (-1, 0),
    "east": (0, 1),
    "south": (1, 0),
    "west": (0, -1),
}
_VALUES = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}


@dataclass(frozen=True, slots=True)
class Figure:
    """One seat's character."""

    seat: int
    at: str  # "": out of the game
    state: str  # "free", "stuck", "out" or "escaped"
    charisma: int  # -1 before the split, as is endurance
    endurance: int
    wounds: int = -1  # what it can still take; -1: characteristics are played


def tiles(game: Tree) -> Iterable[tuple[str, str]]:
    """Return every place and what lies there, row by row."""
    rows = branch(game, "tiles")
    for row in sorted(rows):
        columns = branch(rows, row)
        for column in sorted(filter(str.isdecimal, columns), key=int):
            if is_place(row + column):
                yield row + column, text(columns, column)


def lies(game: Tree, place: str) -> str:
    """Return what lies at a place, or "" if the map has no such place."""
    return text(branch(game, "tiles", place[:1]), place[1:])


def beside(place: str, direction: str) -> str:
    """Return the place one step on, whether or not the map has it."""
    down, right = DIRECTIONS[direction]
    row, column = _spot(place)
    return f"{chr(ord('A') + row + down)}{column + right}"


def around(game: Tree, place: str) -> dict[str, str]:
    """Return the places that touch this one, by direction."""
    if not is_place(place):
        return {}
    found = {direction: beside(place, direction) for direction in DIRECTIONS}
    return {direction: spot for direction, spot in found.items() if lies(game, spot)}


def direction(start: str, end: str) -> str:
    """Return the direction of a step between two places that touch, else ""."""
    if not is_place(start):
        return ""
    return next((name for name in DIRECTIONS if beside(start, name) == end), "")


def offset(start: str, end: str) -> tuple[int, int]:
    """Return how many rows down and columns right one place lies from another."""
    (row, column), (end_row, end_column) = _spot(start), _spot(end)
    return end_row - row, end_column - column


def way(game: Tree, start: str, end: str) -> list[str]:
    """Return the places of a shortest way, without the start; empty if there is none."""
    before = {start: ""}
    edge = deque([start])
    while edge and end not in before:
        here = edge.popleft()
        for spot in around(game, here).values():
            if spot not in before:
                before[spot] = here
                edge.append(spot)
    if end not in before:
        return []
    steps: list[str] = []
    while end != start:
        steps.append(end)
        end = before[end]
    return steps[::-1]


def is_down(face: str) -> bool:
    return face in (HIDING, SEARCHED)


def value(face: str) -> int:
    """Return what a face-up card counts; a Joker 0."""
    return 0 if face in (START, ESCAPE) else _VALUES.get(face[:1], 0)


def is_creature(face: str) -> bool:
    """Whether an unbeaten creature lies face up."""
    return face[:1] in "JQK" and face not in (START, ESCAPE, "") and not face.endswith(BEATEN)


def figures(game: Tree) -> list[Figure]:
    known = filter(str.isdecimal, branch(game, "figures"))
    return [figure(game, int(seat)) for seat in sorted(known, key=int)]


def figure(game: Tree, seat: int) -> Figure:
    tree = branch(game, "figures", str(seat))
    at = text(tree, "at")
    return Figure(
        seat,
        at if is_place(at) else "",
        text(tree, "is", "out"),
        number(tree, "charisma", -1),
        number(tree, "endurance", -1),
        number(tree, "wounds", -1),
    )


def is_place(word: str) -> bool:
    return (
        1 < len(word) < LONGEST_PLACE
        and "A" <= word[0] <= "Z"
        and word[1:].isdecimal()
        and word.isascii()
    )


def _spot(place: str) -> tuple[int, int]:
    return ord(place[0]) - ord("A"), int(place[1:])
