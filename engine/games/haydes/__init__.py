"""Escape from Haydes: find the red Joker in the tunnels before the others do."""

from collections.abc import Mapping

from haydes.engine.cards import DECK
from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Game, Option, Seat, State, random_bot
from haydes.engine.games.haydes.bot import walker
from haydes.engine.games.haydes.encounters import ENCOUNTERS
from haydes.engine.games.haydes.hints import why
from haydes.engine.games.haydes.maps import MAPS, read_own
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.plain import Tree

PACK = bytes(range(DECK))
REPLACEMENT = 2 * PACK  # H-6


class Haydes(Game):
    name = "haydes"
    title = "Escape from Haydes"
    version = 1
    seats = range(1, 5)
    options = (
        Option(
            "map",
            tuple(MAPS),
            "block",
            "shape of the tiles: 106, or 54 in quick, which is an easier escape; a map of your own"
            " is drawn with # for a card, @ for the start, . for nothing and / between its rows",
            read=read_own,
        ),
        Option(
            "exhaustion",
            ("auto", "either", "never"),
            "auto",
            "what a characteristic at 0 does: either puts you out, never does not;"
            " auto is either if you play alone, never with rivals",
        ),
        Option("turn_limit", range(100), 0, "turns of each player; 0: no limit"),
        Option("clock", range(181), 0, "minutes of real time; 0: no limit"),
        Option(
            "encounter",
            tuple(ENCOUNTERS),
            "test",
            "test: talk or brawl with any creature; denizens: every creature has its own way;"
            " brawl: a round of combat, without characteristics",
        ),
        Option(
            "tuybe",
            (False, True),
            default=False,
            summary="whether a figure may ride to a card two moves away, once a turn",
        ),
    )
    bots: Mapping[str, Bot[State]] = {"walker": walker, "random": random_bot}

    adviser = "walker"

    def reason(self, state: State, seat: Seat, action: int) -> str:
        return why(state, seat, action)

    def new(self, seats: int, options: Tree, dealer: Dealer) -> HaydesState:
        drawing = str(options["map"])
        ground = MAPS.get(drawing) or read_own(drawing)
        laid = PACK * (len(ground.places) // DECK)  # H-7, HA-43
        first = dealer.below(seats)  # H-16
        return HaydesState(ground, (laid, REPLACEMENT), seats, first, options)

    def time_limit(self, options: Tree) -> int:
        return 60 * int(str(options["clock"]))


GAME = Haydes()
