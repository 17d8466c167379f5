"""What surrounds every screen: title bar, log, the line that says what to do, hint bar."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from haydes.client.company import AGREES, GOES_ON
from haydes.client.model import Lesson, Line, Link, LinkState, Model, View, Voice
from haydes.client.read import branch, text
from haydes.client.screens.rows import (
    Area,
    Piece,
    Row,
    cells,
    clip,
    fill,
    fit,
    plain,
    row,
    spread,
    width,
    wrap,
)
from haydes.client.screens.ui import Key, Mode, Ui
from haydes.client.words import AGAIN, ALL_HERE

LEAST = Area(16, 60)
ROOMY = 24  # rows from which the log has four lines
LOG_ROWS = (2, 4)
WHOLE = 16  # rows in which a board has room for all there is to say beside it
BESIDES = 2  # rows of the log below a lesson: a sentence about dice takes two
OWN_ROWS = 4  # title, rule, now, hints
PROMPTS = {
    Mode.KEYS: "",
    Mode.COMMAND: ": ",
    Mode.CHAT: "say to all: ",
    Mode.WORD: "the server's word: ",
}
ENTERS = {Mode.CHAT: "says it to everybody here", Mode.WORD: "goes in"}
WAY_OUT = "q"  # the key of every screen that has one
GONE = 8  # columns of a name beside a grace

SHAPES = {
    LinkState.CONNECTING: ("◐", "warn", "connecting"),
    LinkState.LIVE: ("●", "good", "live"),
    LinkState.SLOW: ("◐", "warn", "slow"),
    LinkState.OFFLINE: ("○", "bad", "OFFLINE"),
    LinkState.REFUSED: ("○", "bad", "REFUSED"),
    LinkState.CLOSED: ("○", "dim", "closed"),
}
NO_LINK: tuple[Piece, Piece] = ("dim", "○"), ("dim", " no link yet")
NO_NEED: tuple[Piece, Piece] = ("", ""), ("", "")  # of a link
VOICES = {
    Voice.TURN: "bold",
    Voice.YOU: "",
    Voice.EVENT: "",
    Voice.CHAT: "key",
    Voice.TABLE: "dim",
    Voice.LINK: "warn",
    Voice.ERROR: "bad",
    Voice.HINT: "dim",
    Voice.CHOICES: "dim",
    Voice.RULES: "",
    Voice.LESSON: "bold",
}
INSTRUCTING = (Voice.TABLE, Voice.TURN, Voice.ERROR)
KEYED = {  # what the log tells to type, where there is a key for it
    GOES_ON: "P goes on",
    AGREES: "P agrees",
    AGAIN: "s plays again",
    ALL_HERE: "s starts it when all are here",
}
SILENT = (Voice.EVENT, Voice.YOU, Voice.CHOICES)  # lines that need no word before them


@dataclass(frozen=True, slots=True)
class Heading:
    """The variable parts of the title bar."""

    name: str
    place: str = ""
    label: str = ""  # goes when it gets narrow
    progress: str = ""
    turn: str = ""  # "YOUR MOVE", or whose
    unread: int = 0  # lines of chat
    mine: bool = False


def title(model: Model, ui: Ui, heading: Heading, columns: int) -> Row:
    """Return the title bar; what matters least goes first when it gets narrow, help last."""
    name = ("title", f" {heading.name}")
    progress = ("dim", f"   {heading.progress}" if heading.progress else "")
    label = f" · {heading.label}" if heading.label else ""
    left = row(name, f"  {heading.place}{label}", progress)
    right = _right(model, ui, heading, brief=False)
    if width(left) + width(right) >= columns:
        left = row(name, f"  {heading.place}", progress)
    if width(left) + width(right) >= columns:
        right = _right(model, ui, heading, brief=True)
    if width(right) > columns:
        right = _right(model, ui, replace(heading, unread=0), brief=True)
    return spread(left, right, columns)


def _right(model: Model, ui: Ui, heading: Heading, *, brief: bool) -> Row:
    lit = heading.mine and model.link.up
    turn: Piece = ("turn" if lit else "bold", f" {heading.turn} " if heading.turn else "")
    sign, word = NO_LINK if ui.near is not None else status(model.link, ui.now)
    if ui.reel is not None and ui.reel.alone:
        sign, word = NO_NEED
    if brief and model.link.state is LinkState.LIVE:
        word = (word[0], "")
    clocks = clock(model, ui.now)
    timed: Piece = ("bold", f"  {clocks}" if clocks else "")
    chat: Piece = ("key", f"  chat {heading.unread}" if heading.unread else "")
    return row(turn, " ", sign, word, timed, chat, ("key", "  ?"), " help" if not brief else "")


def status(link: Link, now: float) -> tuple[Piece, Piece]:
    """Return the link's state as a shape and in words."""
    sign, colour, word = SHAPES[link.state]
    if link.state is LinkState.LIVE and link.latency_ms >= 0:
        word = f"live {link.latency_ms} ms"
    if link.state is LinkState.OFFLINE:
        word = f"OFFLINE {minutes(now - link.since)}"
    return (colour, sign), (colour, f" {word}")


def clock(model: Model, now: float) -> str:
    """Return the time left: of the turn, of the match, for who is gone; "" without clocks."""
    view = model.view
    if view is None or view.clock is None:
        return ""
    passed = max(0.0, now - view.clock_at) if view.clock.running else 0.0
    limits = [("", view.clock.turn), ("match ", view.clock.match)]
    limits += [(f"{_gone(view, seat)} ", grace) for seat, grace in view.clock.grace.items()]
    left = [
        f"{word}{minutes(limit / 1000 - passed)}"
        for word, limit in limits
        if isinstance(limit, int)
    ]
    return " ".join(left) + ("" if view.clock.running or not left else " (stopped)")


def _gone(view: View, seat: str) -> str:
    """Return the name of somebody who is gone."""
    return clip(plain(text(branch(view.table, "seats", seat), "name")), GONE)


def ticks(model: Model) -> bool:
    """Whether something on the screen changes by itself, second by second."""
    if model.link.state is LinkState.OFFLINE:
        return True
    view = model.view
    return bool(view and view.clock and view.clock.running and clock(model, 0.0))


def minutes(seconds: float) -> str:
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def log(lines: Sequence[Line], area: Area) -> tuple[Row, ...]:
    """Return the last lines that fit, newest at the bottom."""
    rows = [part for line in lines[-in_sight(lines, area) :] for part in told(line, area.columns)]
    shown = rows[-area.rows :] if area.rows else []
    return fill([*[row()] * (area.rows - len(shown)), *shown], area)


def latest(lines: Sequence[Line], area: Area) -> tuple[Row, ...]:
    """Return the last lines as `log` does, but the last one from its beginning."""
    last = told(lines[-1], area.columns) if lines else []
    if len(last) <= area.rows or not area.rows:
        return log(lines, area)
    *whole, cut = last[: area.rows]
    return fill([*whole, (*cut, ("dim", "…"))], area)


def in_sight(lines: Sequence[Line], area: Area) -> int:
    """Return how many of the last lines an area shows, at least in part."""
    used = 0
    for number, line in enumerate(reversed(lines)):
        if used >= area.rows:
            return number
        used += len(told(line, area.columns))
    return len(lines)


def told(line: Line, columns: int) -> list[Row]:
    """Return a line of the log, wrapped."""
    word = "" if line.voice in SILENT else f"{line.voice}: "
    said = line.text
    if line.voice in INSTRUCTING:
        for typed, key in KEYED.items():
            said = said.replace(typed, key)
    parts = wrap(plain(word + said), columns - 2, "  ")
    return [row(" ", (VOICES[line.voice], part)) for part in parts]


def lesson(lesson: Lesson, columns: int) -> tuple[Row, ...]:
    """Return what a tutorial tells, with what is to be pressed set off."""
    told = wrap(lesson.say, columns - 2)
    return tuple(row(" ", part) for part in told) + tuple(
        row(" ", ("key", part)) for part in wrap(lesson.keys, columns - 2) if lesson.keys
    )


def hints(keys: Iterable[Key], columns: int) -> Row:
    """Return the hint bar: help first, then as many keys as there is room for, with the way out."""
    pieces: list[Piece] = [("key", "? "), ("", "help")]
    hinted = [key for key in keys if key.hint]
    leaves = [key for key in hinted if WAY_OUT in key.names][-1:]
    used = 6 + sum(map(_hinted, leaves))
    shown: list[Key] = []
    for key in hinted:
        used += 0 if key in leaves else _hinted(key)
        if used > columns:
            break
        shown.append(key)
    for key in (*shown, *(key for key in leaves if key not in shown)):
        pieces += [("", "  "), ("key", key.shown), ("", f" {key.hint}")]
    return fit(tuple(pieces), columns)


def _hinted(key: Key) -> int:
    """Return how many columns a key takes in the hint bar."""
    return 3 + cells(key.shown) + cells(key.hint)


def typed(ui: Ui, columns: int) -> Row:
    """Return the typed line; the terminal's own line editor is drawn over it."""
    return fit(row(("key", prompt(ui.mode)), ui.typed), columns)


def prompt(mode: Mode) -> str:
    return PROMPTS[mode]


def typing_hints(ui: Ui, columns: int) -> Row:
    """Return what may be typed next, beside how to stop typing."""
    if ui.mode in ENTERS:
        does = row(("key", "Enter"), f" {ENTERS[ui.mode]}  ", ("key", "Esc"), " back to the keys")
        return fit(does, columns)
    if ui.note:
        return spread(row(("bad", ui.note)), row("  ", ("key", "Esc"), " back"), columns)
    offered = "  ".join(plain(word) for word in ui.offers)
    tail = row("  ", ("key", "Tab"), " completes  ", ("key", "Esc"), " back")
    return spread(
        row(("dim", "next: " if offered else ""), clip(offered, max(0, columns - 32))),
        tail,
        columns,
    )


def lay_out(size: Area, height: int, *, board_only: bool, told: int = 0) -> tuple[Area, Area]:
    """Return the areas of body and log for a screen whose body would like `height` rows.

    `told` rows of a lesson stand in the log.
    """
    if board_only:
        return Area(size.rows - OWN_ROWS + 1, size.columns), Area(0, size.columns)
    besides = min(told + BESIDES, size.rows - OWN_ROWS - WHOLE) if told else 0
    least = max(LOG_ROWS[size.rows >= ROOMY], told, besides)
    body = min(size.rows - OWN_ROWS - least, max(height, 1))
    return Area(body, size.columns), Area(size.rows - OWN_ROWS - body, size.columns)
