"""What reaches a terminal: bytes through an emulator, signals through a pseudo terminal."""

import asyncio
import fcntl
import io
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from tests.client.fakes import FakeSession
from tests.client.processes import CLIENT
from tests.client.screens.samples import HOSTILE_TEXT, SCREENS
from tests.client.screens.test_recorded import SIZES

from haydes.client.app import FullScreen
from haydes.client.exits import MISUSED
from haydes.client.look import Look, choose
from haydes.client.model import Model
from haydes.client.options import Colour, Glyphs, Theme
from haydes.client.screens.rows import string
from haydes.client.screens.screen import draw
from haydes.client.screens.ui import Ui

ROWS, COLUMNS = SIZES[0]
COLOURS = re.compile(r"(3[0-8]|4[0-8]|9[0-7]|10[0-7])")
PATIENCE = 60.0  # seconds; nothing takes so long unless it hangs
MOUSE_KEY = b"\x1b[12~"


class Tty(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def sent(model: Model, ui: Ui, look: Look) -> str:
    """Return everything a terminal gets while a screen is shown once."""

    async def main() -> str:
        stream = Tty()
        output = Vt100_Output(stream, lambda: Size(ROWS, COLUMNS), term="xterm-256color")
        with create_pipe_input() as keyboard, create_app_session(keyboard, output):
            full = FullScreen(model, lambda changed, _: FakeSession(model, changed), look)
            full.ui = ui
            running = asyncio.create_task(full.run())
            await asyncio.wait_for(full.shown.wait(), PATIENCE)
            shown = stream.getvalue()
            full.leave(0)
            await running
        return shown

    return asyncio.run(main())


def emulated(data: str) -> pyte.Screen:
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(data)
    return screen


def selections(data: str) -> set[str]:
    """Return every graphic attribute that was switched on."""
    return {one for group in re.findall(r"\x1b\[([0-9;]*)m", data) for one in group.split(";")}


@pytest.mark.parametrize("name", ["move", "encounter", "lobby", "over", "generic", "hostile"])
def test_the_terminal_shows_what_was_drawn(name: str) -> None:
    model, ui = SCREENS[name]
    screen = emulated(sent(model, ui, Look()))
    rows = [string(line) for line in draw(model, ui, SIZES[0]).rows]
    # below zero-width marks emulators differ; the seats' rows of the hostile screen have some
    kept = [n for n, row in enumerate(rows) if row.isascii() or name != "hostile"]
    assert [screen.display[n].rstrip() for n in kept] == [rows[n].rstrip() for n in kept]


@pytest.mark.parametrize(
    "name", ["move_aimed", "encounter", "lobby", "over", "generic_many", "help"]
)
def test_no_color_means_no_colour(name: str) -> None:
    look = choose(Colour.AUTO, Glyphs.UNICODE, Theme.DARK, {"NO_COLOR": "1"}, "utf-8")
    data = sent(*SCREENS[name], look)
    assert not [one for one in selections(data) if COLOURS.fullmatch(one)]


def test_with_colour_there_is_some() -> None:
    data = sent(*SCREENS["move"], Look())
    assert [one for one in selections(data) if COLOURS.fullmatch(one)]


def test_ascii_means_no_other_sign() -> None:
    for name in ("move", "help", "hostile", "lobby"):
        assert sent(*SCREENS[name], Look(ascii=True)).isascii()


def test_hostile_text_changes_nothing_but_cells() -> None:
    assert "\x1b" in HOSTILE_TEXT
    harmless = emulated(sent(*SCREENS["move"], Look()))
    hostile = emulated(sent(*SCREENS["hostile"], Look()))
    assert hostile.title == harmless.title == ""
    assert hostile.mode == harmless.mode
    assert hostile.margins == harmless.margins
    assert hostile.charset == harmless.charset
    assert (hostile.cursor.y, hostile.cursor.x) == (harmless.cursor.y, harmless.cursor.x)


def test_the_mouse_is_left_alone_and_no_answer_is_asked_for() -> None:
    data = sent(*SCREENS["move"], Look())
    assert "?1000h" not in data
    assert "?1003h" not in data
    assert "\x1b[6n" not in data


class Terminal:
    """A client in a pseudo terminal of its own."""

    def __init__(
        self, *arguments: str, folder: Path, program: str = CLIENT, **variables: str
    ) -> None:
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (ROWS, COLUMNS))
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.child = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_own_terminal,  # noqa: PLW1509 - nothing else runs in this process
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                "XDG_STATE_HOME": str(folder),
                "XDG_CONFIG_HOME": str(folder),
                **variables,
            },
        )
        self.said = b""

    def reads(self, mark: bytes) -> None:
        """Wait until the client has written something."""
        ends = time.monotonic() + PATIENCE
        while mark not in self.said:
            assert self._reads(ends - time.monotonic()), f"no {mark!r} in {self.said!r}"

    def types(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def ends(self) -> int:
        """Read until the client has ended; return its exit code."""
        ends = time.monotonic() + PATIENCE
        while (code := self.child.poll()) is None:
            self._reads(0.02)
            assert time.monotonic() < ends, f"it has not ended after {self.said!r}"
        while self._reads(0):
            pass
        return code

    def _reads(self, seconds: float) -> bool:
        """Read what is there or comes soon; False: nothing did."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        if ready:
            self.said += os.read(self._master, 1 << 16)
        return bool(ready)

    def modes(self) -> list[object]:
        return list(termios.tcgetattr(self._slave))

    def hang_up(self) -> None:
        os.close(self._slave)
        os.close(self._master)

    def close(self) -> None:
        self.child.kill()
        self.child.wait()


def _own_terminal() -> None:
    """Make the pseudo terminal the controlling one, as a terminal program does."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Give a way to open a client that finds no server."""
    opened: list[Terminal] = []
    with socket.socket() as nobody:  # a port where nobody listens
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"

        def open_(program: str = CLIENT, **variables: str) -> Terminal:
            arguments = (address, "--name", "Ann")
            opened.append(Terminal(*arguments, folder=tmp_path, program=program, **variables))
            return opened[-1]

        yield open_
        for terminal in opened:
            terminal.close()


@pytest.fixture
def terminal(opens: Callable[..., Terminal]) -> Terminal:
    return opens()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_leaves_the_terminal_as_it_was(
    terminal: Terminal, number: signal.Signals, code: int
) -> None:
    terminal.reads(b"connecting")
    terminal.types(MOUSE_KEY)
    terminal.reads(b"?1003h")
    terminal.child.send_signal(number)
    assert terminal.ends() == code
    check_restored(terminal)


def test_ctrl_c_twice_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.reads(b"OFFLINE")
    terminal.types(b"\x03\x03")
    assert terminal.ends() == 130
    check_restored(terminal)


def test_a_terminal_that_goes_away_ends_the_client(terminal: Terminal) -> None:
    terminal.reads(b"connecting")
    terminal.hang_up()
    assert terminal.child.wait(PATIENCE) == 129


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_a_tutorial_does_not_lead_back_to_where_it_was_asked_for(
    terminal: Terminal, number: signal.Signals
) -> None:
    terminal.reads(b"OFFLINE")
    terminal.types(b":tutorial haydes\r")
    terminal.reads(b"lesson 1")
    terminal.child.send_signal(number)
    assert terminal.ends() == 128 + number
    check_restored(terminal)


BREAKS_AT_ONCE = f"""
from haydes.client.app import FullScreen
FullScreen._draw = lambda *_: 1 / 0
{CLIENT}
"""
BREAKS_WITH_A_KEY = f"""
from haydes.client.app import FullScreen
FullScreen._interrupt = lambda self: self.app.exit(exception=ZeroDivisionError())
{CLIENT}
"""
BREAKS_WITH_A_NOTE = f"""
from haydes.client.app import FullScreen
draw = FullScreen._draw
FullScreen._draw = lambda self, app: 1 / 0 if self.ui.note else draw(self, app)
{CLIENT}
"""


@pytest.mark.parametrize("program", [BREAKS_AT_ONCE, BREAKS_WITH_A_KEY])
def test_a_crash_leaves_the_terminal_as_it_was(
    opens: Callable[..., Terminal], program: str
) -> None:
    terminal = opens(program)
    if program is BREAKS_WITH_A_KEY:
        terminal.reads(b"connecting")
        terminal.types(MOUSE_KEY)
        terminal.reads(b"?1003h")
        terminal.types(b"\x03")
    assert terminal.ends() == 1
    assert b"internal error; see " in terminal.said
    check_restored(terminal)


def test_what_cannot_be_drawn_later_does_not_trap_the_player(
    opens: Callable[..., Terminal],
) -> None:
    terminal = opens(BREAKS_WITH_A_NOTE)
    terminal.reads(b"OFFLINE")
    terminal.types(b"\x03\x03")
    assert terminal.ends() in (1, 130)  # the last frame may be one that cannot be drawn either
    check_restored(terminal)


@pytest.mark.parametrize(
    "variables", [{"LC_ALL": "C"}, {"LC_ALL": "de_DE.ISO-8859-1"}, {"TERM": "linux"}]
)
def test_a_terminal_without_unicode_gets_ascii(
    opens: Callable[..., Terminal], variables: dict[str, str]
) -> None:
    terminal = opens(**variables)
    terminal.reads(b"OFFLINE")
    terminal.types(b"?")
    terminal.reads(b"+- help")
    terminal.types(b"\x03\x03")
    assert terminal.ends() == 130
    assert terminal.said.isascii()
    check_restored(terminal)


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    log = str(tmp_path / "none" / "log")
    terminal = Terminal("127.0.0.1:1", "--log", log, folder=tmp_path)
    assert terminal.ends() == MISUSED
    assert terminal.said.startswith(b"haydes-client: cannot write ")
    assert terminal.said.count(b"\n") == 1


def test_a_simple_terminal_gets_lines_and_no_escapes(opens: Callable[..., Terminal]) -> None:
    terminal = opens(TERM="dumb")
    assert terminal.ends() == 3
    assert b"plain mode, because the terminal is a simple one" in terminal.said
    assert b"Link: refused: cannot connect" in terminal.said
    # readline itself may say that it wants pasted text marked, on terminals that are not dumb
    assert b"\x1b" not in terminal.said
    assert terminal.modes() == terminal.before


def check_restored(terminal: Terminal) -> None:
    """Check that the terminal is in the state of one in which nothing has happened."""
    assert terminal.modes() == terminal.before
    fresh, left = pyte.Screen(COLUMNS, ROWS), emulated(terminal.said.decode("utf-8", "replace"))
    assert left.mode == fresh.mode
    assert left.margins == fresh.margins
    assert left.charset == fresh.charset
    assert left.title == fresh.title
    assert left.cursor.attrs == fresh.cursor.attrs
    assert not left.cursor.hidden
    for on in re.findall(rb"\x1b\[\?(\d+)h", terminal.said):
        off = b"\x1b[?%sl" % on
        if on not in (b"25", b"7", b"12"):  # those are on to begin with
            assert terminal.said.rfind(off) > terminal.said.rfind(b"\x1b[?%sh" % on), on
    assert terminal.said.rfind(b"?25h") > terminal.said.rfind(b"?25l")
    assert b"Traceback" not in terminal.said
