"""A connection as a network may treat it: slow, cut to pieces, stalled, broken anywhere.

Law: bytes arrive in order and unchanged, or the link is broken.
"""

import math
from collections import deque
from dataclasses import dataclass

import trio
from tests.faults.simulated.fate import Fate

from haydes.server.transport import Transport

_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Weather:
    """What a link is like as long as nothing worse happens to it."""

    latency: float = 0.001  # seconds
    jitter: float = 0.0  # seconds more, at most
    bandwidth: float = math.inf  # bytes a second
    slice: int = 0  # bytes that arrive together, at most; 0: no limit
    buffer: int = 256 * 1024  # bytes on their way, at most


class Pipe:
    """One direction."""

    def __init__(self, weather: Weather, fate: Fate) -> None:
        self._weather = weather
        self._fate = fate
        self._pieces: deque[tuple[float, bytes]] = deque()
        self._size = 0
        self._last = 0.0  # when the latest piece arrives
        self._held = False
        self._change = trio.Event()
        self._ends_at = math.inf  # when its end is noticed
        self.left = math.inf  # bytes that it still takes before it breaks
        self.broken = False

    def send(self, data: bytes | memoryview) -> int:
        if self.broken or self._ends_at < math.inf:
            raise OSError("broken pipe")
        taken = int(min(len(data), self._weather.buffer - self._size, self.left))
        self.left -= taken
        self._put(bytes(data[:taken]))
        if not self.left:
            self.brk()
        return taken

    def _put(self, data: bytes) -> None:
        weather, size = self._weather, len(data)
        step = self._fate.number(1, weather.slice) if weather.slice else max(1, size)
        for start in range(0, size, step):
            piece = data[start : start + step]
            delay = weather.latency + weather.jitter * self._fate.random()
            arrival = max(self._last, trio.current_time() + delay)
            self._last = arrival + len(piece) / weather.bandwidth
            self._pieces.append((self._last, piece))
            self._size += len(piece)
        if data:
            self._wake()

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()
        while not self.broken and self._size >= self._weather.buffer:
            await self._change.wait()

    async def receive(self) -> bytes:
        await trio.lowlevel.checkpoint()
        while not self.broken:
            now = trio.current_time()
            if self._pieces and not self._held and self._pieces[0][0] <= now:
                return self._take(now)
            if self._held:
                due = math.inf
            elif self._pieces:
                due = self._pieces[0][0]
            else:
                due = self._ends_at
            if due <= now:
                break
            change = self._change
            with trio.move_on_at(due):
                await change.wait()
        return b""

    def _take(self, now: float) -> bytes:
        taken: list[bytes] = []
        size = 0
        while self._pieces and self._pieces[0][0] <= now and size < _CHUNK:
            taken.append(self._pieces.popleft()[1])
            size += len(taken[-1])
            if self._weather.slice:
                break
        self._size -= size
        self._wake()
        return b"".join(taken)

    def end(self, delay: float = 0.0) -> None:
        """Let nothing more in; the reader notices after what is on its way."""
        self._ends_at = min(self._ends_at, trio.current_time() + delay)
        self._wake()

    def brk(self) -> None:
        """Lose what is on its way."""
        self.broken = True
        self._pieces.clear()
        self._size = 0
        self._wake()

    def hold(self) -> None:
        self._held = True

    def release(self) -> None:
        self._held = False
        self._wake()

    def _wake(self) -> None:
        self._change.set()
        self._change = trio.Event()


class End(Transport):
    """One end of a link, with the face of a server's transport."""

    def __init__(self, link: "Link", reads: Pipe, writes: Pipe) -> None:
        self._link = link
        self.reads = reads
        self.writes = writes
        self.closed = False

    def try_send(self, data: bytes | memoryview) -> int:
        if self.closed:
            raise OSError("closed")
        return self.writes.send(data)

    async def wait_writable(self) -> None:
        await self.writes.wait_writable()

    async def receive(self) -> bytes:
        data = await self.reads.receive()
        return b"" if self.closed else data

    def end_writing(self) -> None:
        self.writes.end(self._link.parting)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.writes.end(self._link.parting)
            self.reads.brk()


class Link:
    """A connection between a client and a server."""

    def __init__(self, weather: Weather, fate: Fate, run: int) -> None:
        """`run`: which life of the server it leads to."""
        self.run = run
        up, down = Pipe(weather, fate.of("up")), Pipe(weather, fate.of("down"))
        self.client = End(self, down, up)
        self.server = End(self, up, down)
        self.parting = weather.latency  # seconds until an end is noticed at the other one

    @property
    def pipes(self) -> tuple[Pipe, Pipe]:
        return self.client.writes, self.server.writes

    def reset(self) -> None:
        for pipe in self.pipes:
            pipe.brk()

    def hold(self) -> None:
        for pipe in self.pipes:
            pipe.hold()

    def release(self) -> None:
        for pipe in self.pipes:
            pipe.release()

    def orphan(self, fate: Fate) -> None:
        """Lose the server's end as its process dies: what it has sent may still arrive."""
        self.server.closed = True
        self.client.writes.brk()
        if fate.odds(0.5):
            self.server.writes.brk()
        else:
            self.server.writes.end()
