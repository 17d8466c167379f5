"""Taking connections from a listening socket, whatever the system says to it.

Law: no error of accepting ends the server, none makes it run in circles, and the log gets a
line for it at most every so often.
"""

import errno
import logging
import math
import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import TypeAlias

import trio

from haydes.protocol.codec import pack
from haydes.protocol.codes import CLOSES, Close
from haydes.server.farewell import farewell
from haydes.server.log import log

Welcome: TypeAlias = Callable[[socket.socket, str], None]  # takes the socket and the address

_AT_ONCE = 4  # before others have their turn; each takes half a millisecond
_AWAY_AT_ONCE = 64  # the same for those who only are told to go
_PAUSE = 0.2  # seconds after an error that may come again at once
_QUIET = 10.0  # seconds between two log lines about the same trouble
_CLOSED = -1  # what a closed socket's fileno is
_UNSENT = 16 * 1024  # bytes; without it 4 MB vanish in the kernel before a slow reader is noticed
_UNREAD = 64 * 1024
# Nobody is waiting, or whoever was has gone; Linux passes on what befell the connection, too
_PASSING = frozenset(
    {errno.EAGAIN, errno.EWOULDBLOCK, errno.EINTR, errno.ECONNABORTED, errno.ECONNRESET}
    | {errno.EPROTO, errno.ENETDOWN, errno.ENOPROTOOPT, errno.EHOSTDOWN, errno.EHOSTUNREACH}
    | {errno.EOPNOTSUPP, errno.ENETUNREACH, errno.ETIMEDOUT}
)
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE})
_BYES = {code: pack(farewell(code, CLOSES[code][0])) for code in (Close.FULL, Close.RATE)}


class Spare(AbstractContextManager["Spare"]):
    """An open file that makes room for one connection, to be told that there is none."""

    def __init__(self) -> None:
        self._file: int | None = None
        self._open()

    def turn_away_all(self, listener: socket.socket) -> None:
        """Send away some of those who wait, so that they do not wait in vain."""
        self._close()
        with suppress(OSError):
            for _ in range(_AWAY_AT_ONCE):
                turn_away(listener.accept()[0], Close.FULL)
        self._open()

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        with suppress(OSError):  # there is none to spare now
            if self._file is None:
                self._file = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)


async def accept(listener: socket.socket, welcome: Welcome, spare: Spare) -> None:
    """Take connections until the listener is closed."""
    complained = -math.inf
    with listener, suppress(trio.ClosedResourceError):
        while listener.fileno() != _CLOSED:
            await trio.lowlevel.wait_readable(listener)
            try:
                for _ in range(_AT_ONCE):
                    sock, address = listener.accept()
                    _tune(sock)
                    welcome(sock, str(address[0]))
            except OSError as error:
                if error.errno in _PASSING or listener.fileno() == _CLOSED:
                    continue
                if error.errno in _EXHAUSTED:
                    spare.turn_away_all(listener)
                if trio.current_time() - complained >= _QUIET:
                    complained = trio.current_time()
                    log(logging.ERROR, "cannot accept", errno=error.errno or 0)
                await trio.sleep(_PAUSE)


def _tune(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT)


def turn_away(sock: socket.socket, code: Close) -> None:
    """Say why there is no way in, if that can be said at once, and close."""
    with suppress(OSError):
        sock.settimeout(0)
        sock.send(_BYES[code])
        sock.shutdown(socket.SHUT_WR)
        sock.recv(_UNREAD)  # unread input would turn the close into a reset
    sock.close()
