"""Chat that the player has not read: it went out of sight before a key was pressed.

It counts until the log is opened, or chat is typed.
"""

from collections.abc import Iterator
from dataclasses import replace

from haydes.client.model import Line, Model, Voice
from haydes.client.screens.frame import in_sight, log, told
from haydes.client.screens.rows import Area, Row, fill, row, rule
from haydes.client.screens.ui import Mode, Overlay, Ui

MARK = "unread"


def unread(model: Model, ui: Ui, area: Area) -> int:
    """Return how many lines of chat wait to be read, those apart that the log bar shows."""
    if reads_along(ui):
        return 0
    shown = model.logged - in_sight(model.log, area)
    return sum(number < shown for number in _waiting(model, ui.read))


def seen(model: Model, ui: Ui, area: Area) -> Ui:
    """Return the ui of one who is there, and sees the log bar: chat is read if all is in it."""
    return ui if unread(model, ui, area) else replace(ui, read=model.logged)


def reads_along(ui: Ui) -> bool:
    """Whether the player looks at the log now."""
    return ui.overlay is Overlay.LOG or ui.mode is Mode.CHAT


def opened(model: Model, ui: Ui) -> Ui:
    """Return the ui of one who begins to read; where the unread lines began is marked."""
    return replace(ui, read=model.logged, mark=next(_waiting(model, ui.read), -1))


def read_along(model: Model, ui: Ui) -> Ui:
    """Return the ui after the model changed: who looks at the log has read what is new."""
    return replace(ui, read=model.logged) if reads_along(ui) else ui


def rows(model: Model, ui: Ui, columns: int) -> list[Row]:
    """Return the whole log, with a line where the unread part begins."""
    first = model.logged - len(model.log)
    shown: list[Row] = []
    for number, line in enumerate(model.log, first):
        if number == ui.mark and reads_along(ui):
            shown.append(mark(columns))
        shown += told(line, columns)
    return shown


def bar(model: Model, ui: Ui, area: Area) -> tuple[Row, ...]:
    """Return the end of the log, as far as it fits; the mark is there while chat is typed."""
    if not reads_along(ui):
        return log(model.log, area)
    last = rows(replace(model, log=model.log[-area.rows :]), ui, area.columns)[-area.rows :]
    return fill([*[row()] * (area.rows - len(last)), *last], area)


def mark(columns: int) -> Row:
    return row(("key", rule(columns, MARK)[0][1]))


def _waiting(model: Model, read: int) -> Iterator[int]:
    """Yield the numbers of the lines of chat that came after so many lines of the log."""
    first = model.logged - len(model.log)
    for number, line in enumerate(model.log, first):
        if number >= read and _is_from_others(line, model.name):
            yield number


def _is_from_others(line: Line, name: str) -> bool:
    return line.voice is Voice.CHAT and not line.text.startswith(f"{name}: ")
