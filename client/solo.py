"""A server of one's own for --solo: started, shared with other windows, ended with the last one.

The server ends when its standard input does. That is a named pipe which every client that uses
it holds open for writing, so the system itself counts the users, and opening it tells whether
the server is still alive. Its tables are kept in a folder, and are there again with the next one.
"""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from haydes.client.options import Address
from haydes.client.store import FOLDER, OWNER_ONLY, folder, write
from haydes.client.stream import HopelessError

START_SECONDS = 20.0
END_SECONDS = 1.0
_SERVER = "from haydes.server.main import main; main()"
_FLAGS = ("--host", "127.0.0.1", "--port", "0", "--no-tls", "--until-stdin-closes")


class SoloError(HopelessError):
    """This user's own server does not start."""


class Solo:
    """The way to this user's own server. `start` begins, `address` waits, `end` lets go."""

    def __init__(self, place: Path | None = None, *flags: str) -> None:
        """`place` is for everything; None: for each kind of file where it belongs.

        `flags` are more of the server's.
        """
        self._flags = flags
        self._place = place or runtime_folder()
        self._data = (place or folder()) / "solo"
        self._note = self._place / "solo.json"
        self._hold = -1  # a file descriptor of the pipe
        self._pipe = Path()
        self._server: subprocess.Popen[str] | None = None
        self._address: Address | None = None

    def start(self) -> bool:
        """Join the server that runs, or start one, without waiting for it; tell whether it ran."""
        if self.join():
            return True
        try:
            self._launch()
        except OSError as problem:
            raise SoloError(f"cannot start a server: {problem.strerror}") from None
        return False

    async def address(self) -> Address:
        """Return where the server listens; raise SoloError if it does not.

        A server that has ended meanwhile is replaced by one that keeps the same tables.
        """
        if self._address and not self._is_alive():
            self._address = None
            self.start()
        if self._address is None:
            try:
                async with asyncio.timeout(START_SECONDS):
                    line = await asyncio.to_thread(self._first_line)
            except TimeoutError:
                line = ""
            where = line.removeprefix("listening on ").strip()
            if where == line.strip():
                if self.join():  # another client was quicker
                    return await self.address()
                raise SoloError(f"the server did not start; see {self._log}")
            self._address = _read(where)
            write(self._note, json.dumps({"address": where, "pipe": str(self._pipe)}))
        return self._address

    def end(self, *, kills: bool = False) -> None:
        """Let go; the server ends if nobody else holds on to it.

        It may need longer than this waits, unless it `kills` a server whose games are not kept.
        """
        self._let_go()
        if self._server is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._server.wait(END_SECONDS)
        if kills and self._server.poll() is None:
            self._server.kill()
            self._server.wait()
        if self._server.poll() is not None:
            self._tidy(self._pipe)
        if self._server.stdout:
            self._server.stdout.close()

    @property
    def _log(self) -> Path:
        return self._place / "solo.log"

    def join(self) -> bool:
        """Hold on to the server that runs, if one does."""
        try:
            note = json.loads(self._note.read_bytes())
            pipe, address = Path(note["pipe"]), _read(note["address"])
        except (OSError, ValueError, KeyError, TypeError):
            return False
        try:
            hold = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads it: that server is gone
            self._tidy(pipe)
            return False
        self._let_go()
        self._hold, self._address, self._pipe = hold, address, pipe
        return True

    def _is_alive(self) -> bool:
        """Tell whether a server still reads the pipe."""
        try:
            os.close(os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            return False
        return True

    def _let_go(self) -> None:
        if self._hold >= 0:
            os.close(self._hold)
            self._hold = -1

    def _launch(self) -> None:
        self._place.mkdir(FOLDER, parents=True, exist_ok=True)
        self._let_go()
        if self._server and self._server.poll() is not None and self._server.stdout:
            self._server.stdout.close()
        self._pipe = self._place / f"solo-{os.getpid()}.pipe"
        self._pipe.unlink(missing_ok=True)
        os.mkfifo(self._pipe, OWNER_ONLY)
        reader = os.open(self._pipe, os.O_RDONLY | os.O_NONBLOCK)
        self._hold = os.open(self._pipe, os.O_WRONLY)
        os.set_blocking(reader, True)
        with os.fdopen(
            os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
        ) as log:
            self._server = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", _SERVER, *_FLAGS, "--data", str(self._data), *self._flags],
                stdin=reader,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,  # a Ctrl-C here is not for it
            )
        os.close(reader)

    def _first_line(self) -> str:
        return self._server.stdout.readline() if self._server and self._server.stdout else ""

    def _tidy(self, pipe: Path) -> None:
        """Remove what a server that is gone has left."""
        pipe.unlink(missing_ok=True)
        with suppress(OSError, ValueError, KeyError, TypeError):
            if json.loads(self._note.read_bytes())["pipe"] == str(pipe):
                self._note.unlink()


def runtime_folder() -> Path:
    """Return where this user's running programs leave notes for each other."""
    base = os.environ.get("XDG_RUNTIME_DIR")
    return Path(base) / "haydes" if base else folder()


def _read(where: str) -> Address:
    host, _, port = where.rpartition(":")
    return Address(host.strip("[]"), int(port))
