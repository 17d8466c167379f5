"""A disk on the virtual clock, and a journal on it. What is not written is lost in a crash."""

import math
from collections.abc import Callable
from pathlib import Path

import trio
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.trace import Trace

from haydes.server.chain import Batch, Kept, Ledger, Row
from haydes.server.committer import Committer
from haydes.server.journal import InputTaken, unpack
from haydes.server.store import StorageError

IDENTITY = b"a simulated disk"


class Disk:
    """What outlives the process."""

    def __init__(self, fate: Fate, trace: Trace) -> None:
        self._fate = fate
        self._trace = trace
        self._rows: dict[str, list[Row]] = {}
        self.closed: dict[str, list[Row]] = {}  # tables that were deleted
        self.plies: dict[str, int] = {}  # durable inputs, by table
        self.slow = 0.0  # chance of a commit that takes seconds
        self.untidy = 0
        self.failing = False

    def has_room(self) -> bool:
        return True

    def tidy(self) -> None:
        pass

    def copy(self, path: Path, between: Callable[[], None]) -> None:
        raise NotImplementedError("nobody makes a backup here")

    def delay(self) -> float:
        """Return how long the next commit takes."""
        if self._fate.odds(self.slow):
            return self._fate.between(1, 10)
        return self._fate.between(0.0005, 0.01)

    def write(self, batch: Batch) -> None:
        if self.failing:
            self.failing = False
            raise StorageError("the disk has failed")
        self._trace.note("commit", *(row.hash for row in batch.rows))
        for table in sorted(batch.gone):
            self.closed[table] = self._rows.pop(table, [])
        for row in batch.rows:
            rows = self._rows.setdefault(row.table, [])
            assert row.n == len(rows) + 1, "a record is missing"
            rows.append(row)
            if isinstance(unpack(row.body), InputTaken):
                self.plies[row.table] = self.plies.get(row.table, 0) + 1

    def read(self, ledger: Ledger) -> list[Kept]:
        return ledger.verify_all((table, self._rows[table]) for table in sorted(self._rows))

    @property
    def tables(self) -> list[str]:
        return sorted(self._rows)

    def rows(self, table: str) -> list[Row]:
        """Return what is, or was last, stored of a table."""
        return self._rows.get(table) or self.closed.get(table, [])


class SimulatedCommitter(Committer):
    """The server's own group commit, with a task that waits in place of its thread."""

    def __init__(self, disk: Disk, ledger: Ledger, point: Callable[[str], None]) -> None:
        """`point` is called before and after the stages of each commit."""
        super().__init__(disk, ledger)
        self._disk = disk
        self._point = point
        self._batches, self._coming = trio.open_memory_channel[Batch](math.inf)

    def _write_soon(self, batch: Batch) -> None:
        self._batches.send_nowait(batch)

    async def run(self) -> StorageError:
        async for batch in self._coming:
            await self._reach("begun")
            seconds = self._disk.delay()
            await trio.sleep(seconds)
            await self._reach("writing")
            try:
                self._disk.write(batch)
            except StorageError as problem:
                return problem
            await self._reach("written")
            self._end(seconds)
            await self._reach("told")
        raise AssertionError("nobody closes the channel")

    async def _reach(self, point: str) -> None:
        """Be killed here if that is to be."""
        self._point(point)
        await trio.lowlevel.checkpoint_if_cancelled()
