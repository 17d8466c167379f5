"""Why the adviser does what it does."""

import pytest
from tests.engine.games.haydes.play import Play
from tests.engine.games.haydes.test_bot import CARDS, CORRIDOR

from haydes.engine.games.haydes import GAME


def why(play: Play, do: str, **what: str | int) -> str:
    described = {"do": do, **what}
    action = next(a for a in play.state.legal(0) if play.state.describe(a) == described)
    return GAME.reason(play.state, 0, action)


def test_a_deed_is_its_own_reason() -> None:
    assert why(Play(split=None), "split", charisma=9) == "split"
    play = Play()
    assert why(play, "stop") == "stop"
    play.flip("F6", "higher", "JC")
    assert why(play, "talk") == "talk"


def test_a_test_that_cannot_succeed_is_known_to_be_vain() -> None:
    play = Play()
    play.flip("F6", "higher", "JC")
    play.state.charisma[0], play.state.endurance[0] = 1, 2
    assert why(play, "brawl") == "brawl"
    play.state.endurance[0] = 1
    assert why(play, "brawl") == "hopeless"


@pytest.mark.parametrize(("card", "call"), [("2C", "higher"), ("9C", "lower")])
def test_a_call_is_made_because_it_is_likelier(card: str, call: str) -> None:
    play = Play()
    play.lay("A3", card, seat=0)
    assert why(play, "move", to="A4", call=call) == "likelier"


def test_a_call_that_is_less_likely_is_made_for_the_joker() -> None:
    play = Play()
    play.lay("A3", "2C", seat=0)
    play.hide("A4")
    assert why(play, "move", to="A4", call="lower") == "joker"
    assert why(play, "move", to="A4", call="higher") == "likelier"


def test_what_was_looked_at_is_known() -> None:
    play = Play(2, options={"encounter": "denizens"})
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    play.peek("F7", "5C")
    play.state.seat = 0
    assert why(play, "move", to="F7", call="lower") == "seen"


def test_onto_an_open_card_it_walks_or_rides() -> None:
    play = Play(options={"tuybe": True})
    play.lay("A3", "2C", seat=0)
    play.lay("A4", "9C")
    play.lay("A5", "8C")
    assert why(play, "walk", to="A4") == "walk"
    assert why(play, "ride", to="A5") == "walk"


def test_a_joker_that_can_be_entered_from_the_start_only_is_lured_away() -> None:
    play = Play(drawing=CORRIDOR, cards=CARDS)
    play.hide("A4")
    assert why(play, "move", to="A4", call="higher") == "lure"
