import sys

import pytest
from prompt_toolkit.styles import Style

from haydes.client.look import ASCII, THEMES, Look, choose, speaks_utf8
from haydes.client.options import Colour, Glyphs, Theme
from haydes.client.screens.rows import cells

UTF8 = {"LANG": "en_US.UTF-8", "TERM": "xterm-256color"}


def test_the_theme_is_the_players() -> None:
    look = choose(Colour.AUTO, Glyphs.UNICODE, Theme.LIGHT, {}, "utf-8")
    assert look == Look(theme=Theme.LIGHT)


@pytest.mark.parametrize(
    ("colour", "environ", "look"),
    [
        (Colour.AUTO, {}, Look(theme=Theme.DARK)),
        (Colour.AUTO, {"NO_COLOR": "1"}, Look(theme=Theme.NONE, depth=1)),
        (Colour.AUTO, {"NO_COLOR": ""}, Look(theme=Theme.DARK)),
        (Colour.NEVER, {}, Look(theme=Theme.NONE, depth=1)),
        (Colour.ALWAYS, {"NO_COLOR": "1"}, Look(theme=Theme.DARK, depth=8)),
        (Colour.ALWAYS, {}, Look(theme=Theme.DARK)),
        (Colour.AUTO, {"COLORTERM": "truecolor"}, Look(theme=Theme.DARK, depth=24)),
        (Colour.AUTO, {"COLORTERM": "24bit", "NO_COLOR": "1"}, Look(theme=Theme.NONE, depth=1)),
        (Colour.NEVER, {"COLORTERM": "truecolor"}, Look(theme=Theme.NONE, depth=1)),
    ],
)
def test_colour_is_the_players_word_then_no_color_then_a_guess(
    colour: Colour, environ: dict[str, str], look: Look
) -> None:
    assert choose(colour, Glyphs.UNICODE, Theme.DARK, environ, "utf-8") == look


@pytest.mark.parametrize(
    ("environ", "encoding", "unicode"),
    [
        (UTF8, "utf-8", True),
        (UTF8, "UTF8", True),
        (UTF8, "latin-1", False),
        (UTF8, None, False),
        ({**UTF8, "TERM": "linux"}, "utf-8", False),
        ({"LANG": "C"}, "utf-8", False),
        ({}, "utf-8", False),
        ({"LC_ALL": "C", **UTF8}, "utf-8", False),
        ({"LANG": "de_DE.ISO-8859-1", "LC_CTYPE": "de_DE.utf8"}, "utf-8", True),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="there is no locale to ask")
def test_unicode_needs_the_stream_the_terminal_and_the_locale_to_agree(
    environ: dict[str, str], encoding: str | None, *, unicode: bool
) -> None:
    if sys.flags.utf8_mode and "LC_CTYPE" in environ:
        pytest.skip("in this locale Python itself sets LC_CTYPE")
    assert speaks_utf8(environ, encoding) is unicode
    assert choose(Colour.AUTO, Glyphs.AUTO, Theme.DARK, environ, encoding).ascii is not unicode
    assert not choose(Colour.AUTO, Glyphs.UNICODE, Theme.DARK, environ, encoding).ascii
    assert choose(Colour.AUTO, Glyphs.ASCII, Theme.DARK, environ, encoding).ascii


def test_every_sign_has_a_twin_of_the_same_width() -> None:
    for sign, twin in ASCII.items():
        assert cells(chr(sign)) == len(twin) == 1
        assert twin.isascii()


def test_every_theme_has_the_same_roles_and_is_understood() -> None:
    assert len({frozenset(theme) for theme in THEMES.values()}) == 1
    for theme in THEMES.values():
        assert Style.from_dict(dict(theme)).style_rules


def test_without_colour_no_role_names_one() -> None:
    for attributes in THEMES[Theme.NONE].values():
        assert set(attributes.split()) <= {"bold", "dim", "reverse", "underline"}


def test_no_role_blinks() -> None:
    assert not any("blink" in role for theme in THEMES.values() for role in theme.values())
