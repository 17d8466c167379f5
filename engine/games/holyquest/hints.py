"""Why the adviser of HolyQuest does what it does."""

from haydes.engine.game import Seat, State
from haydes.engine.games.holyquest.actions import ACTIONS
from haydes.engine.games.holyquest.position import Position
from haydes.engine.games.holyquest.skills import HEROIC


def why(state: State, _seat: Seat, action: int) -> str:
    """Return the deed; of a skill "relief", "hide" or "worth"; "slip" or "enough" if done."""
    if not isinstance(state, Position):
        raise TypeError("this is a position of another game")
    chosen = ACTIONS[action]
    if chosen.do == "skill":
        if chosen.skill.name == "hide":
            return "hide"
        return "relief" if chosen.skill.aim in HEROIC else "worth"
    if chosen.do == "done":
        return "slip" if state.hidden and state.terms.slip_past and not state.acted else "enough"
    return chosen.do
