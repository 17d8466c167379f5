"""A table before its first match: who sits where, how to fill the seats, how to start."""

from collections.abc import Iterable
from dataclasses import replace

from haydes.client.affairs import BAN
from haydes.client.company import rule
from haydes.client.model import Model, View, is_host, my_seat, phase, seat_name, seats, table_id
from haydes.client.read import branch, flag, number, text
from haydes.client.screens.everywhere import RULES
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, Row, Spot, fill, pad, plain, row
from haydes.client.screens.seats import presence
from haydes.client.screens.ui import Key, Press, Ui, key, noted
from haydes.client.words import options, title
from haydes.protocol.messages import AddBot, Kick, Ready, Start, Swap

HEAD = 4  # rows above the first seat


def heading(model: Model, _ui: Ui) -> Heading:
    view = model.view
    if view is None:
        return Heading("TABLE")
    name = text(view.table, "title")
    mine = all_taken(view) and is_host(view) and phase(view) != "opening"
    return Heading(
        plain(text(view.table, "game").upper()),
        place=plain(table_id(view)),
        label=plain(name),
        turn="START?" if mine else "WATCHING" if my_seat(view) is None else "",
        mine=mine,
    )


def height(_model: Model, _ui: Ui) -> int:
    return 16


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    view = model.view
    if view is None:
        return Drawing(fill([], area))
    rows: list[Row] = [
        row(),
        row(
            "  ",
            ("title", plain(title(view, model.lobby.games if model.lobby else view.game))),
            ("dim", f"   {plain(options(branch(view.table, 'options')))}"),
        ),
        row(),
        row(("dim", "  SEATS")),
    ]
    listed = list(seats(view))
    rows += [_seat(view, seat, picked=n == ui.pick) for n, (seat, _) in enumerate(listed)]
    rows += [row(), *_ways(model, view)]
    at = min(ui.pick, max(0, len(listed) - 1))
    steps = tuple(range(HEAD, min(HEAD + len(listed), area.rows)))
    return Drawing(fill(rows, area), Spot(min(HEAD + at, area.rows - 1), 2), steps)


def now(model: Model, _ui: Ui) -> str:
    view = model.view
    if view is None:
        return ""
    if phase(view) == "opening":
        return "The match is about to begin: random numbers are opened."
    host = plain(seat_name(view, number(view.table, "host")))
    if my_seat(view) is None:
        return f"You watch. {host} starts the match."
    if not is_host(view):
        ready = _is_ready(view)
        told = "You are ready. " if ready else ""
        return f"{told}{host} starts the match.{'' if ready else ' R says that you are ready.'}"
    if all_taken(view):
        return "Every seat is taken: s starts the match."
    return "A seat is open: + puts a bot there, or wait for somebody."


def keys(model: Model, _ui: Ui) -> tuple[Key, ...]:
    view = model.view
    between = bool(view and phase(view) != "opening")
    host = bool(view and between and is_host(view))
    full = bool(view and all_taken(view))
    unready = bool(view and between and my_seat(view) is not None and not _is_ready(view))
    asked = unready and not host
    again = "rematch" if view and text(view.table, "phase") == "over" else "start"
    return (
        key("s", "s", "start the match (host)", _start, hint=again if host and full else ""),
        key(
            "+ =",
            "+",
            "put a bot in an open seat (host)",
            _add,
            hint="add a bot" if host and not full else "",
        ),
        key(
            "-",
            "-",
            "take a bot away (host)",
            _remove,
            hint="remove a bot" if host and _bots(view) else "",
        ),
        key("R", "R", "say that you are ready", _ready, hint="ready" if asked else ""),
        key("up down", "↑↓", "choose a seat", _choose),
        key("g", "g", "go to the chosen seat, if it is open", _go),
        key("x", "x", "let the chosen seat and the next change places (host)", _swap),
        key("k", "k", "clear the chosen seat (host; asks)", _kick),
        key("b", "b", "clear it and ban the name from the table (host; asks)", _kick),
        replace(RULES, hint="rules"),
    )


def all_taken(view: View) -> bool:
    return all(text(tree, "kind", "open") != "open" for _, tree in seats(view))


def _seat(view: View, seat: int, *, picked: bool) -> Row:
    tree = branch(view.table, "seats", str(seat))
    sign, word = presence(view, seat)
    open_ = word[1] == "open"
    name = "open" if open_ else plain(seat_name(view, seat))
    marks = [
        "you" if seat == my_seat(view) else "",
        "host" if seat == number(view.table, "host", -1) else "",
        "ready" if flag(tree, "ready") else "",
    ]
    return row(
        ("bold", "  ▸ " if picked else "    "),
        f"{seat + 1}  ",
        sign,
        " ",
        ("dim" if open_ else "bold", pad(name, 24)),
        word if not open_ else "",
        f"  {', '.join(mark for mark in marks if mark)}",
    )


def _ways(model: Model, view: View) -> Iterable[Row]:
    """Tell how more people get here."""
    if not all_taken(view):
        server, name = plain(model.link.server), plain(table_id(view))
        if flag(view.table, "private"):
            word = plain(model.word)
            yield row(
                ("dim", "  It is private, in no list. To join it: "),
                f":join {name} {word or 'WORD'}",
                ("dim", "" if word else "  with its word"),
            )
        else:
            yield row(("dim", "  Others find it in the lobby of "), server, ("dim", " as "), name)
    if fate := rule(view):
        yield row(("dim", f"  {fate}"))
    watching = number(view.table, "watching")
    if watching:
        yield row(("dim", f"  {watching} watching"))


def _is_ready(view: View) -> bool:
    return flag(branch(view.table, "seats", str(my_seat(view))), "ready")


def _bots(view: View | None) -> list[int]:
    return [seat for seat, tree in seats(view) if text(tree, "kind") == "bot"] if view else []


def _start(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not is_host(view):
        return noted(ui, "Only the host can start the match.")
    if not all_taken(view):
        return noted(ui, "A seat is still open: + puts a bot there.")
    return Press(ui, ask=(Start(ref=0),))


def _add(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not is_host(view):
        return noted(ui, "Only the host can add bots.")
    free = [seat for seat, tree in seats(view) if text(tree, "kind", "open") == "open"]
    if not free:
        return noted(ui, "No seat is open.")
    return Press(ui, ask=(AddBot(ref=0, seat=ui.pick if ui.pick in free else free[0]),))


def _remove(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not is_host(view):
        return noted(ui, "Only the host can take bots away.")
    bots = _bots(view)
    if not bots:
        return noted(ui, "There is no bot to take away.")
    return Press(ui, ask=(Kick(ref=0, seat=ui.pick if ui.pick in bots else bots[-1]),))


def _ready(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or my_seat(view) is None:
        return noted(ui, "You have no seat here.")
    return Press(ui, ask=(Ready(ref=0),))


def _go(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    mine = my_seat(view) if view else None
    if view is None or mine is None:
        return noted(ui, "You have no seat here.")
    if text(branch(view.table, "seats", str(ui.pick)), "kind", "open") != "open":
        return noted(ui, "That seat is taken: choose an open one with the arrow keys.")
    return Press(ui, ask=(Swap(ref=0, seat=mine, to=ui.pick),))


def _swap(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not is_host(view):
        return noted(ui, "Only the host can let others change places.")
    after = (ui.pick + 1) % len(list(seats(view)))
    return Press(replace(ui, pick=after), ask=(Swap(ref=0, seat=ui.pick, to=after),))


def _kick(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    if view is None or not is_host(view):
        return noted(ui, "Only the host can clear a seat.")
    if ui.pick == my_seat(view):
        return noted(ui, "That is your own seat: choose another with the arrow keys.")
    if text(branch(view.table, "seats", str(ui.pick)), "kind") != "person":
        return noted(ui, "No person sits there: choose a seat with the arrow keys.")
    who, ban = plain(seat_name(view, ui.pick)), name == "b"
    asks = f"Clear the seat of {who}{', and ban the name' if ban else ''}? y clears it."
    line = f"kick {ui.pick + 1}{f' {BAN}' if ban else ''}"
    return Press(replace(ui, question=asks, agreed=line))


def _choose(model: Model, ui: Ui, name: str) -> Press:
    count = len(list(seats(model.view))) if model.view else 1
    return Press(replace(ui, pick=(ui.pick + (-1 if name == "up" else 1)) % max(1, count)))
