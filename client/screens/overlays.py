"""What may lie over a screen: help, details, the whole log, answers, and bad news of the link."""

from collections.abc import Callable, Mapping, Sequence

from haydes.client.faces import face
from haydes.client.model import LinkState, Model, phase
from haydes.client.options import TAUGHT
from haydes.client.screens import over, settings, unread
from haydes.client.screens.frame import minutes
from haydes.client.screens.page import HINT, LOBBY_HINT, page
from haydes.client.screens.rows import (
    Area,
    Drawing,
    Row,
    Spot,
    box,
    cells,
    clip,
    fill,
    fit,
    lay_over,
    pad,
    plain,
    row,
    wrap,
)
from haydes.client.screens.ui import Key, Overlay, Ui
from haydes.client.words import SPEECHES

PATIENCE = 3.0  # seconds offline before a box says so
TITLES = {
    Overlay.HELP: "help",
    Overlay.INSPECT: "details",
    Overlay.LOG: "log",
    Overlay.ANSWER: "answer",
    Overlay.RULES: "rules",
    Overlay.TUTORIALS: "learn a game in four minutes",
    Overlay.SETTINGS: "settings",
}
FRAME = Area(2, 4)  # rows and columns that a box itself takes
WORD = 12  # columns of a word that was looked up
BROAD = 76  # lines longer than this are tiring to read


def laid_over(drawing: Drawing, model: Model, ui: Ui, keys: Sequence[Key], area: Area) -> Drawing:
    """Return a screen's body with what lies over it."""
    if ui.overlay is not Overlay.NONE:
        columns = min(BROAD, area.columns)
        lines = content(model, ui, keys, columns - FRAME.columns)
        start = first(ui, len(lines), area)
        shown = lines[start : start + area.rows - FRAME.rows]
        label = _label(ui)
        if len(lines) > len(shown):
            label += f", {start + 1}-{start + len(shown)} of {len(lines)}"
            label += "" if ui.overlay is Overlay.SETTINGS else ", PgUp PgDn"
        block = box(shown, label + ", Esc closes", columns=columns)
        at = Spot(max(0, (area.rows - len(block)) // 2), (area.columns - columns) // 2)
        rows = lay_over(drawing.rows, block, at)
        if ui.overlay is not Overlay.SETTINGS:
            return Drawing(rows, Spot(at.row + 1, at.column + 2))
        top = at.row + 1 - start  # where the first setting is, or would be
        steps = [top + n for n in range(len(settings.names())) if 0 <= n - start < len(shown)]
        return Drawing(rows, Spot(top + settings.picked(ui), at.column + 2), tuple(steps))
    bad = news(model, ui)
    if not bad:
        return drawing
    block = box([row(line) for line in bad], "connection")
    wide = sum(cells(text) for _, text in block[0])
    # never over what the player looks at
    below = drawing.cursor.row < area.rows // 2
    top = area.rows - len(block) if below else 0
    at = Spot(max(0, top), max(0, (area.columns - wide) // 2))
    rows = fill(lay_over(drawing.rows, block, at), area)
    covered = at.row <= drawing.cursor.row < at.row + len(block)  # there is no other room
    return Drawing(rows, Spot(at.row + 1, at.column + 2) if covered else drawing.cursor)


def _label(ui: Ui) -> str:
    if ui.overlay is Overlay.RULES and ui.reading and ui.reading.about:
        return f"rules: {clip(plain(ui.reading.about), WORD)}"
    return TITLES[ui.overlay]


def content(model: Model, ui: Ui, keys: Sequence[Key], columns: int) -> Sequence[Row]:
    """Return all lines of the overlay."""
    pages: Mapping[Overlay, Callable[[], Sequence[Row]]] = {
        Overlay.NONE: lambda: (),
        Overlay.HELP: lambda: _help(model, keys, columns),
        Overlay.INSPECT: lambda: _details(model, ui, columns),
        Overlay.LOG: lambda: unread.rows(model, ui, columns),
        Overlay.ANSWER: lambda: [
            row(part) for line in ui.answer for part in wrap(plain(line), columns)
        ],
        Overlay.RULES: lambda: _rules(model, ui, columns),
        Overlay.SETTINGS: lambda: settings.content(ui, columns),
        Overlay.TUTORIALS: _tutorials,
    }
    return pages[ui.overlay]()


def _rules(model: Model, ui: Ui, columns: int) -> Sequence[Row]:
    hint = HINT if model.view else LOBBY_HINT
    return page(ui.reading, columns, hint) if ui.reading else ()


def _tutorials() -> list[Row]:
    return [row(("key", f"{n}  "), SPEECHES[game].title) for n, game in enumerate(TAUGHT, 1)]


def _details(model: Model, ui: Ui, columns: int) -> list[Row]:
    """Return what has no room on the board; of a match that is over, its whole result first."""
    view = model.view
    if view is None:
        return []
    told = over.page(model, view, ui, columns) if ui.latest and not ui.reel else []
    return [*told, *([row()] if told else []), *map(row, face(view).inspect(view))]


def first(ui: Ui, lines: int, area: Area) -> int:
    """Return the first line shown; the log is read from its end, settings around the picked."""
    room = area.rows - FRAME.rows
    most = max(0, lines - room)
    if ui.overlay is Overlay.SETTINGS:
        return max(0, min(settings.picked(ui) - room // 2, most))
    start = most - ui.page if ui.overlay is Overlay.LOG else ui.page
    return max(0, min(start, most))


def _help(model: Model, keys: Sequence[Key], columns: int) -> list[Row]:
    rows = [
        row(("key", pad(key.shown, 11)), fit(row(key.help), columns - 11)[0][1]) for key in keys
    ]
    if model.view and phase(model.view) not in ("waiting", "opening"):
        rows += [row(), row(("title", "The game in short"))]
        for rule in face(model.view).RULES:
            rows += [row(part) for part in wrap(rule, columns)]
    return rows


def news(model: Model, ui: Ui) -> list[str]:
    """Return what there is to say about a link that is down; empty if it is not."""
    link = model.link
    reason = plain(link.reason)
    if model.locked:
        return ["This server asks everybody for a word.", "Enter types it, q quits."]
    if link.state is LinkState.REFUSED:
        return [*wrap(reason or "The server said no.", 56), "q quits."]
    if link.state is not LinkState.OFFLINE or ui.now - link.since < PATIENCE:
        return []
    lines = [f"Connection lost {minutes(ui.now - link.since)} ago."]
    lines += wrap(reason, 56) if reason else []
    if link.retry_at:
        lines.append(
            f"Next try in {max(0, round(link.retry_at - ui.now))} s.  r tries at once, q quits."
        )
    else:
        lines.append("Trying now.  q quits.")
    if model.kept:
        lines.append("Your last move is kept and sent once, on return.")
    return lines
