"""The rules of a game as a text to read: how to play, or what it says about a word.

Law: a paragraph comes with all that stands over it, so that it means what it means in the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from textwrap import wrap

from haydes.protocol.limits import ELEMENTS, STRING

LETTERS = 16_000  # code points of an answer; more is not read at a sitting
MORE = "There is more than fits here. Ask for a longer word, or for one clause."

_REFERENCE = "## Clauses"
_HEADING = re.compile(r"(#+) ")
_MARKS = re.compile(r"[*`|]+")
_CLAUSE = re.compile(r"\*\*([A-Z]+-\d+)\*\*")
_RANGE = re.compile(r"\*\*([A-Z]+)-(\d+)\*\* to \*\*\1-(\d+)\*\*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, an item of a list or a row of a table."""

    over: tuple[str, ...]  # its headings, the label of its list or the head of its table
    line: str
    words: str  # what it is found by


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str  # its heading
    opening: tuple[str, ...]  # the lines that say how to play
    paragraphs: tuple[Paragraph, ...]

    def about(self, word: str) -> list[str]:
        """Return what is said about a word or is the clause of a number; "": how to play.

        Empty if nothing is. The word may be the beginning of a longer one, but not a number.
        """
        wanted = " ".join(word.split())
        if not wanted:
            return _bounded(self.opening)
        end = r"(?!\d)" if wanted[-1].isdigit() else ""
        pattern = re.compile(rf"(?<!\w){re.escape(wanted)}{end}", re.IGNORECASE)
        found = [one for one in self.paragraphs if pattern.search(one.words)]
        return _bounded(_spaced([self.title, *_told(found)])) if found else []

    def examples(self) -> list[str]:
        """Return what one may ask about: the sections, and a clause."""
        over = dict.fromkeys(line for one in self.paragraphs for line in one.over)
        sections = [_plain(line).lstrip("# ") for line in over if _HEADING.match(line)]
        clauses = (found[1] for one in self.paragraphs if (found := _CLAUSE.search(one.line)))
        return [*sections, *islice(clauses, 1)]


def read(text: str) -> Rulebook:
    """Read the text of `Game.rules`."""
    lines = text.strip().splitlines()
    opening = takewhile(lambda line: line != _REFERENCE, lines)
    return Rulebook(lines[0], tuple("\n".join(opening).strip().split("\n")), tuple(_parts(lines)))


def _parts(lines: Sequence[str]) -> Iterator[Paragraph]:
    headings: tuple[str, ...] = ()
    over: tuple[str, ...] = ()  # a label or a head
    for line, following in zip(lines[1:], [*lines[2:], ""], strict=True):
        if heading := _HEADING.match(line):
            headings = (*headings[: len(heading[1]) - 2], line)
            over = ()
        elif not line:
            over = ()
        elif _is_item(following) and not _is_item(line):
            over = (line,)
        elif _is_row(following) and not over and _is_row(line):
            over = (line, following)
        elif line not in over:
            yield _paragraph((*headings, *over), line)


def _paragraph(over: tuple[str, ...], line: str) -> Paragraph:
    between = [
        f"{letters}-{n}"
        for letters, low, high in _RANGE.findall(line)
        for n in range(int(low) + 1, int(high))
    ]
    return Paragraph(over, line, _plain("\n".join([*over, line, *between])))


def _told(found: Iterable[Paragraph]) -> Iterator[str]:
    """Yield paragraphs, each under what is over it, which is said once."""
    last: tuple[str, ...] = ()
    for one in found:
        if one.over != last:
            pairs = zip(last, one.over, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            yield from one.over[shared:]
        yield one.line
        last = one.over


def _spaced(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines with the empty ones between them that Markdown asks for."""
    for before, line in zip(["", *lines], lines, strict=False):
        in_list = _is_item(line) and not _HEADING.match(before)
        in_table = _is_row(line) and _is_row(before)
        if before and not in_list and not in_table:
            yield ""
        yield line


def _bounded(lines: Iterable[str]) -> list[str]:
    """Return lines as the wire takes them; in the place of what is too much, say so."""
    bounded: list[str] = []
    left = LETTERS - len(MORE)
    for part in (part for line in lines for part in wrap(line, STRING) or [""]):
        left -= len(part)
        if left < 0 or len(bounded) == ELEMENTS - 1:
            return [*bounded, MORE]
        bounded.append(part)
    return bounded


def _is_item(line: str) -> bool:
    return line.startswith("- ")


def _is_row(line: str) -> bool:
    return line.startswith("|")


def _plain(text: str) -> str:
    return _MARKS.sub("", text)
