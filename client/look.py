"""How screens look on this terminal: which glyphs, which colours.

Screens are drawn in Unicode and name roles, never colours. `Look.ascii` turns every glyph into
a twin of the same width, so that layouts never change; a theme gives every role its attributes.
Every role differs from its neighbours by a shape too, or by reverse, bold or underline.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from haydes.client.options import Colour, Glyphs, Theme


@dataclass(frozen=True, slots=True)
class Look:
    ascii: bool = False
    theme: Theme = Theme.DARK
    depth: int = 0  # bits of colour the player insists on; 0: what the terminal offers


ASCII = str.maketrans(
    {
        "♠": "s", "♥": "h", "♦": "d", "♣": "c",
        "░": ":", "·": ".", "●": "*", "◐": "~", "○": "o", "■": "#", "□": ".",
        "▸": ">", "◂": "<", "▲": "^", "▼": "v", "←": "<", "↑": "^", "↓": "v", "→": ">", "»": ">",
        "▁": "_", "▂": ".", "▃": "-", "▄": "-", "▅": "=", "▆": "=", "▇": "#", "█": "#",
        "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+",
        "┬": "+", "┴": "+", "…": "~", "\u2013": "-", "\u2014": "-", "\u2019": "'",
    }
)  # fmt: skip

# Okabe and Ito's colours, which people with the common forms of colour blindness can tell
# apart; a shade lighter where a dark ground would swallow them, darker ones of the same hues on
# a light ground. Body text is the terminal's own.
_DARK = {
    "me": "bold #000000 bg:#56b4e9",
    "seat0": "underline #56b4e9",
    "seat1": "underline #cc79a7",
    "seat2": "underline #e69f00",
    "seat3": "underline #00af87",
    "spades": "",
    "hearts": "#f07020",
    "diamonds": "#56b4e9",
    "clubs": "#00af87",
    "down": "#94a0ad",
    "searched": "#94a0ad",
    "target": "#000000 bg:#f0e442",
    "aim": "bold #000000 bg:#f0e442 underline",
    "creature": "bold #ffffff bg:#8b3000",
    "joker": "bold underline #ffffff bg:#8a4b00",
    "start": "bold",
    "full": "#56b4e9",
    "good": "bold #00af87",
    "warn": "bold #e69f00",
    "bad": "bold #f07020",
    "key": "bold #56b4e9",
    "dim": "#999999",
    "turn": "bold #000000 bg:#f0e442",
}
_LIGHT = _DARK | {
    "me": "bold #ffffff bg:#0072b2",
    "seat0": "underline #0072b2",
    "seat1": "underline #87005f",
    "seat2": "underline #8a5f00",
    "seat3": "underline #00694d",
    "hearts": "#a84a00",
    "diamonds": "#0072b2",
    "clubs": "#00694d",
    "down": "#595959",
    "searched": "#595959",
    "creature": "bold #ffffff bg:#8b3000",
    "full": "#0072b2",
    "good": "bold #00694d",
    "warn": "bold #8a5f00",
    "bad": "bold #a84a00",
    "key": "bold #0072b2",
    "dim": "#595959",
}
_NONE = {
    "me": "reverse bold",
    "seat0": "underline",
    "seat1": "underline",
    "seat2": "underline",
    "seat3": "underline",
    "spades": "",
    "hearts": "",
    "diamonds": "",
    "clubs": "",
    "down": "dim",
    "searched": "dim",
    "target": "reverse",
    "aim": "reverse bold underline",
    "creature": "bold reverse",
    "joker": "bold underline",
    "start": "bold",
    "full": "",
    "good": "bold",
    "warn": "bold",
    "bad": "bold",
    "key": "bold",
    "dim": "dim",
    "turn": "reverse bold",
}
# The sixteen colours that stand in for those above where a terminal has no more.
_SIXTEEN: Mapping[Theme, Mapping[str, str]] = {
    Theme.DARK: {
        "#000000": "ansiblack", "#ffffff": "ansiwhite", "#56b4e9": "ansibrightcyan",
        "#cc79a7": "ansibrightmagenta", "#e69f00": "ansiyellow", "#00af87": "ansibrightgreen",
        "#f07020": "ansibrightred", "#94a0ad": "ansigray", "#999999": "ansigray",
        "#f0e442": "ansibrightyellow", "#8b3000": "ansired", "#8a4b00": "ansimagenta",
    },
    Theme.LIGHT: {
        "#000000": "ansiblack", "#ffffff": "ansiwhite", "#0072b2": "ansiblue",
        "#87005f": "ansimagenta", "#8a5f00": "ansired", "#00694d": "ansimagenta",
        "#a84a00": "ansired", "#595959": "ansibrightblack", "#f0e442": "ansibrightyellow",
        "#8b3000": "ansired", "#8a4b00": "ansimagenta",
    },
    Theme.NONE: {},
}  # fmt: skip
# Alike in every theme: a choice is reverse video, headings are bold.
_ALL = {"bold": "bold", "title": "bold", "picked": "reverse", "rule": "", "box": ""}

THEMES: Mapping[Theme, Mapping[str, str]] = {
    Theme.DARK: _ALL | _DARK,
    Theme.LIGHT: _ALL | _LIGHT,
    Theme.NONE: _ALL | _NONE,
}

SIXTEEN_BITS, MANY_BITS, ALL_BITS = 4, 8, 24


def roles(theme: Theme, depth: int) -> Mapping[str, str]:
    """Return the attributes of every role in a theme, where colours have so many bits."""
    if depth != SIXTEEN_BITS:
        return THEMES[theme]
    twins = _SIXTEEN[theme]
    return {role: _named(attributes, twins) for role, attributes in THEMES[theme].items()}


def _named(attributes: str, twins: Mapping[str, str]) -> str:
    for colour, twin in twins.items():
        attributes = attributes.replace(colour, twin)
    return attributes


def settled(settings: Mapping[str, str], environ: Mapping[str, str], encoding: str | None) -> Look:
    """Return what the settings of a player make of a terminal."""
    return choose(
        Colour(settings["color"]),
        Glyphs(settings["glyphs"]),
        Theme(settings["theme"]),
        environ,
        encoding,
    )


def choose(
    colour: Colour, glyphs: Glyphs, theme: Theme, environ: Mapping[str, str], encoding: str | None
) -> Look:
    """Return the look for a terminal: the player's word first, then NO_COLOR, then a guess."""
    coloured = colour is Colour.ALWAYS or (colour is Colour.AUTO and not environ.get("NO_COLOR"))
    depth = 1
    if coloured:
        # NO_COLOR would still win over `--color always` in what the terminal library guesses
        depth = MANY_BITS if colour is Colour.ALWAYS and environ.get("NO_COLOR") else 0
        if environ.get("COLORTERM") in ("truecolor", "24bit"):  # of which it knows nothing
            depth = ALL_BITS
    return Look(
        ascii=glyphs is Glyphs.ASCII
        or (glyphs is Glyphs.AUTO and not speaks_utf8(environ, encoding)),
        theme=theme if coloured else Theme.NONE,
        depth=depth,
    )


def speaks_utf8(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Tell whether a terminal shows Unicode, as far as the environment lets one see."""
    if (encoding or "").lower().replace("-", "") != "utf8" or environ.get("TERM") == "linux":
        return False
    if sys.platform == "win32":
        return True
    # In the C locale Python sets LC_CTYPE for itself, which says nothing about the terminal.
    kind = "" if sys.flags.utf8_mode else environ.get("LC_CTYPE", "")
    locale = environ.get("LC_ALL") or kind or environ.get("LANG", "")
    return "utf8" in locale.lower().replace("-", "")
