"""A table with a match in progress, or with the last position of one: the game's face."""

from haydes.client.dealing import verdict
from haydes.client.faces import face
from haydes.client.model import Model, View, is_host, my_seat, my_turn, phase, seat_name, table_id
from haydes.client.read import number, text
from haydes.client.screens import waiting
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, fill, plain
from haydes.client.screens.ui import Key, Ui
from haydes.client.words import is_gone


def heading(model: Model, _ui: Ui) -> Heading:
    view = model.view
    if view is None:
        return Heading("TABLE")
    name = text(view.table, "title")
    mine = my_turn(view)
    return Heading(
        plain(text(view.table, "game").upper()),
        place=plain(table_id(view)),
        label=plain(name),
        progress=face(view).progress(view),
        turn="YOUR MOVE" if mine else _turn(view),
        mine=mine,
    )


def height(model: Model, _ui: Ui) -> int:
    return face(model.view).height(model.view) if model.view else 1


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    view = model.view
    return face(view).draw(view, ui, area) if view else Drawing(fill([], area))


def now(model: Model, ui: Ui) -> str:
    view = model.view
    if view is None:
        return ""
    if phase(view) != "over":
        said = face(view).now(view, ui)
        mover = face(view).mover(view)
        if mover is not None and is_host(view) and is_gone(view, mover):
            name = plain(seat_name(view, mover))
            said = f"{name} is gone: wait, or :kick {name}."
        return said if my_seat(view) is not None else f"You watch. {said}"
    dealt = verdict(model.fair.verdict) or "The match is over."
    if is_host(view):
        missing = "" if waiting.all_taken(view) else " (first + puts a bot in the open seat)"
        return f"{dealt} s plays again{missing}, q leaves."
    host = plain(seat_name(view, number(view.table, "host")))
    return f"{dealt} {host} can start another; q leaves."


def keys(model: Model, ui: Ui) -> tuple[Key, ...]:
    view = model.view
    if view is None:
        return ()
    return waiting.keys(model, ui) if phase(view) == "over" else face(view).keys(view, ui)


def _turn(view: View) -> str:
    if phase(view) == "over":
        return "GAME OVER"
    mover = face(view).mover(view)
    if mover is None:
        return "WAIT" if my_seat(view) is not None else "WATCHING"
    return f"{plain(seat_name(view, mover))} moves"
