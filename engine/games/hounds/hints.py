"""Why the adviser of Release the Hounds plays what it plays."""

from haydes.engine.cards import BLACK_JOKER, FIRST_COURT
from haydes.engine.game import Seat, State
from haydes.engine.games.hounds.actions import DISCARD, card_and_target
from haydes.engine.games.hounds.pieces import STEPS
from haydes.engine.games.hounds.rules import HoundsState


def why(state: State, seat: Seat, action: int) -> str:
    """Return "alone", "drop" or "joker"; on oneself "run" or "back"; on others see `_on`."""
    if not isinstance(state, HoundsState):
        raise TypeError("this is a position of another game")
    if state.running == 1 << seat:
        return "alone"
    if action == DISCARD:
        return "drop"
    card, target = card_and_target(action)
    if card >= BLACK_JOKER:
        return "joker"
    if target == seat:
        return "run" if STEPS[card] > 0 else "back"
    return _on(state, card, target)


def _on(state: HoundsState, card: int, target: Seat) -> str:
    """Return "force", "help", "catch" if it takes them off the track so far, or "harm"."""
    if card >= FIRST_COURT:
        return "force"
    if STEPS[card] > 0:
        return "help"
    return "catch" if state.at[target] + state.net[target] + STEPS[card] < 1 else "harm"
