"""Real programs: a server that ends with the test, and clients that talk through pipes."""

import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SERVER = "from haydes.server.main import main; main()"
CLIENT = "from haydes.client.main import main; main()"
SECONDS = 30.0  # for anything to end
SOURCES = Path(__file__).parents[2] / "src"
# a script acts faster than people do
LIMITS = "[limits]\nacts_burst = 1000\nacts_per_second = 1000\njoins_burst = 100\n"
ALSO_KEPT = ("PATH", "LANG", "COVERAGE_PROCESS_START")


@dataclass(frozen=True)
class Ran:
    code: int
    lines: list[str]
    errors: str

    def told(self, voice: str) -> list[str]:
        """Return what was said with a first word."""
        return [line.removeprefix(f"{voice}: ") for line in self.lines if line.startswith(voice)]


def environment(state: Path) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in ALSO_KEPT if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(SOURCES),
        "XDG_STATE_HOME": str(state),
        "XDG_RUNTIME_DIR": str(state),
        "TERM": "xterm",
    }


@contextmanager
def serving(folder: Path) -> Generator[str, None, None]:
    """Run a server; return its address."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    flags = [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--bot-pause",
        "0",
        "--until-stdin-closes",
        "--volatile",
    ]
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *flags, "--config", str(config)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(folder),
    ) as server:
        assert server.stdin
        assert server.stdout
        try:
            yield server.stdout.readline().removeprefix("listening on ").strip()
        finally:
            server.stdin.close()
            server.wait(SECONDS)


def start(state: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Start a client whose input and output are pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", CLIENT, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(state),
        start_new_session=True,  # as in a terminal of its own
    )


def run(state: Path, *arguments: str, script: str = "") -> Ran:
    """Run a client with all its input at once."""
    with start(state, *arguments) as client:
        try:
            out, errors = client.communicate(script, SECONDS)
        finally:
            client.kill()
    return Ran(client.returncode, out.splitlines(), errors)
