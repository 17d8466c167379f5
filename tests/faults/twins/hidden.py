"""What each game hides, and other positions that whoever does not see it cannot tell apart.

This is said about the bare positions, and not taken from the views that are put to the test: all
that is not named here is public, and a difference in it ends a pair.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias, cast

from haydes.engine.cards import NAMES, RED_JOKER
from haydes.engine.dealer import FastDealer
from haydes.engine.game import Seat, State
from haydes.engine.games.haydes.faces import BEATEN, SEARCHED
from haydes.engine.games.haydes.layout import REFERENCE, UNKNOWN
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.games.holyquest.position import Position as HolyquestState
from haydes.engine.games.hounds.actions import DISCARD, card_and_target
from haydes.engine.games.hounds.position import Position as HoundsState
from haydes.engine.match import Kind

Viewer: TypeAlias = Seat | None  # None: who sees only what is public
Draws: TypeAlias = Sequence[int]  # what chance brings for the next input


@dataclass(frozen=True, slots=True)
class Deed:
    """The next input of a match."""

    kind: Kind
    seat: Seat
    action: int = 0


@dataclass(frozen=True, slots=True)
class Hidden:
    """What not everybody sees of one game."""

    parts: frozenset[str]  # of a position
    known: Callable[[State, Viewer], object]  # what a viewer knows of them
    other: Callable[[State, Viewer, Deed, Draws, Random], State]  # a position like this one
    shown: Callable[[State, Viewer], set[str]] | None = None  # cards that may be named to it
    from_seats: bool = True  # whether a seat has secrets from another


def facts(state: State, viewer: Viewer, hidden: Hidden) -> tuple[Mapping[str, object], object]:
    """Return all that a viewer knows of a position."""
    names = {name for kind in type(state).__mro__ for name in vars(kind).get("__slots__", ())}
    public = {name: getattr(state, name) for name in sorted(names - hidden.parts)}
    return public, hidden.known(state, viewer)


def _lay_alike(pile: MutableSequence[int], like: Sequence[int]) -> None:
    """Put the cards of an unordered pile where `like` has them, as far as it has."""
    left = Counter(pile)
    kept: list[int | None] = [None] * len(pile)
    for place, card in enumerate(like[: len(pile)]):
        if left[card]:
            left[card] -= 1
            kept[place] = card
    rest = left.elements()
    pile[:] = [next(rest) if card is None else card for card in kept]


def _shuffle(pile: MutableSequence[int], but: Collection[int], random: Random) -> None:
    """Shuffle a pile but for the places that are drawn from next."""
    places = [place for place in range(len(pile)) if place not in but]
    cards = [pile[place] for place in places]
    random.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pile[place] = card


def _drawn_and_swapped(draws: Draws, size: int) -> set[int]:
    """Return the places that draws touch which put the last card into the gap."""
    return {*draws, *range(size - len(draws), size)}


# --- Release the Hounds: the hands, the track, what is in the deck


def _hounds_known(state: State, viewer: Viewer) -> object:
    state = cast(HoundsState, state)
    own = () if viewer is None else state.hands[viewer]
    sizes = [*map(len, state.hands)], len(state.deck), len(state.track)
    # whoever counts cards knows which have not been seen since they were shuffled
    older, newer = bytearray(state.track), bytearray(state.deck)
    for seat, hand in enumerate(state.hands):
        (older if state.older >> seat & 1 else newer).extend(hand)
    return own, sizes, sorted(older), sorted(newer)


def _hounds_other(
    state: State, viewer: Viewer, deed: Deed, draws: Draws, random: Random
) -> HoundsState:
    state = cast(HoundsState, state)
    twin = state.conceal(viewer, FastDealer(random.random))
    if deed.kind is Kind.FORFEIT or deed.action == DISCARD:
        needed = state.hands[deed.seat]
    else:
        needed = (card_and_target(deed.action)[0],)
    for card in needed:
        _hold(twin, deed.seat, card, needed)
    _lay_alike(twin.deck, state.deck)
    _shuffle(twin.deck, _drawn_and_swapped(draws, len(twin.deck)), random)
    return twin


def _hold(twin: HoundsState, seat: Seat, card: int, needed: Collection[int]) -> None:
    """Let a seat have a card that it is about to show, for one of its others."""
    if card in twin.hands[seat]:
        return
    spare = next(other for other in twin.hands[seat] if other not in needed)

    def exchanged(cards: Sequence[int]) -> list[int]:
        return [spare if c == card else card if c == spare else c for c in cards]

    twin.hands = [tuple(sorted(exchanged(hand))) for hand in twin.hands]
    twin.deck = bytearray(exchanged(twin.deck))
    twin.track = bytes(exchanged(twin.track))


def _hounds_shown(state: State, viewer: Viewer) -> set[str]:
    state = cast(HoundsState, state)
    own = () if viewer is None else state.hands[viewer]
    played = (play[1] for play in state.played)
    return {NAMES[card] for card in (*own, *played, *state.discards)}


# --- Escape from Haydes: what seats have looked at, what lies face down


def _haydes_known(state: State, viewer: Viewer) -> object:
    state = cast(HaydesState, state)
    looks = {tile: peek.seats for tile, peek in state.peeks.items()}
    # whoever counts cards knows which of the map, and of the others, not everybody has seen
    unseen = [state.piles[0][:], bytearray().join(state.piles[1:])]
    for peek in state.peeks.values():
        if peek.card != RED_JOKER:
            unseen[peek.pile > 0].append(peek.card)
    cards = [sorted(card for card in pile if card < REFERENCE) for pile in unseen]
    return looks, _own_looks(state, viewer), cards


def _own_looks(state: HaydesState, viewer: Viewer) -> dict[int, int]:
    return {tile: peek.card for tile, peek in state.peeks.items() if viewer in peek.seats}


def _haydes_other(
    state: State, viewer: Viewer, _: Deed, draws: Draws, random: Random
) -> HaydesState:
    state = cast(HaydesState, state)
    dealer = FastDealer(random.random)
    twin = state.conceal(viewer, dealer)
    for tile, peek in [*twin.peeks.items()]:
        if peek.card == UNKNOWN:
            twin.peek(peek.seats[0], tile, dealer)
    for pile, like in zip(twin.piles, state.piles, strict=False):
        _lay_alike(pile, like)
        _shuffle(pile, _drawn_and_swapped(draws, len(pile)), random)
    return twin


def _haydes_shown(state: State, viewer: Viewer) -> set[str]:
    state = cast(HaydesState, state)
    up = (face % BEATEN for face in state.faces if face < SEARCHED)
    cards = (*up, *state.discards, *_own_looks(state, viewer).values())
    return {NAMES[card] for card in cards if card != UNKNOWN}


# --- HolyQuest: nothing but what chance will bring


def _holyquest_known(state: State, _: Viewer) -> object:
    state = cast(HolyquestState, state)
    return sorted(state.deck), sorted(state.victory)


def _holyquest_other(
    state: State, _: Viewer, __: Deed, draws: Draws, random: Random
) -> HolyquestState:
    twin = cast(HolyquestState, state.clone())
    drawn = {place + step for place in draws for step in range(len(draws))}
    deck, victory = bytearray(twin.deck), bytearray(twin.victory)
    _shuffle(deck, drawn, random)
    _shuffle(victory, drawn, random)
    twin.deck, twin.victory = bytes(deck), bytes(victory)
    return twin


HIDDEN: Mapping[str, Hidden] = {
    "hounds": Hidden(
        frozenset({"hands", "deck", "track"}), _hounds_known, _hounds_other, _hounds_shown
    ),
    "haydes": Hidden(
        frozenset({"piles", "origin", "deck", "hiding", "peeks", "eyes"}),
        _haydes_known,
        _haydes_other,
        _haydes_shown,
    ),
    "holyquest": Hidden(
        frozenset({"deck", "victory", "eyes"}),
        _holyquest_known,
        _holyquest_other,
        from_seats=False,
    ),
}
