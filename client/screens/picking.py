"""The live tables, to choose one to watch."""

from dataclasses import replace

from haydes.client.live import ORDERS, Live, live_tables
from haydes.client.model import Model
from haydes.client.read import number
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, Row, Spot, fill, pad, plain, row, scrolled
from haydes.client.screens.ui import Key, Press, Ui, key, noted
from haydes.protocol.messages import Watch

HEAD = 2  # rows above the first table
GAME = 18  # columns of a game's name


def heading(model: Model, ui: Ui) -> Heading:
    count = len(live_tables(model.lobby, ui.live))
    return Heading(
        "LIVE TABLES", plain(model.link.server), progress=f"{count} playing, by {ui.live}"
    )


def height(model: Model, ui: Ui) -> int:
    return max(10, HEAD + len(live_tables(model.lobby, ui.live)))


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    tables = live_tables(model.lobby, ui.live)
    if not tables:
        none = [row(), row("  Nobody plays now: a match that runs is shown here.")]
        return Drawing(fill(none, area), Spot(1, 2))
    picked = _picked(model, ui)
    head = row(), row(("dim", f"  {'#':>3} {'table':<9}{'game':<{GAME}} seats acts  watch  who"))
    rows = [_row(live, area.columns, picked=live == picked) for live in tables]
    return scrolled(head, rows, tables.index(picked) if picked else 0, area)


def now(model: Model, ui: Ui) -> str:
    picked = _picked(model, ui)
    if picked is None:
        return "q goes back to the lobby."
    return f"Enter watches {picked.id}, o sorts in another way."


def keys(model: Model, ui: Ui) -> tuple[Key, ...]:
    some = _picked(model, ui) is not None
    return (
        key("up down", "↑↓", "choose a table", _choose, hint="choose" if some else ""),
        key("enter w", "Enter", "watch it", _watch, hint="watch" if some else ""),
        key("o", "o", "sort by watchers, acts, players or game", _sort, hint="sort"),
        key("q escape l", "q", "back to the lobby", _close, hint="lobby"),
    )


def _row(live: Live, columns: int, *, picked: bool) -> Row:
    acts = f"{live.acts}+" if live.acts else "new"
    seats = f"{number(live.tree, 'taken')}/{number(live.tree, 'seats')}"
    line = (
        f"{'▸' if picked else ' '} {live.number:>3} {pad(plain(live.id), 9)}"
        f"{pad(plain(live.game), GAME)} {seats:<5} {acts:<5} {live.watching or '':<5}  "
        f"{plain(', '.join(live.people) or 'bots')}"
    )
    return row(("picked" if picked else "", pad(line, columns)))


def _picked(model: Model, ui: Ui) -> Live | None:
    tables = live_tables(model.lobby, ui.live)
    return next((live for live in tables if live.id == ui.aim), tables[0] if tables else None)


def _choose(model: Model, ui: Ui, name: str) -> Press:
    tables, picked = live_tables(model.lobby, ui.live), _picked(model, ui)
    if picked is None:
        return Press(ui)
    step = -1 if name == "up" else 1
    return Press(replace(ui, aim=tables[(tables.index(picked) + step) % len(tables)].id))


def _watch(model: Model, ui: Ui, _name: str) -> Press:
    picked = _picked(model, ui)
    if picked is None:
        return noted(ui, "There is no match to watch.")
    return Press(ui, ask=(Watch(ref=0, table=picked.id),))


def _sort(_model: Model, ui: Ui, _name: str) -> Press:
    orders = list(ORDERS)
    return Press(replace(ui, live=orders[(orders.index(ui.live) + 1) % len(orders)]))


def _close(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, live=""))
