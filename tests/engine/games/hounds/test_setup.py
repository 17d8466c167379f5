"""Players, pack, track and the order of play (R-1 to R-10)."""

import pytest
from tests.engine.games.hounds.play import Play, of

from haydes.engine.cards import BLACK_JOKER, DECK, FIRST_COURT, is_red
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import Event
from haydes.engine.games.hounds import GAME
from haydes.engine.games.hounds.pieces import PACK, STEPS, TRACK
from haydes.engine.games.hounds.rules import HoundsState

SEED = bytes(32)


def new(seats: int, *numbers: int) -> HoundsState:
    dealer = ScriptedDealer(numbers)
    state = GAME.new(seats, GAME.settle({}), dealer)
    assert not dealer.left
    return state


def test_r_1_ra_1_two_to_eight_play() -> None:
    assert GAME.seats == range(2, 9)
    for seats in GAME.seats:
        assert len(GAME.new(seats, GAME.settle({}), FairDealer(SEED)).at) == seats


def test_r_3_the_pack_has_40_spot_cards_12_court_cards_and_2_jokers() -> None:
    spots = [card for card in PACK if card < FIRST_COURT]
    court = [card for card in PACK if FIRST_COURT <= card < DECK]
    jokers = [card for card in PACK if card >= BLACK_JOKER]
    assert [len(spots), len(court), len(jokers)] == [40, 12, 2]
    assert [sum(map(is_red, cards)) for cards in (spots, court)] == [20, 6]


def test_ra_28_an_ace_is_a_1_and_a_spot_card() -> None:
    assert STEPS[:4] == (-1, 1, 1, -1)
    assert set(STEPS) == {*range(-10, 0), *range(1, 11)}


@pytest.mark.parametrize("seats", GAME.seats)
def test_r_4_r_9_ra_3_twenty_cards_are_out_of_play_and_everybody_draws_two(seats: int) -> None:
    state = GAME.new(seats, GAME.settle({}), FairDealer(SEED))
    assert state.left == 54 - TRACK - 2 * seats
    assert len(state.deck) == state.left + TRACK  # nobody knows which of them are the track's
    assert all(len(hand) == 2 for hand in state.hands)


def test_r_8_everybody_starts_on_the_card_that_two_dice_say() -> None:
    state = new(3, 0, 0, 5, 5, 2, 3, *[0] * 6)
    assert state.at == [2, 12, 7]


def test_r_10_the_nearest_to_escape_plays_first() -> None:
    play = Play((4, "2D 2H"), (9, "3D 3H"), (12, "4D 4H"))
    assert play.turn == 2
    play.discard()
    assert play.turn == 1
    play.discard()
    assert play.turn == 0


def test_re_14_ra_5_ra_30_those_on_one_card_roll_for_their_order() -> None:
    log: list[Event] = []
    state = HoundsState([9, 12, 12, 4], best=False, short=False)
    state.begin(ScriptedDealer([2, 4, *[0] * 8]), log)
    assert log[0].tree == {"event": "tie", "seats": [1, 2], "dice": [3, 5]}
    assert log[1].tree == {"event": "round", "round": 1, "order": [2, 1, 0, 3]}


def test_ra_30_who_is_still_level_rolls_again() -> None:
    log: list[Event] = []
    state = HoundsState([5, 5, 5, 5, 7], best=False, short=False)
    state.begin(ScriptedDealer([3, 5, 3, 0, 2, 2, 1, 4, *[0] * 10]), log)
    ties = of("tie", [event.tree for event in log])
    assert ties == [
        {"event": "tie", "seats": [0, 1, 2, 3], "dice": [4, 6, 4, 1]},
        {"event": "tie", "seats": [0, 2], "dice": [3, 3]},
        {"event": "tie", "seats": [0, 2], "dice": [2, 5]},
    ]
    assert state.order == (4, 1, 2, 0, 3)


def test_ra_30_they_roll_every_round() -> None:
    play = Play((10, "2D 2H"), (10, "3D 3H"), (3, "4D 4H"))
    fight = (4, 1)  # they would stay together with a net effect of 0, but for the fight
    events = play.pass_round(*fight)
    assert not of("tie", events)
    play = Play((10, "2D 2H"), (10, "3D 3H"), (10, "4D 4H"))
    events = play.pass_round(3, 6, 1, 2, 5)
    assert of("fight", events)[0]["loser"] == 2
    assert of("tie", events) == [{"event": "tie", "seats": [0, 1], "dice": [2, 5]}]
    assert play.state.order == (1, 0, 2)
    assert play.turn == 1


def test_ra_4_two_on_one_card_at_the_start_do_not_fight() -> None:
    play = Play((7, "AD AH"), (7, "2D 2H"))
    assert play.at == [7, 7]
    assert not play.told
