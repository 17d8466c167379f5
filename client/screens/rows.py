"""Rows of styled text, measured in terminal cells, and how they are put together.

A row is a tuple of (role, text) pieces; roles are those of `look.py`, "" is plain text. All
functions keep the promise that a row asked to be n cells wide is exactly that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from wcwidth import wcwidth

from haydes.client.look import ASCII
from haydes.protocol.text import safe

Piece: TypeAlias = tuple[str, str]
Row: TypeAlias = tuple[Piece, ...]

_SELECTORS = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])


class Area(NamedTuple):
    rows: int
    columns: int


class Spot(NamedTuple):
    """Where the terminal's cursor stands."""

    row: int
    column: int


HOME = Spot(0, 0)


@dataclass(frozen=True, slots=True)
class Drawing:
    rows: tuple[Row, ...]
    cursor: Spot = HOME
    steps: tuple[int, ...] = ()  # rows of a list, through which up and down go one by one


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return remote text as it may be drawn: printable, and of a width terminals agree on."""
    return safe(text).translate(_SELECTORS)


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """Return how many cells a drawable text takes."""
    return len(text) if text.isascii() else sum(max(0, wcwidth(c)) for c in text)


def row(*pieces: Piece | str) -> Row:
    """Return a row; a bare string is a piece of plain text."""
    return tuple(("", p) if isinstance(p, str) else p for p in pieces if p)


def width(line: Row) -> int:
    return sum(cells(text) for _, text in line)


def string(line: Row) -> str:
    return "".join(text for _, text in line)


def clip(text: str, columns: int) -> str:
    """Return `text` in at most `columns` cells, with an ellipsis where it was cut."""
    if cells(text) <= columns:
        return text
    kept, used = "", 0
    for c in text:
        used += cells(c)
        if used >= columns:
            break
        kept += c
    return kept + "…" if columns > 0 else ""


def pad(text: str, columns: int) -> str:
    """Return `text` in exactly `columns` cells."""
    text = clip(text, columns)
    return text + " " * (columns - cells(text))


def fit(line: Row, columns: int) -> Row:
    """Return a row of exactly `columns` cells."""
    kept: list[Piece] = []
    left = columns
    for role, text in line:
        part = clip(text, left)
        kept.append((role, part))
        left -= cells(part)
        if part != text:
            break
    return (*kept, ("", " " * left)) if left else tuple(kept)


def spread(left: Row, right: Row, columns: int) -> Row:
    """Return a row with something at either end; what is left is cut first."""
    right = right if width(right) <= columns else fit(right, columns)
    return fit(left, columns - width(right)) + right


def fill(rows: Iterable[Row], area: Area) -> tuple[Row, ...]:
    """Return exactly as many rows as the area has, each exactly as wide."""
    kept = [fit(line, area.columns) for line in list(rows)[: area.rows]]
    return (*kept, *[fit((), area.columns)] * (area.rows - len(kept)))


def scrolled(head: Sequence[Row], entries: Sequence[Row], at: int, area: Area) -> Drawing:
    """Draw a list below its head, with the entry `at` in sight and the cursor on it."""
    rows = [*head, *entries]
    here = len(head) + at
    first = max(0, min(here - area.rows // 2, len(rows) - area.rows))
    steps = range(max(0, len(head) - first), min(area.rows, len(rows) - first))
    return Drawing(fill(rows[first:], area), Spot(here - first, 1), tuple(steps))


def beside(left: Sequence[Row], right: Sequence[Row]) -> tuple[Row, ...]:
    """Return rows of two equally high blocks next to each other."""
    return tuple(one + other for one, other in zip(left, right, strict=True))


def rule(columns: int, label: str = "") -> Row:
    """Return a horizontal line, with a word near its beginning."""
    start = f"─ {label} " if label else ""
    return row(("rule", start + "─" * max(0, columns - cells(start))))


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Return a text in lines of at most `columns` cells, cut at spaces where there are any."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        rest = word
        while True:
            glue = " " if line and line != indent else ""
            if cells(line + glue + rest) <= columns:
                line += glue + rest
                break
            if glue:
                lines.append(line)
                line = indent
                continue
            head = _head(rest, columns - cells(line))
            lines.append(line + head)
            line, rest = indent, rest[len(head) :]
    return [*lines, line]


def _head(text: str, columns: int) -> str:
    used = 0
    for n, c in enumerate(text):
        used += cells(c)
        if used > columns:
            return text[: max(1, n)]
    return text


def box(lines: Iterable[Row], label: str = "", *, columns: int = 0) -> tuple[Row, ...]:
    """Return lines in a frame, as wide as the widest or as asked (outside measure)."""
    inner = list(lines)
    if not columns:
        columns = max([cells(label) + 6, *(width(line) + 4 for line in inner)])
    head = f"─ {label} " if label else ""
    top = row(("box", "┌" + head + "─" * (columns - 2 - cells(head)) + "┐"))
    body = [(("box", "│ "), *fit(line, columns - 4), ("box", " │")) for line in inner]
    return (top, *body, row(("box", "└" + "─" * (columns - 2) + "┘")))


def lay_over(rows: Sequence[Row], block: Sequence[Row], at: Spot) -> tuple[Row, ...]:
    """Return the rows with a block drawn over them, its corner at `at`."""
    laid = list(rows)
    for n, line in enumerate(block, start=at.row):
        if 0 <= n < len(laid):
            end = at.column + width(line)
            laid[n] = _cut(laid[n], 0, at.column) + line + _cut(laid[n], end, width(laid[n]))
    return tuple(laid)


def _cut(line: Row, start: int, end: int) -> Row:
    """Return the cells from `start` to `end`; half a wide character becomes a space."""
    kept: list[Piece] = []
    at = 0
    for role, text in line:
        part = ""
        for c in text:
            wide = cells(c)
            if at >= start and at + wide <= end:
                part += c
            else:
                part += " " * max(0, min(at + wide, end) - max(at, start))
            at += wide
        if part:
            kept.append((role, part))
    return tuple(kept)


def in_ascii(line: Row) -> Row:
    """Return a row in ASCII of the same width; letters without a twin become question marks."""
    return tuple((role, text if text.isascii() else _ascii(text)) for role, text in line)


def _ascii(text: str) -> str:
    text = text.translate(ASCII)
    return "".join(c if c.isascii() else "?" * cells(c) for c in text)
