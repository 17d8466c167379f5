"""What everybody sees of a position.

A sub-tree that did not change since the last look is the same object, so that whoever
compares two views can skip it.
"""

from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Protocol, TypeAlias, TypeVarTuple

from haydes.engine.cards import DECK, RANKS, RED_JOKER, SUITS
from haydes.engine.game import Outcome
from haydes.engine.games.haydes.faces import CREATURE, TEXT
from haydes.engine.games.haydes.maps import Map
from haydes.engine.plain import Tree, Value

Figure: TypeAlias = tuple[int, int, int, int]  # tile (-1: out), what it shows, characteristics
KeyT = TypeVarTuple("KeyT")

NO_RANK = len(RANKS)  # for entries of a pile that are no cards
RANK_OF = bytes(card // len(SUITS) if card < DECK else NO_RANK for card in range(256))


class Visible(Protocol):
    """What is looked at in a position."""

    map: Map
    first: int
    faces: bytearray
    piles: list[bytearray]
    left: int
    discards: bytearray
    removed: int
    at: list[int]
    charisma: list[int]
    endurance: list[int]
    seat: int
    round: int
    phase: str
    expired: bool
    ended: Outcome | None


class Eyes:
    """Looks at one match, and remembers the parts of the last view by name."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, Tree]] = {}

    def look(self, state: Visible) -> Tree:
        """Return the public tree."""
        ground = state.map
        faces = bytes(state.faces)
        shown = [faces[at] for at in state.at]  # of one who is out: any
        figures = tuple(zip(state.at, shown, state.charisma, state.endurance, strict=True))
        laid, filled = bytes(state.piles[0]), b"".join(state.piles[1:])
        part = self._part
        tree: dict[str, Value] = {
            "map": ground.name,
            "start": ground.places[ground.start],
            "first": state.first,
            "tiles": part("tiles", self._tiles, ground, faces),
            "figures": part("figures", self._figures, ground, figures),
            "piles": part("piles", _piles, state.left, len(state.discards), state.removed),
            "unseen": part("unseen", self._unseen, laid, filled),
        }
        if state.ended is None:
            tree["turn"] = part("turn", _turn, state.seat, state.round, state.phase)
        if state.expired:
            tree["expired"] = True
        return tree

    def _part(self, name: str, make: Callable[[*KeyT], Tree], *key: *KeyT) -> Tree:
        """Return make(*key): the same object as the last time if the key is the same."""
        old = self._parts.get(name)
        if old and old[0] == key:
            return old[1]
        tree = make(*key)
        self._parts[name] = key, tree
        return tree

    def _tiles(self, ground: Map, faces: bytes) -> Tree:
        return {
            letter: self._part(letter, _row, columns, faces[start : start + len(columns)])
            for letter, start, columns in _rows(ground)
        }

    def _figures(self, ground: Map, figures: tuple[Figure, ...]) -> Tree:
        return {
            str(seat): self._part(f"figure {seat}", _figure, ground, figure)
            for seat, figure in enumerate(figures)
        }

    def _unseen(self, laid: bytes, filled: bytes) -> Tree:
        return {
            "map": self._part("map", _ranks, laid),
            "replacement": self._part("replacement", _ranks, filled),
        }


@cache
def _rows(ground: Map) -> list[tuple[str, int, list[str]]]:
    """Return every row's letter, its first tile and the names of its columns."""
    rows = [
        (letter, list(tiles))
        for letter, tiles in groupby(range(len(ground.places)), lambda tile: ground.places[tile][0])
    ]
    return [(letter, tiles[0], [ground.places[t][1:] for t in tiles]) for letter, tiles in rows]


def _row(columns: list[str], faces: bytes) -> Tree:
    return {column: TEXT[face] for column, face in zip(columns, faces, strict=True)}


def _figure(ground: Map, figure: Figure) -> Tree:
    at, face, charisma, endurance = figure
    tree: dict[str, Value] = {"is": "out"}
    if at >= 0:
        stuck = "stuck" if CREATURE[face] else "free"
        tree = {"at": ground.places[at], "is": "escaped" if face == RED_JOKER else stuck}
    if charisma >= 0:
        tree |= {"charisma": charisma, "endurance": endurance}
    return tree


def _turn(seat: int, number: int, phase: str) -> Tree:
    return {"seat": seat, "round": number, "phase": phase}


def _piles(replacement: int, discards: int, removed: int) -> Tree:
    return {"replacement": replacement, "discards": discards, "removed": removed}


def _ranks(pile: bytes) -> Tree:
    """Count the cards of a pile rank by rank."""
    ranks = pile.translate(RANK_OF)
    return {rank: ranks.count(number) for number, rank in enumerate(RANKS)}
