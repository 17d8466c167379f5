"""What the commands about finished games do to the screen."""

from dataclasses import replace
from typing import TYPE_CHECKING

from haydes.client.parsed import Local, Parsed
from haydes.client.past.film import FilmError
from haydes.client.past.reel import go
from haydes.client.screens.ui import Overlay, Ui

if TYPE_CHECKING:
    from haydes.client.past.library import Library

LOOKS_BACK = (Local.GAMES, Local.STATS, Local.RECAP, Local.REPLAY, Local.FORGET)


def looked_back(ui: Ui, library: "Library", parsed: Parsed) -> Ui:
    """Return the ui that shows what one of LOOKS_BACK asks for."""
    match parsed.local:
        case Local.GAMES | Local.STATS:
            return replace(ui, games=library.games(), pick=0)
        case Local.RECAP:
            if ui.latest is None:
                return replace(ui, note="There is no match here that has ended.")
            return replace(ui, overlay=Overlay.INSPECT, page=0)
        case Local.REPLAY:
            try:
                return replace(ui, reel=library.replay(parsed.game), aim="")
            except FilmError as problem:
                return replace(ui, note=str(problem))
        case _:
            note = " ".join(library.forget(parsed.game)[1])
            listed = ui.games is not None
            return replace(ui, note=note, games=library.games() if listed else None, pick=0)


def rolled(ui: Ui) -> Ui:
    """Return the ui with its replay a step further, if it still rolls by itself."""
    reel = ui.reel
    return ui if reel is None or not reel.rolls else replace(ui, reel=go(reel, reel.at + 1))
