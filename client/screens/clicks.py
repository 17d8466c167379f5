"""What the mouse comes to, in keys: it clicks what is drawn as a key, and chooses from lists.

A click anywhere else does nothing, so no click does what no key could do.
"""

from collections.abc import Sequence

from haydes.client.screens.rows import Drawing, Piece, Row, Spot, cells
from haydes.client.screens.ui import Key

KEYLIKE = ("key", "target", "aim")  # roles of what is drawn as a key
MARKS = " []()▸◂"  # that may stand around one
NAMES = {
    "Enter": "enter",
    "Esc": "escape",
    "Tab": "tab",
    "PgUp": "pageup",
    "↑↓": "down",
    "←→": "right",
}
HERE = "enter"  # what a click on the chosen thing does


def clicked(drawing: Drawing, keys: Sequence[Key], spot: Spot) -> tuple[str, ...]:
    """Return the keys that a click stands for, in turn."""
    if not 0 <= spot.row < len(drawing.rows):
        return ()
    line = drawing.rows[spot.row]
    if (
        name := _key(line, keys, spot.column, worded=spot.row == len(drawing.rows) - 1)
    ) is not None:
        return (name,)
    if spot.row not in drawing.steps or drawing.cursor.row not in drawing.steps:
        return ()
    steps = drawing.steps.index(spot.row) - drawing.steps.index(drawing.cursor.row)
    names = ("down",) * steps if steps > 0 else ("up",) * -steps or (HERE,)
    return names if _acts(names[0], keys) else ()


def wheeled(drawing: Drawing, name: str, *, overlaid: bool) -> tuple[str, ...]:
    """Return what a turn of the wheel does, "up" or "down": in a text or a list, the same."""
    return (name,) if overlaid or drawing.steps else ()


def _key(line: Row, keys: Sequence[Key], column: int, *, worded: bool) -> str | None:
    """Return the key drawn at a column; if `worded`, the word after a key belongs to it."""
    at = 0
    before: Piece = ("", "")
    for piece in line:
        at += cells(piece[1])
        if column < at:
            meant = before if worded and piece[0] not in KEYLIKE else piece
            return _name(meant, keys) if meant[0] in KEYLIKE else None
        before = piece
    return None


def _name(piece: Piece, keys: Sequence[Key]) -> str | None:
    role, text = piece
    sign = text.strip(MARKS)
    name = NAMES.get(sign, sign)
    if _acts(name, keys):
        return name
    # a card that is aimed at and lies face up has no letter any more
    return HERE if role == "aim" and _acts(HERE, keys) else None


def _acts(name: str, keys: Sequence[Key]) -> bool:
    return any(name in key.names for key in keys)
