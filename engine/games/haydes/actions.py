"""The numbers of the actions and their description as plain data.

On a map of N tiles, 3t, 3t + 1 and 3t + 2 enter tile t: calling "higher", calling "lower", by
walking; then 3N stops, 3N + 1 talks, 3N + 2 brawls, and from 3N + 3 on the points are split.
The actions of the expansions follow: to face Vakhraca, to fight, to strike a bargain, to peek at
tile t, and, three a tile as above, to ride there.
"""

from dataclasses import dataclass
from functools import lru_cache

from haydes.engine.games.haydes.encounters import MOST, POINTS
from haydes.engine.games.haydes.maps import KEPT, MAPS, Map
from haydes.engine.plain import Tree

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
    face: int
    fight: int
    bargain: int
    peek: int
    ride: int
    tests: tuple[tuple[int, ...], ...]
    """What may be done to a creature, by what a Denizen offers."""
    splits: range
    bargains: tuple[int, int]
    described: tuple[Tree, ...]


@lru_cache(maxsize=KEPT + len(MAPS))
def actions_of(ground: Map) -> Actions:
    places = ground.places
    stop = 3 * len(places)
    talk, brawl, split = range(stop + 1, stop + 4)
    splits = range(split, split + 2 * MOST - POINTS + 1)
    shares: list[Tree] = [
        {"do": "split", "charisma": POINTS - MOST + number} for number in range(len(splits))
    ]
    face, fight, bargain, peek = range(splits.stop, splits.stop + 4)
    return Actions(
        moves=tuple(_moves(near, stop) for near in ground.near),
        stop=stop,
        talk=talk,
        brawl=brawl,
        split=split,
        face=face,
        fight=fight,
        bargain=bargain,
        peek=peek,
        ride=peek + len(places),
        tests=((), (talk,), (brawl,), (talk, brawl), (face,), (fight,)),
        splits=splits,
        bargains=(stop, bargain),
        described=(
            *_entries("move", "walk", places),
            {"do": "stop"},
            {"do": "talk"},
            {"do": "brawl"},
            *shares,
            {"do": "face"},
            {"do": "fight"},
            {"do": "bargain"},
            *({"do": "peek", "at": place} for place in places),
            *_entries("ride", "ride", places),
        ),
    )


def _entries(shut: str, opened: str, places: tuple[str, ...]) -> list[Tree]:
    """Describe for every place how to enter it: with a call, or as it lies face up."""
    return [
        entry
        for place in places
        for entry in (
            *({"do": shut, "to": place, "call": call} for call in CALLS),
            {"do": opened, "to": place},
        )
    ]


def _moves(near: tuple[int, ...], stop: int) -> tuple[int, dict[int, tuple[int, ...]]]:
    by_open: dict[int, tuple[int, ...]] = {0: ()}
    for tile in near:
        number = 3 * tile
        shut = {opened: (*row, number + HIGHER, number + LOWER) for opened, row in by_open.items()}
        walk = {opened | 1 << tile: (*row, number + WALK) for opened, row in by_open.items()}
        by_open = shut | walk
    bits = sum(1 << tile for tile in near)
    return bits, {opened: (*row, stop) for opened, row in by_open.items()}
