"""Games in a real terminal multiplexer, against real servers."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from tests.client.panes import Pane, needs_tmux, opening
from tests.client.processes import SERVER, environment, patience, serving

pytestmark = needs_tmux


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Pane]]:
    with opening(tmp_path) as start:
        yield start


def framed(rows: list[str]) -> bool:
    return "HAYDES" in rows[0] and rows[-2].startswith("? help")


def test_a_solo_game_is_begun_played_resized_and_left(
    begin: Callable[..., Pane],
) -> None:
    pane = begin("Ann", "--solo", "--seats", "1")
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


BOARD = 10  # rows that every board has
SIZES = {"Ann": (80, 24), "Bram": (60, 16), "Cleo": (100, 30)}
LONGEST = 150.0  # seconds for a match of some 20 acts
AGAIN = 5.0  # seconds after which a key is struck once more, if nothing came of it


def is_over(rows: list[str]) -> bool:
    """Tell whether a client in either mode says that the match has ended."""
    return any("GAME OVER" in row or "the match is over." in row for row in rows)


def keys_for(rows: list[str]) -> tuple[str, ...]:
    """Return what somebody strikes who always does what is offered first."""
    if any("Enter: " in row for row in rows[-4:]):
        return ("Enter",)
    told = "".join(rows).rstrip()
    offered = told.endswith(">") and told.rfind("Choices: ") > told.rfind("Sent.")
    return ("1", "Enter") if offered else ()


def play(panes: Iterable[Pane]) -> None:
    """Let everybody act whenever they are asked, until all see the end."""
    begun = time.monotonic()
    struck: dict[Pane, tuple[list[str], float]] = {}
    playing = list(panes)
    while playing:
        for pane in list(playing):
            rows, now = pane.rows(), time.monotonic()
            assert now < begun + LONGEST, "\n".join(rows)
            last, at = struck.get(pane, ([], 0.0))
            if is_over(rows):
                playing.remove(pane)
            elif (keys := keys_for(rows)) and (rows != last or now > at + AGAIN):
                struck[pane] = rows, now
                pane.keys(*keys)


def test_four_people_in_four_terminals_finish_a_match(
    begin: Callable[..., Pane], tmp_path: Path
) -> None:
    with serving(tmp_path) as address:
        ann = begin("Ann", address)
        ann.shows(lambda rows: "n opens one" in rows[-3])
        ann.keys(":")
        ann.types("new holyquest seats 4 goal=2 difficulty=hard")
        table = ann.shows(lambda rows: "A seat is open" in rows[-3])[0].split()[1]
        bram = begin("Bram", address, columns=60, rows=16)
        bram.shows(lambda rows: f"Enter joins {table}" in rows[-3])
        bram.keys("Enter")
        bram.shows(lambda rows: "Ann starts the match" in rows[-3])
        cleo = begin("Cleo", address, "--table", table, columns=100, rows=30)
        cleo.shows(lambda rows: "Ann starts the match" in rows[-3])
        dov = begin("Dov", address, "--table", table, "--plain", rows=60)

        ann.shows(lambda rows: "Every seat is taken" in rows[-3])
        ann.keys("s")
        bram.shows(lambda rows: any("You lead the Scout." in row for row in rows))
        dov.shows(lambda rows: any("You lead the Prophet." in row for row in rows))

        play([ann, bram, cleo, dov])
        ends = [
            next(row for row in map(str.strip, pane.rows()) if row.startswith("YOU "))
            for pane in (ann, bram, cleo)
        ]
        assert set(ends) in ({"YOU WIN"}, {"YOU LOSE"})
        ending = {"YOU WIN": "have reached the goal", "YOU LOSE": "The party is lost"}[ends[0]]
        dov.shows(lambda rows: ending in "".join(rows))
        bram.keys("y")
        bram.shows(lambda rows: "REPLAY 1/" in rows[0])
        bram.keys("Right", "End")
        bram.shows(lambda rows: "This is the end." in rows[-3])
        bram.keys("q")
        bram.shows(lambda rows: "GAME OVER" in rows[0])


class Kept:
    """A server that keeps its tables, killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self._flags = ["--host", "127.0.0.1", "--bot-pause", "0", "--data", str(folder / "kept")]
        self._folder = folder
        self._server: subprocess.Popen[str] | None = None
        self.address = "127.0.0.1:0"

    def start(self) -> None:
        port = self.address.rpartition(":")[2]
        self._server = subprocess.Popen(
            [sys.executable, "-c", SERVER, *self._flags, "--port", port, "--until-stdin-closes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(self._folder),
        )
        assert self._server.stdout
        with patience(self._server, "the start of the server"):
            self.address = self._server.stdout.readline().removeprefix("listening on ").strip()

    def kill(self) -> None:
        assert self._server
        with self._server:
            self._server.kill()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    server = Kept(tmp_path)
    server.start()
    yield server
    server.kill()


def asked(rows: list[str]) -> bool:
    return "YOUR MOVE" in rows[0] and "live" in rows[0] and not rows[-3].startswith("Sent")


def act(pane: Pane) -> None:
    """Do what is offered first, and wait until something is asked again, or the match is over."""
    before = ready(pane)
    pane.keys(":")
    pane.types("1")
    pane.shows(lambda rows: "GAME OVER" in rows[0] or (asked(rows) and rows[1:-3] != before[1:-3]))


def ready(pane: Pane) -> list[str]:
    """Wait until something is asked, if need be in another match."""
    rows = pane.shows(lambda rows: "GAME OVER" in rows[0] or asked(rows))
    if "GAME OVER" not in rows[0]:
        return rows
    pane.keys("s")
    return pane.shows(asked)


def test_in_every_game_a_server_that_dies_costs_nothing(
    begin: Callable[..., Pane], kept: Kept
) -> None:
    games = {"haydes": "bots 1", "hounds": "seats 3 bots 2", "holyquest": "seats 1"}
    panes = [begin(game.capitalize(), kept.address, rows=40) for game in games]
    for pane, (game, how) in zip(panes, games.items(), strict=True):
        pane.shows(lambda rows: " opens " in rows[-3])
        pane.keys(":")
        pane.types(f"new {game} {how}")
        pane.shows(lambda rows: "Every seat is taken" in rows[-3])
        pane.keys("s")
        act(pane)

    boards = [ready(pane) for pane in panes]
    kept.kill()
    for pane in panes:
        pane.shows(lambda rows: "OFFLINE" in rows[0])
        pane.keys("?")
        pane.shows(lambda rows: any("help, " in row for row in rows))
        pane.keys("Escape")
    kept.start()
    for pane, board in zip(panes, boards, strict=True):
        rows = pane.shows(asked)
        assert rows[1:BOARD] == board[1:BOARD], "it is the same position"
        act(pane)
        pane.resize(60, 16)
        pane.shows(lambda rows: len(rows) == 17 and rows[-2].startswith("? help"))
        pane.keys("q", "y")
        pane.shows(lambda rows: "LOBBY" in rows[0])
        pane.keys("q")
        pane.shows(lambda rows: any("ended with 0" in row for row in rows))
        assert pane.asks("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0"


def test_the_shell_has_the_terminal_while_the_client_is_suspended(
    begin: Callable[..., Pane],
) -> None:
    pane = begin("Ann", "127.0.0.1:1", prompt="sh -i")
    pane.shows(lambda rows: "LOBBY" in rows[0])
    pane.keys("F2")
    pane.shows(lambda rows: "mouse is set to on" in rows[-3])
    pane.keys("C-z")
    pane.shows(lambda rows: any("Stopped" in row for row in rows))
    assert pane.asks("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0"
    pane.types("fg")
    pane.shows(lambda rows: "LOBBY" in rows[0])
    assert pane.asks("#{alternate_on} #{mouse_any_flag}") == "1 1"
    pane.keys("q")
    pane.shows(lambda rows: any("ended with" in row for row in rows))
