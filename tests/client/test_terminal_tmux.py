"""Games in a real terminal multiplexer, against real servers."""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from tests.client.panes import Pane, needs_tmux, opening
from tests.client.processes import serving

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
            next(row.strip() for row in pane.rows() if row.strip().startswith("YOU "))
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
