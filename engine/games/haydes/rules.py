"""The position of Escape from Haydes and how it moves (RULES.md explains the clause numbers)."""

from collections.abc import Iterable, Sequence
from typing import Self, TypeAlias

from haydes.engine.cards import NAMES, RED_JOKER
from haydes.engine.dealer import Dealer
from haydes.engine.game import Event, Outcome, Seat, State
from haydes.engine.games.haydes.actions import (
    CALLS,
    HIGHER,
    MOST,
    POINTS,
    WALK,
    actions_of,
)
from haydes.engine.games.haydes.faces import BEATEN, CREATURE, VALUE
from haydes.engine.games.haydes.layout import OUT, Layout
from haydes.engine.games.haydes.maps import Map
from haydes.engine.games.haydes.views import UNSPLIT, Eyes
from haydes.engine.plain import Tree, Value

Log: TypeAlias = list[Event] | None

SPLIT, MOVE, ENCOUNTER, OVER = "split", "move", "encounter", "over"
LEAST_ROLL = 2  # of two dice
SPENT = 2 * (LEAST_ROLL - 1)  # with more points than that one of the characteristics is of use


class HaydesState(Layout, State):
    """One position; `apply` expects what `legal` lists."""

    __slots__ = (
        "actions",
        "charisma",
        "ended",
        "endurance",
        "expired",
        "eyes",
        "first",
        "mortal",
        "phase",
        "round",
        "seat",
        "turn_limit",
    )

    def __init__(
        self, ground: Map, piles: Iterable[bytes], seats: int, first: Seat, options: Tree
    ) -> None:
        """Set up a match; of the settled options, "exhaustion" and "turn_limit" are read."""
        super().__init__(ground, piles, seats)
        exhaustion = options["exhaustion"]
        self.actions = actions_of(ground)
        # whether a characteristic at 0 puts a seat out
        self.mortal = exhaustion == "either" or (exhaustion == "auto" and seats == 1)
        self.turn_limit = int(str(options["turn_limit"]))
        self.first = first
        self.charisma = [UNSPLIT] * seats
        self.endurance = [UNSPLIT] * seats
        self.seat = first
        self.round = 1
        self.phase = SPLIT
        self.expired = False
        self.ended: Outcome | None = None
        self.eyes: Eyes | None = None  # made when somebody looks

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        self.copy_to(twin)
        twin.actions = self.actions
        twin.mortal = self.mortal
        twin.turn_limit = self.turn_limit
        twin.first = self.first
        twin.charisma = self.charisma[:]
        twin.endurance = self.endurance[:]
        twin.seat = self.seat
        twin.round = self.round
        twin.phase = self.phase
        twin.expired = self.expired
        twin.ended = self.ended
        twin.eyes = None
        return twin

    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        return self.clone()  # there is nothing in it that not everybody has seen

    def outcome(self) -> Outcome | None:
        return self.ended

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat != self.seat:
            return ()
        if self.phase == MOVE:
            near, moves = self.actions.moves[self.at[seat]]
            return moves[self.open & near]
        if self.phase == ENCOUNTER:  # HA-29
            return self.actions.tests[(self.charisma[seat] > 0) + 2 * (self.endurance[seat] > 0)]
        return self.actions.splits if self.phase == SPLIT else ()

    def default(self, seat: Seat) -> int:
        """Split evenly, test what is higher, stop."""
        if self.phase == MOVE:
            return self.actions.stop
        if self.phase == ENCOUNTER:
            brawls = self.endurance[seat] > self.charisma[seat]
            return self.actions.brawl if brawls else self.actions.talk
        return self.actions.splits[len(self.actions.splits) // 2]

    def apply(self, seat: Seat, action: int, dealer: Dealer, log: Log = None) -> None:
        actions = self.actions
        if action < actions.stop:
            how = action % 3
            if how == WALK:
                self._walk(seat, action // 3, log)
            else:
                self._flip(seat, action // 3, how, dealer, log)
        elif action == actions.stop:
            self._end_turn(log)
        elif action < actions.split:
            self._test(seat, action, dealer, log)
        else:
            self._split(seat, POINTS - MOST + action - actions.split, log)

    def expire(self, dealer: Dealer, log: Log = None) -> None:
        """Let the turn in progress be the last one (HA-38); of no effect a second time."""
        if self.expired or self.ended:
            return
        self.expired = True
        if log is not None:
            _tell(log, "expired")
        if self.phase == SPLIT:
            self._finish((), "clock", log)

    def forfeit(self, seat: Seat, dealer: Dealer, log: Log = None) -> None:
        if self.at[seat] == OUT or self.ended:
            return
        self._leave(seat, "forfeit", log)
        if seat != self.seat:
            return
        if self.phase == SPLIT and max(self.at) != OUT:
            self._next_split(log)
        else:
            self._end_turn(log, last_out="forfeit")

    def public(self) -> Tree:
        if self.eyes is None:
            self.eyes = Eyes(self)
        return self.eyes.look(self)

    def private(self, seat: Seat) -> Tree:
        return {}

    def describe(self, action: int) -> Tree:
        return self.actions.described[action]

    def _split(self, seat: Seat, charisma: int, log: Log) -> None:
        self.charisma[seat] = charisma
        self.endurance[seat] = POINTS - charisma
        if log is not None:
            _tell(log, "split", seat=seat, charisma=charisma, endurance=POINTS - charisma)
        self._next_split(log)

    def _next_split(self, log: Log) -> None:
        seats = len(self.at)
        order = [(self.first + step) % seats for step in range(seats)]
        playing = [seat for seat in order if self.at[seat] != OUT]
        unsplit = [seat for seat in playing if self.charisma[seat] == UNSPLIT]
        if unsplit:
            self.seat = unsplit[0]
        else:
            self._begin_turn(playing[0], log)

    def _walk(self, seat: Seat, tile: int, log: Log) -> None:
        """Step onto a card that lies face up (HA-12, HA-13)."""
        old, face = self.at[seat], self.faces[tile]
        equal = VALUE[face] == VALUE[self.faces[old]]
        self.at[seat] = tile
        self.left_behind = True
        if log is not None:
            facts = {"card": NAMES[face % BEATEN], "result": "equal" if equal else "right"}
            _tell(log, "walk", seat=seat, **self._way(old, tile), **facts)
        if CREATURE[face]:
            self._meet(seat, face, log)
        elif equal:
            self._end_turn(log)

    def _flip(self, seat: Seat, tile: int, call: int, dealer: Dealer, log: Log) -> None:
        """Flip a card after the call and step onto it (H-19 to H-22)."""
        old = self.at[seat]
        value = VALUE[self.faces[old]]
        card = self.flip(tile, dealer)
        new = VALUE[card]
        right = new > value if call == HIGHER else new < value
        if card == RED_JOKER and not right:
            self._miss_joker(seat, tile, call, log)
            return
        self.at[seat] = tile
        self.left_behind = True
        if log is not None:
            result = "right" if right else "equal" if new == value else "wrong"
            facts = {"call": CALLS[call], "card": NAMES[card], "result": result}
            _tell(log, "move", seat=seat, **self._way(old, tile), **facts)
        if CREATURE[card]:
            self._meet(seat, card, log)
        elif not right:
            self._end_turn(log)
        elif card == RED_JOKER:
            self._escape(seat, tile, log)

    def _escape(self, seat: Seat, tile: int, log: Log) -> None:
        """Win (H-37, H-38)."""
        self.faces[tile] = RED_JOKER
        if log is not None:
            _tell(log, "escape", seat=seat, at=self.map.places[tile])
        self._finish((seat,), "escaped", log)

    def _miss_joker(self, seat: Seat, tile: int, call: int, log: Log) -> None:
        """Stay (HA-2) and have the red Joker shuffled into this turn's tiles (H-35)."""
        pool = self.joker_pool(tile)
        if log is not None:
            places = self.map.places
            facts = {"at": places[tile], "call": CALLS[call]}
            _tell(log, "joker", seat=seat, **facts, pool=[places[each] for each in pool])
        if self.clean_up() and log is not None:
            _tell(log, "renewed")
        self.hide_joker(pool)
        self._end_turn(log)

    def _meet(self, seat: Seat, creature: int, log: Log) -> None:
        """Begin an encounter (H-27, HA-18), if there is anything left to test."""
        if log is not None:
            at = self.map.places[self.at[seat]]
            _tell(log, "creature", seat=seat, at=at, card=NAMES[creature])
        if self.charisma[seat] or self.endurance[seat]:
            self.phase = ENCOUNTER
        else:
            self._end_turn(log)

    def _test(self, seat: Seat, action: int, dealer: Dealer, log: Log) -> None:
        """Test a characteristic against the creature (H-29 to H-32)."""
        talks = action == self.actions.talk
        trait = self.charisma if talks else self.endurance
        need = trait[seat]
        first, second = 1 + dealer.below(6), 1 + dealer.below(6)
        overcome = first + second <= need
        trait[seat] = need - 1
        if log is not None:
            word = {"with": "charisma" if talks else "endurance"}
            result = "overcome" if overcome else "failed"
            _tell(log, "test", seat=seat, **word, dice=[first, second], need=need, result=result)
        if overcome:
            self.faces[self.at[seat]] += BEATEN  # HA-19
            self.phase = MOVE  # H-30
            return
        if self.mortal and need == 1:  # only a failure gets to 0 (HA-26)
            self._leave(seat, "exhausted", log)
        self._end_turn(log)

    def _end_turn(self, log: Log, last_out: str = "exhausted") -> None:
        """Clean up, then end the match or begin the next turn."""
        if self.left_behind and self.clean_up() and log is not None:
            _tell(log, "renewed")
        self.fresh = len(self.up)
        at, seat = self.at, self.seat
        if self.expired or at[seat] == OUT or self.charisma[seat] + self.endurance[seat] <= SPENT:
            reason = self._dead_end(last_out)
            if reason:
                self._finish((), reason, log)
                return
        while True:
            seat = (seat + 1) % len(at)
            if seat == self.first:
                if self.round == self.turn_limit:  # H-41
                    self._finish((), "turn_limit", log)
                    return
                self.round += 1
            if at[seat] != OUT and self._begin_turn(seat, log):
                return

    def _begin_turn(self, seat: Seat, log: Log) -> bool:
        """Begin the turn of a seat, unless it is stuck and can do nothing about it."""
        if not CREATURE[self.faces[self.at[seat]]]:
            self.phase = MOVE
        elif self.charisma[seat] or self.endurance[seat]:
            self.phase = ENCOUNTER  # H-33
        else:
            if log is not None:
                _tell(log, "skipped", seat=seat)
            return False
        self.seat = seat
        if log is not None:
            _tell(log, "turn", seat=seat, round=self.round)
        return True

    def _dead_end(self, last_out: str) -> str:
        """Return why nobody goes on, or nothing if somebody does."""
        if max(self.at) == OUT:
            return last_out  # HA-30
        if self.expired:
            return "clock"
        return "trapped" if not self.mortal and self._trapped() else ""

    def _trapped(self) -> bool:
        """Tell whether nobody can ever move again (HA-28)."""
        for seat, tile in enumerate(self.at):
            able = max(self.charisma[seat], self.endurance[seat]) >= LEAST_ROLL
            if tile != OUT and (able or not CREATURE[self.faces[tile]]):
                return False
        return True

    def _leave(self, seat: Seat, reason: str, log: Log) -> None:
        self.at[seat] = OUT
        self.left_behind = True
        if log is not None:
            _tell(log, "out", seat=seat, reason=reason)

    def _finish(self, winners: tuple[Seat, ...], reason: str, log: Log) -> None:
        self.ended = Outcome(winners, reason)
        self.phase = OVER
        if log is not None:
            _tell(log, "over", winners=[*winners], reason=reason)

    def _way(self, old: int, new: int) -> dict[str, str]:
        return {"from": self.map.places[old], "to": self.map.places[new]}


def _tell(log: list[Event], event: str, **facts: Value) -> None:
    log.append(Event({"event": event, **facts}))
