"""Many sockets heard in one task.

Were each heard in a task of its own, waking that up, and telling the system each time what it
waits for, would take a fifth of the server's processor time.
"""

from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from socket import socket
from typing import TypeAlias

import trio

Take: TypeAlias = Callable[[bytes], None]

_CHUNK = 64 * 1024


class Ears:
    """The sockets that are listened to."""

    def __init__(self) -> None:
        self._selector = DefaultSelector()

    async def run(self) -> None:
        """Hear what comes, until cancelled."""
        with self._selector as selector:
            while True:
                await trio.lowlevel.wait_readable(selector.fileno())
                for key, _ in selector.select(0):
                    hearing: _Hearing = key.data
                    hearing.hear()
                    if hearing.is_over:
                        self.forget(hearing.sock)

    async def hear(self, sock: socket, take: Take) -> None:
        """Give `take` what comes from a socket until no more will; raise what it raises."""
        hearing = _Hearing(sock, take)
        self._selector.register(sock, EVENT_READ, hearing)
        try:
            await hearing.ended.wait()
        finally:
            self.forget(sock)
        if hearing.problem:
            raise hearing.problem

    def forget(self, sock: socket) -> None:
        """End the hearing of a socket, if there is one; to be called before it is closed."""
        with suppress(KeyError, ValueError):
            self._selector.unregister(sock).data.ended.set()


class _Hearing:
    """What one socket is listened to for."""

    __slots__ = ("_take", "ended", "is_over", "problem", "sock")

    def __init__(self, sock: socket, take: Take) -> None:
        self.sock = sock
        self._take = take
        self.is_over = False  # nothing more is to be taken
        self.problem: Exception | None = None  # what `take` has raised
        self.ended = trio.Event()

    def hear(self) -> None:
        try:
            data = self.sock.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        try:
            if data:
                self._take(data)
        except Exception as problem:  # noqa: BLE001 - it is raised where the socket is waited for
            self.problem = problem
        self.is_over = not data or self.problem is not None
