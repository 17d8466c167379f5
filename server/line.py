"""What goes out on one connection: at once as far as possible, the rest as the peer reads.

Law: frames are never torn. What has not been begun may be dropped whole; a stream that fails
in the middle of a frame is closed.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import trio

from haydes.server.transport import Transport

Spawn: TypeAlias = Callable[[Callable[[], Awaitable[None]]], None]


class _Chunk(NamedTuple):
    data: memoryview
    droppable: bool


class Line:
    """The sending side of a connection; whoever sends never waits."""

    def __init__(self, transport: Transport, spawn: Spawn, stuck_seconds: float) -> None:
        self._transport = transport
        self._spawn = spawn
        self._stuck_seconds = stuck_seconds
        self._queue: deque[_Chunk] = deque()
        self._emptied: trio.Event | None = None  # while something is on its way
        self.waiting = 0  # bytes

    def send(self, data: bytes, *, droppable: bool) -> None:
        """Send whole frames; what cannot go at once waits."""
        if self._emptied is not None:  # what came before is still on its way
            self._push(_Chunk(memoryview(data), droppable))
            return
        try:
            sent = self._transport.try_send(data)
        except OSError:
            self.close()
            return
        if sent < len(data):
            self._push(_Chunk(memoryview(data)[sent:], droppable and not sent))
            self._emptied = trio.Event()
            self._spawn(self._drain)

    def change(self, transport: Transport) -> None:
        """Go on over another transport, which uses the first; nothing has been sent yet."""
        self._transport = transport

    def collapse(self) -> None:
        """Drop what may be dropped of what waits."""
        self._queue = deque(chunk for chunk in self._queue if not chunk.droppable)
        self.waiting = sum(len(chunk.data) for chunk in self._queue)

    async def finish(self, seconds: float) -> None:
        """Close in such a way that the peer can still read what was sent, if it does so soon."""
        with trio.move_on_after(seconds):
            if self._emptied is not None:
                await self._emptied.wait()
            self._transport.end_writing()
            # Closing while there is unread input would reset the stream and lose our last words
            while await self._transport.receive():
                pass
        self.close()

    def close(self) -> None:
        """Close at once, whatever waits."""
        self._transport.close()
        self._clear()

    async def _drain(self) -> None:
        with trio.move_on_after(self._stuck_seconds):
            while self._queue:
                await self._transport.wait_writable()
                if not self._send_queued():
                    break
        if self._queue:
            self.close()
        self._clear()

    def _send_queued(self) -> bool:
        """Send what can be sent of the queue; False: the stream is broken."""
        while self._queue:
            data, _ = self._queue[0]
            try:
                sent = self._transport.try_send(data)
            except OSError:
                return False
            self.waiting -= sent
            if sent < len(data):
                if sent:
                    self._queue[0] = _Chunk(data[sent:], droppable=False)
                return True
            self._queue.popleft()
        return True

    def _push(self, chunk: _Chunk) -> None:
        self._queue.append(chunk)
        self.waiting += len(chunk.data)

    def _clear(self) -> None:
        self._queue.clear()
        self.waiting = 0
        if self._emptied is not None:
            self._emptied.set()
            self._emptied = None
