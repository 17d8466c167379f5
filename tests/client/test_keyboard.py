import os
import pty
import subprocess
import sys
import termios
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest
from tests.client.processes import CLIENT, SECONDS, environment, run, serving, start

BELL = "\a"
CTRL_D = "\x04"
OTHER = ("--name", "Bram")


class Terminal:
    """Line mode on a terminal, and what it has written so far."""

    def __init__(self, descriptor: int, program: "subprocess.Popen[bytes]") -> None:
        self.program = program
        self.screen = ""
        self._descriptor = descriptor

    def type(self, keys: str) -> None:
        """Type into the line that is being asked for: what comes sooner is for the terminal."""
        ends = time.monotonic() + SECONDS
        while termios.tcgetattr(self._descriptor)[3] & termios.ICANON:
            assert time.monotonic() < ends, f"no line is asked for after {self.screen!r}"
            time.sleep(0.01)
        os.write(self._descriptor, keys.encode())

    def until(self, text: str) -> str:
        """Read on until a text has come; return all before it since the last time."""
        ends = time.monotonic() + SECONDS
        while text not in self.screen:
            ready, _, _ = select([self._descriptor], [], [], max(0.0, ends - time.monotonic()))
            assert ready, f"no {text!r} in {self.screen!r}"
            self.screen += os.read(self._descriptor, 4096).decode().replace("\r\n", "\n")
        before, _, self.screen = self.screen.partition(text)
        return before


@contextmanager
def terminal(
    state: Path, *arguments: str, program: str = CLIENT
) -> Generator[Terminal, None, None]:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program, "--plain", *arguments],
        stdin=theirs,
        stdout=theirs,
        env=environment(state),
        start_new_session=True,
    ) as running:
        modes = termios.tcgetattr(theirs)
        try:
            yield Terminal(ours, running)
            running.wait(SECONDS)
        finally:
            running.kill()
        assert termios.tcgetattr(theirs) == modes
    os.close(ours)
    os.close(theirs)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str, None, None]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


def test_a_terminal_has_a_prompt_and_ctrl_d_ends_it(server: str, tmp_path: Path) -> None:
    with terminal(tmp_path, server) as term:
        term.until("Hint: ")
        term.type("nonsense\n")
        term.until('Error: no command "nonsense".')
        term.until("> ")
        term.type(CTRL_D)
        term.until("Link: goodbye.")
    assert term.program.returncode == 0


def test_what_happens_waits_while_a_line_is_typed(server: str, tmp_path: Path) -> None:
    with terminal(tmp_path, server, "--name", "Ann") as term:
        term.until("Hint: ")
        term.type("new haydes seats 2\n")
        table = term.until("Escape from Haydes, waiting").rpartition("Table: ")[2].strip(" ,")
        term.until("> ")
        term.type("stat")
        term.until("stat")
        # Bram comes, talks and leaves while Ann types
        run(tmp_path / "bram", server, *OTHER, "--table", table, script="/ hello\nleave\n")
        term.type("us\n")
        echo = term.until("Chat: Bram: hello")
        assert echo.startswith("us\n")
        assert "Bram takes seat 2" in echo
        term.type("quit\n")
        term.until("Link: goodbye.")


def test_a_number_is_never_taken_for_a_choice_that_was_not_shown(
    server: str, tmp_path: Path
) -> None:
    with terminal(tmp_path, server, "--name", "Eve") as term:
        term.until("Hint: ")
        term.type("new holyquest seats 2\n")
        table = term.until("HolyQuest, waiting").rpartition("Table: ")[2].strip(" ,")
        with start(tmp_path / "bram", server, "--name", "Bram", "--table", table) as bram:
            assert bram.stdin
            assert bram.stdout
            term.until("Bram takes seat 2.")
            term.type("host Bram\n")
            term.until("Bram is the host now.")
            term.type("1")
            term.until("1")
            bram.stdin.write("start\n")
            bram.stdin.flush()
            assert any("match 1 begins" in line for line in bram.stdout)
            run(tmp_path / "cat", server, "--name", "Cat", script="tables\n")
            term.type("\n")  # it was typed before there was anything to choose
            assert "Sent." not in term.until("Error: ")
            term.until("> ")
            term.type("1\n")
            term.until("You: draw. Sent.")
            term.type("quit\n")
            term.until("Link: ")
            bram.communicate()


def test_with_interrupt_on_it_comes_at_once_and_the_line_is_kept(
    server: str, tmp_path: Path
) -> None:
    with terminal(tmp_path, server, "--name", "Cleo") as term:
        term.until("Hint: ")
        term.type("new haydes seats 2; set interrupt on\n")
        table = term.until("Escape from Haydes, waiting").rpartition("Table: ")[2].strip(" ,")
        term.type("who")
        term.until("who")
        run(tmp_path / "bram", server, *OTHER, "--table", table, script="/ hello\nleave\n")
        term.until("Chat: Bram: hello")
        term.until("> who")
        term.type("\n")
        term.until("Table: 1 Cleo (you, host).")
        term.type("quit\n")
        term.until("Link: goodbye.")


def test_tab_completes_and_the_bell_rings_once_a_turn(server: str, tmp_path: Path) -> None:
    with terminal(tmp_path, server, "--name", "Dov") as term:
        term.until("Hint: ")
        term.type("new haydes seats 1 map=quick; start\n")
        told = term.until(BELL) + BELL
        term.type("spl\t8 8\n")
        told += term.until(BELL) + BELL
        assert "You: split 8 8. Sent." in told
        term.type("nor\thi\t\n")
        told += term.until("You: north higher. Sent.")
        told += term.until("Choices: ")  # of the same turn or, past the red Joker, of the next
        term.type("quit\n")
        told += term.until("Link: you leave")
    *turns, rest = told.split(BELL)
    assert [turn.count("Turn: yours.") for turn in turns] == [1] * len(turns)
    assert "Turn: yours." not in rest


def test_enter_turns_the_pages_of_the_rules_until_another_command(
    server: str, tmp_path: Path
) -> None:
    with terminal(tmp_path, server, "--name", "Eva") as term:
        term.until("Hint: ")
        term.type("rules haydes\n")
        assert "Rules: Escape from Haydes" in term.until("Hint: Enter shows more")
        term.until("> ")
        term.type("\n")
        told = term.until("Hint: Enter shows more")
        assert "Rules: " in told
        assert "Escape from Haydes" not in told
        term.until("> ")
        term.type("status\n")
        term.until("Table: lobby")
        term.until("> ")
        term.type("\nwho\n")
        assert "Rules: " not in term.until("Table: ")
        term.type("quit\n")
        term.until("Link: goodbye.")


def test_the_terminal_is_left_as_it_was_when_a_signal_ends_it(server: str, tmp_path: Path) -> None:
    with terminal(tmp_path, server) as term:
        term.until("> ")
        term.type("half a li")
        term.until("half a li")
        term.program.terminate()
    assert term.program.returncode == 143


def test_lines_of_the_last_run_are_remembered_for_their_owner_only(
    server: str, tmp_path: Path
) -> None:
    with terminal(tmp_path, server) as term:
        term.until("> ")
        term.type("tables\nquit\n")
        term.until("goodbye")
    history = tmp_path / "haydes" / "history"
    assert "tables" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0


TWO = """
import asyncio
from haydes.client.keyboard import Keyboard
async def main(waits):
    keyboard = Keyboard("> ", None, lambda: None)
    keyboard.start()
    asking = asyncio.create_task(keyboard.line())
    while not keyboard.asking:
        await asyncio.sleep(0.01)
    print("asked.", flush=True)
    if waits:
        print("heard", await asking, "and", await keyboard.line(), flush=True)
    keyboard.close()
asyncio.run(main(False))
asyncio.run(main(True))
"""


def test_a_line_is_for_the_front_end_that_is_there_when_it_is_typed(tmp_path: Path) -> None:
    with terminal(tmp_path, program=TWO) as term:
        term.until("asked.")
        term.until("asked.")
        term.type("one\n")
        term.until("> ")
        term.type("two\n")
        term.until("heard one and two")
    assert term.program.returncode == 0
