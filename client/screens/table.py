"""A table with a match in progress, or with the last position of one: the game's face."""

from dataclasses import replace

from haydes.client import company
from haydes.client.company import is_paused
from haydes.client.dealing import verdict
from haydes.client.faces import face
from haydes.client.model import Model, View, is_host, my_seat, my_turn, phase, seat_name, table_id
from haydes.client.read import branch, number, text
from haydes.client.screens import over, waiting
from haydes.client.screens.everywhere import seated
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, fill, plain
from haydes.client.screens.ui import Key, Press, Ui, key, noted
from haydes.client.words import is_gone, may_ask_for_hints
from haydes.protocol.features import HINT as FEATURE
from haydes.protocol.messages import Hint, Pause


def heading(model: Model, _ui: Ui) -> Heading:
    view = model.view
    if view is None:
        return Heading("TABLE")
    name = text(view.table, "title")
    mine = my_turn(view) and not is_paused(view)
    return Heading(
        plain(text(view.table, "game").upper()),
        place=plain(table_id(view)),
        label=plain(name),
        progress=face(view).progress(view),
        turn="YOUR MOVE" if mine else _turn(view),
        mine=mine,
    )


def height(model: Model, ui: Ui) -> int:
    if model.view and _tells_result(model.view, ui):
        return over.height(ui)
    return face(model.view).height(model.view) if model.view else 1


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    view = model.view
    if view and _tells_result(view, ui):
        return over.body(model, view, ui, area)
    return face(view).draw(view, ui, area) if view else Drawing(fill([], area))


def now(model: Model, ui: Ui) -> str:
    view = model.view
    if view is None:
        return ""
    if is_paused(view):
        return "The match is paused: P goes on." if seated(model) else "The match is paused."
    if phase(view) != "over":
        said = face(view).now(view, ui)
        mover = face(view).mover(view)
        said = _if_gone(view, mover) or said
        return said if my_seat(view) is not None else f"You watch. {said}"
    dealt = verdict(model.fair.verdict) or "The match is over."
    if is_host(view):
        missing = "" if waiting.all_taken(view) else " (first + puts a bot in the open seat)"
        return f"{dealt} s plays again{missing}, q leaves."
    host = plain(seat_name(view, number(view.table, "host")))
    return f"{dealt} {host} can start another; q leaves."


def _if_gone(view: View, mover: int | None) -> str:
    """Return what comes of it, or what a host can do, that the seat whose turn it is is empty."""
    if mover is None:
        return ""
    name = plain(seat_name(view, mover))
    if text(branch(view.table, "seats", str(mover)), "stand_in"):
        return f"A bot plays for {name}."
    if not is_gone(view, mover):
        return ""
    if fate := company.fate(view, mover)[1]:
        return f"{name} is gone; soon {fate}."
    return f"{name} is gone: wait, or :kick {name}." if is_host(view) else ""


def keys(model: Model, ui: Ui) -> tuple[Key, ...]:
    view = model.view
    if view is None:
        return ()
    if phase(view) == "over":
        return (*(_afterwards(ui) if ui.latest else ()), *waiting.keys(model, ui))
    own = face(view).keys(view, ui)
    if is_paused(view):
        own = tuple(replace(one, hint="") for one in own)
    if my_seat(view) is None:
        return own
    if is_paused(view):
        return (*own, HINT, replace(PAUSE, hint="go on"))
    hints = my_turn(view) and FEATURE in model.features and may_ask_for_hints(view)
    return (*own, replace(HINT, hint="hint" if hints else ""), PAUSE)


def _tells_result(view: View, ui: Ui) -> bool:
    return phase(view) == "over" and ui.latest is not None and not ui.position


def _turn_over(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, position=not ui.position))


def _replay(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, reel=ui.latest))


def _add_up(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, types="stats")


def _afterwards(ui: Ui) -> tuple[Key, ...]:
    other = "result" if ui.position else "board"
    return (
        key("y", "y", "see the match again, step by step", _replay, hint="replay"),
        key("o", "o", "the last position, or the result", _turn_over, hint=other),
        key("a", "a", "your finished games added up", _add_up, hint="statistics"),
    )


def _pause(model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, ask=(Pause(ref=0, on=not (model.view and is_paused(model.view))),))


def _hint(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    if not (FEATURE in model.features and may_ask_for_hints(view)):
        return noted(ui, "There are no hints at this table.")
    return Press(ui, ask=(Hint(ref=0),))


HINT = key("H", "H", "hint: ask what a bot would do in your place", _hint)
PAUSE = key("P", "P", "agree to a pause of the match, or end it", _pause)


def _turn(view: View) -> str:
    if phase(view) == "over":
        return "GAME OVER"
    if is_paused(view):
        return "PAUSED"
    mover = face(view).mover(view)
    if mover is None:
        return "WAIT" if my_seat(view) is not None else "WATCHING"
    return f"{plain(seat_name(view, mover))} moves"
