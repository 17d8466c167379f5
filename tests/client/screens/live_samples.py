"""Live tables, to choose one to watch."""

from collections.abc import Mapping, Sequence

from tests.client.screens.samples import GAMES, LIVE, TABLES

from haydes.client.model import Lobby, Model
from haydes.client.screens.ui import Ui
from haydes.protocol.tree import Tree


def table(game: str, people: Sequence[str], watching: int, acts: int, opened: int) -> Tree:
    done: Tree = {"acts": acts} if acts else {}
    return {
        "game": game, "phase": "playing", "seats": 4, "taken": 4, "people": list(people),
        "watching": watching, "turn_seconds": 0, "options": {}, "opened": opened, **done,
    }  # fmt: skip


MATCHES: Tree = {
    **TABLES,
    "fokuze": table("haydes", ["Kit", "Lou", "Max"], 12, 140, 1700000500),
    "gedapa": table("pig", ["Hal"], 0, 0, 1700000600),
    "jefojo": table("haydes", [], 0, 20, 1700000700),
    "nimobu": table("pig", ["Ida", "Zo\u00eb \u541b", "A very long name indeed", "Ann-Kathrin"], 3,
                    90, 1700000800),
}  # fmt: skip
LOBBY = Model("Ann", LIVE, Lobby(GAMES, MATCHES, 30))
NOBODY = Model("Ann", LIVE, Lobby(GAMES, {}, 1))

LIVE_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "live": (LOBBY, Ui(live="watchers")),
    "live_by_game": (LOBBY, Ui(live="game", aim="gedapa")),
    "live_none": (NOBODY, Ui(live="watchers")),
}
