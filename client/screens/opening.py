"""The form for a new table: game, seats, bots, turn clock, title, word, and the game's options.

Title and word are typed: on their lines every sign is text, and no key has another meaning.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

from haydes.client.model import Lobby, Model
from haydes.client.read import branch, many, number, text, written
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
from haydes.protocol.limits import TITLE
from haydes.protocol.messages import Open
from haydes.protocol.text import TextError, check_title
from haydes.protocol.tree import Tree, Value

TURN_CLOCKS = (0, 15, 30, 60, 120, 300, 600)  # seconds
OWN = ("game", "seats", "bots", "turn clock")  # fields before the game's options
TYPED = {"title": TITLE, "join word": TITLE}  # the most signs each may have
RUBOUT = ("\x7f", "\b", "backspace")
HEAD = 2
INDENT = 15  # columns before what a line holds
LEAP = 10  # values by which a page key turns


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    values: Sequence[Value]
    value: Value
    shown: str
    note: str = ""


def blank(lobby: Lobby, game: str = "") -> Opening:
    """Return a form for a game with what suits most: one bot to play against."""
    game = game or next(iter(lobby.games))
    least, most = _seats(branch(lobby.games, game))
    seats = min(max(2, least), most)
    return Opening(game, seats, seats - 1)


def heading(model: Model, _ui: Ui) -> Heading:
    return Heading("NEW TABLE", plain(model.link.server))


def height(model: Model, ui: Ui) -> int:
    return HEAD + len(_fields(model, ui)) + 3


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    rows: list[Row] = [row(), row(("title", "  OPEN A TABLE"))]
    fields = _fields(model, ui)
    at = min(ui.pick, len(fields) - 1)
    spot = HEAD
    for n, one in enumerate(fields):
        if n == len(fields) - _rules(model, ui):
            rows.append(row(("title", "  RULES")))
        spot = len(rows) if n == at else spot
        style = "picked" if n == at else ""
        name = f" {'▸' if n == at else ' '} {pad(plain(one.name), 12)}"
        value = plain(one.shown) if one.name in TYPED else f"< {plain(one.shown)} >"
        line = row(name, (style, value or " "))
        note = f"  {plain(one.note)}"
        if n != at or width(line) + cells(note) <= area.columns:
            rows.append((*line, ("dim", note)))
            continue
        rows.append(line)
        parts = wrap(note.strip(), area.columns - INDENT)
        rows += [row(" " * INDENT, ("dim", part)) for part in parts]
    first = max(0, min(spot - area.rows // 2, len(rows) - area.rows))
    end = cells(plain(fields[at].shown)) if fields and fields[at].name in TYPED else 0
    return Drawing(
        fill(rows[first:], area), Spot(spot - first, min(INDENT + end, area.columns - 1))
    )


def now(model: Model, ui: Ui) -> str:
    field = _picked(model, ui)
    if field is not None and takes_text(model, ui):
        return f"Type the {field.name}, or leave it empty. Enter opens the table."
    return "Up and down choose a line, left and right change it. Enter opens the table."


def takes_text(model: Model, ui: Ui) -> bool:
    """Whether signs go into the chosen line."""
    field = _picked(model, ui)
    return field is not None and field.name in TYPED


def typed(model: Model, ui: Ui, name: str) -> Press | None:
    """Return what a sign does to the text of the chosen line; None: it is no sign of a text."""
    field, form = _picked(model, ui), ui.opening
    if form is None or field is None or not takes_text(model, ui):
        return None
    sign = " " if name == "space" else name
    if name not in RUBOUT and (len(sign) != 1 or not sign.isprintable()):
        return None
    text_ = field.shown[:-1] if name in RUBOUT else (field.shown + sign)[: TYPED[field.name]]
    changed = replace(form, title=text_) if field.name == "title" else replace(form, word=text_)
    return Press(replace(ui, opening=changed))


def keys(_model: Model, _ui: Ui) -> tuple[Key, ...]:
    return (
        key("", "A to Z", "on the lines title and join word: text", _turn),
        key("up down tab", "↑↓", "choose a line", _choose, hint="choose"),
        key("left right - + space", "←→", "change it (PgUp, PgDn: by ten)", _turn, hint="change"),
        key("pageup pagedown", "PgUp PgDn", "change it by ten", _turn),
        key("enter", "Enter", "open the table", _open, hint="open it"),
        key("escape q", "Esc", "back to the lobby", _back, hint="back"),
        key("v", "v", "view the rules of the game", _read, hint="rules"),
    )


def _seats(game: Tree) -> tuple[int, int]:
    bounds = [value for value in many(game, "seats") if isinstance(value, int)]
    return (bounds[0], bounds[-1]) if bounds else (1, 1)


def _fields(model: Model, ui: Ui) -> list[Field]:
    form, lobby = ui.opening, model.lobby
    if form is None or lobby is None:
        return []
    game = branch(lobby.games, form.game)
    least, most = _seats(game)
    bots = [written(bot) for bot in many(game, "bots")]
    seconds = f"{form.turn_seconds} seconds" if form.turn_seconds else "none"
    fields = [
        Field("game", list(lobby.games), form.game, text(game, "title", form.game)),
        Field("seats", range(least, most + 1), form.seats, str(form.seats), _free(form)),
        Field("bots", range(form.seats), form.bots, str(form.bots), bots[0] if bots else ""),
        Field(
            "turn clock", TURN_CLOCKS, form.turn_seconds, seconds, "per turn; then the server plays"
        ),
    ]
    fields += [
        Field("title", (), form.title, form.title, _typed_note(form.title, "a name for it")),
        Field("join word", (), form.word, form.word, _typed_note(form.word, _PRIVATE)),
    ]
    for name in branch(game, "options"):
        option = branch(game, "options", name)
        value = form.options.get(name, option.get("default", ""))
        values = many(option, "values") or range(number(option, "low"), number(option, "high") + 1)
        fields.append(Field(name, values, value, written(value), text(option, "summary")))
    return fields


_PRIVATE = "private, joined by its id and this word"


def _typed_note(given: str, note: str) -> str:
    return "" if given else f"type here; {note}"


def _rules(model: Model, ui: Ui) -> int:
    """Return how many of the fields, the last ones, are the game's own."""
    lobby, form = model.lobby, ui.opening
    return len(branch(lobby.games, form.game, "options")) if lobby and form else 0


def _picked(model: Model, ui: Ui) -> Field | None:
    fields = _fields(model, ui)
    return fields[min(ui.pick, len(fields) - 1)] if fields else None


def _free(form: Opening) -> str:
    free = form.seats - form.bots - 1
    return f"{free} free for other people" if free else "for you and the bots"


def _choose(model: Model, ui: Ui, name: str) -> Press:
    count = len(_fields(model, ui))
    step = -1 if name == "up" else 1
    return Press(replace(ui, pick=(min(ui.pick, count - 1) + step) % max(1, count)))


def _turn(model: Model, ui: Ui, name: str) -> Press:
    field, form = _picked(model, ui), ui.opening
    if field is None or not field.values or form is None or model.lobby is None:
        return Press(ui)
    step = {"left": -1, "-": -1, "pageup": LEAP, "pagedown": -LEAP}.get(name, 1)
    known = list(field.values)
    at = known.index(field.value) if field.value in known else 0
    if abs(step) == LEAP:
        value = known[max(0, min(at + step, len(known) - 1))]
    else:
        value = known[(at + step) % len(known)]
    return Press(replace(ui, opening=_set(form, field.name, value, model.lobby)))


def _set(form: Opening, name: str, value: Value, lobby: Lobby) -> Opening:
    if name == "game":
        return blank(lobby, written(value))
    if name not in OWN:
        return replace(form, options={**form.options, name: value})
    count = value if isinstance(value, int) else 0
    if name == "seats":
        return replace(form, seats=count, bots=min(form.bots, count - 1))
    return replace(form, bots=count) if name == "bots" else replace(form, turn_seconds=count)


def _open(model: Model, ui: Ui, _name: str) -> Press:
    form = ui.opening
    if form is None or model.lobby is None:
        return Press(ui)
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
        title=title,
        word=" ".join(form.word.split()),
    )
    return Press(replace(ui, opening=None, pick=0), ask=(request,))


def _read(_model: Model, ui: Ui, _name: str) -> Press:
    return reads(ui, ui.opening.game) if ui.opening else Press(ui)


def _back(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, opening=None, pick=0))
