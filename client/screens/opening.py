"""The form for a new table: game, seats, bots, turn clock, title, word, and the game's options.

On a line that takes text every sign is text, and no key has another meaning. The form stays
until the table is open: what the server says against it stands at the chosen line.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from unicodedata import normalize

from haydes.client.model import Model, Voice, new_lines
from haydes.client.read import branch, many, written
from haydes.client.screens import fields
from haydes.client.screens.fields import LEAP, Field
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import (
    Area,
    Drawing,
    Row,
    Spot,
    cells,
    fill,
    pad,
    plain,
    row,
    width,
    wrap,
)
from haydes.client.screens.ui import Key, Opening, Press, Ui, key, noted, reads
from haydes.protocol.messages import Open
from haydes.protocol.text import TextError, check_title

HEAD = 2
NAME = 16  # columns of a line's name and the gap after it
INDENT = NAME + 3  # columns before what a line holds
CLAUSE = re.compile(r"(.+)[,;:] ")
DIGITS = "0123456789"


def heading(model: Model, _ui: Ui) -> Heading:
    return Heading("NEW TABLE", plain(model.link.server))


def height(model: Model, ui: Ui) -> int:
    return HEAD + len(_fields(model, ui)) + 3


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    rows: list[Row] = [row(), row(("title", "  OPEN A TABLE"))]
    known, form = _fields(model, ui), ui.opening
    if form is None or not known:
        return Drawing(fill(rows, area))
    at = min(ui.pick, len(known) - 1)
    room = area.columns - INDENT
    spot, column = HEAD, 0
    end = spot
    starts: list[int] = []
    for n, one in enumerate(known):
        if n == len(known) - _rules(model, ui):
            rows.append(row(("title", "  RULES")))
        starts.append(len(rows))
        if n != at:
            line = _line(one, "", room)
            rows.append((*line, ("dim", f"  {_brief(one.note, area.columns - width(line) - 2)}")))
            continue
        spot = len(rows)
        if one.written:
            part, column = fields.window(one, form.back, room)
            column = cells(plain(part[:column]))
        rows += _chosen(one, form.back, room)
        rows += _told(_refusal(model, form), "bad", room)
        end = len(rows)
    first = max(0, min(spot, max(spot - area.rows // 2, end - area.rows), len(rows) - area.rows))
    steps = tuple(line - first for line in starts if 0 <= line - first < area.rows)
    cursor = Spot(spot - first, INDENT + min(column, room - 1))
    return Drawing(fill(rows[first:], area), cursor, steps)


def _brief(note: str, columns: int) -> str:
    """Return as many clauses of a note as there is room for; the chosen line tells it whole."""
    kept = note = plain(note)
    while cells(kept) > columns and (clause := CLAUSE.match(kept)):
        kept = clause[1]
    return kept if cells(kept) <= columns else note


def now(model: Model, ui: Ui) -> str:
    field = _picked(model, ui)
    if field is not None and field.written:
        what = "a text of your own" if field.values else f"the {field.name}, or leave it empty"
        return f"Type {what}. Enter opens the table."
    if field is not None and field.takes_text:
        return "Left and right change it, or type a text of your own."
    if field is not None and len(field.values) > LEAP:
        return "Left and right change it, PgUp PgDn by ten; or type it."
    return "Up and down choose a line, left and right change it. Enter opens the table."


def takes_text(model: Model, ui: Ui) -> bool:
    """Whether signs go into the chosen line."""
    field = _picked(model, ui)
    return field is not None and field.takes_text


def typed(model: Model, ui: Ui, name: str) -> Press | None:
    """Return what a sign does to the text of the chosen line; None: it is no sign of a text."""
    field, form = _picked(model, ui), ui.opening
    if form is None or field is None or not field.takes_text:
        return None
    changed = fields.typed(form, field, name)
    return Press(replace(ui, opening=changed)) if changed else None


def pasted(model: Model, ui: Ui, text: str) -> Press:
    """Return what a pasted text comes to; anywhere but in a line for text, to nothing."""
    if not takes_text(model, ui):
        return noted(ui, "There is nothing to paste into here.")
    done = Press(ui)
    for sign in fields.pasted(text):
        done = typed(model, done.ui, sign) or done
    return done


def keys(model: Model, ui: Ui) -> tuple[Key, ...]:
    field = _picked(model, ui)
    moves = field is not None and field.written
    rules_key = field is not None and not field.takes_text
    return (
        key("", "A to Z", "on a line that takes text: text", _turn),
        key("up down tab", "↑↓", "choose a line", _choose, hint="choose"),
        key(
            "left right - + space",
            "←→",
            "change it; in a text, move the cursor",
            _turn,
            hint="move" if moves else "change",
        ),
        key("pageup pagedown", "PgUp PgDn", "change it by ten; in a text, go to its ends", _turn),
        key(" ".join(DIGITS), "0 to 9", "the value that begins so", _digit),
        key("enter", "Enter", "open the table", _open, hint="open it"),
        key("escape q", "Esc", "back to the lobby", _back, hint="back"),
        key("v", "v", "view the rules of the game", _read, hint="rules" if rules_key else ""),
    )


def _line(field: Field, style: str, room: int, back: int = 0) -> Row:
    picked = bool(style)
    name = f" {'▸' if picked else ' '} {pad(plain(field.name), NAME)}"
    text = fields.window(field, back, room)[0] if field.written else f"< {plain(field.shown)} >"
    return row(name, (style, plain(text) or " "))


def _chosen(field: Field, back: int, room: int) -> list[Row]:
    """Return the chosen line, with its note in full."""
    line, note = _line(field, "picked", room, back), f"  {plain(field.note)}"
    if width(line) + cells(note) <= room + INDENT:
        return [(*line, ("dim", note))]
    return [line, *_told(note.strip(), "dim", room)]


def _told(sentence: str, style: str, room: int) -> Iterable[Row]:
    parts = wrap(plain(sentence), room) if sentence else []
    return [row(" " * INDENT, (style, part)) for part in parts]


def _refusal(model: Model, form: Opening) -> str:
    """Return what the server had against the table, if it was asked for."""
    if form.asked < 0:
        return ""
    heard = (line.text for line in new_lines(model, form.asked) if line.voice is Voice.ERROR)
    return next(heard, "")


def _fields(model: Model, ui: Ui) -> list[Field]:
    return fields.fields(model.lobby, ui.opening) if model.lobby and ui.opening else []


def _rules(model: Model, ui: Ui) -> int:
    """Return how many of the fields, the last ones, are the game's own."""
    lobby, form = model.lobby, ui.opening
    return len(branch(lobby.games, form.game, "options")) if lobby and form else 0


def _picked(model: Model, ui: Ui) -> Field | None:
    known = _fields(model, ui)
    return known[min(ui.pick, len(known) - 1)] if known else None


def _choose(model: Model, ui: Ui, name: str) -> Press:
    count, form = len(_fields(model, ui)), ui.opening
    step = -1 if name == "up" else 1
    pick = (min(ui.pick, count - 1) + step) % max(1, count)
    return Press(replace(ui, pick=pick, opening=form and replace(form, back=0, digits="")))


def _turn(model: Model, ui: Ui, name: str) -> Press:
    field, form = _picked(model, ui), ui.opening
    if field is None or form is None or model.lobby is None:
        return Press(ui)
    if field.written:
        moved = fields.moved(form, field, name)
        if moved or not field.values:
            return Press(replace(ui, opening=moved or form))
    step = {"left": -1, "-": -1, "pageup": LEAP, "pagedown": -LEAP}.get(name, 1)
    turned = fields.turned(form, field, step, model.lobby)
    return Press(replace(ui, opening=replace(turned, digits="")))


def _digit(model: Model, ui: Ui, name: str) -> Press:
    field, form = _picked(model, ui), ui.opening
    if field is None or form is None or model.lobby is None:
        return Press(ui)
    counted = fields.counted(form, field, name, model.lobby)
    if counted is None:
        unchanged = replace(ui, opening=replace(form, digits=""))
        return noted(unchanged, f"{plain(field.name)} does not take {form.digits}{name}.")
    return Press(replace(ui, opening=counted))


def _open(model: Model, ui: Ui, _name: str) -> Press:
    form = ui.opening
    if form is None or model.lobby is None:
        return Press(ui)
    if any(isinstance(request, Open) for request in model.asked.values()):
        return noted(ui, "Asked for; the server has not answered yet.")
    if not model.link.up:
        return noted(ui, "The link is down: try again when it is back.")
    bots = [written(bot) for bot in many(branch(model.lobby.games, form.game), "bots")]
    options = {
        option: value for option, value in form.options.items() if isinstance(value, str | int)
    }
    try:
        title = check_title(normalize("NFC", form.title.strip()))
    except TextError as problem:
        return noted(ui, f"{problem}.")
    request = Open(
        ref=0,
        game=form.game,
        seats=form.seats,
        options=options,
        bots=bots[:1] * form.bots,
        turn_seconds=form.turn_seconds,
        absent=form.absent,
        grace_seconds=form.grace_seconds,
        takeover=form.takeover,
        hints=form.hints,
        title=title,
        word=" ".join(form.word.split()),
    )
    return Press(replace(ui, opening=replace(form, asked=model.logged)), ask=(request,))


def _read(_model: Model, ui: Ui, _name: str) -> Press:
    return reads(ui, ui.opening.game) if ui.opening else Press(ui)


def _back(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, opening=None, pick=0))
