"""HolyQuest: four adventurers against all evil, led by one player or shared out."""

from collections.abc import Mapping

from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Game, Option, Seat, State, random_bot
from haydes.engine.games.holyquest.bot import captain
from haydes.engine.games.holyquest.hints import why
from haydes.engine.games.holyquest.position import EASY, HARD, STANDARD, Terms
from haydes.engine.games.holyquest.state import HolyQuestState
from haydes.engine.plain import Tree

LONG = 80  # ep of the long game, which are all there are
SHORT = range(2, LONG, 2)  # QA-48
GOALS: Mapping[str, int] = {"long": LONG, "dragon": 0} | {str(ep): ep for ep in SHORT}


class HolyQuest(Game):
    name = "holyquest"
    title = "HolyQuest"
    version = 2
    seats = range(1, 5)
    options = (
        Option("goal", tuple(GOALS), "long", "long: 80 ep; a number: so many ep; dragon: slay it"),
        Option(
            "difficulty",
            (STANDARD, EASY, HARD),
            STANDARD,
            "whom monsters attack; standard: they pair off with the heroes;"
            " easy: you choose freely; hard: anybody they see",
        ),
        Option(
            "gentle_start",
            (False, True),
            default=False,
            summary="draw 1, 2, 3, then 4 cards a turn",
        ),
        Option(
            "slip_past",
            (False, True),
            default=False,
            summary="a hidden party that does nothing in a round gets away",
        ),
    )
    bots: Mapping[str, Bot[State]] = {"captain": captain, "random": random_bot}

    adviser = "captain"

    def reason(self, state: State, seat: Seat, action: int) -> str:
        return why(state, seat, action)

    def new(self, seats: int, options: Tree, dealer: Dealer) -> HolyQuestState:
        terms = Terms(
            goal=GOALS[str(options["goal"])],
            difficulty=str(options["difficulty"]),
            gentle_start=bool(options["gentle_start"]),
            slip_past=bool(options["slip_past"]),
        )
        return HolyQuestState(terms, seats)


GAME = HolyQuest()
