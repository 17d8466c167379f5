"""A whole game's beginning in a real terminal multiplexer, against a real server."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PATIENCE = 60.0  # seconds for something to appear; nothing takes so long unless it hangs
CLIENT = "from haydes.client.main import main; main()"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Pane:
    """A window of a tmux server of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        line = shlex.join([sys.executable, "-c", CLIENT, "--solo", "--seats", "1", "--name", "Ann"])
        self._tmux(
            "-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24",
            f"{line}; echo ended with $?; exec sleep 600",
        )  # fmt: skip

    def keys(self, *names: str) -> None:
        self._tmux("send-keys", *names)

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def asks(self, what: str) -> str:
        return self._tmux("display-message", "-p", what).strip()

    def rows(self) -> list[str]:
        return self._tmux("capture-pane", "-p").split("\n")

    def shows(self, wanted: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the window shows what is wanted; return its rows."""
        deadline = time.monotonic() + PATIENCE
        while not wanted(rows := self.rows()):
            assert time.monotonic() < deadline, "\n".join(rows)
            time.sleep(0.05)
        return rows

    def close(self) -> None:
        self._tmux("kill-server")

    def _tmux(self, *arguments: str) -> str:
        environment = os.environ | {
            "LANG": "C.UTF-8",
            "TMUX_TMPDIR": str(self._folder),
            "XDG_STATE_HOME": str(self._folder),
            "XDG_RUNTIME_DIR": str(self._folder),
        }
        environment.pop("TMUX", None)
        done = subprocess.run(
            ["tmux", "-u", *arguments],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    opened = Pane(tmp_path)
    yield opened
    opened.close()


def framed(rows: list[str]) -> bool:
    return "HAYDES" in rows[0] and rows[-2].startswith("? help")


def test_a_solo_game_is_begun_played_resized_and_left(pane: Pane) -> None:
    rows = pane.shows(lambda rows: framed(rows) and "YOUR MOVE" in rows[0])
    assert "@B*" in rows[4]

    pane.keys("8")
    pane.shows(lambda rows: rows[-3].startswith("Your move"))
    pane.keys("Up")
    pane.shows(lambda rows: rows[-3].startswith("B5"))
    pane.keys("h")
    pane.shows(lambda rows: any("B5 is the" in row or "red Joker at B5" in row for row in rows))

    pane.resize(60, 16)
    pane.shows(lambda rows: len(rows) == 17 and framed(rows))
    pane.resize(59, 16)
    pane.shows(lambda rows: any("60 x 16 are needed" in row for row in rows))
    pane.resize(80, 24)
    pane.shows(lambda rows: len(rows) == 25 and framed(rows))

    pane.keys("q")
    pane.shows(lambda rows: "Leave the table?" in rows[-3])
    pane.keys("y")
    pane.shows(lambda rows: "LOBBY" in rows[0])
    assert pane.asks("#{alternate_on}") == "1"
    pane.keys("q")
    pane.shows(lambda rows: any("ended with 0" in row for row in rows))
    assert pane.asks("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0"
