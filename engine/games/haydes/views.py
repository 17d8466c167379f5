"""What can be seen of a position.

A sub-tree that did not change since the last look is the same object, so that whoever
compares two views can skip it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Protocol, TypeAlias, TypeVarTuple

from haydes.engine.cards import DECK, NAMES, RANKS, RED_JOKER, SUITS
from haydes.engine.game import Outcome
from haydes.engine.games.haydes.faces import CREATURE, TEXT
from haydes.engine.games.haydes.layout import OUT, UNKNOWN, Peek
from haydes.engine.games.haydes.maps import KEPT, MAPS, Map
from haydes.engine.plain import Tree, Value

# a figure's tile, its face, the characteristics, the wounds left
Traits: TypeAlias = tuple[int, int, int, int, int]
KeyT = TypeVarTuple("KeyT")

ABSENT = -1  # what a figure does not have: characteristics before the split, wounds
NO_RANK = len(RANKS)  # for entries of a pile that are no cards
RANK_OF = bytes(card // len(SUITS) if card < DECK else NO_RANK for card in range(256))


class Visible(Protocol):
    """What is looked at in a position."""

    map: Map
    first: int
    faces: bytearray
    left: int
    discards: bytearray
    removed: int
    at: list[int]
    charisma: list[int]
    endurance: list[int]
    wounds: list[int]
    peeks: dict[int, Peek]
    hurt: dict[int, int]
    seat: int
    round: int
    phase: str
    price: str
    rode: bool
    expired: bool
    ended: Outcome | None

    def unseen(self) -> tuple[bytes, bytes]: ...


class Eyes:
    """Looks at one match, and remembers what it saw."""

    __slots__ = ("_faces", "_figures", "_parts", "_tiles", "_traits")

    def __init__(self, state: Visible) -> None:
        self._faces = bytes(state.faces)
        self._tiles: dict[str, Tree] = {
            letter: {
                column: TEXT[face]
                for column, face in zip(columns, self._faces[start:], strict=False)
            }
            for letter, start, columns in _rows(state.map)
        }
        self._traits = _traits(state)
        self._figures: dict[str, Tree] = {
            str(seat): _figure(state.map, *trait) for seat, trait in enumerate(self._traits)
        }
        self._parts: dict[str, tuple[object, Tree]] = {}

    def look(self, state: Visible) -> Tree:
        """Return the public tree."""
        part = self._part
        counts = (state.left, len(state.discards), state.removed)
        cards = state.unseen()
        laid, filled = part("map", _ranks, cards[:1]), part("replacement", _ranks, cards[1:])
        tree: dict[str, Value] = {
            "map": state.map.name,
            "start": state.map.places[state.map.start],
            "first": state.first,
            "tiles": self._look_at_tiles(state),
            "figures": self._look_at_figures(state),
            "piles": part("piles", _piles, counts),
            "unseen": part("unseen", _unseen, (laid, filled)),
        }
        if state.peeks:
            looks = tuple((tile, peek.seats) for tile, peek in sorted(state.peeks.items()))
            tree["peeked"] = part("peeked", _peeked, (state.map, looks))
        if state.hurt:
            tree["hurt"] = part("hurt", _hurt, (state.map, tuple(state.hurt.items())))
        if state.ended is None:
            turn = (state.seat, state.round, state.phase, state.price, state.rode)
            tree["turn"] = part("turn", _turn, turn)
        if state.expired:
            tree["expired"] = True
        return tree

    def _look_at_tiles(self, state: Visible) -> Tree:
        faces = bytes(state.faces)
        if faces != self._faces:
            tiles = {**self._tiles}
            for tile in _differences(self._faces, faces):
                letter, column = state.map.places[tile][0], state.map.places[tile][1:]
                tiles[letter] = {**tiles[letter], column: TEXT[faces[tile]]}
            self._faces, self._tiles = faces, tiles
        return self._tiles

    def _look_at_figures(self, state: Visible) -> Tree:
        traits = _traits(state)
        if traits != self._traits:
            figures = {**self._figures}
            for seat, (old, new) in enumerate(zip(self._traits, traits, strict=True)):
                if old != new:
                    figures[str(seat)] = _figure(state.map, *new)
            self._traits, self._figures = traits, figures
        return self._figures

    def _part(self, name: str, make: Callable[[*KeyT], Tree], key: tuple[*KeyT]) -> Tree:
        """Return make(*key): the same object as the last time if the key is the same."""
        old = self._parts.get(name)
        if old and old[0] == key:
            return old[1]
        tree = make(*key)
        self._parts[name] = key, tree
        return tree


def _differences(old: bytes, new: bytes) -> Iterator[int]:
    """Find where two strings of the same length differ, without looking at every byte."""
    rest = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    while rest:
        place = (rest.bit_length() - 1) // 8
        yield place
        rest &= (1 << 8 * place) - 1


def _traits(state: Visible) -> list[Traits]:
    faces = state.faces
    shown = [OUT if at == OUT else faces[at] for at in state.at]
    return [
        *zip(state.at, shown, state.charisma, state.endurance, state.wounds, strict=True),
    ]


@lru_cache(maxsize=KEPT + len(MAPS))
def _rows(ground: Map) -> list[tuple[str, int, list[str]]]:
    """Return every row's letter, its first tile and the names of its columns."""
    rows = [
        (letter, list(tiles))
        for letter, tiles in groupby(range(len(ground.places)), lambda tile: ground.places[tile][0])
    ]
    return [(letter, tiles[0], [ground.places[t][1:] for t in tiles]) for letter, tiles in rows]


def _figure(  # noqa: PLR0913, PLR0917  # its traits
    ground: Map, at: int, face: int, charisma: int, endurance: int, wounds: int
) -> Tree:
    tree: dict[str, Value] = {"is": "out"}
    if at != OUT:
        stuck = "stuck" if CREATURE[face] else "free"
        tree = {"at": ground.places[at], "is": "escaped" if face == RED_JOKER else stuck}
    if charisma != ABSENT:
        tree |= {"charisma": charisma, "endurance": endurance}
    if wounds != ABSENT:
        tree["wounds"] = wounds
    return tree


def _unseen(laid: Tree, filled: Tree) -> Tree:
    return {"map": laid, "replacement": filled}


def _turn(seat: int, number: int, phase: str, price: str, rode: bool) -> Tree:  # noqa: FBT001  # a part's key
    tree: dict[str, Value] = {"seat": seat, "round": number, "phase": phase}
    if price:
        tree["price"] = price
    if rode:
        tree["rode"] = True
    return tree


def _peeked(ground: Map, looks: tuple[tuple[int, tuple[int, ...]], ...]) -> Tree:
    return {ground.places[tile]: seats for tile, seats in looks}


def _hurt(ground: Map, wounds: tuple[tuple[int, int], ...]) -> Tree:
    return {ground.places[tile]: lost for tile, lost in wounds}


def _piles(replacement: int, discards: int, removed: int) -> Tree:
    return {"replacement": replacement, "discards": discards, "removed": removed}


def _ranks(pile: bytes) -> Tree:
    """Count the cards of a pile rank by rank."""
    ranks = pile.translate(RANK_OF)
    return {rank: ranks.count(number) for number, rank in enumerate(RANKS)}


def seen_by(ground: Map, peeks: Mapping[int, Peek], seat: int) -> Tree:
    """Return the private tree: the face-down cards that a seat has looked at."""
    seen = {
        ground.places[tile]: NAMES[peek.card]
        for tile, peek in peeks.items()
        if seat in peek.seats and peek.card != UNKNOWN
    }
    return {"seen": seen} if seen else {}
