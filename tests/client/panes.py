"""Programs in the windows of a terminal multiplexer, which draws them as a terminal would."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.client.processes import CLIENT

PATIENCE = 60.0  # seconds for something to appear; nothing takes so long unless it hangs
PAUSE = 0.05  # seconds between two looks
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Pane:
    """A client in a session of its own."""

    def __init__(self, tmux: Callable[..., str], name: str) -> None:
        self._tmux = tmux
        self._name = name

    def keys(self, *names: str) -> None:
        self._tmux("send-keys", "-t", self._name, *names)

    def types(self, line: str) -> None:
        self._tmux("send-keys", "-t", self._name, "-l", line)
        self.keys("Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-t", self._name, "-x", str(columns), "-y", str(rows))

    def asks(self, what: str) -> str:
        return self._tmux("display-message", "-t", self._name, "-p", what).strip()

    def rows(self) -> list[str]:
        return self._tmux("capture-pane", "-t", self._name, "-p").split("\n")

    def shows(self, wanted: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the window shows what is wanted; return its rows."""
        deadline = time.monotonic() + PATIENCE
        while not wanted(rows := self.rows()):
            assert time.monotonic() < deadline, "\n".join(rows)
            time.sleep(PAUSE)
        return rows


@contextmanager
def opening(folder: Path) -> Generator[Callable[..., Pane], None, None]:
    """Give a way to start clients, each with state and window of its own, until all is closed."""

    def tmux(*arguments: str) -> str:
        environment = os.environ | {"LANG": "C.UTF-8", "TMUX_TMPDIR": str(folder)}
        environment.pop("TMUX", None)
        done = subprocess.run(
            ["tmux", "-u", "-f", os.devnull, *arguments],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout

    def start(
        name: str, *arguments: str, columns: int = 80, rows: int = 24, prompt: str = ""
    ) -> Pane:
        """Start a client; with a `prompt`, from the one of that shell."""
        state = folder / name
        state.mkdir()
        kept = [f"XDG_STATE_HOME={state}", f"XDG_RUNTIME_DIR={state}"]
        kept.append("HAYDES_MOTION=off")  # a frame in between is not what has come about
        client = [sys.executable, "-c", CLIENT, "--name", name, *arguments]
        line = f"{shlex.join(['env', *kept, *client])}; echo ended with $?"
        size = ("-x", str(columns), "-y", str(rows))
        tmux("new-session", "-d", "-s", name, *size, prompt or f"{line}; exec sleep 600")
        pane = Pane(tmux, name)
        if prompt:
            pane.types(line)
        return pane

    try:
        yield start
    finally:
        tmux("kill-server")
