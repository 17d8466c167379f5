from dataclasses import replace

import pytest
from tests.client.screens.every import SCREENS
from tests.client.screens.golden import DESIGN, FOLDER, recordings, shown
from wcwidth import wcswidth

from haydes.client.look import THEMES
from haydes.client.model import Line, Voice
from haydes.client.screens.everywhere import QUIT
from haydes.client.screens.frame import hints, latest, told
from haydes.client.screens.rows import Area, Drawing, Row, Spot, in_ascii, string
from haydes.client.screens.screen import draw
from haydes.client.screens.ui import Mode, Overlay, key

POINTED = ("me", "aim", "picked", "target")  # roles of a figure, or of what is picked
SIZES = (Area(24, 80), Area(16, 60), Area(43, 132), Area(17, 71), Area(30, 100))


def cells(line: Row) -> int:
    """Measure as the terminal library does: character by character."""
    return sum(max(0, wcswidth(c)) for c in string(line))


def check(drawing: Drawing, size: Area) -> None:
    assert len(drawing.rows) == size.rows
    assert {cells(line) for line in drawing.rows} == {size.columns}
    assert 0 <= drawing.cursor.row < size.rows
    assert 0 <= drawing.cursor.column < size.columns


@pytest.mark.parametrize("file", recordings())
def test_a_screen_is_as_recorded(file: str) -> None:
    name, size, ascii_only = recordings()[file]
    assert shown(name, size, ascii_only=ascii_only) == (FOLDER / file).read_text("utf-8")


def test_nothing_is_recorded_that_is_not_drawn() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(recordings())


@pytest.mark.parametrize("name", SCREENS)
def test_every_row_is_as_wide_as_the_window(name: str) -> None:
    for size in SIZES:
        check(draw(*SCREENS[name], size), size)


@pytest.mark.parametrize("size", [Area(15, 80), Area(24, 59), Area(5, 20), Area(1, 10), Area(3, 1)])
def test_a_window_that_is_too_small_says_so(size: Area) -> None:
    drawing = draw(*SCREENS["move"], size)
    check(drawing, size)
    if size.columns > 20:
        words = " ".join(string(line) for line in drawing.rows)
        assert f"{size.columns} x {size.rows}" in words
        assert "60 x 16" in words


@pytest.mark.parametrize("name", SCREENS)
def test_ascii_has_the_same_widths_and_no_other_signs(name: str) -> None:
    for size in SIZES:
        for line in draw(*SCREENS[name], size).rows:
            plain = in_ascii(line)
            assert string(plain).isascii()
            assert string(plain).isprintable()
            assert len(string(plain)) == size.columns


@pytest.mark.parametrize("name", SCREENS)
def test_every_role_has_a_look_in_every_theme(name: str) -> None:
    for size in SIZES:
        roles = {role for line in draw(*SCREENS[name], size).rows for role, _ in line if role}
        for theme in THEMES.values():
            assert roles <= set(theme)


def under_the_cursor(drawing: Drawing) -> tuple[str, str]:
    """Return role and text of what the terminal's own cursor stands on."""
    at = 0
    for role, text in drawing.rows[drawing.cursor.row]:
        wide = sum(max(0, wcswidth(c)) for c in text)
        if at + wide > drawing.cursor.column:
            return role, "".join(c + "\0" * (wcswidth(c) - 1) for c in text)[
                drawing.cursor.column - at :
            ]
        at += wide
    raise AssertionError(drawing.cursor)


@pytest.mark.parametrize("name", SCREENS)
def test_the_cursor_is_on_ones_figure_or_on_what_is_picked(name: str) -> None:
    one, ui = SCREENS[name]
    for size in SIZES:
        drawing = draw(one, ui, size)
        role, text = under_the_cursor(drawing)
        if ui.mode is not Mode.KEYS:
            assert drawing.cursor.row == size.rows - 2, "it is where the next sign goes"
        elif ui.overlay in (Overlay.NONE, Overlay.SETTINGS):
            written = ui.opening is not None  # past the end of a text, too
            seen = role in POINTED or text.startswith(("▸", "@")) or drawing.steps == ()
            assert written or (seen and text.strip())
        else:
            corner = Spot(drawing.cursor.row - 1, drawing.cursor.column - 2)
            assert under_the_cursor(replace(drawing, cursor=corner))[1].startswith("┌")


def test_the_way_out_is_named_however_many_keys_act() -> None:
    many = [key(name, name, "", QUIT.do, hint="does something") for name in "abcdefgh"]
    assert string(hints([*many, QUIT], 60)).rstrip().endswith("q quit")
    assert string(hints([QUIT, *many], 60)).startswith("? help  q quit  a does something")


def test_the_log_names_keys_where_plain_mode_names_words() -> None:
    lines = told(Line(Voice.TABLE, "the match is over. Type start for another match."), 80)
    assert [string(line) for line in lines] == [" Table: the match is over. s plays again."]
    chat = told(Line(Voice.CHAT, "Bram: Type start for another match."), 80)
    assert [string(line) for line in chat] == [" Chat: Bram: Type start for another match."]


def test_a_sentence_that_has_no_room_is_marked_as_cut() -> None:
    told_last = latest([Line(Voice.EVENT, "one"), Line(Voice.EVENT, "word " * 20)], Area(1, 40))
    assert string(told_last[0]).rstrip() == " word word word word word word word…"
    assert string(latest([Line(Voice.EVENT, "one")], Area(1, 40))[0]).rstrip() == " one"


def test_a_paused_match_offers_no_moves() -> None:
    last = string(draw(*SCREENS["paused"], DESIGN).rows[-1])
    assert last.startswith("? help  P go on  / chat")


def test_help_is_named_in_the_title_and_first_in_the_hints() -> None:
    for name, (model, ui) in SCREENS.items():
        for size in SIZES:
            rows = draw(model, ui, size).rows
            assert "?" in string(rows[0])
            if name not in ("command", "chat", "unread_typing", "word"):
                assert string(rows[-1]).startswith("? help")
