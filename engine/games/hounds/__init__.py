"""Release the Hounds: run, trip the others, and leave the track before the dogs have you."""

from collections.abc import Mapping

from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Game, Option, Seat, State, random_bot
from haydes.engine.games.hounds.bot import greedy, rollout
from haydes.engine.games.hounds.hints import why
from haydes.engine.games.hounds.rules import HoundsState
from haydes.engine.plain import Tree


class Hounds(Game):
    name = "hounds"
    title = "Release the Hounds"
    version = 1
    seats = range(2, 9)  # RA-1
    options = (
        Option(
            "fight",
            ("sum", "best"),
            "sum",
            "how far the loser of a fight falls back: what all the others rolled less what he"
            " did, or the difference to the best roll",
        ),
        Option(
            "one_hound_short",
            (False, True),
            default=False,
            summary="when all but one are caught, the last escapes",
        ),
    )
    bots: Mapping[str, Bot[State]] = {"greedy": greedy, "rollout": rollout, "random": random_bot}

    adviser = "rollout"

    def reason(self, state: State, seat: Seat, action: int) -> str:
        return why(state, seat, action)

    def new(self, seats: int, options: Tree, dealer: Dealer) -> HoundsState:
        state = HoundsState(
            [2 + dealer.below(6) + dealer.below(6) for _ in range(seats)],
            best=options["fight"] == "best",
            short=options["one_hound_short"] is True,
        )
        state.begin(dealer)
        return state


GAME = Hounds()
