"""One world on a virtual clock: a server, a few tables, and all that goes wrong."""

import logging
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import trio
from tests.faults.broken import BrokenError
from tests.faults.simulated.disk import Disk
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Link
from tests.faults.simulated.oracle import check, check_tokens, history
from tests.faults.simulated.party import GAMES, Party, party
from tests.faults.simulated.person import Person
from tests.faults.simulated.process import Failures, Process
from tests.faults.simulated.trace import Trace
from tests.faults.simulated.troubles import bother, haunt, stall, swizzle, weather

from haydes.client.exits import DONE
from haydes.client.fair import Verdict
from haydes.client.kit.seen import load
from haydes.client.kit.verify import judge
from haydes.client.record import Recorder

TABLES = 2
_LONGEST = 3600.0  # virtual seconds that a world may take
_SHIFT = 10 * 365 * 24 * 3600
_PATIENCE = 0.5  # seconds for an act where nothing is slow
_QUIET = 240.0  # seconds after which a server has forgotten everybody, dead links included


@dataclass(slots=True)
class Tally:
    """What has happened, for the figures."""

    games: Counter[str] = field(default_factory=Counter[str])
    facts: Counter[str] = field(default_factory=Counter[str])

    def __iadd__(self, other: "Tally") -> Self:
        self.games += other.games
        self.facts += other.facts
        return self


class World:
    """Everything that is in one simulation."""

    def __init__(self, seed: int, folder: Path) -> None:
        """`folder` is for the records of the players whose client keeps one."""
        self._fate = Fate("world", seed)
        self.trace = Trace()
        self.tally = Tally()
        self._disk = Disk(self._fate.of("disk"), self.trace)
        self._disk.slow = self._fate.choice((0.0, 0.0, 0.02))
        self._process: Process | None = None
        self._runs = 0
        self._is_ending = False
        self._up = trio.Event()
        self._failures = Failures()
        first = seed * TABLES
        self._parties = [
            party(n, GAMES[(first + n) % len(GAMES)], self._fate.of("party", n))
            for n in range(TABLES)
        ]
        self._calm = [its for its in self._parties if self._fate.odds(0.2)]
        self._people = [self._person(one, n) for one in self._parties for n in range(one.size)]
        for its in self._parties:
            recorded = [person for person in self._people if person.party is its]
            self._fate.choice(recorded).recorder = Recorder(folder / its.wish.title, "simulated")

    def _person(self, its: Party, number: int) -> Person:
        fate = self._fate.of("person", its.number, number)
        return Person(its, number, fate, self.trace, self)

    # what people reach

    def dial(self, person: Person) -> Link:
        if self._process is None:
            raise OSError("connection refused")
        fate = self._fate.of("link", person.name, person.calls)
        return self._process.connect(
            person.weather, fate, f"10.0.{person.party.number}.{person.number}"
        )

    def durable(self, table: str) -> int:
        return self._disk.plies.get(table, 0)

    # its course

    async def run(self) -> None:
        """Let everybody play to the end, then see what is left; raises BrokenError."""
        logger = logging.getLogger("haydes.server")
        logger.addHandler(self._failures)
        logger.propagate = False
        try:
            with trio.move_on_after(_LONGEST) as limit:
                await self._run()
        finally:
            logger.removeHandler(self._failures)
            logger.propagate = True
        if limit.cancelled_caught:
            unfinished = [one.wish.game for one in self._parties if not one.all_done]
            raise BrokenError("LIVE", f"does not come to an end: {unfinished}")
        self._failures.check()
        self._judge()

    async def _run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._serve)
            async with trio.open_nursery() as storm:
                self._brew(storm)
                async with trio.open_nursery() as everybody:
                    for person in self._people:
                        everybody.start_soon(person.run)
                storm.cancel_scope.cancel()
            await self._calm_down()
            self._is_ending = True
            if self._process:
                self._process.stop()

    def _brew(self, storm: trio.Nursery) -> None:
        """Start all that goes wrong."""
        fate = self._fate.of("storm")
        stormy = [person for person in self._people if person.party not in self._calm]
        for person in stormy:
            person.weather = weather(fate)
            storm.start_soon(bother, person, fate.of("bother", person.name), fate.number(0, 6))
            storm.start_soon(stall, person, fate.of("stall", person.name), fate.number(0, 3))
        if stormy:
            storm.start_soon(swizzle, stormy, fate.of("swizzle"), fate.number(0, 2))
        server = fate.of("server")
        storm.start_soon(haunt, lambda: self._process, self._people, server, fate.number(0, 4))

    async def _serve(self) -> None:
        """Keep a server running, however often it ends."""
        fate, shift = self._fate.of("lives"), self._fate.number(0, _SHIFT)
        while not self._is_ending:
            self._runs += 1
            process = Process(self._disk, fate.of(self._runs), self._runs, shift)
            damaged = [kept.table for kept in process.kept if kept.damage]
            if damaged:
                raise BrokenError("I4", f"a table is damaged: {process.kept}")
            self._process = process
            self._up.set()
            await process.run()
            self._up = trio.Event()
            self._process, shift = None, process.shift
            if not self._is_ending:
                await trio.sleep(fate.choice((0.1, 1.0, 5.0, 100.0)) * fate.random())

    async def _calm_down(self) -> None:
        """Wait until the server has nobody and nothing left; raises BrokenError if it has."""
        await self._up.wait()
        await trio.sleep(_QUIET)
        await self._up.wait()
        if self._process:
            left = self._process.left_over()
            if left or self._disk.tables:
                raise BrokenError("I7", f"left over: {left or self._disk.tables}")

    def _judge(self) -> None:
        self.tally.facts["restarts"] += self._runs - 1
        self.tally.facts["virtual seconds"] += round(trio.current_time())
        for its in self._parties:
            told = history(self._disk.rows(its.id))
            if not told.is_over:
                raise BrokenError("I1", f"table {its.id} was closed before its match was over")
            people = [person for person in self._people if person.party is its]
            for person in people:
                check(person, told)
                self._verify(person)
                if its in self._calm:
                    self._check_peace(person)
                if not (person.sights.is_over or person.missed_end):
                    raise BrokenError("LIVE", f"{person.name} has not seen the end")
                self.tally.facts["connections"] += person.calls
                self.tally.facts["acts acknowledged"] += len(person.acts.done)
                self.tally.facts["views compared"] += len(person.sights.seen)
            self.tally.games[its.wish.game] += 1
        check_tokens(self._people)
        self.trace.note("end")

    def _check_peace(self, person: Person) -> None:
        """See that somebody with a good link has noticed nothing of the others' troubles."""
        if self._disk.slow:
            return  # every answer may wait for it
        if person.calls > self._runs:
            raise BrokenError("I6", f"{person.name} lost the link, and nothing was wrong with it")
        if person.longest_wait > _PATIENCE:
            raise BrokenError("I6", f"{person.name} waited for {person.longest_wait:.1f} s")

    def _verify(self, person: Person) -> None:
        """Let the players' own tool check a record, if there is one with the match's end."""
        person.recorder.close()
        fair = person.model.fair
        if fair.verdict is Verdict.UNFAIR:
            raise BrokenError("I5", f"the client of {person.name} finds: {fair.faults}")
        if person.recorder.path and fair.verdict is Verdict.CHECKING:
            code, why = judge(load(person.recorder.path))
            self.tally.facts["records verified"] += 1
            if code != DONE:
                raise BrokenError("I5", f"the record of {person.name}: {why}")
