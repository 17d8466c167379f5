"""Text from people: what may travel, and what may reach a terminal.

The server refuses text that breaks a rule and never repairs it; the client replaces what it
would not draw, whatever the server let through.
"""

from unicodedata import category, east_asian_width, is_normalized, normalize

from haydes.protocol.limits import CHAT, NAME, NAME_CELLS, TITLE

# Letters that look like blanks: Hangul fillers and the empty braille pattern
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"
_NAME_MARKS = "-_.' "
_MARKS_IN_A_ROW = 4


class TextError(ValueError):
    """A text breaks a rule; the sentence says which, without repeating the text."""


def check_name(name: str) -> str:
    """Return a player's name; raise TextError if it is not one."""
    _check(name, "name", NAME)
    if any(not (c.isalnum() or c in _NAME_MARKS or category(c).startswith("M")) for c in name):
        raise TextError("a name takes letters, digits, single spaces and - _ . '")
    if name.strip() != name or "  " in name:
        raise TextError("a name has no space at its ends and no two in a row")
    if cells(name) > NAME_CELLS:
        raise TextError(f"a name is at most {NAME_CELLS} cells wide")
    return name


def check_title(title: str) -> str:
    """Return a table's title (may be empty); raise TextError if it is not one."""
    return _check(title, "title", TITLE) if title else title


def check_chat(text: str) -> str:
    """Return a line of chat; raise TextError if it is not one."""
    return _check(text, "line of chat", CHAT)


def skeleton(name: str) -> str:
    """Return what two names that look alike have in common."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def cells(text: str) -> int:
    """Return how many terminal cells a printable text takes."""
    return sum(
        0 if category(c) in ("Mn", "Me") else 1 + (east_asian_width(c) in "WF") for c in text
    )


def safe(text: str) -> str:
    """Return `text` with every character that could drive a terminal replaced by U+FFFD."""
    if text.isascii() and text.isprintable():
        return text
    out: list[str] = []
    marks = 0
    for c in text:
        marks = marks + 1 if category(c).startswith("M") else 0
        plain = c.isprintable() and c not in _BLANK and marks <= _MARKS_IN_A_ROW
        out.append(c if plain else "\ufffd")
    return "".join(out)


def _check(text: str, what: str, limit: int) -> str:
    if not text or text.isspace():
        raise TextError(f"a {what} is not empty")
    if len(text) > limit:
        raise TextError(f"a {what} has at most {limit} characters, not {len(text)}")
    if not is_normalized("NFC", text):
        raise TextError(f"a {what} is in Unicode form NFC")
    if safe(text) != text:
        raise TextError(f"a {what} is printable text in one line")
    return text
