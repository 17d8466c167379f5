"""What follows from a record is said after its commit, in order, and never if that fails."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, Semaphore

import pytest
import trio

from haydes.server.chain import Batch, Ledger
from haydes.server.committer import Committer
from haydes.server.copying import CopyError
from haydes.server.journal import SeatOpened
from haydes.server.reading import Reading
from haydes.server.store import StorageError, Store

SECONDS = 20.0  # for anything to happen
SIT = SeatOpened("rimuta", 0)


class Disk:
    """A disk that writes when it is told to."""

    def __init__(self) -> None:
        self.untidy = 0
        self.written: list[int] = []  # rows in each batch
        self.allowed = Semaphore(0)
        self.error: Exception | None = None
        self.tidied = Event()

    def has_room(self) -> bool:
        return True

    def write(self, batch: Batch) -> None:
        self.allowed.acquire(timeout=SECONDS)
        if self.error:
            raise self.error
        self.written.append(len(batch.rows))

    def tidy(self) -> None:
        self.untidy = 0
        self.tidied.set()

    def copy(self, path: Path, between: Callable[[], None]) -> None:
        raise CopyError("nothing is to be had of this disk")


class Running:
    """A committer at work, and what has been said."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.committer = Committer(self.disk, Ledger(b"x"))
        self.said: list[str] = []
        self.problem: StorageError | None = None
        self.failed = trio.Event()

    def note(self, *words: str) -> None:
        """Append a record, if there are words, and say them after the commit."""
        for _ in words:
            self.committer.append(SIT)
        self.committer.commit(lambda: self.said.extend(words))

    def say(self, word: str) -> None:
        """Say something that follows from no new record."""
        self.committer.commit(lambda: self.said.append(word))


@asynccontextmanager
async def running() -> AsyncGenerator[Running]:
    one = Running()

    async def run() -> None:
        one.problem = await one.committer.run()
        one.failed.set()

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            yield one
            one.disk.allowed.release(100)
            nursery.cancel_scope.cancel()


async def test_what_follows_waits_for_the_commit() -> None:
    async with running() as one:
        one.note("act")
        await trio.testing.wait_all_tasks_blocked()
        assert one.said == []
        one.disk.allowed.release()
        await one.committer.settle()
        assert one.said == ["act"]


async def test_what_comes_during_a_commit_goes_into_one_more() -> None:
    async with running() as one:
        for word in "abcd":
            one.note(word)
        one.say("e")
        one.disk.allowed.release(2)
        await one.committer.settle()
        assert one.said == list("abcde")
        assert one.disk.written == [1, 3]


async def test_what_follows_from_no_record_keeps_its_place() -> None:
    async with running() as one:
        one.say("before")
        assert one.said == ["before"]
        one.note("a")
        one.say("after")
        assert one.said == ["before"]
        one.disk.allowed.release()
        await one.committer.settle()
        assert one.said == ["before", "a", "after"]
        one.say("at once")
        assert one.said[-1] == "at once"


@pytest.mark.parametrize("error", [StorageError("disk I/O error"), ZeroDivisionError("disk")])
async def test_after_a_failure_of_any_kind_nothing_follows(error: Exception) -> None:
    async with running() as one:
        one.disk.error = error
        one.note("a")
        one.say("b")
        one.disk.allowed.release()
        await one.failed.wait()
        one.note("c")
        one.say("d")
        assert one.said == []
        assert "disk" in str(one.problem)


async def test_what_is_queued_when_the_server_ends_is_still_written() -> None:
    one = Running()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.committer.run)
        await trio.testing.wait_all_tasks_blocked()
        one.note("a")
        one.disk.allowed.release()
        nursery.cancel_scope.cancel()
    assert one.disk.written == [1]


@pytest.mark.parametrize("pages", [1_000, 4_000])
async def test_the_store_is_tidied(pages: int) -> None:
    async with running() as one:
        one.disk.untidy = pages
        one.note("a")
        one.disk.allowed.release()
        assert await trio.to_thread.run_sync(one.disk.tidied.wait, SECONDS)
        one.note("b")
        one.disk.allowed.release()
        await one.committer.settle()
        assert one.said == ["a", "b"]


async def test_a_copy_is_whole_while_commits_go_on(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS), Store(tmp_path) as store:
        committer = Committer(store, Ledger(store.identity))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(committer.run)
            await trio.testing.wait_all_tasks_blocked()
            for seat in range(20_000):
                committer.append(SeatOpened("rimuta", seat))
            committer.commit(lambda: None)
            await committer.settle()
            during = 0
            async with trio.open_nursery() as copying:
                copying.start_soon(committer.copy, tmp_path / "copy.db")
                while during < 50:
                    committer.append(SeatOpened("bakelo", during))
                    during += 1
                    committer.commit(lambda: None)
                    await committer.settle()
            assert len(committer.seconds) == 51
            nursery.cancel_scope.cancel()
    with Reading(tmp_path / "copy.db") as copy:
        ledger = Ledger(copy.identity)
        kept = {table: ledger.verify(table, rows) for table, rows in copy.read()}
    assert len(kept["rimuta"].records) == 20_000
    assert not any(one.damage for one in kept.values())


async def test_a_copy_for_which_there_is_no_room_harms_nothing(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS), Store(tmp_path, floor=1 << 60) as store:
        committer = Committer(store, Ledger(store.identity))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(committer.run)
            await trio.testing.wait_all_tasks_blocked()
            with pytest.raises(CopyError, match="not enough space"):
                await committer.copy(tmp_path / "copy.db")
            committer.append(SIT)
            committer.commit(lambda: None)
            await committer.settle()
            nursery.cancel_scope.cancel()
    assert not (tmp_path / "copy.db").exists()
