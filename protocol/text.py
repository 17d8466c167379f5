"""Text from people: what may travel, and what may reach a terminal.

The server refuses text that breaks a rule and never repairs it; the client replaces what it
would not draw, whatever the server let through.
"""

from unicodedata import category, east_asian_width, is_normalized, normalize

from haydes.protocol.limits import CHAT, MARKS, NAME, NAME_CELLS, TITLE

# Letters that look like blanks: Hangul fillers, the empty braille pattern, hieroglyphic blanks
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\U00013441\U00013442"
# Marks that show nothing and would make two equal-looking names differ
_UNSEEN = frozenset(
    (
        *range(0xFE00, 0xFE10),  # variation selectors
        *range(0xE0100, 0xE01F0),
        *(0x180B, 0x180C, 0x180D, 0x180F),  # of Mongolian
        *(0x034F, 0x17B4, 0x17B5, 0x16FE4),
    )
)
_NAME_MARKS = "-_.' "
# Cyrillic and Greek letters that pass for Latin ones, in their small or capital form
_LOOKALIKES = str.maketrans(
    "авеікмнорстухѕјԁһӏԛԝѵαβεηικμνορτυχıɑɡ",
    "abeikmhopctyxsjdhlqwvabehikmvoptyxiag",
)


class TextError(ValueError):
    """A text breaks a rule; the sentence says which, without repeating the text."""


def check_name(name: str) -> str:
    """Return a player's name; raise TextError if it is not one."""
    _check(name, "name", NAME)
    if not all(_in_names(c) for c in name):
        raise TextError("a name takes letters, digits, single spaces and - _ . '")
    if not any(c.isalnum() for c in name):
        raise TextError("a name has a letter or a digit")
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
    folded = normalize("NFKD", normalize("NFKD", name).casefold())
    return folded.translate(_LOOKALIKES)


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
    room = 0  # for marks; none before the first character that can bear them
    for c in text:
        mark = category(c).startswith("M")
        room = room - 1 if mark else MARKS
        plain = c.isprintable() and c not in _BLANK and room >= 0
        out.append(c if plain else "\ufffd")
    return "".join(out)


def _in_names(c: str) -> bool:
    mark = category(c).startswith("M") and ord(c) not in _UNSEEN
    return c.isalnum() or c in _NAME_MARKS or mark


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
