"""A text of the rules as rows: headings, paragraphs, lists, and tables that fit any width."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from haydes.client.markdown import Block, Kind, read, spoken
from haydes.client.model import Reading
from haydes.client.screens.rows import Row, cells, pad, plain, row, wrap

GAP = 2  # cells between the columns of a table
LEAST = 4  # cells that a column needs, or the table is told in sentences
BULLET = "- "
HINT = ":rules and a word, or the number of a clause, looks it up."
LOBBY_HINT = ":rules, the game and a word, or the number of a clause, looks it up."


@lru_cache(maxsize=4)  # every redraw asks for it
def page(reading: Reading, columns: int, hint: str) -> tuple[Row, ...]:
    """Return a text in rows of at most `columns` cells; `hint` says how to read on."""
    rows: list[Row] = []
    for block in read(reading.lines):
        if rows and (block.apart or block.kind is Kind.HEADING):
            rows.append(row())
        rows += _laid(block, columns)
    if not reading.about:
        rows += [row(), *[row(("dim", part)) for part in wrap(hint, columns)]]
    return tuple(rows)


def _laid(block: Block, columns: int) -> Iterator[Row]:
    match block.kind:
        case Kind.TABLE:
            yield from _table(block, columns)
        case Kind.HEADING:
            yield from (row(("title", part)) for part in wrap(plain(block.text), columns))
        case Kind.ITEM:
            indent = " " * cells(BULLET)
            yield from (row(part) for part in wrap(BULLET + plain(block.text), columns, indent))
        case Kind.PARAGRAPH:
            yield from (row(part) for part in wrap(plain(block.text), columns))


def _table(block: Block, columns: int) -> Iterator[Row]:
    """Yield a table; what is too wide for its column goes on below."""
    rows = [[plain(cell) for cell in line] for line in block.rows]
    filled = [column for column in zip_longest(*rows, fillvalue="") if any(column)]
    if len(filled) * (LEAST + GAP) > columns:
        for sentence in spoken([block]):
            yield from (row(part) for part in wrap(plain(sentence), columns))
        return
    widths = _widths(filled, columns - GAP * (len(filled) - 1))
    for n, line in enumerate(zip(*filled, strict=True)):
        parts = [wrap(cell, wide) for cell, wide in zip(line, widths, strict=True)]
        for pieces in zip_longest(*parts, fillvalue=""):
            shown = (pad(part, wide) for part, wide in zip(pieces, widths, strict=True))
            yield row(("" if n else "bold", (" " * GAP).join(shown)))


def _widths(table: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return widths of columns for so much room: the widest give way, words are cut last."""
    widths = [max(map(cells, column)) for column in table]
    words = [max(cells(word) for cell in column for word in cell.split(" ")) for column in table]
    while sum(widths) > room:
        _, _, at = max(
            (wide > word, wide, n) for n, (wide, word) in enumerate(zip(widths, words, strict=True))
        )
        widths[at] -= 1
    return widths
