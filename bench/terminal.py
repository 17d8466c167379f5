"""Our client as a program of its own, in a terminal or in a pipe, and when it says what."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

CLIENT = [sys.executable, "-c", "from haydes.client.main import main; main()"]
ROWS, COLUMNS = 24, 80
PATIENCE = 30.0  # seconds; nothing takes so long unless it hangs
_MOST = 1 << 16


@dataclass
class Program:
    """A client that runs. `heard`: all that it has written."""

    pid: int
    out: int
    since: float
    heard: bytearray = field(default_factory=bytearray)

    def until(self, words: bytes) -> float:
        """Wait until it has written that; return how many seconds it runs then."""
        while words not in self.heard:
            if not self.listen(PATIENCE):
                raise SystemExit(f"the client did not say {words!r} but {bytes(self.heard)!r}")
        return time.perf_counter() - self.since

    def listen(self, seconds: float) -> bool:
        """Take in what it writes next; False: nothing in so long a time."""
        ready, _, _ = select.select([self.out], [], [], seconds)
        data = b""
        if ready:
            with suppress(OSError):  # a terminal whose program has ended
                data = os.read(self.out, _MOST)
        self.heard += data
        return bool(data)


@contextmanager
def client(folder: Path, arguments: Sequence[str], *, in_terminal: bool) -> Generator[Program]:
    """Run a client with its files in `folder`."""
    ours, its = pty.openpty() if in_terminal else os.pipe()
    if in_terminal:
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    since = time.perf_counter()
    with subprocess.Popen(
        [*CLIENT, *arguments],
        stdin=its if in_terminal else subprocess.PIPE,
        stdout=its,
        stderr=subprocess.DEVNULL,
        env=_environment(folder),
        start_new_session=True,
    ) as process:
        os.close(its)
        try:
            yield Program(process.pid, ours, since)
        finally:
            process.kill()
            os.close(ours)


def _environment(folder: Path) -> dict[str, str]:
    own = {f"XDG_{name}": str(folder) for name in ("STATE_HOME", "RUNTIME_DIR", "CONFIG_HOME")}
    return {**os.environ, **own, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
