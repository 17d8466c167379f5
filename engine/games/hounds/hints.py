"""Why the adviser of Release the Hounds plays what it plays."""

from haydes.engine.cards import BLACK_JOKER
from haydes.engine.game import Seat, State
from haydes.engine.games.hounds.actions import DISCARD, card_and_target
from haydes.engine.games.hounds.rules import HoundsState


def why(state: State, seat: Seat, action: int) -> str:
    """Return "alone", "drop", "joker", "run" or "harm"."""
    if not isinstance(state, HoundsState):
        raise TypeError("this is a position of another game")
    if state.running == 1 << seat:
        return "alone"
    if action == DISCARD:
        return "drop"
    card, target = card_and_target(action)
    if card >= BLACK_JOKER:
        return "joker"
    return "run" if target == seat else "harm"
