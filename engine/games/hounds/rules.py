"""How a position of Release the Hounds moves (RULES.md explains the clause numbers)."""

from collections.abc import Iterable
from typing import TypeAlias

from haydes.engine.cards import BLACK_JOKER, DECK, FIRST_COURT, NAMES, is_red
from haydes.engine.dealer import Dealer
from haydes.engine.game import Event, Outcome, Seat
from haydes.engine.games.hounds.actions import (
    DISCARD,
    ESCAPE,
    card_and_target,
    describe,
    describe_play,
)
from haydes.engine.games.hounds.pieces import (
    CAUGHT,
    DISCARDED,
    ESCAPED,
    HAND,
    OUT,
    PACK,
    STEPS,
    TRACK,
    Demand,
    Hand,
)
from haydes.engine.games.hounds.position import NOBODY, Position, draw
from haydes.engine.games.hounds.views import COLOURS, look, look_at
from haydes.engine.plain import Tree, Value

Log: TypeAlias = list[Event] | None


class HoundsState(Position):
    """One position; `apply` expects what `legal` lists."""

    __slots__ = ()

    def default(self, seat: Seat) -> int:
        """Discard; if forced, do the first thing allowed."""
        return self.legal(seat)[0]

    def turn_number(self) -> int:
        # By what everybody sees: that a seat's choices have changed would tell of its hand
        shown = self.round * len(PACK) + len(self.played)
        return shown * (1 + len(self.at)) + self.running.bit_count()

    def apply(self, seat: Seat, action: int, dealer: Dealer, log: Log = None) -> None:
        if action == DISCARD:
            self._discard(seat, self.hands[seat], log)
        else:
            card, target = card_and_target(action)
            self._play(seat, card, target, dealer, log)
        self._go_on(dealer, log)

    def expire(self, dealer: Dealer, log: Log = None) -> None:
        """Do nothing: the game has no time limit."""

    def forfeit(self, seat: Seat, dealer: Dealer, log: Log = None) -> None:
        """Take the figure off the track; what was played on others stays played."""
        if not self.running >> seat & 1:
            return
        self.at[seat] = OUT
        self.running ^= 1 << seat
        if log is not None:
            log.append(Event({"event": "out", "seat": seat, "reason": "forfeit"}))
        self._discard(seat, self.hands[seat], log)
        if not self._is_over("forfeit", log):
            self._go_on(dealer, log)

    def public(self) -> Tree:
        return look(self)

    def private(self, seat: Seat) -> Tree:
        return look_at(self.hands[seat])

    def describe(self, action: int) -> Tree:
        return describe(action)

    def begin(self, dealer: Dealer, log: Log = None) -> None:
        """Settle the order of a round (R-10) and deal (R-9, R-20)."""
        self.round += 1
        self.net = [0] * len(self.at)
        self.played = []
        self.order = tuple(self._nearest_first(dealer, log))
        if log is not None:
            log.append(Event({"event": "round", "round": self.round, "order": list(self.order)}))
        self._deal(dealer, log)
        self.part = -1
        self._next_part(log)

    # What a seat does

    def _play(self, seat: Seat, card: int, target: int, dealer: Dealer, log: Log) -> None:
        hands = self.hands
        hand = hands[seat]
        hands[seat] = hand[1:] if hand[0] == card else hand[:1]
        self.discards.append(card)
        die = 0
        if card < FIRST_COURT:
            self.net[target] += STEPS[card]
        elif card < DECK:
            self.demands += (Demand(target, seat, is_red(card)),)
        else:
            die = 1 + dealer.below(6)  # RA-15
            step = die if target == ESCAPE else -die
            self.net = [net + step for net in self.net]
        self.played.append((seat, card, target, die))
        if log is not None:
            self._tell_play(log)

    def _tell_play(self, log: list[Event]) -> None:
        seat, card, target, die = self.played[-1]
        told: Tree = {"event": "play", "seat": seat, **describe_play(card, target)}
        log.append(Event({**told, "die": die} if die else told))
        if FIRST_COURT <= card < DECK and self.hands[target]:
            court = COLOURS[is_red(card)]
            log.append(Event({"event": "forced", "seat": target, "by": seat, "court": court}))

    def _discard(self, seat: Seat, cards: Hand, log: Log) -> None:
        """Discard cards of a hand, the lowest ones."""
        if not cards:
            return
        self.hands[seat] = self.hands[seat][len(cards) :]
        self.discards += bytes(cards)
        self.played += [(seat, card, DISCARDED, 0) for card in cards]
        if log is not None:
            names = [NAMES[card] for card in cards]
            log.append(Event({"event": "discard", "seat": seat, "cards": names}))

    # Who decides next

    def _go_on(self, dealer: Dealer, log: Log) -> None:
        """Have the court cards obeyed at once (RA-8), then go on with the parts."""
        while self.demands:
            if self._asks(self.demands[-1], dealer, log):
                return
        if self.hands[self.order[self.part]]:
            self.seat = self.order[self.part]
            self.targets = self.running
        elif not self._next_part(log):
            self._end_round(dealer, log)

    def _next_part(self, log: Log) -> bool:
        """Begin the part of the next seat that has cards; tell whether there is one."""
        for part in range(self.part + 1, len(self.order)):
            seat = self.order[part]
            if self.hands[seat]:
                self.part = part
                self.seat = seat
                self.targets = self.running
                if log is not None:
                    log.append(Event({"event": "turn", "seat": seat, "round": self.round}))
                return True
        return False

    def _asks(self, demand: Demand, dealer: Dealer, log: Log) -> bool:
        """Do one thing that leaves no choice, or wait for the forced seat's; tell which."""
        seat, by, red = demand
        hand = self.hands[seat]
        if not hand:
            self.demands = self.demands[:-1]
            return False
        first, last = hand[0], hand[-1]
        targets = self.running & (1 << by if red else ~(1 << by | 1 << seat))
        if not targets and first < BLACK_JOKER:  # RA-12, RA-13
            self._discard(seat, tuple(card for card in hand if card < BLACK_JOKER), log)
            return False
        sole = targets & (targets - 1) == 0
        if sole and last < (BLACK_JOKER if first == last else FIRST_COURT):  # RA-31
            self._play(seat, first, targets.bit_length() - 1, dealer, log)
            return False
        self.seat = seat
        self.targets = targets
        return True

    # How a round ends

    def _end_round(self, dealer: Dealer, log: Log) -> None:
        """Move all (R-18), let them fight (R-19), and begin the next round."""
        at = self.at
        for seat in self.order:
            net = self.net[seat]
            if net and self.running >> seat & 1:
                if log is not None:
                    way: dict[str, Value] = {"from": at[seat], "to": at[seat] + net}
                    log.append(Event({"event": "move", "seat": seat, **way}))
                at[seat] += net
        self._leave(log)
        if self._fight_down(dealer, log):
            self._leave(log)
        if not self._is_over("caught", log):
            self.begin(dealer, log)

    def _leave(self, log: Log) -> None:
        """Take figures off that are beyond an end of the track (RA-22)."""
        for seat in self.order:
            at = self.at[seat]
            if 0 < at <= TRACK or not self.running >> seat & 1:
                continue
            self.running ^= 1 << seat
            self.at[seat] = ESCAPED if at > TRACK else CAUGHT
            if log is not None:
                log.append(Event({"event": "escape" if at > TRACK else "caught", "seat": seat}))

    def _fight_down(self, dealer: Dealer, log: Log) -> bool:
        """Fight once on each crowded card, from Escape down (RA-19); tell whether there was one."""
        at = self.at
        fought = TRACK + 1
        while crowded := [c for c in set(at) if 0 < c < fought and at.count(c) > 1]:
            fought = max(crowded)
            self._fight(fought, dealer, log)
        return fought <= TRACK

    def _fight(self, card: int, dealer: Dealer, log: Log) -> None:
        rivals = [seat for seat, at in enumerate(self.at) if at == card]
        while True:
            dice = [1 + dealer.below(6) for _ in rivals]
            lowest = min(dice)
            if dice.count(lowest) == 1:
                break
            if log is not None:  # RA-17
                log.append(Event({"event": "fight", "at": card, "seats": rivals, "dice": dice}))
        loser = rivals[dice.index(lowest)]
        steps = (max(dice) if self.best else sum(dice) - lowest) - lowest  # RA-16
        self.at[loser] -= steps
        if log is not None:
            told: Tree = {"event": "fight", "at": card, "seats": rivals, "dice": dice}
            log.append(Event({**told, "loser": loser, "steps": steps}))

    def _is_over(self, last_left: str, log: Log) -> bool:
        """End the match if nobody is on the track any more (R-22)."""
        if self.short and self._one_hound_short():
            last = self.running.bit_length() - 1
            self.running = 0
            self.at[last] = ESCAPED
            self._discard(last, self.hands[last], log)
            if log is not None:
                log.append(Event({"event": "escape", "seat": last}))
        if self.running:
            return False
        winners = tuple(seat for seat, at in enumerate(self.at) if at == ESCAPED)
        self.ended = Outcome(winners, "escaped" if winners else last_left)
        self.seat = NOBODY
        self.demands = ()
        if log is not None:
            told: Tree = {"event": "over", "winners": list(winners), "reason": self.ended.reason}
            log.append(Event(told))
        return True

    def _one_hound_short(self) -> bool:
        """Tell whether one is on the track and all others were caught or gave up (RA-2)."""
        return self.running.bit_count() == 1 and ESCAPED not in self.at

    # How a round begins

    def _nearest_first(self, dealer: Dealer, log: Log) -> list[Seat]:
        at = self.at
        seats = [seat for seat in range(len(at)) if self.running >> seat & 1]
        spots = {at[seat] for seat in seats}
        if len(spots) == len(seats):
            return sorted(seats, key=at.__getitem__, reverse=True)
        order: list[Seat] = []
        for spot in sorted(spots, reverse=True):
            order += _roll_off([seat for seat in seats if at[seat] == spot], dealer, log)
        return order

    def _deal(self, dealer: Dealer, log: Log) -> None:
        """Deal in the order of play (RA-27).

        The deck holds an even number of cards whenever it is dealt from, so a hand never
        comes from two fillings.
        """
        self.older = 0
        for place, seat in enumerate(self.order):
            if not self.left:
                self._renew(self.order[:place], log)
            self.left -= HAND
            self.hands[seat] = hand = draw(self.deck, HAND, dealer)
            if log is not None:
                cards = [NAMES[card] for card in hand]
                log.append(Event({"event": "deal", "seat": seat, "cards": cards}, only=seat))

    def _renew(self, dealt: Iterable[Seat], log: Log) -> None:
        """Make the discards the deck (R-21); `dealt` have got their hands of this round."""
        if not self.filling:
            self.track = bytes(self.deck)
        self.filling += 1
        self.older = sum(1 << seat for seat in dealt)
        self.deck = self.discards
        self.left = len(self.deck)
        self.discards = bytearray()
        if log is not None:
            log.append(Event({"event": "renewed"}))


def _roll_off(tied: list[Seat], dealer: Dealer, log: Log) -> list[Seat]:
    """Roll for the order of seats on one card, again for those that are still level (RA-30)."""
    if len(tied) == 1:
        return tied
    dice = [1 + dealer.below(6) for _ in tied]
    if log is not None:
        log.append(Event({"event": "tie", "seats": tied, "dice": dice}))
    order: list[Seat] = []
    for score in sorted(set(dice), reverse=True):
        level = [seat for seat, die in zip(tied, dice, strict=True) if die == score]
        order += _roll_off(level, dealer, log)
    return order
