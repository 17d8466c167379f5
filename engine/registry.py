"""The games this engine knows; the only place that names them."""

from collections.abc import Mapping
from importlib import import_module

from haydes.engine.game import Game


def load(*folders: str) -> Mapping[str, Game]:
    games: dict[str, Game] = {}
    for folder in folders:
        game = import_module(f"haydes.engine.games.{folder}").GAME
        if not isinstance(game, Game):
            raise TypeError(f"{folder}.GAME is not a Game")
        games[game.name] = game
    return games


GAMES = load(
    "haydes",
    "hounds",
    "holyquest",
)
