import pytest
from tests.client.screens.rules_samples import CLAUSE, TEXT, reading

from haydes.client.model import Reading
from haydes.client.pager import AFTER, Pager

WIDE = 40


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDE))
    monkeypatch.setenv("LINES", "12")


def pages(told: Reading) -> list[list[str]]:
    """Turn to the end."""
    pager = Pager(told, on_terminal=True)
    turned: list[list[str]] = []
    while page := pager.turn():
        turned.append(page)
    return turned


def test_on_a_pipe_a_paragraph_is_a_line_and_all_come_at_once() -> None:
    pager = Pager(reading(TEXT))
    rows = pager.turn()
    assert rows[:2] == ["Rules: Escape from Haydes", "Rules: How to play"]
    assert "Rules: option: tuybe; values: off, on; meaning: once in your turn you may ride" in (
        "".join(rows)
    )
    assert rows[-1] == f"Hint: {AFTER}"
    assert {row.split(":")[0] for row in rows} == {"Rules", "Hint"}
    assert pager.turn() == []


def test_a_word_that_was_looked_up_needs_no_hint() -> None:
    rows = Pager(reading(CLAUSE, "h-33")).turn()
    assert rows[-1] == (
        "Rules: - HA-12 One may walk onto a face-up card."
        " It must be so, as H-33 has others come in."
    )


@pytest.mark.usefixtures("_terminal")
def test_a_terminal_gets_pages_that_fit() -> None:
    turned = pages(reading(TEXT))
    assert len(turned) > 3
    assert all(len(page) <= 10 for page in turned)
    rows = [row for page in turned for row in page if "Enter shows more" not in row]
    assert max(map(len, rows)) < WIDE
    whole = " ".join(rows).replace("  ", "").split()
    assert whole == " ".join(Pager(reading(TEXT)).turn()).split()


@pytest.mark.usefixtures("_terminal")
def test_a_page_that_is_not_the_last_says_how_to_go_on() -> None:
    *before, last = pages(reading(TEXT))
    for page in before:
        assert page[-1].startswith("Hint: Enter shows more")
    assert "Enter shows more" not in last[-1]
    left = sum(len(page) - 1 for page in before[1:]) + len(last)
    assert f" {left} lines " in before[0][-1]


@pytest.mark.usefixtures("_terminal")
def test_what_is_closed_shows_no_more() -> None:
    pager = Pager(reading(TEXT), on_terminal=True)
    assert pager.turn()
    pager.close()
    assert pager.turn() == []


def test_nothing_that_could_drive_a_terminal_is_shown() -> None:
    odd = Reading("pig", "x", ("# \x1b[2J", "- \u202eevil", "| \x07 | \r |"))
    assert all(row.isprintable() for row in Pager(odd).turn())
