"""The settings, each turned by a key: what is changed counts at once, and is kept in the file."""

from collections.abc import Mapping
from dataclasses import replace

from haydes.client.config import NEXT, SETTINGS
from haydes.client.model import Model
from haydes.client.screens.rows import Row, fit, pad, row
from haydes.client.screens.ui import Key, Overlay, Press, Ui, key

# What a setting is for, in the order in which they are listed.
WHAT: Mapping[str, str] = {
    "theme": "for a dark or a light terminal, or none",
    "color": "auto: unless NO_COLOR is set",
    "glyphs": "see below",
    "cards": "in the log: six of clubs, or 6C",
    "odds": "beside what you may do",
    "bell": "on your turn, if you look elsewhere",
    "notice": "the same on the desktop, where that works",
    "motion": "cards turn, dice settle",
    "mouse": "click keys and lists (F2: for now)",
}
LINES_OF_TEXT = ("choices", "interrupt")  # these are for plain mode
NAME = 9  # columns of a setting's name
VALUE = 13  # columns of its value, with its marks

_SIGNS: tuple[str, ...] = ("♠♥", "♦♣", "░░", "●○", "■□", "▸◂", "▲▼", "←→", "──")
# A terminal that draws one of them two columns wide breaks the grid.
CHECK: tuple[Row, ...] = (
    row(),
    row(("dim", "Do these line up?  "), f"│{'│'.join(['ab'] * len(_SIGNS))}│"),
    row(("dim", "If not: ascii.     "), f"│{'│'.join(_SIGNS)}│"),
    row(("dim", "                   "), f"│{'│'.join(['ab'] * len(_SIGNS))}│"),
)


def names() -> list[str]:
    """Return the settings that are listed."""
    others = [name for name in SETTINGS if name not in (*NEXT, *LINES_OF_TEXT, *WHAT)]
    return [*WHAT, *others]


def content(ui: Ui, columns: int) -> list[Row]:
    """Return all lines of the overlay; line n is about setting n."""
    at = picked(ui)
    return [_line(name, ui, n == at, columns) for n, name in enumerate(names())] + list(CHECK)


def picked(ui: Ui) -> int:
    return ui.page % len(names())


def _line(name: str, ui: Ui, chosen: bool, columns: int) -> Row:  # noqa: FBT001 - of one use
    value = ui.settings.get(name, "")
    return fit(
        row(
            ("bold", "▸ " if chosen else "  "),
            pad(name, NAME),
            ("picked" if chosen else "", f"< {value} >"),
            " " * max(1, VALUE - len(value) - 4),
            ("dim", WHAT.get(name, "")),
        ),
        columns,
    )


def _choose(_model: Model, ui: Ui, name: str) -> Press:
    return Press(replace(ui, page=(picked(ui) + (-1 if name == "up" else 1)) % len(names())))


def _turn(_model: Model, ui: Ui, name: str) -> Press:
    setting = names()[picked(ui)]
    values = SETTINGS[setting]
    old = ui.settings.get(setting, values[0])
    step = -1 if name == "left" else 1
    value = values[(values.index(old) + step) % len(values)]
    return Press(ui, types=f"set {setting} {value} save")


def _close(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, overlay=Overlay.NONE, page=0))


KEYS: tuple[Key, ...] = (
    key("up down tab", "↑↓", "choose a setting", _choose, hint="choose"),
    key("left right enter space", "←→", "change it", _turn, hint="change"),
    key("escape q S", "Esc", "close", _close, hint="closes"),
)
