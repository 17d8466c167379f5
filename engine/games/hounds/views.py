"""What is seen of a position.

Every sub-tree is made from a few plain values and kept for a while, so that what did not
change since the last look is the same object.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from haydes.engine.cards import DECK, FIRST_COURT, NAMES, RANKS, SUITS, is_red
from haydes.engine.game import Seat
from haydes.engine.games.hounds.actions import describe_play
from haydes.engine.games.hounds.pieces import (
    CAUGHT,
    DISCARDED,
    ESCAPED,
    OUT,
    TRACK,
    Demand,
    Hand,
    Play,
)
from haydes.engine.games.hounds.position import Position
from haydes.engine.plain import Tree, Value

Figure: TypeAlias = tuple[int, int, int, int]  # place, net effect, cards in hand, their pile
Pile: TypeAlias = tuple[int, bytes]  # its number, the kinds of its cards

COLOURS = ("black", "red")  # by is_red
GONE: dict[int, Tree] = {
    CAUGHT: {"is": "caught"},
    ESCAPED: {"is": "escaped"},
    OUT: {"is": "out"},
}

# Kinds of cards: the ranks of a colour, then its court, then the Jokers
SPOTS = RANKS[: FIRST_COURT // len(SUITS)]
COURT = len(SPOTS)
JOKER = len(COLOURS) * (COURT + 1)


def look(state: Position) -> Tree:
    """Return what everybody sees.

    Piles are numbered: 0 is the pack, each later one what the discards were shuffled into. The
    unseen cards of a pile are in the deck, in the hands that were dealt from it and, of pile 0,
    in the track.
    """
    tree: dict[str, Value] = {
        "track": TRACK,
        "figures": _figures(tuple(_figure_of(state, seat) for seat in range(len(state.at)))),
        "order": _order(state.order),
        "played": _plays(tuple(state.played)),
        "piles": _piles(state.left, len(state.discards)),
        "unseen": _unseen(tuple(_unseen_of(state))),
    }
    if state.ended is None:
        tree["turn"] = _turn(state.seat, state.round, state.demands[-1:])
    return tree


@lru_cache(maxsize=1024)
def look_at(hand: Hand) -> Tree:
    return {"hand": {str(place): NAMES[card] for place, card in enumerate(hand)}}


def _figure_of(state: Position, seat: Seat) -> Figure:
    at = state.at[seat]
    if at in GONE:
        return at, 0, 0, 0
    return at, state.net[seat], len(state.hands[seat]), _pile_of(state, seat)


def _pile_of(state: Position, seat: Seat) -> int:
    return state.filling - (state.older >> seat & 1)


def _unseen_of(state: Position) -> Iterator[Pile]:
    """Yield the piles with their unseen cards, sorted, so that nothing tells where a card is."""
    cards: defaultdict[int, bytearray] = defaultdict(bytearray)
    cards[0] += state.track
    cards[state.filling] += state.deck
    for seat, hand in enumerate(state.hands):
        cards[_pile_of(state, seat)] += bytes(hand)
    for pile in sorted(cards):
        if cards[pile]:
            yield pile, bytes(sorted(cards[pile].translate(KIND_OF)))


@lru_cache(maxsize=1024)
def _figures(figures: tuple[Figure, ...]) -> Tree:
    return {str(seat): _figure(*figure) for seat, figure in enumerate(figures)}


@lru_cache(maxsize=4096)
def _figure(at: int, net: int, hand: int, pile: int) -> Tree:
    return GONE.get(at) or {"is": "running", "at": at, "net": net, "hand": hand, "pile": pile}


@lru_cache(maxsize=1024)
def _order(seats: tuple[Seat, ...]) -> Tree:
    return {str(place): seat for place, seat in enumerate(seats)}


@lru_cache(maxsize=1024)
def _plays(plays: tuple[Play, ...]) -> Tree:
    return {str(place): _play(play) for place, play in enumerate(plays)}


@lru_cache(maxsize=4096)
def _play(play: Play) -> Tree:
    seat, card, target, die = play
    if target == DISCARDED:
        return {"do": "discard", "seat": seat, "card": NAMES[card]}
    tree: Tree = {"do": "play", "seat": seat, **describe_play(card, target)}
    return {**tree, "die": die} if die else tree


@lru_cache(maxsize=1024)
def _piles(deck: int, discards: int) -> Tree:
    return {"deck": deck, "discards": discards}


@lru_cache(maxsize=1024)
def _unseen(piles: tuple[Pile, ...]) -> Tree:
    return {str(pile): _count(kinds) for pile, kinds in piles}


@lru_cache(maxsize=1024)
def _count(kinds: bytes) -> Tree:
    tree: dict[str, Value] = {"joker": kinds.count(JOKER)}
    for red, colour in enumerate(COLOURS):
        first = red * (COURT + 1)
        ranks = {rank: kinds.count(first + place) for place, rank in enumerate(SPOTS)}
        tree[colour] = {**ranks, "court": kinds.count(first + COURT)}
    return tree


@lru_cache(maxsize=1024)
def _turn(seat: Seat, number: int, newest: tuple[Demand, ...]) -> Tree:
    tree: Tree = {"seat": seat, "round": number, "phase": "play"}
    for demand in newest:
        return {**tree, "phase": "forced", "by": demand.by, "court": COLOURS[demand.red]}
    return tree


def _kind(card: int) -> int:
    if card >= DECK:
        return JOKER
    return is_red(card) * (COURT + 1) + min(card // len(SUITS), COURT)


KIND_OF = bytes(_kind(card) for card in range(256))
