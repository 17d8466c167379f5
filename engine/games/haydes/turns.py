"""Whose turn it is, how a turn begins and ends, and how a match does."""

from collections.abc import Iterable
from typing import Self, TypeAlias

from haydes.engine.game import Event, Outcome, Seat
from haydes.engine.games.haydes.actions import actions_of
from haydes.engine.games.haydes.encounters import ENCOUNTERS, ESCAPEE
from haydes.engine.games.haydes.faces import CREATURE
from haydes.engine.games.haydes.layout import OUT, Layout
from haydes.engine.games.haydes.maps import Map
from haydes.engine.games.haydes.views import ABSENT, Eyes
from haydes.engine.plain import Tree, Value

Log: TypeAlias = list[Event] | None

# `BARGAIN` is to pay a creature off or not, `KEYS` to look at a card next to it.
SPLIT, MOVE, ENCOUNTER, BARGAIN, KEYS, OVER = (
    "split",
    "move",
    "encounter",
    "bargain",
    "keys",
    "over",
)


class Turns(Layout):
    """The table and the players; `phase` is what the seat to act is asked."""

    __slots__ = (
        "actions",
        "charisma",
        "denizens",
        "ended",
        "endurance",
        "expired",
        "eyes",
        "first",
        "mortal",
        "phase",
        "price",
        "rides",
        "rode",
        "round",
        "seat",
        "turn_limit",
        "wounds",
    )

    def __init__(
        self, ground: Map, piles: Iterable[bytes], seats: int, first: Seat, options: Tree
    ) -> None:
        """Set up a match; all settled options but "map" and "clock" are read."""
        super().__init__(ground, piles, seats)
        exhaustion, encounter = options["exhaustion"], str(options["encounter"])
        self.actions = actions_of(ground)
        self.denizens = ENCOUNTERS[encounter]
        # whether a characteristic at 0 puts a seat out
        self.mortal = exhaustion == "either" or (exhaustion == "auto" and seats == 1)
        self.turn_limit = int(str(options["turn_limit"]))
        self.rides = bool(options["tuybe"])
        self.first = first
        self.charisma = [ABSENT] * seats
        self.endurance = [ABSENT] * seats
        self.wounds = [ABSENT] * seats  # what a figure can still take
        self.seat = first
        self.round = 1
        self.phase = SPLIT
        if encounter == "brawl":
            self.wounds = [ESCAPEE.wounds] * seats
            self.phase = MOVE
        self.price = ""  # the characteristic that pays for a bargain
        self.rode = False  # whether this turn's ride was taken (HA-40)
        self.expired = False
        self.ended: Outcome | None = None
        self.eyes: Eyes | None = None  # made when somebody looks

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        self.copy_to(twin)
        twin.actions = self.actions
        twin.denizens = self.denizens
        twin.mortal = self.mortal
        twin.turn_limit = self.turn_limit
        twin.rides = self.rides
        twin.first = self.first
        twin.charisma = self.charisma[:]
        twin.endurance = self.endurance[:]
        twin.wounds = self.wounds[:]
        twin.seat = self.seat
        twin.round = self.round
        twin.phase = self.phase
        twin.price = self.price
        twin.rode = self.rode
        twin.expired = self.expired
        twin.ended = self.ended
        twin.eyes = None
        return twin

    def next_split(self, log: Log) -> None:
        seats = len(self.at)
        order = [(self.first + step) % seats for step in range(seats)]
        playing = [seat for seat in order if self.at[seat] != OUT]
        unsplit = [seat for seat in playing if self.charisma[seat] == ABSENT]
        if unsplit:
            self.seat = unsplit[0]
        else:
            self.begin_turn(playing[0], log)

    def begin_turn(self, seat: Seat, log: Log) -> bool:
        """Begin the turn of a seat, unless it is stuck and can do nothing about it."""
        face = self.faces[self.at[seat]]
        if not CREATURE[face]:
            self.phase = MOVE
        elif self.denizens[face].offers[(self.charisma[seat] > 0) + 2 * (self.endurance[seat] > 0)]:
            self.phase = ENCOUNTER  # H-33
        else:
            if log is not None:
                tell(log, "skipped", seat=seat)
            return False
        self.seat = seat
        self.price = ""
        self.rode = False
        if log is not None:
            tell(log, "turn", seat=seat, round=self.round)
        return True

    def tests(self, seat: Seat) -> tuple[int, ...]:
        """Return what a seat may do to the creature it stands on (HA-29)."""
        denizen = self.denizens[self.faces[self.at[seat]]]
        able = (self.charisma[seat] > 0) + 2 * (self.endurance[seat] > 0)
        return self.actions.tests[denizen.offers[able]]

    def end_turn(self, log: Log, last_out: str = "exhausted") -> None:
        """Clean up, then end the match or begin the next turn."""
        if self.left_behind and self.clean_up() and log is not None:
            tell(log, "renewed")
        self.fresh = len(self.up)
        at, seat = self.at, self.seat
        if self.expired or at[seat] == OUT or (CREATURE[self.faces[at[seat]]] and self.held(seat)):
            reason = self._dead_end(last_out)
            if reason:
                self.finish((), reason, log)
                return
        while True:
            seat = (seat + 1) % len(at)
            if seat == self.first:
                if self.round == self.turn_limit:  # H-41
                    self.finish((), "turn_limit", log)
                    return
                self.round += 1
            if at[seat] != OUT and self.begin_turn(seat, log):
                return

    def leave(self, seat: Seat, reason: str, log: Log) -> None:
        self.at[seat] = OUT
        self.left_behind = True
        if log is not None:
            tell(log, "out", seat=seat, reason=reason)

    def finish(self, winners: tuple[Seat, ...], reason: str, log: Log) -> None:
        self.ended = Outcome(winners, reason)
        self.phase = OVER
        if log is not None:
            tell(log, "over", winners=[*winners], reason=reason)

    def held(self, seat: Seat) -> bool:
        """Tell whether a creature holds a figure that can never get away by itself."""
        face = self.faces[self.at[seat]]
        points = self.charisma[seat], self.endurance[seat]
        return CREATURE[face] and points in self.denizens[face].hopeless

    def _dead_end(self, last_out: str) -> str:
        """Return why nobody goes on, or nothing if somebody does."""
        if max(self.at) == OUT:
            return last_out  # HA-30
        if self.expired:
            return "clock"
        # HA-28
        trapped = not self.mortal and all(
            tile == OUT or self.held(seat) for seat, tile in enumerate(self.at)
        )
        return "trapped" if trapped else ""


def tell(log: list[Event], event: str, **facts: Value) -> None:
    log.append(Event({"event": event, **facts}))
