"""The servers nearby, before there is a link to one."""

from dataclasses import replace

from haydes.client.model import Model
from haydes.client.nearby import Near, told
from haydes.client.screens.everywhere import TUTORIAL
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, Row, Spot, fill, pad, plain, row, scrolled
from haydes.client.screens.ui import Key, Press, Ui, key, noted

LEAST = 12  # rows of the list
HEAD = 2  # rows above the first server
NAME = 24  # columns of a server's name
DIGITS = "123456789"


def heading(model: Model, _ui: Ui) -> Heading:
    return Heading("SERVERS NEARBY", "", plain(model.name))


def height(_model: Model, ui: Ui) -> int:
    return max(LEAST, HEAD + len(_near(ui)) + 2)


def body(_model: Model, ui: Ui, area: Area) -> Drawing:
    near = _near(ui)
    if not near:
        return Drawing(fill([row(), *_empty()], area), Spot(1, 2))
    at = _at(ui)
    head = row(), row(("dim", f"  # {'server':<{NAME}}where, and what is open there"))
    rows = [_entry(n, server, area.columns, picked=n == at) for n, server in enumerate(near)]
    return scrolled(head, rows, at, area)


def now(_model: Model, ui: Ui) -> str:
    near = _near(ui)
    if not near:
        return "Looking for servers nearby. New here? t teaches a game."
    return f"Enter goes to {plain(near[_at(ui)].label)}. Others may still answer."


def keys(_model: Model, ui: Ui) -> tuple[Key, ...]:
    near = _near(ui)
    return (
        key("up down", "↑↓", "choose a server", _choose, hint="choose" if len(near) > 1 else ""),
        key("enter", "Enter", "go to the server", _enter, hint="go" if near else ""),
        key(" ".join(DIGITS), "1-9", "go to the server with this number", _number),
        TUTORIAL,
        key("q", "q", "quit", _quit, hint="quit"),
    )


def _near(ui: Ui) -> tuple[Near, ...]:
    return ui.near or ()


def _at(ui: Ui) -> int:
    """Return the place in the list of the picked server, which keeps it when others come."""
    aimed = [n for n, server in enumerate(_near(ui)) if str(server.address) == ui.aim]
    return aimed[0] if aimed else 0


def _entry(n: int, server: Near, columns: int, *, picked: bool) -> Row:
    name = pad(plain(server.label)[: NAME - 1], NAME)
    line = f"{'▸' if picked else ' '}{n + 1:>2} {name}{', '.join(map(plain, told(server)))}"
    return row(("picked" if picked else "", pad(line, columns)))


def _empty() -> tuple[Row, ...]:
    return (
        row("  No server has answered yet."),
        row(),
        row("  ", ("key", "t"), " teaches a game in four minutes; no server is needed."),
        row(),
        row(("dim", "  One is started with haydes-server, on any machine of this network;")),
        row(
            (
                "dim",
                "  haydes-client ADDRESS goes elsewhere, haydes-client --solo plays without one.",
            )
        ),
    )


def _choose(_model: Model, ui: Ui, name: str) -> Press:
    near = _near(ui)
    if not near:
        return Press(ui)
    step = -1 if name == "up" else 1
    return Press(replace(ui, aim=str(near[(_at(ui) + step) % len(near)].address)))


def _enter(_model: Model, ui: Ui, _name: str) -> Press:
    near = _near(ui)
    return Press(ui, goes=near[_at(ui)]) if near else noted(ui, "No server has answered yet.")


def _number(_model: Model, ui: Ui, name: str) -> Press:
    near, n = _near(ui), int(name) - 1
    return Press(ui, goes=near[n]) if n < len(near) else noted(ui, f"There is no number {name}.")


def _quit(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, quits=True)
