"""One simulated game: played from seed and number alone, however the work is shared out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random  # noqa: TID251 - what the dealers of simulated games draw from

from haydes.engine.dealer import FastDealer
from haydes.engine.game import Event, OptionValue
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES

LONGEST = 20_000  # actions; bots that take longer are going round in circles
STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went. `turns` and `rounds` are 0 in a game that tells of none."""

    seats: int
    number: int
    plies: int
    turns: int
    rounds: int
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated; `bots` take the seats one after the other, again and again."""

    game: str
    options: Mapping[str, OptionValue]
    bots: Sequence[str]
    seed: str

    def play(self, seats: int, number: int) -> Result:
        """Play one game; bots get concealed positions and chance of their own."""
        game = GAMES[self.game]
        dealer, bot_dealer = (
            FastDealer(Random(f"{self.seed} {use} {seats} {number}").random)  # noqa: S311 - no secret
            for use in ("game", "bots")
        )
        bots = [game.bots[self.bots[seat % len(self.bots)]] for seat in range(seats)]
        state = game.new(seats, self.options, dealer)
        plies = turns = 0
        turn = state.public().get("turn")
        rounds = _round(turn) if isinstance(turn, Mapping) else 0
        log: list[Event] = []
        while not (outcome := state.outcome()) and plies < LONGEST:
            seat = next(seat for seat in range(seats) if state.legal(seat))
            action = bots[seat](state.conceal(seat, bot_dealer), seat, bot_dealer)
            log.clear()
            state.apply(seat, action, dealer, log)
            plies += 1
            for event in log:
                if event.tree["event"] == "turn":
                    turns += 1
                    rounds = max(rounds, _round(event.tree))
        reason, winners = (outcome.reason, outcome.winners) if outcome else (STALLED, ())
        return Result(seats, number, plies, turns, rounds, reason, winners)

    def play_some(self, seats: int, numbers: range) -> list[Result]:
        return [self.play(seats, number) for number in numbers]


def _round(turn: Tree) -> int:
    """Return the number of the round that a turn says it belongs to; 0: it says nothing."""
    number = turn.get("round")
    return number if isinstance(number, int) else 0
