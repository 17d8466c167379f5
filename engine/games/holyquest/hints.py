"""Why the adviser of HolyQuest does what it does."""

from haydes.engine.game import Seat, State
from haydes.engine.games.holyquest.actions import ACTIONS
from haydes.engine.games.holyquest.bot import holds_back
from haydes.engine.games.holyquest.position import Position
from haydes.engine.games.holyquest.skills import HEROIC


def why(state: State, _seat: Seat, action: int) -> str:
    """Return the deed; for a skill "relief", "hide" or "worth", for done see `_done`."""
    if not isinstance(state, Position):
        raise TypeError("this is a position of another game")
    chosen = ACTIONS[action]
    if chosen.do == "skill":
        if chosen.skill.name == "hide":
            return "hide"
        return "relief" if chosen.skill.aim in HEROIC else "worth"
    if chosen.do == "done":
        return _done(state)
    return chosen.do


def _done(p: Position) -> str:
    """Return "slip", "spare" or "enough"."""
    if p.hidden and p.terms.slip_past and not p.acted:
        return "slip"
    return "spare" if holds_back(p) else "enough"
