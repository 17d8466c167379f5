"""Rules in line mode: all at once on a pipe, a page at a time on a terminal.

On a terminal they are wrapped at words and Enter turns the page. Elsewhere a paragraph is a line.
"""

import shutil

from haydes.client.markdown import read, spoken
from haydes.client.model import Reading, Voice
from haydes.client.screens.rows import wrap
from haydes.protocol.text import safe

OWN = 3  # rows that the hint and the prompt take, and what was typed
LEAST = 5  # rows of a page
MORE = "Enter shows more, {} lines are left; any command ends it."
AFTER = "type rules again with a word, or the number of a clause, to look it up."


class Pager:
    """A text and how far it has been shown."""

    def __init__(self, reading: Reading | None = None, *, on_terminal: bool = False) -> None:
        self.reading = reading
        self._on_terminal = on_terminal
        self._rest = _rows(reading, on_terminal=on_terminal) if reading else []

    def turn(self) -> list[str]:
        """Return the rows of the next page; none after the last."""
        room = len(self._rest)
        if self._on_terminal:
            room = max(LEAST, shutil.get_terminal_size().lines - OWN)
        shown, self._rest = self._rest[:room], self._rest[room:]
        hint = [f"{Voice.HINT}: {MORE.format(len(self._rest))}"] if self._rest else []
        return [*shown, *hint]

    def close(self) -> None:
        """Forget the rest."""
        self._rest = []


def _rows(reading: Reading, *, on_terminal: bool) -> list[str]:
    lines = [f"{Voice.RULES}: {safe(line)}" for line in spoken(read(reading.lines))]
    if not reading.about:
        lines.append(f"{Voice.HINT}: {AFTER}")
    if not on_terminal:
        return lines
    columns = shutil.get_terminal_size().columns - 1
    return [row for line in lines for row in wrap(line, columns, "  ")]
