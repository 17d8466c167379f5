"""A table of two players and a spectator, in a server that can be made to cheat."""

from collections.abc import Mapping
from pathlib import Path

from tests.fair.player import Player, Repeatable, play, settle
from tests.server.restarted import restarted
from tests.server.world import World

from haydes.client.kit.seen import load
from haydes.client.kit.verify import judge
from haydes.client.model import table_id
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Join, Open, Ready, Start, Watch
from haydes.server.table import Table

SHORT: Mapping[str, Mapping[str, str | int | bool]] = {
    "haydes": {"map": "quick", "turn_limit": 4},
    "hounds": {},
    "holyquest": {"goal": "4"},
}


class Sitting:
    """Ann (host) and Bob with a nonce each, and Eve who watches; all three keep records."""

    ann: Player
    bob: Player
    eve: Player

    def __init__(self, folder: Path, game: str, number: int) -> None:
        chance = Repeatable(number)
        self.world = World(GAMES, chance=chance)
        players = [
            Player(self.world, name, folder / name, Repeatable(number + n))
            for n, name in enumerate(("Ann", "Bob", "Eve"), 1)
        ]
        self.ann, self.bob, self.eve = players
        self.all = (self.ann, self.bob, self.eve)
        self.ann.wish(Open(ref=0, game=game, seats=2, options=dict(SHORT[game])))
        settle(*self.all)
        view = self.ann.model.view
        assert view is not None
        self.bob.wish(Join(ref=0, table=table_id(view)))
        self.eve.wish(Watch(ref=0, table=table_id(view)))
        settle(*self.all)

    @property
    def table(self) -> Table:
        return self.world.only_table

    def restart(self) -> None:
        """Kill server and clients in the middle of things, and start them again."""
        for player in self.all:
            player.recorder.close()
            player.leave()
        self.world = restarted(self.world)
        again = [
            Player(self.world, old.model.name, old.folder, old.chance, old.token)
            for old in self.all
        ]
        self.ann, self.bob, self.eve = again
        self.all = (self.ann, self.bob, self.eve)
        settle(*self.all)
        self.eve.wish(Watch(ref=0, table=self.table.id))
        settle(*self.all)

    def begin(self) -> None:
        """Start a match, as far as it goes by itself."""
        self.bob.wish(Ready(ref=0))
        settle(*self.all)
        self.ann.wish(Start(ref=0))
        settle(*self.all)

    def play(self) -> None:
        """Play one match to its end."""
        self.begin()
        play(*self.all)


def verdict(player: Player) -> tuple[int, str]:
    """Return what `haydes-kit verify` says of a player's record."""
    assert player.recorder.path is not None
    code, sentences = judge(load(player.recorder.path))
    return code, "\n".join(sentences)
