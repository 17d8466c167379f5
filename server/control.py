"""The socket in the data folder through which the operator's tools reach a running server.

Law: the folder is its owner's alone, so whoever gets here may ask for anything. A copy of the
journal lasts as long as the connection that has asked for it.
"""

import logging
import os
import socket
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Literal

import trio
from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from haydes.server.copying import CopyError
from haydes.server.figures import Figures
from haydes.server.folder import OWNER_ONLY
from haydes.server.log import log, log_failure

SOCKET = "control"
LINE = 1 << 20  # bytes of an answer, at most
_COPY = "copy-"  # how the names of copies begin
_ASKED = 4096  # bytes
_BACKLOG = 8
_ASK_SECONDS = 5.0
_HOLD_SECONDS = 600.0  # that a copy is kept for whoever reads it
_LONGEST = 100  # bytes in the name of a socket, roughly


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tool asks, as one line of JSON."""

    do: Literal["figures", "copy", "delete"]
    table: str = ""  # to delete


class Answer(Struct, frozen=True):
    """What it is told, as one line of JSON."""

    figures: Figures | None = None
    copy: str = ""  # the name of a file in the folder
    deleted: bool = False
    error: str = ""


@contextmanager
def address(folder: Path) -> Generator[str]:
    """Give a name of the socket that is short enough for the system."""
    path = str(folder / SOCKET)
    if len(os.fsencode(path)) <= _LONGEST:
        yield path
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{handle}/{SOCKET}"  # where there is no such name, neither is a socket
    finally:
        os.close(handle)


def open_socket(folder: Path) -> socket.socket | None:
    """Return the listening socket of a folder that this process holds; None if it cannot be."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        for left in (*folder.glob(f"{_COPY}*"), folder / SOCKET):
            left.unlink(missing_ok=True)  # of a server that was killed
        with address(folder) as name:
            sock.bind(name)
        (folder / SOCKET).chmod(OWNER_ONLY)
        sock.listen(_BACKLOG)
    except OSError as error:
        sock.close()
        log(logging.WARNING, "no control socket", errno=error.errno or 0)
        return None
    return sock


class Control:
    """Answers the tools, one question a connection."""

    def __init__(
        self,
        folder: Path,
        *,
        look: Callable[[], Figures],
        copy: Callable[[Path], Awaitable[None]],
        delete: Callable[[str], Awaitable[bool]],
    ) -> None:
        """`delete` returns when nothing of the table is left; False: there was nothing."""
        self._folder = folder
        self._look = look
        self._copy = copy
        self._delete = delete
        self._copies = count(1)

    async def run(self, sock: socket.socket) -> None:
        """Answer until cancelled."""
        listener = trio.SocketListener(trio.socket.from_stdlib_socket(sock))
        try:
            await trio.serve_listeners(self._serve, [listener])
        finally:
            (self._folder / SOCKET).unlink(missing_ok=True)

    async def _serve(self, stream: trio.SocketStream) -> None:
        try:
            async with stream:
                with trio.fail_after(_ASK_SECONDS):
                    ask = decode(await _line(stream), type=Ask)
                match ask.do:
                    case "figures":
                        await _say(stream, Answer(figures=self._look()))
                    case "copy":
                        await self._lend(stream)
                    case "delete":
                        deleted = await self._delete(ask.table)
                        if deleted:
                            log(logging.INFO, "table deleted by hand", table=ask.table)
                        await _say(stream, Answer(deleted=deleted))
        except MsgspecError:
            log(logging.WARNING, "control not understood")
        except (trio.TooSlowError, trio.BrokenResourceError):
            pass  # whoever has asked is gone
        except Exception as error:  # noqa: BLE001 - one tool is not answered, the server goes on
            log_failure("control failed", error)

    async def _lend(self, stream: trio.SocketStream) -> None:
        path = self._folder / f"{_COPY}{next(self._copies)}.db"
        try:
            await self._copy(path)
            await _say(stream, Answer(copy=path.name))
            with trio.move_on_after(_HOLD_SECONDS):
                await stream.receive_some()
        except CopyError as error:
            await _say(stream, Answer(error=str(error)))
        finally:
            path.unlink(missing_ok=True)


async def _line(stream: trio.SocketStream) -> bytes:
    line = b""
    while not line.endswith(b"\n") and len(line) < _ASKED:
        data = await stream.receive_some()
        if not data:
            break
        line += data
    return line


async def _say(stream: trio.SocketStream, answer: Answer) -> None:
    with trio.fail_after(_ASK_SECONDS):
        await stream.send_all(encode(answer) + b"\n")
