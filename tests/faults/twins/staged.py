"""A game whose position and chance are set from outside while a server plays it.

The server is the real one; only what it would have dealt is put on the stage instead.
"""

from collections.abc import Mapping
from typing import Self

from haydes.engine.dealer import Dealer, ScriptedDealer
from haydes.engine.game import Bot, Event, Game, Outcome, Seat, State
from haydes.engine.plain import Tree


class Stage:
    """The position that a match is in, and what chance brings next."""

    def __init__(self, position: State) -> None:
        self.position = position
        self.chance: Dealer = ScriptedDealer(())


class StagedState(State):
    """Whatever position is on the stage."""

    __slots__ = ("_stage",)

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    @property
    def position(self) -> State:
        return self._stage.position

    def legal(self, seat: Seat) -> tuple[int, ...]:
        return tuple(self._stage.position.legal(seat))

    def apply(
        self, seat: Seat, action: int, dealer: Dealer, log: list[Event] | None = None
    ) -> None:
        self._stage.position.apply(seat, action, self._stage.chance, log)

    def default(self, seat: Seat) -> int:
        return self._stage.position.default(seat)

    def turn_number(self) -> int | None:
        return self._stage.position.turn_number()

    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        self._stage.position.expire(self._stage.chance, log)

    def forfeit(self, seat: Seat, dealer: Dealer, log: list[Event] | None = None) -> None:
        self._stage.position.forfeit(seat, self._stage.chance, log)

    def outcome(self) -> Outcome | None:
        return self._stage.position.outcome()

    def clone(self) -> Self:
        return type(self)(Stage(self._stage.position.clone()))

    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        return type(self)(Stage(self._stage.position.conceal(seat, dealer)))

    def public(self) -> Tree:
        return self._stage.position.public()

    def private(self, seat: Seat) -> Tree:
        return self._stage.position.private(seat)

    def describe(self, action: int) -> Tree:
        return self._stage.position.describe(action)


def _of_stage(state: State) -> State:
    return state.position if isinstance(state, StagedState) else state


def _on_stage(bot: Bot[State]) -> Bot[State]:
    """Return a bot that is given the position itself."""
    return lambda state, seat, dealer: bot(_of_stage(state), seat, dealer)


class StagedGame(Game):
    """A game as it is, but for the position that its match begins with."""

    def __init__(self, game: Game, stage: Stage) -> None:
        self.name = game.name
        self.title = game.title
        self.version = game.version
        self.seats = game.seats
        self.options = game.options
        self.bots: Mapping[str, Bot[State]] = {
            name: _on_stage(bot) for name, bot in game.bots.items()
        }
        self.adviser = game.adviser
        self._game = game
        self._stage = stage

    def new(self, seats: int, options: Tree, dealer: Dealer) -> StagedState:
        return StagedState(self._stage)

    def time_limit(self, options: Tree) -> int:
        return self._game.time_limit(options)

    def reason(self, state: State, seat: Seat, action: int) -> str:
        return self._game.reason(_of_stage(state), seat, action)

    def rules(self) -> str:
        return self._game.rules()
