"""The form for a new table: game, seats, bots, turn clock, and the game's own options."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from haydes.client.model import Lobby, Model
from haydes.client.read import branch, many, number, text, written
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, Row, Spot, fill, pad, plain, row
from haydes.client.screens.ui import Key, Opening, Press, Ui, key
from haydes.protocol.messages import Open
from haydes.protocol.tree import Tree, Value

TURN_CLOCKS = (0, 15, 30, 60, 120, 300, 600)  # seconds
OWN = ("game", "seats", "bots", "turn clock")  # fields before the game's options
HEAD = 2
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
    return HEAD + len(_fields(model, ui)) + 2


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    rows: list[Row] = [row(), row(("title", "  OPEN A TABLE"))]
    fields = _fields(model, ui)
    at = min(ui.pick, len(fields) - 1)
    for n, one in enumerate(fields):
        style = "picked" if n == at else ""
        name = f" {'▸' if n == at else ' '} {pad(plain(one.name), 12)}"
        rows.append(row(name, (style, f"< {plain(one.shown)} >"), ("dim", f"  {plain(one.note)}")))
    first = max(0, min(at + HEAD - area.rows // 2, len(rows) - area.rows))
    return Drawing(fill(rows[first:], area), Spot(at + HEAD - first, 15))


def now(_model: Model, _ui: Ui) -> str:
    return "Up and down choose a line, left and right change it. Enter opens the table."


def keys(_model: Model, _ui: Ui) -> tuple[Key, ...]:
    return (
        key("up down tab", "↑↓", "choose a line", _choose, hint="choose"),
        key("left right - + space", "←→", "change it (PgUp, PgDn: by ten)", _turn, hint="change"),
        key("pageup pagedown", "PgUp PgDn", "change it by ten", _turn),
        key("enter", "Enter", "open the table", _open, hint="open it"),
        key("escape q", "Esc", "back to the lobby", _back, hint="back"),
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
    for name in branch(game, "options"):
        option = branch(game, "options", name)
        value = form.options.get(name, option.get("default", ""))
        values = many(option, "values") or range(number(option, "low"), number(option, "high") + 1)
        fields.append(Field(name, values, value, written(value), text(option, "summary")))
    return fields


def _free(form: Opening) -> str:
    free = form.seats - form.bots - 1
    return f"{free} free for other people" if free else "for you and the bots"


def _choose(model: Model, ui: Ui, name: str) -> Press:
    count = len(_fields(model, ui))
    step = -1 if name == "up" else 1
    return Press(replace(ui, pick=(min(ui.pick, count - 1) + step) % max(1, count)))


def _turn(model: Model, ui: Ui, name: str) -> Press:
    fields, form = _fields(model, ui), ui.opening
    if not fields or form is None or model.lobby is None:
        return Press(ui)
    field = fields[min(ui.pick, len(fields) - 1)]
    if not field.values:
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
    request = Open(
        ref=0,
        game=form.game,
        seats=form.seats,
        options=options,
        bots=bots[:1] * form.bots,
        turn_seconds=form.turn_seconds,
    )
    return Press(replace(ui, opening=None, pick=0), ask=(request,))


def _back(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, opening=None, pick=0))
