from collections.abc import Callable
from sys import maxunicode
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haydes.protocol.limits import CHAT, MARKS, NAME, NAME_CELLS, TITLE
from haydes.protocol.text import (
    TextError,
    cells,
    check_chat,
    check_name,
    check_title,
    safe,
    skeleton,
)

Check = Callable[[str], str]
CHECKS = (check_name, check_title, check_chat)

EVERY = [chr(n) for n in range(maxunicode + 1)]
# Whatever could drive a terminal, or hide, or is not in Unicode: all of it
FORBIDDEN = [c for c in EVERY if category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
UNSEEN = "\ufe0f\u034f\u180b\u17b4\U000e0100"  # marks without a shape
NAMED = {
    "NUL": "\0",
    "BEL": "\a",
    "BS": "\b",
    "TAB": "\t",
    "LF": "\n",
    "CR": "\r",
    "ESC": "\x1b",
    "DEL": "\x7f",
    "CSI": "\x9b",
    "OSC": "\x9d",
    "DCS": "\x90",
    "APC": "\x9f",
    "ST": "\x9c",
    "NEL": "\x85",
    "right-to-left override": "\u202e",
    "left-to-right isolate": "\u2066",
    "pop directional isolate": "\u2069",
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\xad",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "tag letter": "\U000e0041",
    "private use": "\ue000",
    "private use, far": "\U0010fffd",
    "not a character": "\uffff",
    "half a surrogate pair": "\ud800",
    "interlinear annotation": "\ufff9",
}
SEQUENCES = (
    "\x1b[2J",
    "\x1b]0;title\a",
    "\x1b]8;;http://a\x1b\\",
    "\x1b]52;c;aGk=\a",
    "\x1b[6n",
    "\x1bP+q544e\x1b\\",
    "\x1b_Gi=1\x1b\\",
    "\x9b2J",
    "\x9d0;title\x9c",
)


def refused(check: Check, text: str) -> bool:
    try:
        return check(text) != text
    except TextError:
        return True


def test_every_forbidden_character_is_replaced() -> None:
    assert safe("a".join(FORBIDDEN)) == "a".join("\ufffd" * len(FORBIDDEN))


@pytest.mark.parametrize("check", CHECKS)
def test_every_forbidden_character_is_refused(check: Check) -> None:
    some = [c for c in FORBIDDEN if c < "\u3000"] + FORBIDDEN[::499]
    assert [c for c in some if not refused(check, f"a{c}b")] == []


def test_the_named_ones_are_among_the_forbidden() -> None:
    assert set(NAMED.values()) <= set(FORBIDDEN)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_a_terminal_sequence_is_refused(check: Check, sequence: str) -> None:
    with pytest.raises(TextError):
        check(f"a{sequence}b")


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("c", BLANK)
def test_letters_that_look_blank_are_refused(check: Check, c: str) -> None:
    assert c.isprintable()
    with pytest.raises(TextError, match="printable"):
        check(f"a{c}b")


@pytest.mark.parametrize("check", CHECKS)
def test_the_only_space_is_the_usual_one(check: Check) -> None:
    spaces = [c for c in EVERY if category(c) == "Zs"]
    assert [c for c in spaces if not refused(check, f"a{c}b")] == [" "]


@pytest.mark.parametrize("check", CHECKS)
def test_a_few_marks_may_stand_on_a_letter_but_no_flood(check: Check) -> None:
    flood = "\u0323\u0330\u0331\u0332\u0333"
    assert len(flood) == MARKS + 1
    assert check("q" + flood[:-1]) == "q" + flood[:-1]
    with pytest.raises(TextError, match="printable"):
        check("q" + flood)


@pytest.mark.parametrize("check", CHECKS)
def test_a_mark_stands_on_something(check: Check) -> None:
    with pytest.raises(TextError, match="printable"):
        check("\u0323q")


@pytest.mark.parametrize("check", CHECKS)
def test_text_is_composed(check: Check) -> None:
    assert check("Zo\xeb") == "Zo\xeb"
    with pytest.raises(TextError, match="NFC"):
        check("Zoe\u0308")


@pytest.mark.parametrize(("check", "limit"), [(check_title, TITLE), (check_chat, CHAT)])
@pytest.mark.parametrize("c", ["x", "李", "\U0001f0a1"])
def test_length_is_counted_in_code_points(check: Check, limit: int, c: str) -> None:
    assert check(c * limit) == c * limit
    with pytest.raises(TextError, match=f"{limit} characters, not {limit + 1}"):
        check(c * (limit + 1))


def test_a_name_is_limited_in_code_points_and_in_cells() -> None:
    assert check_name("x" * NAME)
    with pytest.raises(TextError, match="24 characters"):
        check_name("x" * (NAME + 1))
    assert check_name("李" * (NAME_CELLS // 2))
    with pytest.raises(TextError, match="32 cells"):
        check_name("李" * (NAME_CELLS // 2 + 1))


@pytest.mark.parametrize("check", [check_name, check_chat])
@pytest.mark.parametrize("text", ["", " ", "   "])
def test_a_name_or_line_is_not_empty(check: Check, text: str) -> None:
    with pytest.raises(TextError, match="not empty"):
        check(text)


def test_a_title_may_be_empty_but_not_blank() -> None:
    assert check_title("") == ""
    with pytest.raises(TextError, match="not empty"):
        check_title(" ")


@pytest.mark.parametrize(
    "name",
    ["Ann", "Mary Ann", "O'Neill", "J.-P.", "x_1", "Zo\xeb", "李小龍", "Ωμέγα", "שרה", "क्षि", "7"],
)
def test_names_of_many_scripts_are_names(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("name", ["a/b", "a:b", "a@b", "<b>", "a\\b", "😀", "a|b", "%s", "{0}"])
def test_a_name_takes_letters_and_digits(name: str) -> None:
    with pytest.raises(TextError, match="letters, digits"):
        check_name(name)


@pytest.mark.parametrize("name", ["...", "-", "_", "'", "- -"])
def test_a_name_has_a_letter_or_a_digit(name: str) -> None:
    with pytest.raises(TextError, match="a letter or a digit"):
        check_name(name)


@pytest.mark.parametrize("name", [" Ann", "Ann ", "Mary  Ann"])
def test_spaces_in_names_are_single_and_inside(name: str) -> None:
    with pytest.raises(TextError, match="space"):
        check_name(name)


@pytest.mark.parametrize("c", UNSEEN)
def test_marks_without_a_shape_are_not_for_names(c: str) -> None:
    assert category(c) == "Mn"
    with pytest.raises(TextError, match="letters, digits"):
        check_name(f"a{c}")


def test_chat_may_be_lively() -> None:
    assert check_chat("❤\ufe0f 😀 <b>100 %</b> {x} $HOME") == "❤\ufe0f 😀 <b>100 %</b> {x} $HOME"


def test_a_refusal_does_not_repeat_the_text() -> None:
    for check in CHECKS:
        with pytest.raises(TextError) as caught:
            check("secret\x1b")
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "ANN"),
        ("Ann", "\uff21\uff4e\uff4e"),  # full width
        ("Ann", "\U0001d400\U0001d427\U0001d427"),  # mathematical bold
        ("Ann", "\u24d0nn"),  # in a circle
        ("Ann", "\u0410nn"),  # Cyrillic A
        ("Ann", "\u0391nn"),  # Greek A
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),  # all Cyrillic
        ("HOME", "\u041d\u041e\u041c\u0415"),
        ("\xeb", "\u0451"),  # with their dots
        ("strasse", "Stra\xdfe"),
        ("fish", "\ufb01sh"),  # a ligature
        ("Ali", "Al\u0131"),  # without its dot
        ("4", "\u2463"),
        ("\u30ab", "\uff76"),  # half width
    ],
)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Ali", "All"), ("e", "\xe9")])
def test_names_that_differ_to_the_eye_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_skeleton_is_its_own_skeleton() -> None:
    assert [c for c in filter(str.isalnum, EVERY) if skeleton(skeleton(c)) != skeleton(c)] == []


def test_no_marks_pass_unseen_between_names_that_are_allowed() -> None:
    """Two names that differ only in marks that show nothing cannot both exist."""
    marks = [c for c in EVERY if category(c) == "Mn"]
    allowed = [c for c in marks if not refused(check_name, normalize("NFC", f"a{c}"))]
    assert len(allowed) > 1000
    assert not set(UNSEEN) & set(allowed)


@given(st.text(max_size=12))
def test_what_is_safe_stays_as_it_is_and_is_printable(text: str) -> None:
    once = safe(text)
    assert len(once) == len(text)
    assert once.isprintable()
    assert safe(once) == once


@given(st.text(max_size=12))
def test_what_the_server_lets_through_the_client_draws_unchanged(text: str) -> None:
    for check in CHECKS:
        if not refused(check, text):
            assert safe(text) == text


@given(st.text("ab\u0301\u1100\u1161\U0001f468\u200d\U000e0100李", max_size=10), st.data())
def test_a_text_cut_anywhere_is_still_judged_and_drawn(text: str, data: st.DataObject) -> None:
    cut = text[data.draw(st.integers(0, len(text))) :]
    assert safe(cut).encode().decode() == safe(cut)
    for check in CHECKS:
        assert refused(check, cut) in (True, False)


def test_cells_are_those_of_a_terminal() -> None:
    assert cells("Ann") == 3
    assert cells("李小龍") == 6
    assert cells("\uff21") == 2
    assert cells("Zoe\u0308") == 3
    assert cells("a\u20dd") == 1
    assert cells("") == 0
