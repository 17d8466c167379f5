"""A replay: the game's own face, as it was, and the keys that lead through it."""

from collections.abc import Callable
from dataclasses import replace

from haydes.client.faces import face
from haydes.client.model import Model, game_name, phase, table_id
from haydes.client.past import reel as reels
from haydes.client.past.reel import Reel
from haydes.client.past.telling import shared
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, fill, plain
from haydes.client.screens.ui import Deed, Key, Overlay, Press, Ui, key

# Every function is given the model of the replay, not that of now.


def heading(model: Model, ui: Ui) -> Heading:
    view, reel = model.view, ui.reel
    if view is None or reel is None:
        return Heading("REPLAY")
    sign = "▸" if reel.rolls else ""
    return Heading(
        plain(game_name(view).upper()),
        place=plain(table_id(view)),
        progress=face(view).progress(view),
        turn=f"REPLAY {sign}{reel.at + 1}/{reel.film.last + 1}",
    )


def height(model: Model, _ui: Ui) -> int:
    return face(model.view).height(model.view) if model.view else 1


def body(model: Model, ui: Ui, area: Area) -> Drawing:
    view = model.view
    return face(view).draw(view, ui, area) if view else Drawing(fill([], area))


def now(model: Model, ui: Ui) -> str:
    reel, view = ui.reel, model.view
    if reel is None or view is None:
        return ""
    film = reel.film
    turn = f"Turn {film.turn(reel.at)} of {len(film.turns)}."
    if reel.rolls:
        return f"{turn} Space stops; + and - change the pace ({reels.PACES[reel.pace]:g} a second)."
    if reel.at == film.last:
        cut = "" if phase(view) == "over" else " The file ends before the match does."
        return f"{turn} This is the end.{cut} Home goes back to the beginning."
    return f"{turn} → goes on, Space plays by itself."


def keys(_model: Model, ui: Ui) -> tuple[Key, ...]:
    rolls = bool(ui.reel and ui.reel.rolls)
    alone = bool(ui.reel and ui.reel.alone)
    return (
        key("right", "→", "a step on", _led(lambda reel: reels.go(reel, reel.at + 1)), hint="on"),
        key(
            "left", "←", "a step back", _led(lambda reel: reels.go(reel, reel.at - 1)), hint="back"
        ),
        key("space", "Space", "play by itself, or stop", _roll, hint="stop" if rolls else "play"),
        key("down", "↓", "to the next turn", _led(lambda reel: reels.turn(reel, 1)), hint="turn"),
        key(
            "up",
            "↑",
            "to the beginning of the turn, or the turn before",
            _led(lambda reel: reels.turn(reel, -1)),
        ),
        key("+ =", "+", "play faster", _led(lambda reel: reels.faster(reel, 1))),
        key("-", "-", "play slower", _led(lambda reel: reels.faster(reel, -1))),
        key("home 0", "Home", "to the beginning", _led(lambda reel: reels.go(reel, 0))),
        key("end $", "End", "to the end", _led(lambda reel: reels.go(reel, reel.film.last))),
        key("f", "f", "where the file is, to give it to somebody", _file),
        key(
            "q escape",
            "q",
            "quit" if alone else "back to where you were",
            _close,
            hint="quit" if alone else "closes",
        ),
    )


def _led(lead: Callable[[Reel], Reel]) -> Deed:
    def deed(_model: Model, ui: Ui, _name: str) -> Press:
        return Press(replace(ui, reel=lead(ui.reel)) if ui.reel else ui)

    return deed


def _roll(_model: Model, ui: Ui, _name: str) -> Press:
    reel = ui.reel
    if reel is None:
        return Press(ui)
    return Press(replace(ui, reel=replace(reel, rolls=False) if reel.rolls else reels.roll(reel)))


def _file(_model: Model, ui: Ui, _name: str) -> Press:
    if ui.reel is None:
        return Press(ui)
    return Press(replace(ui, overlay=Overlay.ANSWER, answer=shared(ui.reel), page=0))


def _close(_model: Model, ui: Ui, _name: str) -> Press:
    alone = bool(ui.reel and ui.reel.alone)
    return Press(ui if alone else replace(ui, reel=None), quits=alone)
