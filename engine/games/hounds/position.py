"""One position of Release the Hounds: what lies where, and whose decision it is.

Cards are dealt late: the deck is an unordered list and a card gets its identity when it is
drawn. While the deck is what the pack was at the start, the list holds the track's face-down
cards too, for nobody can tell them from the deck's. The distribution is that of shuffling
first, and besides the hands the position holds nothing that nobody has seen.
"""

from collections.abc import Iterable, Sequence
from typing import Self

from haydes.engine.cards import FIRST_COURT
from haydes.engine.dealer import Dealer
from haydes.engine.game import Outcome, Seat, State
from haydes.engine.games.hounds.actions import DISCARD, plays
from haydes.engine.games.hounds.pieces import PACK, TRACK, Demand, Hand, Play

NOBODY = -1  # whose decision it is after the end


class Position(State):
    """The parts of a position; rules.py says how it moves."""

    __slots__ = (
        "at",
        "best",
        "deck",
        "demands",
        "discards",
        "ended",
        "filling",
        "hands",
        "left",
        "net",
        "older",
        "order",
        "part",
        "played",
        "round",
        "running",
        "seat",
        "short",
        "targets",
        "track",
    )

    def __init__(self, at: Iterable[int], *, best: bool, short: bool) -> None:
        """Place the convicts on the track; `begin` starts the first round.

        `best`: the loser of a fight falls back by the difference to the best score.
        `short`: when all but one are caught, the last escapes.
        """
        self.best = best
        self.short = short
        self.at = list(at)  # card of the track, or where a figure is that left it
        self.running = (1 << len(self.at)) - 1  # bit s: seat s is on the track
        self.net = [0] * len(self.at)  # how far each will move this round
        self.hands: list[Hand] = [()] * len(self.at)
        self.deck = bytearray(PACK)  # unseen cards of the filling that is being dealt
        self.left = len(PACK) - TRACK  # how many of them are in the deck, not in the track
        self.track = b""  # what must be in the track, known by then, after the first renewal
        self.filling = 0  # how many times the deck was renewed
        self.older = 0  # bit s: the hand of seat s was dealt before the latest renewal
        self.discards = bytearray()
        self.round: int = 0
        self.order: tuple[Seat, ...] = ()
        self.part = 0  # index in `order`
        self.demands: tuple[Demand, ...] = ()  # the newest is last
        self.seat = NOBODY  # who decides
        self.targets = 0  # on whom: bits of seats
        self.played: list[Play] = []
        self.ended: Outcome | None = None

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        twin.best = self.best
        twin.short = self.short
        twin.at = self.at[:]
        twin.running = self.running
        twin.net = self.net[:]
        twin.hands = self.hands[:]
        twin.deck = self.deck[:]
        twin.left = self.left
        twin.track = self.track
        twin.filling = self.filling
        twin.older = self.older
        twin.discards = self.discards[:]
        twin.round = self.round
        twin.order = self.order
        twin.part = self.part
        twin.demands = self.demands
        twin.seat = self.seat
        twin.targets = self.targets
        twin.played = self.played[:]
        twin.ended = self.ended
        return twin

    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        """Return the other hands to where they were dealt from and deal them anew."""
        twin = self.clone()
        others = [other for other, hand in enumerate(self.hands) if hand and other != seat]
        older = [other for other in others if self.older >> other & 1]
        if older:
            former = bytearray(self.track if self.filling == 1 else b"")
            _deal_again(twin.hands, older, former, dealer)
            if self.filling == 1:
                twin.track = bytes(former)
        newer = [other for other in others if other not in older]
        _deal_again(twin.hands, newer, twin.deck, dealer)
        return twin

    def outcome(self) -> Outcome | None:
        return self.ended

    def legal(self, seat: Seat) -> tuple[int, ...]:
        if seat != self.seat:
            return ()
        targets = self.targets
        ways: tuple[int, ...] = () if self.demands else (DISCARD,)
        for card in self.hands[seat]:
            # RA-10; a forced seat is never its own target
            ways += plays(card, targets if card < FIRST_COURT else targets & ~(1 << seat))
        return ways


def draw(pile: bytearray, cards: int, dealer: Dealer) -> Hand:
    """Take cards of an unordered pile."""
    hand: list[int] = []
    for _ in range(cards):
        chosen = dealer.below(len(pile))
        hand.append(pile[chosen])
        pile[chosen] = pile[-1]
        del pile[-1]
    hand.sort()
    return tuple(hand)


def _deal_again(hands: list[Hand], seats: Sequence[Seat], pile: bytearray, dealer: Dealer) -> None:
    sizes = [len(hands[seat]) for seat in seats]
    for seat in seats:
        pile += bytes(hands[seat])
    pile[:] = sorted(pile)  # what comes of a draw must not tell who held what
    for seat, size in zip(seats, sizes, strict=True):
        hands[seat] = draw(pile, size, dealer)
