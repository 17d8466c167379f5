"""What goes out on one connection, to a peer that reads as it likes."""

import pytest
import trio
import trio.testing

from haydes.server.line import Line
from haydes.server.transport import Transport

STUCK = 10.0


class Pipe(Transport):
    """A transport that takes as many bytes as the test lets it."""

    def __init__(self) -> None:
        self.room = 0
        self.waiters = 0
        self.taken = bytearray()
        self.is_closed = False
        self.is_broken = False
        self.is_ended = False
        self.closing = trio.Event()
        self._changed = trio.Event()

    def let(self, room: int) -> None:
        self.room += room
        self._wake()

    def break_off(self) -> None:
        self.is_broken = True
        self._wake()

    def try_send(self, data: bytes | memoryview) -> int:
        if self.is_broken or self.is_closed:
            raise BrokenPipeError
        count = min(self.room, len(data))
        self.room -= count
        self.taken += data[:count]
        return count

    async def wait_writable(self) -> None:
        assert not self.waiters, "a stream has one task that waits for it"
        self.waiters += 1
        while not (self.room or self.is_broken or self.is_closed):
            await self._changed.wait()
        await trio.lowlevel.checkpoint()
        self.waiters -= 1

    async def receive(self) -> bytes:
        while not self.is_closed:
            await self._changed.wait()
        return b""

    def end_writing(self) -> None:
        self.is_ended = True

    def close(self) -> None:
        self.is_closed = True
        self.closing.set()
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


async def settle() -> None:
    await trio.testing.wait_all_tasks_blocked()


async def test_what_fits_goes_at_once(nursery: trio.Nursery) -> None:
    pipe = Pipe()
    pipe.let(100)
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    assert pipe.taken == b"abc"
    assert line.waiting == 0


async def test_the_rest_follows_in_order_as_the_peer_reads(nursery: trio.Nursery) -> None:
    pipe = Pipe()
    pipe.let(2)
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    line.send(b"def", droppable=False)
    assert line.waiting == 4
    for _ in range(4):
        pipe.let(1)
        await settle()
    assert pipe.taken == b"abcdef"
    assert line.waiting == 0
    pipe.let(1)
    line.send(b"g", droppable=True)
    assert pipe.taken == b"abcdefg"


async def test_a_collapse_drops_whole_frames_and_never_one_begun(nursery: trio.Nursery) -> None:
    pipe = Pipe()
    pipe.let(1)
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    line.send(b"def", droppable=True)
    line.send(b"ghi", droppable=False)
    line.collapse()
    assert line.waiting == 5
    line.send(b"jkl", droppable=True)
    pipe.let(100)
    await settle()
    assert pipe.taken == b"abcghijkl"


async def test_a_frame_not_begun_when_it_came_to_wait_may_be_dropped(
    nursery: trio.Nursery,
) -> None:
    pipe = Pipe()
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    line.send(b"def", droppable=True)
    await settle()
    line.collapse()
    assert line.waiting == 0
    line.send(b"xyz", droppable=False)
    assert pipe.waiters == 1
    pipe.let(100)
    await settle()
    assert pipe.taken == b"xyz"


async def test_a_frame_that_has_been_begun_while_waiting_is_not_dropped(
    nursery: trio.Nursery,
) -> None:
    pipe = Pipe()
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    await settle()
    pipe.let(1)
    await settle()
    line.collapse()
    pipe.let(100)
    await settle()
    assert pipe.taken == b"abc"


async def test_a_line_that_never_empties_is_closed(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    pipe = Pipe()
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    for _ in range(9):
        await trio.sleep(1)
        line.send(b"x" * 1000, droppable=True)
        pipe.let(10)
    await pipe.closing.wait()
    assert autojump_clock.current_time() == pytest.approx(STUCK)
    assert line.waiting == 0


async def test_a_line_that_empties_now_and_then_lives(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    pipe = Pipe()
    line = Line(pipe, nursery.start_soon, STUCK)
    while autojump_clock.current_time() < 5 * STUCK:
        line.send(b"abc", droppable=True)
        await trio.sleep(6)
        pipe.let(3)
        await trio.sleep(0.1)
    assert not pipe.is_closed


async def test_a_stream_that_breaks_is_closed(nursery: trio.Nursery) -> None:
    pipe = Pipe()
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"abc", droppable=True)
    pipe.break_off()
    await settle()
    assert pipe.is_closed
    at_once = Pipe()
    at_once.break_off()
    Line(at_once, nursery.start_soon, STUCK).send(b"abc", droppable=True)
    assert at_once.is_closed


@pytest.mark.parametrize("reads", [True, False])
async def test_finishing_waits_for_the_peer_but_not_for_ever(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock, *, reads: bool
) -> None:
    pipe = Pipe()
    line = Line(pipe, nursery.start_soon, STUCK)
    line.send(b"bye", droppable=False)
    if reads:
        pipe.let(3)
    await line.finish(2.0)
    assert pipe.is_closed
    assert pipe.is_ended is reads
    assert bytes(pipe.taken) == (b"bye" if reads else b"")
    assert autojump_clock.current_time() == pytest.approx(2.0)
