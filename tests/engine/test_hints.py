"""Hints: what is advised, and that it tells nothing that its seat does not know."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from tests.engine.toy import PIG

from haydes.engine.dealer import FairDealer
from haydes.engine.game import Game, Seat, State, random_bot
from haydes.engine.registry import GAMES

SEED, OTHER_SEED, LAST_SEED = (bytes([n]) * 32 for n in (1, 2, 3))
OPTIONS: Mapping[str, Sequence[Mapping[str, str | bool]]] = {
    "haydes": (
        {},
        {"encounter": "denizens", "map": "quick"},
        {"encounter": "brawl", "tuybe": True},
    ),
    "hounds": ({},),
    "holyquest": ({}, {"slip_past": True}),
}
CASES = [(name, options) for name, several in OPTIONS.items() for options in several]
POSITIONS = 12  # of each match; one in so many inputs
APART = 9


def asked(game: Game, options: Mapping[str, str | bool]) -> Iterator[tuple[State, Seat]]:
    """Play at random, and stop now and then at a position and whoever is asked there."""
    seats = game.seats[2]
    dealer, chance = FairDealer(SEED), FairDealer(OTHER_SEED)
    state = game.new(seats, game.settle(options), dealer)
    for n in range(POSITIONS * APART):
        if state.outcome():
            return
        seat = next(seat for seat in range(seats) if state.legal(seat))
        if n % APART == 0:
            yield state, seat
        state.apply(seat, random_bot(state, seat, chance), dealer)


def advised(game: Game, state: State, seat: Seat) -> tuple[int, str]:
    dealer = FairDealer(LAST_SEED)
    position = state.conceal(seat, dealer)
    action = game.bots[game.adviser](position.clone(), seat, dealer)
    return action, game.reason(position, seat, action)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_what_a_seat_cannot_tell_apart_gets_the_same_hint(
    name: str, options: Mapping[str, str | bool]
) -> None:
    game = GAMES[name]
    for state, seat in asked(game, options):
        twin = state.conceal(seat, FairDealer(OTHER_SEED))
        action, reason = advised(game, state, seat)
        assert (action, reason) == advised(game, twin, seat)
        assert action in state.legal(seat)
        assert reason


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_of_one_game(name: str) -> None:
    position = PIG.new(2, PIG.settle({}), FairDealer(SEED))
    with pytest.raises(TypeError):
        GAMES[name].reason(position, 0, 0)


def test_a_game_may_have_no_adviser() -> None:
    assert PIG.adviser == ""
    assert PIG.reason(PIG.new(2, PIG.settle({}), FairDealer(SEED)), 0, 0) == ""
