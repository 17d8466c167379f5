"""A server with one more game, `sync`: as much to tell as in a real game, and nothing to think.

    python -m bench.sync ...                     # as haydes-server

106 tiles, four seats that act in turn. Each act moves a figure, turns tiles and rolls dice; all of
it is seen by everybody. It is what other servers of turn-based games are compared by.
"""

import faulthandler
import signal
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Self

from haydes.engine import registry
from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Event, Game, Option, Outcome, State, random_bot
from haydes.engine.plain import Tree, Value

TILES = 106
MOST_TILES = 6000
SEATS = 4
WIDTH = 12
LONG = 3  # acts after which what was turned up is turned down again
DECK = 60
MULTIPLIER = 2654435761
MOST_TABLES = 5000


def _move(dx: int, dy: int, call: str) -> Tree:
    return {"do": "move", "dx": dx, "dy": dy, "call": call}


ACTIONS = [
    _move(dx, dy, call) for dx, dy, call in product((-1, 0, 1), (-1, 0, 1), ("higher", "lower"))
]
NUMBERS = tuple(range(len(ACTIONS)))
DOWN: Tree = {"up": False}


class SyncState(State):
    """What everybody sees, and nothing else."""

    __slots__ = ("figures", "n", "roll", "rows", "seat", "tiles")

    def __init__(self, tiles: int) -> None:
        self.tiles = tiles
        self.rows: dict[str, Tree] = {
            str(first // WIDTH): {str(column): DOWN for column in range(min(WIDTH, tiles - first))}
            for first in range(0, tiles, WIDTH)
        }
        self.figures: dict[str, Mapping[str, int]] = {
            str(seat): {"x": 6, "y": 4, "charisma": 5, "endurance": 10, "status": 0}
            for seat in range(SEATS)
        }
        self.n = self.seat = 0
        self.roll = (1, 1)

    def legal(self, seat: int) -> Sequence[int]:
        return NUMBERS if seat == self.seat else ()

    def apply(self, seat: int, action: int, dealer: Dealer, log: list[Event] | None = None) -> None:
        self.n = n = self.n + 1
        chance = (n * MULTIPLIER & 0xFFFFFFFF) >> 8
        figure = self.figures[str(seat)]
        x = (figure["x"] + action // 6 - 1) % WIDTH
        y = (figure["y"] + action // 2 % 3 - 1) % len(self.rows)
        self.figures = {**self.figures, str(seat): {**figure, "x": x, "y": y}}
        self._turn(n, {"up": True, "face": 1 + chance % 13})
        if n % LONG == 0 and n > LONG:
            for before in range(1, LONG + 1):
                self._turn(n - before, DOWN)
        self.roll = 1 + (chance >> 4) % 6, 1 + (chance >> 8) % 6
        self.seat = (seat + 1) % SEATS

    def _turn(self, n: int, tile: Tree) -> None:
        row, column = divmod(n * 37 % self.tiles, WIDTH)
        self.rows = {**self.rows, str(row): {**self.rows[str(row)], str(column): tile}}

    def default(self, seat: int) -> int:
        return 0

    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        pass

    def forfeit(self, seat: int, dealer: Dealer, log: list[Event] | None = None) -> None:
        pass

    def outcome(self) -> Outcome | None:
        return None

    def clone(self) -> Self:
        copy = type(self)(self.tiles)
        copy.rows, copy.figures = self.rows, self.figures
        copy.n, copy.seat, copy.roll = self.n, self.seat, self.roll
        return copy

    def conceal(self, seat: int | None, dealer: Dealer) -> Self:
        return self.clone()

    def public(self) -> Tree:
        tree: dict[str, Value] = {
            "tiles": self.rows,
            "figures": self.figures,
            "turn": {"seat": self.seat, "phase": self.n % 3, "number": self.n},
            "deck": {"replacement": DECK - self.n % DECK, "discard": self.n % DECK},
            "roll": self.roll,
        }
        return tree

    def private(self, seat: int) -> Tree:
        return {}

    def describe(self, action: int) -> Tree:
        return ACTIONS[action]


class Sync(Game):
    name = "sync"
    title = "Sync"
    version = 1
    seats = range(SEATS, SEATS + 1)
    options = (Option("tiles", range(WIDTH, MOST_TILES), TILES, "how many there are"),)
    bots: Mapping[str, Bot[State]] = {"random": random_bot}

    def new(self, seats: int, options: Tree, dealer: Dealer) -> SyncState:
        tiles = options["tiles"]
        return SyncState(tiles if isinstance(tiles, int) else TILES)

    def rules(self) -> str:
        return "# Sync\n\nEverybody moves in turn, for ever.\n"


GAME = Sync()


def main() -> None:
    faulthandler.register(signal.SIGUSR1)  # tells where every thread stands
    registry.GAMES = {**registry.GAMES, GAME.name: GAME}
    # They take the games as they are then
    from haydes.server import settings  # noqa: PLC0415
    from haydes.server.main import main  # noqa: PLC0415

    settings.MOST_TABLES = MOST_TABLES  # nobody here asks for the lobby

    main()


if __name__ == "__main__":
    main()
