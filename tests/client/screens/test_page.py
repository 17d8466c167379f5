import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.client.screens.rules_samples import TEXT, reading

from haydes.client.screens.page import page
from haydes.client.screens.rows import cells, string

GRID = "| rank | `what it is` |\n|---|---|\n| A | {} |\n| K | b |"


def rows(text: str, columns: int, about: str = "x") -> list[str]:
    return [string(line).rstrip() for line in page(reading(text, about), columns, "a hint")]


def test_a_table_stands_in_columns_as_wide_as_they_need() -> None:
    assert rows(GRID.format("one"), 40) == ["rank  what it is", "A     one", "K     b"]


def test_what_is_too_wide_goes_on_below_in_its_column() -> None:
    assert rows(GRID.format("one two three four"), 20) == [
        "rank  what it is", "A     one two three", "      four", "K     b"
    ]  # fmt: skip


def test_the_widest_column_gives_way_and_words_are_cut_last() -> None:
    assert rows("| a | b |\n|---|---|\n| weapons_master | his power is 6 |", 22) == [
        "a               b", "weapons_master  his", "                power", "                is 6"
    ]  # fmt: skip


def test_a_column_without_a_word_in_it_takes_no_room() -> None:
    assert rows("| a | | b |\n|---|---|---|\n| 1 | | 2 |", 40) == ["a  b", "1  2"]


def test_a_table_of_too_many_columns_is_told_in_sentences() -> None:
    head, line = "|".join("abcdefgh"), "|".join("12345678")
    assert rows(f"|{head}|\n|-|\n|{line}|", 60)[0].startswith("a  b  c")
    assert rows(f"|{head}|\n|-|\n|{line}|", 40) == [
        "a: 1; b: 2; c: 3; d: 4; e: 5; f: 6; g:", "7; h: 8"
    ]  # fmt: skip


def test_items_hang_on_their_dash() -> None:
    assert rows("- one two three", 10) == ["- one two", "  three"]


def test_only_how_to_play_ends_with_a_hint() -> None:
    assert rows("# A", 40, about="") == ["A", "", "a hint"]
    assert rows("# A", 40) == ["A"]


@pytest.mark.parametrize("columns", [20, 33, 56, 72, 120])
def test_no_row_is_too_wide_and_no_mark_is_left(columns: int) -> None:
    for line in page(reading(TEXT), columns, "a hint"):
        assert cells(string(line)) <= columns
        assert not set("*`|#") & set(string(line))


@given(st.lists(st.text("#-|*` a李\x1b", max_size=30), max_size=9), st.integers(20, 60))
def test_any_text_fits(lines: list[str], columns: int) -> None:
    for line in page(reading("\n".join(lines)), columns, "a hint"):
        assert cells(string(line)) <= columns
        assert string(line).isprintable()
