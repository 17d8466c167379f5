"""What the commands about finished games do to the screen."""

from dataclasses import replace
from typing import TYPE_CHECKING

from haydes.client.model import Model, engaged
from haydes.client.parsed import Local, Parsed
from haydes.client.past.film import FilmError
from haydes.client.past.reel import go
from haydes.client.past.telling import UNENDED, UNFINISHED
from haydes.client.screens.ui import Overlay, Ui

if TYPE_CHECKING:
    from haydes.client.past.library import Library


def looked_back(model: Model, ui: Ui, library: "Library", parsed: Parsed) -> Ui:
    """Return the ui that shows what one of LOOKS_BACK asks for; in a match the board stays."""
    playing = model.view is not None and engaged(model.view)
    match parsed.local:
        case Local.GAMES | Local.STATS if playing:
            _, told = library.answer(parsed.local, parsed.game, model)
            return replace(ui, overlay=Overlay.ANSWER, answer=tuple(told), page=0)
        case Local.GAMES | Local.STATS:
            return replace(ui, games=library.games(), pick=0)
        case Local.REPLAY:
            return replace(ui, note=UNFINISHED) if playing else _replay(ui, library, parsed.game)
        case Local.RECAP if ui.latest is None:
            return replace(ui, note=UNENDED)
        case Local.RECAP:
            return replace(ui, overlay=Overlay.INSPECT, page=0)
        case _:
            note = " ".join(library.forget(parsed.game)[1])
            games = library.games() if ui.games is not None else None
            return replace(ui, note=note, games=games, pick=0)


def _replay(ui: Ui, library: "Library", game: int) -> Ui:
    try:
        return replace(ui, reel=library.replay(game), aim="")
    except FilmError as problem:
        return replace(ui, note=str(problem))


def rolled(ui: Ui) -> Ui:
    """Return the ui with its replay a step further, if it still rolls by itself."""
    reel = ui.reel
    return ui if reel is None or not reel.rolls else replace(ui, reel=go(reel, reel.at + 1))
