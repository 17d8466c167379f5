"""A server process that runs, is killed, drains, or stops because its disk fails."""

import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import trio
from tests.faults.broken import BrokenError
from tests.faults.simulated.disk import IDENTITY, Disk, SimulatedCommitter
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Link, Weather

from haydes.engine.registry import GAMES
from haydes.protocol.limits import Limits
from haydes.server.chain import Kept, Ledger
from haydes.server.door import Door
from haydes.server.nature import Nature
from haydes.server.service import Service

_DATE = 1_800_000_000
_FLUSH = 5.0  # seconds, as in the command

_Choose: TypeAlias = Callable[[], int]


class Process:
    """One life of the server."""

    def __init__(self, disk: Disk, fate: Fate, run: int, shift: int) -> None:
        """`run`: its number. `shift`: seconds by which the wall clock is wrong."""
        self.disk = disk
        self._fate = fate
        self._run = run
        self.shift = shift
        self.links: list[Link] = []
        self.point = ""  # where it is to be killed: a stage of a commit
        self.killed = False
        self.listens = False
        self.kept: list[Kept] = []
        ledger = Ledger(IDENTITY)
        self.kept += disk.read(ledger)
        self.committer = SimulatedCommitter(disk, ledger, self._reached)
        self.service = Service(
            GAMES,
            Door(Limits()),
            self.committer,
            name="simulated",
            bot_pause=0.0,
            nature=Nature(fate.of("server"), self._date, self._aside),
        )
        self._scope = trio.CancelScope()

    async def run(self) -> None:
        """Serve until stopped, one way or another."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._keep, nursery.cancel_scope)
                self.service.restore(self.kept)
                self.listens = True
                await self.service.run(())
                with trio.move_on_after(_FLUSH):
                    await self.committer.settle()
                nursery.cancel_scope.cancel()
        self.kill()  # whatever else it has open goes with it

    def connect(self, weather: Weather, fate: Fate, source: str) -> Link:
        """Connect a client; OSError if nobody listens."""
        if not self.listens:
            raise OSError("connection refused")
        link = Link(weather, fate, self._run)
        refused = self.service.connect(link.server, source)
        if refused:
            raise OSError(f"turned away: {refused}")
        self.links.append(link)
        return link

    def stop(self) -> None:
        """Send it a SIGTERM."""
        self.listens = False
        self.service.stop()

    def kill(self) -> None:
        """Send it a SIGKILL: from now on it has no effect on anything."""
        if not self.killed:
            self.killed, self.listens = True, False
            for link in self.links:
                link.orphan(self._fate)
            self._scope.cancel()

    def left_over(self) -> list[str]:
        """Return what is there although everybody has gone; for an idle server, nothing."""
        service: Any = self.service
        found = {
            "tables": len(list(service._tables)),
            "connections": len(service._peers),
            "people": len(service._core._house.people),
            "strangers": len(service._core._house.door.strangers),
            "tasks": len(service._nursery.child_tasks) - 3,  # ears, turns, ticker
            "bytes": service.waiting,
        }
        return [f"{count} {what}" for what, count in found.items() if count]

    def _reached(self, point: str) -> None:
        if point == self.point:
            self.kill()

    async def _keep(self, everything: trio.CancelScope) -> None:
        await self.committer.run()
        self.listens = False
        everything.cancel()

    def _date(self) -> int:
        return _DATE + self.shift + int(trio.current_time())

    async def _aside(self, choose: _Choose, limiter: trio.CapacityLimiter) -> int:
        async with limiter:
            await trio.sleep(self._fate.between(0, 0.2))
            return choose()


class Failures(logging.Handler):
    """What the server has logged as its own failure; nothing of the kind may happen."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(f"{record.getMessage()} {getattr(record, 'facts', '')}")

    def check(self) -> None:
        if self.seen:
            raise BrokenError("I7", f"the server has failed: {self.seen[0]}")
