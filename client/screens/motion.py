"""Subtle motion between two frames: a card turns over, sums of dice settle.

Only what is drawn moves, and only for a moment; the game has gone on already, and the next key
ends the motion.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from haydes.client.model import Line, Model, Voice, new_lines
from haydes.client.screens.rows import Drawing, Row, Spot, cells, lay_over, row

FRAMES = 3
SECONDS = 0.1  # of a frame
MOST_CARDS = 2  # if more change at once, it is the map that has moved
MOST_LINES = 3
CARD = 3  # columns
HIDDEN = re.compile(r"░░░|···|\[\w\]|\(\w\)|▸\w◂")  # a card face down, free, offered or aimed at
FACE_DOWN = ("down", "searched", "target", "aim")
EDGE: Row = row(("bold", " │ "))
NUMBER = r"[+-]?\d+"
# as the sentences of the games tell dice: a sum, or a single throw
DICE = re.compile(
    rf"{NUMBER}(?: (?:\+|and power) \d+)+ (?:=|make) {NUMBER}"
    rf"|\brolls? {NUMBER}|: {NUMBER}(?=, it )"
)


@dataclass(frozen=True, slots=True)
class Motion:
    cards: tuple[Spot, ...] = ()  # cards that have been turned over
    lines: int = 0  # of the log, from its end, in which dice settle
    frame: int = 0

    def __bool__(self) -> bool:
        return (bool(self.cards) or self.lines > 0) and self.frame < FRAMES

    def next(self) -> "Motion":
        return replace(self, frame=self.frame + 1)


STILL = Motion()


def turned(before: Drawing, after: Drawing) -> tuple[Spot, ...]:
    """Return where a card lies face up that lay face down a frame ago."""
    found = [
        Spot(n, column)
        for n, (old, new) in enumerate(zip(before.rows, after.rows, strict=False))
        if old != new
        for column in _hidden(old)
        if not HIDDEN.fullmatch(_part(new, column))
    ]
    return tuple(found) if len(found) <= MOST_CARDS else ()


def rolled(before: Model, after: Model) -> int:
    """Return how many of the last lines of the log are new and tell of dice."""
    fresh = new_lines(after, before.logged)[-MOST_LINES:]
    return len(fresh) if any(_tells_dice(line) for line in fresh) else 0


def settling(model: Model, motion: Motion) -> Model:
    """Return the model with its newest sum not yet known in full, nor what came of it."""
    if not motion or not motion.lines:
        return model
    known = len(model.log) - motion.lines
    fresh = model.log[known:]
    first = next((n for n, line in enumerate(fresh) if _tells_dice(line)), len(fresh))
    told = [line for line in fresh[first + 1 :] if line.voice is Voice.CHAT]
    moving = [replace(line, text=_half(line, motion.frame)) for line in fresh[: first + 1]]
    held = len(fresh) - len(moving) - len(told)
    log = (*model.log[:known], *moving, *told)
    return replace(model, log=log, logged=model.logged - held)


def turning(drawing: Drawing, motion: Motion) -> Drawing:
    """Return a drawing with turned cards seen from the edge, in the first frame."""
    if not motion or motion.frame:
        return drawing
    rows: Sequence[Row] = drawing.rows
    for spot in motion.cards:
        rows = lay_over(rows, (EDGE,), spot)
    return replace(drawing, rows=tuple(rows))


def _hidden(line: Row) -> list[int]:
    """Return the columns in which cards begin that lie face down."""
    at, found = 0, list[int]()
    for role, text in line:
        if role in FACE_DOWN and HIDDEN.fullmatch(text):
            found.append(at)
        at += cells(text)
    return found


def _part(line: Row, column: int) -> str:
    """Return what is drawn in the columns of a card."""
    signs = "".join(c + "\0" * (cells(c) - 1) for _, text in line for c in text)
    return signs[column : column + CARD]


def _tells_dice(line: Line) -> bool:
    return line.voice in (Voice.EVENT, Voice.YOU) and DICE.search(line.text) is not None


def _half(line: Line, settled: int) -> str:
    """Return a line up to its sum, of which the first numbers are known."""
    found = DICE.search(line.text) if _tells_dice(line) else None
    if found is None:
        return line.text
    left = settled

    def masked(number: re.Match[str]) -> str:
        nonlocal left
        left -= 1
        return number[0] if left >= 0 else "?"

    return line.text[: found.start()] + re.sub(NUMBER, masked, found[0])
