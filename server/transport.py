"""Where bytes come from and go to. TLS streams and simulated links have the same face."""

import socket
from contextlib import suppress
from typing import Protocol

import trio

from haydes.server.ears import Ears, Take

_CHUNK = 64 * 1024
_CLOSED = -1  # what a closed socket's fileno is


class Transport(Protocol):
    """A byte stream. It breaks once: after an error or `close` it takes and gives nothing."""

    def try_send(self, data: bytes | memoryview) -> int:
        """Send as much as can be sent at once; return how many bytes. OSError: it is broken."""
        ...

    async def wait_writable(self) -> None:
        """Wait until more can be sent, or until the stream is closed."""
        ...

    async def receive(self) -> bytes:
        """Wait for bytes and return them; none: no more will come."""
        ...

    async def receive_all(self, take: Take, ears: Ears) -> None:
        """Give `take` whatever comes until no more will; raise what it raises."""
        while data := await self.receive():
            take(data)

    def end_writing(self) -> None:
        """Tell the peer that nothing more will come."""
        ...

    def close(self) -> None:
        """Close at once, waking up whoever waits."""
        ...


class SocketTransport:
    """A connected socket."""

    def __init__(self, sock: socket.socket) -> None:
        sock.settimeout(0)
        self._socket = sock
        self._ears: Ears | None = None  # that hear it

    def try_send(self, data: bytes | memoryview) -> int:
        try:
            return self._socket.send(data)
        except (BlockingIOError, InterruptedError):
            return 0

    async def wait_writable(self) -> None:
        with suppress(trio.ClosedResourceError):
            await trio.lowlevel.wait_writable(self._socket)

    async def receive(self) -> bytes:
        sock = self._socket
        while sock.fileno() != _CLOSED:
            try:
                await trio.lowlevel.wait_readable(sock)
                return sock.recv(_CHUNK)
            except (BlockingIOError, InterruptedError):
                continue
            except (OSError, trio.ClosedResourceError):
                break
        return b""

    async def receive_all(self, take: Take, ears: Ears) -> None:
        if self._socket.fileno() != _CLOSED:
            self._ears = ears
            await ears.hear(self._socket, take)

    def end_writing(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        if self._socket.fileno() != _CLOSED:
            trio.lowlevel.notify_closing(self._socket)
            if self._ears:
                self._ears.forget(self._socket)
            self._socket.close()
