"""How a tool gets at a data folder: through the server that runs on it, or by itself if none does.

Law: nothing is made in a folder that is not a server's, and nothing waits for ever.
"""

import os
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import MsgspecError
from msgspec.json import decode, encode

from haydes.server.control import LINE, Answer, Ask, address
from haydes.server.folder import BusyError, FolderError, hold
from haydes.server.reading import Reading
from haydes.server.store import FILE
from haydes.server.tools import ToolError

_PATIENCE = 10.0  # seconds for a server that begins or ends
_RETRY_SECONDS = 0.05
_CONNECT_SECONDS = 5.0
_ASK_SECONDS = {"figures": 10.0, "copy": 300.0, "delete": 30.0}


class Line:
    """A connection to the server that runs."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def ask(self, ask: Ask) -> Answer:
        """Return the answer to the only question of this connection; raises ToolError."""
        self._sock.settimeout(_ASK_SECONDS[ask.do])
        try:
            self._sock.sendall(encode(ask) + b"\n")
            with self._sock.makefile("rb") as file:
                answer = decode(file.readline(LINE), type=Answer)
        except OSError as error:
            raise _unanswered(f"did not answer in time ({error})") from None
        except MsgspecError:
            raise _unanswered("gave no answer that this release understands") from None
        if answer.error:
            raise ToolError(os.EX_CANTCREAT, answer.error)
        return answer


@contextmanager
def reached(folder: Path, patience: float = _PATIENCE) -> Generator[Line | None]:
    """Give a line to the server that runs on a folder; None: none does, nor can one begin.

    Raises ToolError and FolderError.
    """
    _check(folder)
    end = time.monotonic() + patience
    while True:
        try:
            lock = hold(folder)
        except BusyError:
            sock = _connect(folder)
            if sock:
                with sock:
                    yield Line(sock)
                    _part(sock)
                return
            if time.monotonic() >= end:
                raise _unanswered(f"has the folder {folder}, but cannot be reached") from None
            time.sleep(_RETRY_SECONDS)
        else:
            try:
                yield None
            finally:
                os.close(lock)
            return


@contextmanager
def journal(folder: Path) -> Generator[Reading]:
    """Open the journal of a folder; that of a running server as it is at this moment.

    Raises what `reached` and `Reading` do.
    """
    with reached(folder) as line:
        name = line.ask(Ask("copy")).copy if line else FILE
        with Reading(folder / name) as reading:
            yield reading


def _check(folder: Path) -> None:
    where = "--data says which folder is meant"
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        raise ToolError(os.EX_NOINPUT, f"there is no folder {folder}; {where}") from None
    except NotADirectoryError:
        raise ToolError(os.EX_NOINPUT, f"{folder} is not a folder; {where}") from None
    except OSError as error:
        raise FolderError(f"cannot use the folder {folder}: {error.strerror}") from None
    if FILE not in names:
        raise ToolError(os.EX_NOINPUT, f"there is no {FILE} in {folder}; {where}")


def _connect(folder: Path) -> socket.socket | None:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.settimeout(_CONNECT_SECONDS)
    try:
        with address(folder) as name:
            sock.connect(name)
    except OSError:  # no server, or not yet, or not any more
        sock.close()
        return None
    return sock


def _part(sock: socket.socket) -> None:
    """End a connection when the server has tidied up behind it."""
    with suppress(OSError):
        sock.settimeout(_CONNECT_SECONDS)
        sock.shutdown(socket.SHUT_WR)
        while sock.recv(LINE):
            pass


def _unanswered(what: str) -> ToolError:
    return ToolError(os.EX_UNAVAILABLE, f"the server {what}; its log may say why")
