"""The numbers of the actions and their description as plain data.

On a map of N tiles, 3t, 3t + 1 and 3t + 2 enter tile t: calling "higher", calling "lower", by
walking; then 3N stops, 3N + 1 talks, 3N + 2 brawls, and from 3N + 3 on the points are split.
"""

from dataclasses import dataclass
from functools import cache

from haydes.engine.games.haydes.maps import Map
from haydes.engine.plain import Tree

POINTS = 16  # H-3
MOST = 9  # H-4: so the split is 7, 8 or 9 for Charisma, the rest for Endurance

HIGHER, LOWER, WALK = range(3)
CALLS = ("higher", "lower")


@dataclass(frozen=True, slots=True, eq=False)
class Actions:
    """The actions of one map: their numbers, ready for use, and what each means."""

    moves: tuple[tuple[int, dict[int, tuple[int, ...]]], ...]
    """For every tile the bits of its neighbours, and by those of them that lie face up what a
    figure there may do."""
    stop: int
    talk: int
    brawl: int
    split: int
    tests: tuple[tuple[int, ...], ...]
    """What may be tested: by 1 if there is Charisma, plus 2 if there is Endurance."""
    splits: range
    described: tuple[Tree, ...]


@cache
def actions_of(ground: Map) -> Actions:
    stop = 3 * len(ground.places)
    talk, brawl, split = range(stop + 1, stop + 4)
    entries: list[Tree] = [
        entry
        for place in ground.places
        for entry in (
            *({"do": "move", "to": place, "call": call} for call in CALLS),
            {"do": "walk", "to": place},
        )
    ]
    splits: list[Tree] = [
        {"do": "split", "charisma": charisma} for charisma in range(POINTS - MOST, MOST + 1)
    ]
    return Actions(
        moves=tuple(_moves(near, stop) for near in ground.near),
        stop=stop,
        talk=talk,
        brawl=brawl,
        split=split,
        tests=((), (talk,), (brawl,), (talk, brawl)),
        splits=range(split, split + len(splits)),
        described=(*entries, {"do": "stop"}, {"do": "talk"}, {"do": "brawl"}, *splits),
    )


def _moves(near: tuple[int, ...], stop: int) -> tuple[int, dict[int, tuple[int, ...]]]:
    by_open: dict[int, tuple[int, ...]] = {0: ()}
    for tile in near:
        number = 3 * tile
        shut = {opened: (*row, number + HIGHER, number + LOWER) for opened, row in by_open.items()}
        walk = {opened | 1 << tile: (*row, number + WALK) for opened, row in by_open.items()}
        by_open = shut | walk
    bits = sum(1 << tile for tile in near)
    return bits, {opened: (*row, stop) for opened, row in by_open.items()}
