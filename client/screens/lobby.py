"""The lobby: tables to join or to watch, seats this player holds, and the way to a new table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from haydes.client.live import USUAL, live_tables
from haydes.client.model import LinkState, Lobby, Model, lobby_rows
from haydes.client.read import branch, flag, many, number, text, written
from haydes.client.screens import fields
from haydes.client.screens.everywhere import TUTORIAL
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, Row, Spot, fill, pad, plain, row, scrolled
from haydes.client.screens.ui import Key, Press, Ui, key, noted, reads
from haydes.client.store import Held
from haydes.client.words import options
from haydes.protocol.messages import Browse, Join, Resume, Watch
from haydes.protocol.tree import Tree

LEAST = 12  # rows of the list
HEAD = 2  # rows above the first table
NAME = 18  # columns of a game's name
BROAD = 100  # columns from which there is room for the options
STATES = {"opening": "about to begin", "playing": "playing", "over": "between matches"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A table in the list."""

    id: str
    number: int  # what a typed command calls it; 0: it is not in the list of the server
    game: str  # its title
    tree: Tree
    held: Held | None = None  # this player's seat there

    @property
    def joinable(self) -> bool:
        taken, people = number(self.tree, "taken"), len(many(self.tree, "people"))
        if flag(self.tree, "takeover") and people < taken:
            return True
        return taken < number(self.tree, "seats") and text(self.tree, "phase") != "playing"

    @property
    def enter(self) -> str:
        """What Enter does there."""
        return "return to" if self.held else "join" if self.joinable else "watch"


def heading(model: Model, _ui: Ui) -> Heading:
    people = model.lobby.people if model.lobby else 0
    online = f"{people} online" if people else ""
    return Heading("LOBBY", plain(model.link.server), plain(model.name), online)


def height(model: Model, ui: Ui) -> int:
    return max(LEAST, HEAD + len(entries(model.lobby, ui.held)) + 2)


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    lobby = model.lobby
    if lobby is None:
        return Drawing(fill([row(), row(f"  {_absent(model)}")], area), Spot(1, 2))
    listed = entries(lobby, ui.held)
    if not listed:
        return Drawing(fill([row(), *_empty(lobby)], area), Spot(1, 2))
    picked = _picked(listed, ui)
    head = row(), row(("dim", f"  # {'table':<9}{'game':<{NAME}} seats  players"))
    rows = [_entry(entry, area.columns, picked=entry is picked) for entry in listed]
    return scrolled(head, rows, listed.index(picked) if picked else 0, area)


def now(model: Model, ui: Ui) -> str:
    if model.lobby is None:
        return ""
    entry = _picked(entries(model.lobby, ui.held), ui)
    if entry is None:
        return "No table is open: n opens one."
    watch = ", w watches it" if entry.enter == "join" else ""
    verb = {"return to": "returns to your seat at", "join": "joins", "watch": "watches"}
    return f"Enter {verb[entry.enter]} {entry.id}{watch}, n opens a new table."


def keys(model: Model, ui: Ui) -> tuple[Key, ...]:
    listed = entries(model.lobby, ui.held)
    entry = _picked(listed, ui)
    enter = entry.enter if entry else ""
    up = model.link.up
    return (
        key("up down", "↑↓", "choose a table", _choose, hint="choose" if len(listed) > 1 else ""),
        key(
            "enter",
            "Enter",
            "take a seat, or watch if there is none",
            _enter,
            hint=enter.split()[0] if enter else "",
        ),
        key("n", "n", "open a new table", _new, hint="new table" if model.lobby else ""),
        key("v", "v", "view the rules of the game", _rules),
        key("w", "w", "watch without a seat", _watch, hint="watch" if enter == "join" else ""),
        key("q", "q", "quit", _quit, hint="quit"),
        TUTORIAL,
        key(
            "l",
            "l",
            "the live tables, to choose one to watch",
            _live,
            hint="live" if live_tables(model.lobby) else "",
        ),
        key("y", "y", "your finished games: replays, statistics", _finished, hint="games"),
        key("r", "r", "ask for the list again", _refresh, hint="" if up else "try again"),
    )


def entries(lobby: Lobby | None, held: Sequence[Held]) -> list[Entry]:
    """Return the seats one may come back to, then tables with a free seat, then the others."""
    if lobby is None:
        return []
    mine = {seat.table: seat for seat in held}
    ids = lobby_rows(lobby)
    listed = [_read(lobby, id_, n, mine.get(id_)) for n, id_ in enumerate(ids, 1)] + [
        _read(lobby, seat.table, 0, seat) for seat in held if seat.table not in ids
    ]
    return sorted(listed, key=lambda entry: (not entry.held, not entry.joinable))


def _read(lobby: Lobby, id_: str, number_: int, held: Held | None) -> Entry:
    tree = branch(lobby.tables, id_)
    game = text(tree, "game", held.game if held else "")
    return Entry(id_, number_, text(branch(lobby.games, game), "title", game), tree, held)


def _empty(lobby: Lobby) -> Iterable[Row]:
    yield row("  No table is open yet.")
    yield row("  ", ("key", "n"), " opens one: you choose the game, the seats and the bots.")
    yield row("  ", ("key", "t"), " teaches a game in four minutes, on a server of your own.")
    yield row()
    yield row(
        ("dim", "  Games here: "),
        ", ".join(plain(text(branch(lobby.games, name), "title", name)) for name in lobby.games),
    )


def _entry(entry: Entry, columns: int, *, picked: bool) -> Row:
    tree = entry.tree
    name = f"{entry.number or ''!s:>3} {pad(plain(entry.id), 9)}{pad(plain(entry.game), NAME)}"
    seats = f"{number(tree, 'taken')}/{number(tree, 'seats')}" if tree else ""
    facts = ["your seat is kept"] if entry.held else []
    facts += [f'"{plain(title)}"'] if (title := text(tree, "title")) else []
    facts += [", ".join(plain(written(one)) for one in many(tree, "people"))]
    facts += [STATES.get(text(tree, "phase"), "")]
    facts += [f"{watching} watching"] if (watching := number(tree, "watching")) else []
    facts += [plain(options(branch(tree, "options")))] if columns >= BROAD else []
    told = "  ".join(fact for fact in facts if fact)
    line = f"{'▸' if picked else ' '}{name} {seats:<5}  {told}"
    return row(("picked" if picked else "", pad(line, columns)))


def _absent(model: Model) -> str:
    """Say why there is no list."""
    if model.link.state is LinkState.REFUSED:
        return "Not connected."
    if model.link.up:
        return "Asking for the tables …"
    return f"Connecting to {plain(model.link.server)} …"


def _picked(listed: list[Entry], ui: Ui) -> Entry | None:
    return next((entry for entry in listed if entry.id == ui.aim), listed[0] if listed else None)


def _choose(model: Model, ui: Ui, name: str) -> Press:
    listed = entries(model.lobby, ui.held)
    picked = _picked(listed, ui)
    if picked is None:
        return Press(ui)
    step = -1 if name == "up" else 1
    return Press(replace(ui, aim=listed[(listed.index(picked) + step) % len(listed)].id))


def _enter(model: Model, ui: Ui, _name: str) -> Press:
    entry = _picked(entries(model.lobby, ui.held), ui)
    if entry is None:
        return noted(ui, "There is no table to join; n opens one.")
    if entry.held:
        return Press(ui, ask=(Resume(ref=0, token=entry.held.token, ply=entry.held.ply),))
    if entry.joinable:
        return Press(ui, ask=(Join(ref=0, table=entry.id),))
    return Press(ui, ask=(Watch(ref=0, table=entry.id),))


def _watch(model: Model, ui: Ui, _name: str) -> Press:
    entry = _picked(entries(model.lobby, ui.held), ui)
    return (
        Press(ui, ask=(Watch(ref=0, table=entry.id),))
        if entry
        else noted(ui, "There is no table to watch.")
    )


def _new(model: Model, ui: Ui, _name: str) -> Press:
    if model.lobby is None or not model.lobby.games:
        return noted(ui, "The server has not said yet which games it has.")
    return Press(replace(ui, opening=fields.blank(model.lobby), pick=0))


def _rules(model: Model, ui: Ui, _name: str) -> Press:
    entry = _picked(entries(model.lobby, ui.held), ui)
    if entry is None:
        return noted(ui, "Type :rules and the name of a game.")
    return reads(ui, text(entry.tree, "game", entry.held.game if entry.held else ""))


def _finished(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, types="games")


def _live(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, live=USUAL))


def _refresh(model: Model, ui: Ui, _name: str) -> Press:
    up = model.link.up
    return Press(ui, ask=(Browse(ref=0),) if up else (), retries=not up)


def _quit(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, quits=True)
