"""The servers that are measured, each a process of its own, and what the system tells of them."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

SERVER = "bench.sync"  # haydes-server with one more game
LIMIT = "bench.limit"
LIMITS = """\
log_level = "error"
[limits]
connections = 5000
connections_per_source = 5000
strangers = 5000
strangers_per_source = 5000
tables = 5000
tables_per_player = 5000
tables_per_source = 5000
table_records = 100000000
spectators = 5000
spectators_per_table = 5000
accepts_burst = 5000
joins_burst = 5000
joins_burst_per_source = 20000
changes_burst = 1000000
acts_burst = 1000000
acts_per_second = 1000000
"""
USUAL = ["--host", "127.0.0.1", "--port", "0", "--no-tls", "--no-discovery"]
_ASK_SECONDS = 2.0
_DUMP_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs. `data`: its journal's folder, if it has one."""

    port: int
    pid: int
    is_ours: bool = False
    data: Path | None = None

    def state(self) -> str:
        """Tell what it is about; ours also writes on standard error where each thread stands."""
        lines: list[str] = []
        with suppress(OSError):
            status = Path(f"/proc/{self.pid}/status").read_text()
            lines += [line for line in status.splitlines() if line.startswith(("State", "VmRSS"))]
            for task in sorted(Path(f"/proc/{self.pid}/task").iterdir()):
                lines.append(f"thread {task.name} waits in {(task / 'wchan').read_text()}")
        if self.is_ours:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGUSR1)
                time.sleep(_DUMP_SECONDS)
        if self.data:
            lines.append(f"control: {_ask(self.data / 'control')}")
        return "\n".join(lines)


def _ask(control: Path) -> str:
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(_ASK_SECONDS)
            sock.connect(str(control))
            sock.sendall(json.dumps({"do": "figures"}).encode() + b"\n")
            return sock.recv(1 << 16).decode()
    except OSError as error:
        return str(error)


@contextmanager
def serving(*, durable: bool = False, within: str | None = None) -> Generator[Server]:
    """Run our server, with its files `within` a folder and its journal on or off."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=within)))
        yield stack.enter_context(started(folder, folder / "data" if durable else None))


@contextmanager
def started(folder: Path, data: Path | None) -> Generator[Server]:
    """Run our server with its configuration in `folder`, its journal in `data`."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    journal = ["--data", str(data)] if data else ["--volatile"]
    with running(SERVER, *USUAL, "--config", str(config), *journal) as (port, pid):
        yield Server(port, pid, is_ours=True, data=data)


@contextmanager
def limit() -> Generator[Server]:
    """Run the server that has no game."""
    with running(LIMIT) as (port, pid):
        yield Server(port, pid)


@contextmanager
def running(module: str, *arguments: str) -> Generator[tuple[int, int]]:
    """Run a program of ours that says a number first, its port; give that and its process id."""
    with launched([sys.executable, "-m", module, *arguments]) as found:
        yield found


@contextmanager
def launched(
    command: Sequence[str], env: Mapping[str, str] | None = None
) -> Generator[tuple[int, int]]:
    """Run any program that says a number first."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            number = said.strip().rpartition(":")[2]
            if not number.isdecimal():
                raise SystemExit(f"{' '.join(command[:3])} did not start: {said!r}")
            yield int(number), process.pid
        finally:
            process.kill()
