"""The tables where a match runs, for those who look for one to watch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from haydes.client.model import Lobby, lobby_rows
from haydes.client.read import branch, many, number, text, written
from haydes.protocol.tree import Tree


@dataclass(frozen=True, slots=True)
class Live:
    """A table with a running match."""

    id: str
    number: int  # what a typed command calls it
    game: str  # its title
    tree: Tree

    @property
    def acts(self) -> int:
        """Return how many acts there have been, about."""
        return number(self.tree, "acts")

    @property
    def watching(self) -> int:
        return number(self.tree, "watching")

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(written(name) for name in many(self.tree, "people"))


ORDERS: Mapping[str, Callable[[Live], tuple[int | str, ...]]] = {
    "watchers": lambda live: (-live.watching,),
    "acts": lambda live: (-live.acts,),
    "players": lambda live: (-len(live.people), -number(live.tree, "taken")),
    "game": lambda live: (live.game,),
}
USUAL = "watchers"


def live_tables(lobby: Lobby | None, order: str = USUAL) -> list[Live]:
    """Return the tables where a match runs, in one of ORDERS; equal ones oldest first."""
    if lobby is None:
        return []
    found = [
        _read(lobby, id_, n)
        for n, id_ in enumerate(lobby_rows(lobby), 1)
        if text(branch(lobby.tables, id_), "phase") == "playing"
    ]
    return sorted(found, key=ORDERS[order])


def live_row(live: Live) -> str:
    """Return a live table in a sentence."""
    watching = f"{live.watching} watching" if live.watching else "nobody watches"
    who = ", ".join(live.people) or "bots"
    return f"{live.number} {live.id}, {live.game}, {who}, {begun(live)}, {watching}."


def begun(live: Live) -> str:
    """Return how far a match has come, about."""
    return f"{live.acts} acts or more" if live.acts else "just begun"


def _read(lobby: Lobby, id_: str, n: int) -> Live:
    tree = branch(lobby.tables, id_)
    game = text(tree, "game")
    return Live(id_, n, text(branch(lobby.games, game), "title", game), tree)
