"""The smallest game that uses everything a game may have: the core is tested with it.

Each seat holds a secret charm of 0 to 3 points. On its turn a seat rolls a die into the pot as
often as it likes (a 1 empties the pot and ends the turn), then banks the pot, once with its charm.
"""

from collections.abc import Mapping
from typing import Self

from haydes.engine.dealer import Dealer
from haydes.engine.game import (
    Bot,
    Event,
    Game,
    Option,
    Outcome,
    Seat,
    State,
    random_bot,
)
from haydes.engine.plain import Tree

ROLL, BANK, BANK_WITH_CHARM = range(3)
ACTIONS: tuple[Tree, ...] = (
    {"do": "roll"},
    {"do": "bank", "charm": False},
    {"do": "bank", "charm": True},
)
CHARMS = 4


class PigState(State):
    __slots__ = ("charms", "out", "pot", "scores", "seat", "shown", "target", "winners")

    def __init__(self, charms: list[int], target: int) -> None:
        self.charms = charms
        self.shown = [False] * len(charms)
        self.out = [False] * len(charms)
        self.scores = [0] * len(charms)
        self.target = target
        self.seat = 0
        self.pot = 0
        self.winners: tuple[Seat, ...] | None = None

    def legal(self, seat: Seat) -> tuple[int, ...]:
        if seat != self.seat:  # after the end too: nobody may ask then
            return ()
        return (ROLL, BANK) if self.shown[seat] else (ROLL, BANK, BANK_WITH_CHARM)

    def apply(
        self, seat: Seat, action: int, dealer: Dealer, log: list[Event] | None = None
    ) -> None:
        if action == ROLL:
            die = 1 + dealer.below(6)
            self.pot = self.pot + die if die > 1 else 0
            self._tell(log, "roll", seat, die)
            if die == 1:
                self._pass_on()
            return
        if action == BANK_WITH_CHARM:
            self.shown[seat] = True
            self.pot += self.charms[seat]
            self._tell(log, "charm", seat, self.charms[seat])
        self.scores[seat] += self.pot
        self._tell(log, "bank", seat, self.pot)
        if self.scores[seat] >= self.target:
            self.winners = (seat,)
        else:
            self._pass_on()

    def default(self, seat: Seat) -> int:
        return BANK

    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        self.winners = tuple(s for s, out in enumerate(self.out) if not out)

    def forfeit(self, seat: Seat, dealer: Dealer, log: list[Event] | None = None) -> None:
        if self.out[seat]:
            return
        self.out[seat] = True
        if all(self.out):
            self.winners = ()
        elif seat == self.seat:
            self._pass_on()

    def outcome(self) -> Outcome | None:
        return None if self.winners is None else Outcome(self.winners, "banked")

    def clone(self) -> Self:
        twin = type(self)(self.charms[:], self.target)
        twin.shown, twin.out, twin.scores = self.shown[:], self.out[:], self.scores[:]
        twin.seat, twin.pot, twin.winners = self.seat, self.pot, self.winners
        return twin

    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        twin = self.clone()
        for other, shown in enumerate(self.shown):
            if other != seat and not shown:
                twin.charms[other] = dealer.below(CHARMS)
        return twin

    def public(self) -> Tree:
        tree: dict[str, int | Tree] = {
            "pot": self.pot,
            "scores": {str(s): score for s, score in enumerate(self.scores)},
            "charms": {str(s): c for s, c in enumerate(self.charms) if self.shown[s]},
            "out": {str(s): out for s, out in enumerate(self.out)},
        }
        if self.winners is None:
            tree["turn"] = self.seat
        return tree

    def private(self, seat: Seat) -> Tree:
        return {"charm": self.charms[seat]}

    def describe(self, action: int) -> Tree:
        return ACTIONS[action]

    def _pass_on(self) -> None:
        self.pot = 0
        self.seat = (self.seat + 1) % len(self.scores)
        while self.out[self.seat]:
            self.seat = (self.seat + 1) % len(self.scores)

    def _tell(self, log: list[Event] | None, event: str, seat: Seat, points: int) -> None:
        if log is not None:
            only = seat if event == "charm" else None
            log.append(Event({"event": event, "seat": seat, "points": points}, only))


def careful_bot(state: State, seat: Seat, dealer: Dealer) -> int:
    """Roll into an empty pot; bank anything, with the charm at random."""
    if not state.public()["pot"]:
        return ROLL
    _, *banks = state.legal(seat)
    return banks[dealer.below(len(banks))]


RULES = """\
# Pig with Charms

## How to play

**Roll** as often as you like, or `bank` what is in the pot.

## Options

| option | values | meaning |
|---|---|---|
| `target` | 1 to 100 | points that win |
| `charms` | on, off | whether there are charms |

## Clauses

What the text says, numbered.

Rolling
- **P-1** A one loses the pot.
- **P-2** to **P-4** Any other number goes into it.

Banking
- **P-10** Who banks keeps the pot.
- **P-11** A charm is shown when it is *banked*, as by P-1 none is ever lost.

## Rulings

- **PA-1** Banking an empty pot is allowed.
"""


class Pig(Game):
    name = "pig"
    title = "Pig with Charms"
    version = 1
    seats = range(1, 4)
    options: tuple[Option, ...] = (
        Option("target", range(1, 101), 20, "points that win"),
        Option("charms", (True, False), default=True, summary="whether there are charms"),
    )
    bots: Mapping[str, Bot[State]] = {"careful": careful_bot, "random": random_bot}

    def new(self, seats: int, options: Tree, dealer: Dealer) -> PigState:
        charms = [dealer.below(CHARMS) if options["charms"] else 0 for _ in range(seats)]
        return PigState(charms, int(str(options["target"])))

    def rules(self) -> str:
        return RULES


PIG = Pig()
