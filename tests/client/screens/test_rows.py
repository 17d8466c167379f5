from hypothesis import given
from hypothesis import strategies as st

from haydes.client.screens.rows import (
    Area,
    Row,
    Spot,
    box,
    cells,
    clip,
    fill,
    fit,
    in_ascii,
    lay_over,
    pad,
    plain,
    row,
    spread,
    string,
    width,
    wrap,
)

TEXT = st.text("ab c漢é♠\u0301░", max_size=40)
ROW = st.lists(st.tuples(st.sampled_from(["", "dim"]), TEXT), max_size=4).map(tuple)
COLUMNS = st.integers(0, 30)


@given(ROW, COLUMNS)
def test_fit_gives_exactly_the_cells_asked_for(line: Row, columns: int) -> None:
    assert width(fit(line, columns)) == columns


@given(TEXT, COLUMNS)
def test_clip_never_gives_more_and_keeps_what_fits(text: str, columns: int) -> None:
    assert cells(clip(text, columns)) <= columns
    if cells(text) <= columns:
        assert clip(text, columns) == text
    assert cells(pad(text, columns)) == columns


@given(ROW, ROW, COLUMNS)
def test_spread_is_as_wide_as_asked(left: Row, right: Row, columns: int) -> None:
    assert width(spread(left, right, columns)) == columns


@given(TEXT, st.integers(4, 30))
def test_wrapped_lines_fit_and_lose_no_letter(text: str, columns: int) -> None:
    lines = wrap(text, columns, "  ")
    assert all(cells(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(ROW, min_size=1, max_size=5), st.integers(-2, 6), st.integers(0, 20))
def test_what_lies_over_rows_keeps_their_width(rows: list[Row], top: int, left: int) -> None:
    size = Area(5, 24)
    below = fill(rows, size)
    laid = lay_over(below, box([row("x漢")], "box"), Spot(top, left))
    assert len(laid) == size.rows
    touched = [line for line, old in zip(laid, below, strict=True) if line != old]
    assert all(width(line) >= size.columns for line in laid)
    assert {width(line) for line in laid if line not in touched} <= {size.columns}


def test_half_a_wide_character_becomes_a_space() -> None:
    laid = lay_over([row("漢漢漢漢")], [row("x")], Spot(0, 3))
    assert string(laid[0]) == "漢 x漢漢"


def test_remote_text_cannot_drive_the_terminal() -> None:
    assert plain("a\x1b[31m\r\nb\u202e") == "a\ufffd[31m\ufffd\ufffdb\ufffd"
    # a selector would make some terminals draw the sign before it in two cells
    assert plain("♥\ufe0f") == "♥"


def test_ascii_keeps_the_width_of_what_it_cannot_say() -> None:
    assert string(in_ascii(row("░♠ 漢é"))) == ":s ???"


def test_long_words_are_cut_where_they_must_be() -> None:
    assert wrap("one twothreefour", 8) == ["one", "twothree", "four"]
