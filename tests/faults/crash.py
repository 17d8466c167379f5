"""Kills a server again and again while people play on it, and looks for what is lost.

Run it as `python -m tests.faults.crash --kills 10000 --seed 1 --streams 2`. With `--mutant NAME`
the server has a fault, and the run is good if that is noticed.

A SIGKILL leaves alone what the process has written: whether it was synced, `powercut` tests.
"""

import argparse
import json
import logging
import os
import selectors
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.faults.audit import Audit
from tests.faults.broken import BrokenError
from tests.faults.forks import Forks
from tests.faults.luck import luck, odds, pick
from tests.faults.party import Party
from tests.faults.player import Player
from tests.faults.points import MUTANTS, PLACES, arm, fold_often

_PARTIES = (("Ann", "Bob", "Cid"), ("Dan", "Eve"), ("Fay",))
_KILLS_PER_FOLDER = 100
_WAIT = 0.002  # seconds between two looks at everything
_SPAN = 50  # milliseconds from the first welcome to a kill at most
_POINT_SPAN = 0.1  # seconds after which a point that is not reached is given up
_ANSWER_SECONDS = 30.0
_LATE, _LOST, _RECONNECT = 15, 1, 50  # per cent
_AT_POINT, _AT_ONCE, _POLITELY = 50, 10, 5  # per cent of all kills; the rest come at any time
_AT_FIRST = 80  # per cent of those before anything is durable: a folder, a file, a key are made


@dataclass(slots=True)
class Figures:
    kills: Counter[str] = field(default_factory=Counter[str])  # by place
    sums: Counter[str] = field(default_factory=Counter[str])
    broken: str = ""

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(
            self.kills + other.kills, self.sums + other.sums, self.broken or other.broken
        )


class Siege:
    """One folder, one port, and everybody who plays there."""

    def __init__(self, folder: Path, mutant: str, *seed: object) -> None:
        self._dealer = luck(*seed)
        self._mutant = mutant
        self._forks = Forks(folder)
        self.parties = [Party([Player(name) for name in names], self._dealer) for names in _PARTIES]
        self._players = [(party, one) for party in self.parties for one in party.players]
        self.audit = Audit(self._forks.data, (one for _, one in self._players))
        self._read = 0  # bytes of the log
        self.kills: Counter[str] = Counter()

    def round(self) -> None:
        """Start a server, let people play, kill it, check what it has left."""
        place, times, after = self._plan()
        self._forks.start(partial(self._prepare, place, times))
        began, due, asked_to_end = time.monotonic(), None, False
        late = {one: began + self._dealer.below(20) / 1000 for _, one in self._players
                if odds(self._dealer, _LATE)}  # fmt: skip
        if place in ("at once", "when all is new"):
            due = began + after
        while (code := self._forks.poll()) is None:
            now = time.monotonic()
            self._play(now, late)
            if due is None and any(one.welcomed for _, one in self._players):
                due = now + after
            if due is not None and now >= due:
                if place != "while it ends" or asked_to_end:
                    code = self._forks.kill()
                    break
                asked_to_end, due = True, now + self._dealer.below(_SPAN) / 1000
                self._forks.signal(signal.SIGTERM)
            if now - began > _ANSWER_SECONDS:
                self._forks.kill()
                raise BrokenError("I7", "nobody was welcomed")
        if code not in (-signal.SIGKILL, 0 if asked_to_end else -signal.SIGKILL):
            raise BrokenError("I7", f"the server ended by itself with {code}")
        self.kills[place] += 1
        self._settle()
        self._check_log()
        self.audit.check(sum(party.opened for party in self.parties))

    def _plan(self) -> tuple[str, int, float]:
        """Return where the server dies, how often it passes there, and after how many seconds."""
        kind = self._dealer.below(100)
        span = self._dealer.below(_SPAN) / 1000
        if not self.audit.records and odds(self._dealer, _AT_FIRST):
            return "when all is new", 0, 2 * span
        if kind < _AT_POINT:
            return pick(self._dealer, PLACES), 1 + self._dealer.below(12), _POINT_SPAN
        if kind < _AT_POINT + _AT_ONCE:
            return "at once", 0, span / 3
        if kind < _AT_POINT + _AT_ONCE + _POLITELY:
            return "while it ends", 0, span
        return "at any time", 0, span

    def _prepare(self, place: str, times: int) -> None:
        fold_often()
        MUTANTS[self._mutant]()
        if place in PLACES:
            arm(place, times)

    def _play(self, now: float, late: dict[Player, float]) -> None:
        """Do what everybody does next, and wait a moment for more to come."""
        with selectors.DefaultSelector() as selector:
            for party, one in self._players:
                if one.sock is None and late.get(one, 0) <= now:
                    one.connect(self._forks.port)
                    late[one] = now + 0.01  # if the server turns it away
                elif one.asked and odds(self._dealer, _LOST):
                    one.connect(self._forks.port)  # the old connection may still be served
                party.go_on(one)
                if one.sock:
                    selector.register(one.sock, selectors.EVENT_READ, (party, one))
            if not selector.get_map():
                time.sleep(_WAIT)
                return
            for key, _ in selector.select(_WAIT):
                party, one = key.data
                self._hear(party, one)

    def _hear(self, party: Party, one: Player, *, to_the_end: bool = False) -> None:
        for request, answer in one.read(to_the_end=to_the_end):
            party.note(one, request, answer)

    def _settle(self) -> None:
        """Read what is still on its way from a dead server."""
        for party, one in self._players:
            self._hear(party, one, to_the_end=one.welcomed)
            if one.sock and odds(self._dealer, _RECONNECT):
                one.drop()  # else the next server finds what was sent to this one

    def _check_log(self) -> None:
        with self._forks.log.open("rb") as log:
            log.seek(self._read)
            text = log.read()
        self._read += len(text)
        for line in text.decode().splitlines():
            try:
                level = json.loads(line)["level"]
            except (ValueError, KeyError):
                raise BrokenError("I7", f"the server says: {line}") from None
            if level in ("error", "critical"):
                raise BrokenError("I7", f"the server says: {line}")

    def sums(self) -> Counter[str]:
        people = [one for _, one in self._players]
        return Counter(
            acknowledged=sum(one.acknowledged for one in people),
            retried=sum(one.again for one in people),
            matches=sum(party.matches for party in self.parties),
            records=self.audit.records,
            views=self.audit.sights,
            folders=1,
        )

    def close(self) -> None:
        for _, one in self._players:
            one.drop()
        self._forks.close()


def siege(kills: int, mutant: str, *seed: object) -> Figures:
    """Kill servers so often, or until a promise is broken."""
    figures = Figures()
    for number, some in enumerate(_portions(kills)):
        with tempfile.TemporaryDirectory(prefix="haydes-crash-") as folder:
            one = Siege(Path(folder), mutant, *seed, number)
            try:
                for _ in range(some):
                    one.round()
            except BrokenError as error:
                figures.broken = f"{error} (seed {seed}, folder {number})"
            finally:
                one.close()
            figures += Figures(one.kills, one.sums())
            sys.stderr.write(f"stream {seed}: {figures.kills.total()} of {kills} kills\n")
        if figures.broken:
            break
    return figures


def _portions(kills: int) -> Iterator[int]:
    while kills > 0:
        yield min(kills, _KILLS_PER_FOLDER)
        kills -= _KILLS_PER_FOLDER


def _stream(kills: int, mutant: str, seed: int, stream: int) -> Figures:
    return siege(kills, mutant, seed, stream)


def report(figures: Figures, seed: int, seconds: float) -> str:
    kills = figures.kills.total()
    places = [f"  {count:6} {place}" for place, count in sorted(figures.kills.items())]
    sums = ", ".join(f"{count} {what}" for what, count in figures.sums.items())
    return "\n".join(
        [
            f"seed {seed}: {kills} kills in {seconds:.0f} s",
            *places,
            f"  {sums}",
            f"BROKEN {figures.broken}" if figures.broken else "nothing lost, nothing done twice",
        ]
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--streams", type=int, default=1, help="processes at a time")
    parser.add_argument("--mutant", choices=[name for name in MUTANTS if name], default="")
    wish = parser.parse_args(arguments)
    began = time.monotonic()
    run = partial(_stream, -(-wish.kills // wish.streams), wish.mutant, wish.seed)
    if wish.streams == 1:
        figures = run(0)
    else:
        with get_context("fork").Pool(wish.streams) as pool:
            figures = sum(pool.map(run, range(wish.streams)), Figures())
    sys.stdout.write(report(figures, wish.seed, time.monotonic() - began) + "\n")
    return os.EX_OK if bool(figures.broken) == bool(wish.mutant) else 1


if __name__ == "__main__":
    logging.getLogger().setLevel(logging.INFO)
    sys.exit(main(sys.argv[1:]))
