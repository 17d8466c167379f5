"""Four people play one game to its end while the server is killed every few seconds.

Run it as `python -m tests.faults.restarts --every 2 --seed 1`.
"""

import argparse
import os
import selectors
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, cast

from tests.faults.audit import Audit
from tests.faults.broken import BrokenError
from tests.faults.forks import Forks
from tests.faults.luck import luck
from tests.faults.party import Party, Wish
from tests.faults.player import Player, seat_trees
from tests.faults.points import nothing
from tests.faults.record import Record

from haydes.protocol.messages import Transcript
from haydes.protocol.tree import Tree

NAMES = ("Ann", "Bob", "Cid", "Dan")
_WAIT = 0.005  # seconds between two looks at everything
_SECONDS = 600.0  # for all of it
_FETCH_SECONDS = 30.0

Public: TypeAlias = Mapping[int, Tree]  # what everybody may see, by ply


@dataclass(frozen=True, slots=True)
class Game:
    transcripts: Mapping[str, Public]  # by player
    replayed: Public  # by the journal
    restarts: int
    acts: int
    verdicts: Sequence[int]  # of haydes-kit verify
    seconds: float


class _Evening:
    def __init__(self, folder: Path, seed: int, pause: float, wish: Wish) -> None:
        self.records = {name: Record() for name in NAMES}
        players = [Player(name, record.take) for name, record in self.records.items()]
        self.party = Party(players, luck(seed), [wish])
        self.forks = Forks(folder)
        self.audit = Audit(self.forks.data, self.party.players)
        self.transcripts: dict[str, dict[int, Tree]] = {name: {} for name in NAMES}
        self._pause = pause
        self._next = 0.0  # when somebody acts again

    @property
    def is_over(self) -> bool:
        views = [one.view for one in self.party.players]
        return all(view and view.table["phase"] == "over" for view in views)

    def play(self) -> None:
        """Do what everybody does next, and wait a moment for more to come."""
        with selectors.DefaultSelector() as selector:
            for one in self.party.players:
                if one.sock is None:
                    one.connect(self.forks.port)
                if self._may_act(one):
                    self.party.go_on(one)
                if one.sock:
                    selector.register(one.sock, selectors.EVENT_READ, one)
            for key, _ in selector.select(_WAIT):
                self.hear(key.data)

    def hear(self, one: Player, *, to_the_end: bool = False) -> None:
        known = len(one.sights)
        for request, answer in one.read(to_the_end=to_the_end):
            self.party.note(one, request, answer)
        for sight in one.sights[known:]:
            if sight.game:
                self.transcripts[one.name][sight.ply] = sight.game

    def close(self) -> None:
        for one in self.party.players:
            one.drop()
        self.forks.close()

    def fetch_scripts(self) -> None:
        """Ask how the match was dealt and played."""
        asked: set[Player] = set()
        due = time.monotonic() + _FETCH_SECONDS
        while not all(record.is_whole for record in self.records.values()):
            if time.monotonic() > due:
                raise BrokenError("I7", "the script of the match is not to be had")
            self.play()
            for one in self.party.players:
                if one.view and one not in asked:
                    asked.add(one)
                    one.ask(Transcript(ref=one.next_ref(), match=1))

    def _may_act(self, one: Player) -> bool:
        """Tell whether all are here, so that everybody sees what is done, and it is time."""
        if one.view is None or one.view.table["phase"] != "playing":
            return one.view is None or one.view.table["phase"] != "over"
        if not one.view.you["choices"] or time.monotonic() < self._next:
            return False
        if any(tree["presence"] != "here" for tree in seat_trees(one.view).values()):
            return False
        self._next = time.monotonic() + self._pause
        return True


def evening(seed: int, every: float, pause: float, wish: Wish) -> Game:
    """Play a game; `every`: seconds between two kills, `pause`: between two acts."""
    began = time.monotonic()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="haydes-restarts-"))
        one = stack.enter_context(closing(_Evening(Path(folder), seed, pause, wish)))
        while not (one.forks.starts > 1 and one.is_over):
            one.forks.start(nothing)
            due = time.monotonic() + every
            while time.monotonic() < due and not one.is_over:
                one.play()
            one.forks.kill()
            for player in one.party.players:
                one.hear(player, to_the_end=player.welcomed)
            one.audit.check(one.party.opened)
            if time.monotonic() - began > _SECONDS:
                raise BrokenError("I7", "the game does not come to its end")
        one.forks.start(nothing)
        one.fetch_scripts()
        one.forks.kill()
        (table,) = one.audit.tables.values()
        return Game(
            one.transcripts,
            {moment.ply: cast(Tree, moment.game) for moment in table.moments if moment.game},
            one.forks.starts - 1,
            table.ply,
            [record.verdict(Path(folder, name)) for name, record in one.records.items()],
            time.monotonic() - began,
        )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.restarts", description=__doc__)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two kills")
    parser.add_argument("--pause", type=float, default=0.25, help="seconds between two acts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--map", default="block")
    wish = parser.parse_args(arguments)
    game = evening(wish.seed, wish.every, wish.pause, ("haydes", {"map": wish.map}, []))
    same = all(transcript == game.replayed for transcript in game.transcripts.values())
    verified = not any(game.verdicts)
    sys.stdout.write(
        f"seed {wish.seed}: {game.acts} acts, {game.restarts} kills and restarts in"
        f" {game.seconds:.0f} s\n"
        f"{len(game.transcripts)} transcripts {'are' if same else 'are NOT'}"
        " one and the same, and what the journal says\n"
        f"haydes-kit verify {'accepts them' if verified else 'does NOT accept them'}\n"
    )
    return os.EX_OK if same and verified else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
