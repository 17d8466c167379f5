from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haydes.client.markdown import Block, Kind, read, spoken


def blocks(text: str) -> list[Block]:
    return read(text.split("\n"))


def told(text: str) -> list[str]:
    return list(spoken(blocks(text)))


def test_a_line_is_a_heading_an_item_a_row_or_a_paragraph() -> None:
    kinds = [
        block.kind for block in blocks("# Title\n\nText.\n- one\n- two\n\n| a |\n|---|\n| 1 |")
    ]
    items = [Kind.ITEM, Kind.ITEM]
    assert kinds == [Kind.HEADING, Kind.PARAGRAPH, *items, Kind.TABLE]


def test_marks_are_left_out() -> None:
    assert told("## The `map`\n**Your *turn*.** Say `higher`.\n- **H-1** You win.") == [
        "The map", "Your turn. Say higher.", "- H-1 You win."
    ]  # fmt: skip


def test_room_belongs_where_a_line_is_empty_and_before_headings() -> None:
    apart = [block.apart for block in blocks("# A\nb\n- c\n\n- d\n## E\n\n\nf\n| g |\n\n| h |")]
    assert apart == [True, False, False, True, True, True, False, True]


def test_rows_that_follow_each_other_are_one_table_without_its_dashes() -> None:
    (table,) = blocks("| a | b |\n|---|:-:|\n| 1 | |\n|2|3|")
    assert table.rows == (("a", "b"), ("1", ""), ("2", "3"))


def test_a_row_is_told_with_the_words_of_the_head() -> None:
    assert told("| card | | power |\n|---|---|---|\n| `ogre` | big | 5 |\n| elf | | 3 | x |") == [
        "card: ogre; big; power: 5", "card: elf; power: 3; x"
    ]  # fmt: skip


def test_a_head_alone_is_told_as_it_is() -> None:
    assert told("| a | b |\n|---|---|") == ["a; b"]
    assert told("|---|---|") == []


@given(st.lists(st.text("#-|*` ab\n", max_size=9)))
def test_any_lines_are_a_text(lines: list[str]) -> None:
    found = read(lines)
    list(spoken(found))
    assert all(block.rows and all(block.rows) for block in found)
    tables = [(one, two) for one, two in pairwise(found) if one.kind is two.kind is Kind.TABLE]
    assert all(two.apart for _, two in tables)


@pytest.mark.parametrize("line", ["#no heading", "-no item", "1 - 2 | 3", "--", "#"])
def test_other_lines_are_paragraphs(line: str) -> None:
    (block,) = blocks(line)
    assert (block.kind, block.text) == (Kind.PARAGRAPH, line)
