"""Escape from Haydes: find the red Joker in the tunnels before the others do."""

from collections.abc import Mapping

from haydes.engine.cards import DECK
from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Game, Option, State, random_bot
from haydes.engine.games.haydes.bot import walker
from haydes.engine.games.haydes.maps import MAPS
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
        Option("map", tuple(MAPS), "block", "block: 106 tiles; quick: 54 tiles, an easier escape"),
        Option(
            "exhaustion",
            ("auto", "either", "never"),
            "auto",
            "what a characteristic at 0 does: either puts you out, never does not;"
            " auto is either if you play alone, never with rivals",
        ),
        Option("turn_limit", range(100), 0, "turns of each player; 0: no limit"),
        Option("clock", range(181), 0, "minutes of real time; 0: no limit"),
    )
    bots: Mapping[str, Bot[State]] = {"walker": walker, "random": random_bot}

    def new(self, seats: int, options: Tree, dealer: Dealer) -> HaydesState:
        ground = MAPS[str(options["map"])]
        laid = PACK * (len(ground.places) // DECK)  # H-7, HA-43
        first = dealer.below(seats)  # H-16
        return HaydesState(ground, (laid, REPLACEMENT), seats, first, options)

    def time_limit(self, options: Tree) -> int:
        return 60 * int(str(options["clock"]))


GAME = Haydes()
