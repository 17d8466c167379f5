"""What is said about a word, and how a text of rules is cut to what the wire takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.toy import PIG

from haydes.engine.registry import GAMES
from haydes.protocol.limits import ELEMENTS, STRING
from haydes.server.rulebook import LETTERS, MORE, read

BOOK = read(PIG.rules())


def told(about: str) -> str:
    return "\n".join(BOOK.about(about))


def clause(number: str) -> list[str]:
    """Return the lines of a clause and of what speaks of it, without what is over them."""
    return [line.split("**")[1] for line in BOOK.about(number) if line.startswith("- ")]


def test_without_a_word_it_is_all_that_stands_before_the_clauses() -> None:
    assert told("") == told("  ") == PIG.rules().split("\n\n## Clauses")[0]


def test_a_paragraph_stands_under_its_headings_and_lists_under_their_labels() -> None:
    assert told("loses") == (
        "# Pig with Charms\n\n## Clauses\n\nRolling\n- **P-1** A one loses the pot."
    )


def test_a_row_of_a_table_stands_under_the_head() -> None:
    assert told("100") == (
        "# Pig with Charms\n\n## Options\n\n| option | values | meaning |\n|---|---|---|\n"
        "| `target` | 1 to 100 | points that win |"
    )


def test_what_is_over_several_paragraphs_is_said_once() -> None:
    assert told("bank").count("## Clauses") == 1
    assert told("bank").count("Banking\n") == 1
    assert told("pot").splitlines()[2:] == [
        "## How to play", "", "**Roll** as often as you like, or `bank` what is in the pot.", "",
        "## Clauses", "", "Rolling", "- **P-1** A one loses the pot.", "",
        "Banking", "- **P-10** Who banks keeps the pot.", "",
        "## Rulings", "", "- **PA-1** Banking an empty pot is allowed.",
    ]  # fmt: skip


def test_a_clause_is_found_by_its_number_and_so_is_what_refers_to_it() -> None:
    assert clause("P-10") == ["P-10"]
    assert clause("P-1") == clause("p-1") == ["P-1", "P-11"]
    assert clause("PA-1") == ["PA-1"]


def test_clauses_from_one_number_to_another_have_all_between() -> None:
    assert clause("P-2") == clause("P-3") == clause("P-4") == ["P-2"]


def test_capitals_marks_and_spaces_make_no_difference() -> None:
    assert told("BANKED") == told("banked") == told(" banked ")
    assert "P-11" in told("banked, as")
    assert told("or  bank") == told("or bank") != ""


def test_a_word_may_be_the_beginning_of_one_but_not_its_middle() -> None:
    assert "P-10" in told("ban")
    assert told("anks") == ""


def test_a_heading_or_label_stands_for_all_that_is_under_it() -> None:
    assert told("options").count("\n| `") == 2
    assert clause("rolling") == ["P-1", "P-2"]


def test_a_pattern_is_only_text() -> None:
    for sign in (".*", "(", "[a-z]", "\\", "|", "^", "$", "?"):
        assert told(sign) == ""


def test_what_one_may_ask_about_is_the_sections_and_a_clause() -> None:
    assert BOOK.examples() == ["How to play", "Options", "Clauses", "Rulings", "P-1"]
    assert read("# Dull\n\nNothing more.").examples() == []


def test_a_text_without_clauses_is_all_how_to_play() -> None:
    assert read("# Dull\n\nNothing more.\n").about("") == ["# Dull", "", "Nothing more."]


def test_long_lines_are_cut_between_words() -> None:
    long = " ".join(["word"] * 500)
    lines = read(f"# Long\n\n{long}").about("word")
    assert " ".join(lines[2:]) == long
    assert all(len(line) <= STRING and line.endswith(("word", "", "Long")) for line in lines)


@pytest.mark.parametrize(
    "text", ["- word\n" * ELEMENTS, f"{'word ' * 150}\n\n" * 30, "x" * 2 * LETTERS]
)
def test_an_answer_that_is_too_long_says_so_at_its_end(text: str) -> None:
    for about in ("", "word" if "word" in text else "x"):
        lines = read(f"# Long\n\n{text}").about(about)
        assert lines[-1] == MORE
        assert len(lines) <= ELEMENTS
        assert max(map(len, lines)) <= STRING
        assert sum(map(len, lines)) <= LETTERS


@pytest.mark.parametrize("name", GAMES)
def test_how_to_play_fits(name: str) -> None:
    lines = read(GAMES[name].rules()).about("")
    assert "\n".join(lines) == GAMES[name].rules().split("\n\n## Clauses")[0]


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_every_word_of_a_game_finds_its_own_line(name: str, data: st.DataObject) -> None:
    lines = GAMES[name].rules().splitlines()
    line = data.draw(st.sampled_from([line for line in lines if line.startswith("- ")]))
    start = line.replace("*", "").replace("`", "").removeprefix("- ").split()
    found = read(GAMES[name].rules()).about(" ".join(start[:6]))
    assert line in found
