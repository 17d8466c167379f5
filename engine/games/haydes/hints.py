"""Why the adviser of Escape from Haydes does what it does."""

from haydes.engine.game import Seat, State
from haydes.engine.games.haydes.actions import HIGHER, LOWER, WALK
from haydes.engine.games.haydes.bot import ABOVE, BELOW, Sight, likelihood
from haydes.engine.games.haydes.faces import VALUE
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.games.haydes.turns import ENCOUNTER, MOVE


def why(state: State, seat: Seat, action: int) -> str:
    """Return the deed, for a vain test "hopeless".

    For a call it is "seen", "likelier", "joker" or "lure".
    """
    if not isinstance(state, HaydesState):
        raise TypeError("this is a position of another game")
    if state.phase == ENCOUNTER and state.held(seat):
        return "hopeless"
    moves = action < state.actions.stop
    if state.phase != MOVE or not (moves or action >= state.actions.ride):
        return str(state.describe(action)["do"])
    door, way = divmod(action if moves else action - state.actions.ride, 3)
    return "walk" if way == WALK else _call(Sight.of(state), state.at[seat], door, way)


def _call(sight: Sight, at: int, door: int, call: int) -> str:
    if door in sight.known:
        return "seen"
    if at == sight.state.map.start and sight.hidden == frozenset([door]):
        return "lure"
    value = VALUE[sight.state.faces[at]]
    above, below = (likelihood(sight, door, cards[value]) for cards in (ABOVE, BELOW))
    likelier = {HIGHER} if above > below else {LOWER} if below > above else {HIGHER, LOWER}
    return "likelier" if call in likelier else "joker"
