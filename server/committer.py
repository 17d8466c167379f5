"""The journal of a server that forgets nothing: a thread commits, and what follows waits for it.

Law: whatever has been appended while one commit is under way goes into the next one.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

import trio

from haydes.server.chain import Batch, Ledger
from haydes.server.copying import CopyError
from haydes.server.journal import Record
from haydes.server.store import StorageError

_Then = Callable[[], None]
_LAST_SECONDS = 5.0  # that the last commit may take when the server ends
_IDLE_SECONDS = 0.05
# Changed pages in SQLite's log, from which it is folded into the database
_TIDY_IF_IDLE, _TIDY_ANYHOW = 1000, 4000
_LATEST = 1000  # commits whose time is known


class Disk(Protocol):
    """What a committer writes to, as `Store` does it."""

    untidy: int

    def has_room(self) -> bool: ...
    def write(self, batch: Batch) -> None: ...
    def tidy(self) -> None: ...
    def copy(self, path: Path, between: Callable[[], None]) -> None: ...


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy that is asked for; `end` is for Trio's thread."""

    path: Path
    end: Callable[[CopyError | None], None]


class Committer:
    """A journal in a store. `append` and `commit` are for Trio's thread."""

    def __init__(self, store: Disk, ledger: Ledger) -> None:
        self._store = store
        self._ledger = ledger
        self._work: SimpleQueue[Batch | _Copy | None] = SimpleQueue()
        self._seconds: deque[float] = deque(maxlen=_LATEST)
        self._one_copy = trio.Lock()
        self._running = False  # a commit is under way
        self._following: list[_Then] = []  # of the commit that is under way
        self._waiting: list[_Then] = []  # of the next one
        self._failed = trio.Event()
        self._idle = trio.Event()
        self._problem: StorageError | None = None
        self._trio: trio.lowlevel.TrioToken  # while it runs
        self._gathers = False  # once it runs
        self._gathering = False  # the next commit waits for others to join in

    def append(self, record: Record) -> None:
        self._ledger.add(record)

    def has_room(self) -> bool:
        return self._store.has_room()

    def commit(self, then: _Then) -> None:
        self._waiting.append(then)
        if self._running:
            return
        if self._gathers and self._ledger.is_waiting:
            self._running = self._gathering = True
            # Whoever else has sent something by now shares the commit
            self._trio.run_sync_soon(self._gathered)
        else:
            self._set_out()

    async def run(self) -> StorageError:
        """Commit until cancelled, or until that fails: nothing follows any more then."""
        self._trio = trio.lowlevel.current_trio_token()
        self._gathers = True
        thread = Thread(target=self._commit_all, name="committer", daemon=True)
        thread.start()
        try:
            while self._problem is None:
                await self._failed.wait()
            return self._problem
        finally:
            if self._problem is None:
                self._gathered()
            self._work.put(None)
            thread.join(_LAST_SECONDS)

    async def settle(self) -> None:
        """Wait until all that was appended is durable, and all that follows is said."""
        while self._running:
            self._idle = trio.Event()
            await self._idle.wait()

    @property
    def seconds(self) -> Sequence[float]:
        """How long each of the latest commits took."""
        return tuple(self._seconds)

    async def copy(self, path: Path) -> None:
        """Write all that is durable to a new file; commits go on. Raises CopyError."""
        async with self._one_copy:
            ended = trio.Event()
            problem: CopyError | None = None

            def end(failed: CopyError | None) -> None:
                nonlocal problem
                problem = failed
                ended.set()

            self._work.put(_Copy(path, end))
            await ended.wait()
        if problem:
            raise problem

    def _gathered(self) -> None:
        if self._gathering:
            self._set_out()

    def _set_out(self) -> None:
        self._running = self._gathering = False
        for at_once in self._begin():
            at_once()

    def _begin(self) -> list[_Then]:
        """Start the next commit; return what may follow without one."""
        batch, waiting = self._ledger.take(), self._waiting
        self._waiting = []
        if not batch:
            return waiting
        self._following, self._running = waiting, True
        self._write_soon(batch)
        return []

    def _write_soon(self, batch: Batch) -> None:
        self._work.put(batch)

    def _end(self, seconds: float) -> None:
        self._seconds.append(seconds)
        following, self._running = self._following, False
        following += self._begin()  # the disk has its work before we go on with ours
        for then in following:
            then()
        if not self._running:
            self._idle.set()

    def _fail(self, problem: StorageError) -> None:
        self._problem = problem
        self._failed.set()  # and the commit that is under way never ends

    def _commit_all(self) -> None:
        """Be the thread that commits."""
        with suppress(trio.RunFinishedError):  # nobody waits any more
            try:
                while (work := self._next()) is not None:
                    if isinstance(work, _Copy):
                        self._trio.run_sync_soon(work.end, self._copy(work.path))
                    else:
                        self._write(work)
                    if self._store.untidy >= _TIDY_ANYHOW:
                        self._store.tidy()
            except StorageError as problem:
                self._trio.run_sync_soon(self._fail, problem)
            except Exception as error:  # noqa: BLE001 - whatever it is, nothing may follow
                self._trio.run_sync_soon(self._fail, StorageError(repr(error)))

    def _write(self, batch: Batch) -> None:
        begun = time.perf_counter()
        self._store.write(batch)
        self._trio.run_sync_soon(self._end, time.perf_counter() - begun)

    def _copy(self, path: Path) -> CopyError | None:
        try:
            self._store.copy(path, self._write_what_waits)
        except CopyError as problem:
            return problem
        except OSError as error:
            return CopyError(f"cannot copy the journal: {error.strerror}")
        return None

    def _write_what_waits(self) -> None:
        with suppress(Empty):
            while isinstance(work := self._work.get_nowait(), Batch):
                self._write(work)
            self._work.put(work)  # there is one copy at a time, so this is the end
            raise CopyError("the server ends")

    def _next(self) -> Batch | _Copy | None:
        """Wait for what is to be done next; None: no more will come."""
        if self._store.untidy >= _TIDY_IF_IDLE:
            try:
                return self._work.get(timeout=_IDLE_SECONDS)
            except Empty:
                self._store.tidy()
        return self._work.get()
