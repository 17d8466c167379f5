"""Servers that start at once: forked from a process that has imported everything.

The listening socket belongs to the parent. Who connects while no server runs is served by the
next one, which may also find what was sent to the one before.
"""

import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from tests.faults.points import replace

import haydes.server.main as program

CONFIG = """\
exempt = "127.0.0.0/8"
[limits]
connections_per_source = 500
strangers_per_source = 500
tables_per_player = 100
tables_per_source = 256
acts_burst = 100000
acts_per_second = 100000
joins_burst = 100000
joins_per_minute = 100000
changes_burst = 100000
changes_per_minute = 100000
"""
FAILED_TO_FORK = 70


class Forks:
    """A place where a server runs, or ran: a port, a folder, a log."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.log = folder / "log"
        self._config = folder / "server.toml"
        self._config.write_text(CONFIG)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._listener.settimeout(0)
        self.port: int = self._listener.getsockname()[1]
        self.starts = 0
        self._pid = 0
        self._running = False
        gc.freeze()  # children are to share what there is

    def start(self, prepare: Callable[[], None]) -> None:
        """Start a server; `prepare` is called in it first."""
        self.starts += 1
        self._running = True
        self._pid = os.fork()
        if not self._pid:
            code = FAILED_TO_FORK
            try:
                code = self._serve(prepare)
            finally:
                os._exit(code)

    def signal(self, number: signal.Signals) -> None:
        os.kill(self._pid, number)

    def kill(self) -> int:
        """Kill the server and return how it ended, as `poll` does."""
        self.signal(signal.SIGKILL)
        self._running = False
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def poll(self) -> int | None:
        """Return None while it runs, then its exit code, or minus the signal that ended it."""
        pid, status = os.waitpid(self._pid, os.WNOHANG)
        self._running = not pid
        return os.waitstatus_to_exitcode(status) if pid else None

    def close(self) -> None:
        if self._running:
            self.kill()
        self._listener.close()

    def _serve(self, prepare: Callable[[], None]) -> int:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        logging.getLogger().handlers.clear()
        replace(program, "listen", self._listen)
        prepare()
        flags = ["--host", "127.0.0.1", "--bot-pause", "0", "--no-discovery"]
        return program.run([*flags, "--data", str(self.data), "--config", str(self._config)])

    def _listen(self, *_: object) -> list[socket.socket]:
        return [self._listener]
