"""Bots: a greedy one, and one that tries its choices out by going on with greedy players."""

from haydes.engine.cards import BLACK_JOKER, FIRST_COURT
from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat, State
from haydes.engine.games.hounds.actions import DISCARD, ESCAPE, HOUNDS, number
from haydes.engine.games.hounds.pieces import ESCAPED, STEPS, TRACK
from haydes.engine.games.hounds.rules import HoundsState

DIE = 6
ROLLOUTS = 300  # for a decision, all its choices together


def greedy(state: State, seat: Seat, dealer: Dealer) -> int:  # noqa: ARG001  # every bot has one
    """Run with red cards, throw the others at the front runner, and hold nothing back."""
    return _greedy(_hounds(state), seat)


def rollout(state: State, seat: Seat, dealer: Dealer) -> int:
    """Choose what ends most often in an escape if everybody goes on greedily.

    All choices are tried in the same concealed positions. Of equals the greedy choice is
    taken, which is one that gets on.
    """
    known = _hounds(state)
    favourite = _greedy(known, seat)
    choices = sorted(known.legal(seat), key=favourite.__ne__)
    if known.running == 1 << seat:  # alone, every choice ends in an escape
        return favourite
    escapes = [0] * len(choices)
    for _ in range(ROLLOUTS // len(choices)):
        position = known.conceal(seat, dealer)
        for place, action in enumerate(choices):
            escapes[place] += _escapes(position.clone(), seat, action, dealer)
    return choices[escapes.index(max(escapes))]


def _escapes(state: HoundsState, seat: Seat, action: int, dealer: Dealer) -> bool:
    """Play on until it is clear whether the seat escapes; who is alone will (RA-2)."""
    state.apply(seat, action, dealer)
    alone = 1 << seat
    while state.running & alone and state.running != alone:
        state.apply(state.seat, _greedy(state, state.seat), dealer)
    return state.running == alone or state.at[seat] == ESCAPED


def _greedy(state: HoundsState, seat: Seat) -> int:
    """Play the highest card first, so that Jokers and courts come before spots."""
    targets = state.targets & ~(1 << seat)
    rivals = [rival for rival in state.order if targets >> rival & 1]  # nearest to Escape first
    for card in reversed(state.hands[seat]):
        if card >= BLACK_JOKER:
            return number(card, _direction(state, seat))
        if card < FIRST_COURT and STEPS[card] > 0:
            return number(card, rivals[-1] if state.demands else seat)
        if rivals:
            return number(card, _victim(state, rivals, card))
    return DISCARD


def _victim(state: HoundsState, rivals: list[Seat], card: int) -> Seat:
    """Return the first whom a black spot card alone would drop to the hounds, or the nearest."""
    if card < FIRST_COURT:
        for rival in rivals:
            if state.at[rival] + STEPS[card] < 1:
                return rival
    return rivals[0]


def _direction(state: HoundsState, seat: Seat) -> int:
    """Run if the die may decide about oneself; if only about others, spoil it for them."""
    decided = [
        each
        for each in state.order
        if state.running >> each & 1 and _is_at_stake(state.at[each] + state.net[each])
    ]
    return HOUNDS if decided and seat not in decided else ESCAPE


def _is_at_stake(place: int) -> bool:
    """Tell whether a die more or less may take a figure there off the track, or keep it on."""
    return -DIE < place <= DIE or TRACK - DIE < place <= TRACK + DIE


def _hounds(state: State) -> HoundsState:
    if not isinstance(state, HoundsState):
        raise TypeError("this bot plays Release the Hounds only")
    return state
