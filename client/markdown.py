"""The plain Markdown in which rules come over the wire, as blocks to be laid out.

Whatever else a line may hold is text: no line is ever an error.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

_HEADING = re.compile(r"#+ +")
_MARKS = re.compile(r"\*+|`")
_DASHES = re.compile(r"[-:| ]+")


class Kind(Enum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a text, without marks. Only a table has several rows and cells."""

    kind: Kind
    rows: tuple[tuple[str, ...], ...]  # the first one of a table is its head
    apart: bool  # whether room belongs before it

    @property
    def text(self) -> str:
        return self.rows[0][0]


def read(lines: Iterable[str]) -> list[Block]:
    """Return the blocks of a text."""
    blocks: list[Block] = []
    apart = False
    for line in map(str.strip, lines):
        if not line:
            apart = True
        elif not line.startswith("|"):
            blocks.append(_block(line, apart=apart))
            apart = False
        elif row := _row(line):
            table = blocks[-1] if blocks and not apart else None
            if table and table.kind is Kind.TABLE:
                blocks[-1] = Block(Kind.TABLE, (*table.rows, row), table.apart)
            else:
                blocks.append(Block(Kind.TABLE, (row,), apart))
            apart = False
    return blocks


def spoken(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield a text in sentences, a row of a table as one with the words of its head."""
    for block in blocks:
        if block.kind is Kind.TABLE:
            head, *rows = block.rows
            yield from (_sentence(head if rows else (), row) for row in rows or [head])
        else:
            yield f"- {block.text}" if block.kind is Kind.ITEM else block.text


def _block(line: str, *, apart: bool) -> Block:
    if heading := _HEADING.match(line):
        return Block(Kind.HEADING, ((_plain(line[heading.end() :]),),), apart=True)
    if line.startswith("- "):
        return Block(Kind.ITEM, ((_plain(line[2:]),),), apart)
    return Block(Kind.PARAGRAPH, ((_plain(line),),), apart)


def _row(line: str) -> tuple[str, ...]:
    """Return the cells of a row; none of the dashes under a head."""
    if _DASHES.fullmatch(line):
        return ()
    cells = line.removeprefix("|").removesuffix("|").split("|")
    return tuple(_plain(cell).strip() for cell in cells)


def _sentence(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    named = zip_longest(head, row, fillvalue="")
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)


def _plain(text: str) -> str:
    return _MARKS.sub("", text)
