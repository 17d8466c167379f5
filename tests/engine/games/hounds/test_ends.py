"""Fights, the ends of the track, and the end of a match (R-6, R-7, R-18, R-19, R-22, R-23)."""

import pytest
from tests.engine.games.hounds.play import Play, kinds, of

from haydes.engine.game import Outcome


@pytest.mark.parametrize(("card", "at"), [("2D", 20), ("3D", 21)])
def test_re_5_past_card_20_is_escaped(card: str, at: int) -> None:
    play = Play((18, f"{card} 9S"), (5, "2C 9D"))
    play.play(card, 0)
    events = play.pass_round()
    assert play.at[0] == at
    assert kinds(events).count("escape") == (at > 20)


@pytest.mark.parametrize(("card", "at"), [("2S", 1), ("3S", 0)])
def test_re_6_below_card_1_is_caught(card: str, at: int) -> None:
    play = Play((3, f"{card} 9S"), (15, "2C 9D"))
    play.discard()
    play.play(card, 0)
    events = play.pass_round()
    assert play.at[0] == at
    assert kinds(events).count("caught") == (at < 1)


@pytest.mark.parametrize(("fight", "steps"), [("sum", 6), ("best", 3)])
def test_re_2_ra_16_the_lowest_falls_back_by_what_the_higher_rolled(fight: str, steps: int) -> None:
    play = Play((12, "2C 2D"), (12, "3C 3D"), (12, "4C 4D"), fight=fight)
    events = play.pass_round(1, 4, 3, 6, 5)
    assert of("fight", events) == [
        {
            "event": "fight",
            "at": 12,
            "seats": [0, 1, 2],
            "dice": [1, 4, 3],
            "loser": 0,
            "steps": steps,
        }
    ]
    assert play.at == [12 - steps, 12, 12]


@pytest.mark.parametrize("fight", ["sum", "best"])
def test_re_3_two_fight_for_the_difference(fight: str) -> None:
    play = Play((12, "2C 2D"), (12, "3C 3D"), fight=fight)
    play.pass_round(5, 2)
    assert play.at == [12, 9]


@pytest.mark.parametrize(("fight", "steps"), [("sum", 16), ("best", 5)])
def test_re_3_four_fight(fight: str, steps: int) -> None:
    convicts = [(18, hand) for hand in ("2C 2D", "3C 3D", "4C 4D", "5C 5D")]
    play = Play(*convicts, fight=fight)
    play.pass_round(6, 6, 5, 1, 6, 5, 4)
    assert play.at == [18, 18, 18, 18 - steps]


def test_ra_17_on_a_tie_for_the_lowest_all_of_that_fight_roll_again() -> None:
    play = Play((12, "2C 2D"), (12, "3C 3D"), (12, "4C 4D"))
    events = play.pass_round(6, 2, 2, 3, 5, 4, 1, 2)
    assert of("fight", events) == [
        {"event": "fight", "at": 12, "seats": [0, 1, 2], "dice": [6, 2, 2]},
        {
            "event": "fight",
            "at": 12,
            "seats": [0, 1, 2],
            "dice": [3, 5, 4],
            "loser": 0,
            "steps": 6,
        },
    ]


def test_ra_18_the_winners_do_not_fight_again_this_round() -> None:
    play = Play((12, "2C 2D"), (12, "3C 3D"), (12, "4C 4D"))
    events = play.pass_round(1, 4, 3, 6, 5)
    assert len(of("fight", events)) == 1
    assert play.at[1] == play.at[2] == 12
    assert len(of("fight", play.pass_round(6, 3))) == 1  # they do in the next


def test_ra_18_not_even_after_a_fight_further_down() -> None:
    play = Play((15, "2C 2D"), (15, "3C 3D"), (15, "4C 4D"), (9, "5C 5D"), (9, "6C 6D"))
    events = play.pass_round(1, 2, 2, 6, 5, 4, 3)
    assert [fight["at"] for fight in of("fight", events)] == [15, 9]
    assert play.at == [12, 15, 15, 9, 8]


def test_ra_19_a_loser_fights_where_he_lands_and_cards_are_swept_from_escape_down() -> None:
    play = Play((15, "2C 2D"), (15, "3C 3D"), (12, "4C 4D"), (6, "5C 5D"), (6, "6C 6D"))
    events = play.pass_round(2, 5, 1, 4, 6, 5)
    fights = [(fight["at"], fight["seats"], fight["loser"]) for fight in of("fight", events)]
    assert fights == [(15, [0, 1], 0), (12, [0, 2], 0), (6, [3, 4], 4)]
    assert play.at == [9, 15, 12, 6, 5]


def test_ra_20_two_who_stay_together_fight_moved_or_not() -> None:
    play = Play((12, "2C 2D"), (12, "3C 3D"))
    play.play("2D", 0)
    play.play("2C", 0)
    play.discard(4, 2)
    assert play.at == [12, 10]


def test_r_19_those_who_move_apart_do_not_fight() -> None:
    play = Play((12, "2C 2D"), (12, "3C 3D"))
    play.play("2D", 0)
    play.discard()
    assert not of("fight", play.discard())
    assert play.at == [14, 12]


def test_ra_22_leaving_comes_before_the_fights() -> None:
    play = Play((20, "AD 9S"), (20, "AH 9C"), (3, "2C 2D"))
    play.play("AD", 0)
    play.discard()
    play.play("AH", 1)
    play.discard()
    events = play.discard()
    assert kinds(events).count("escape") == 2
    assert not of("fight", events)


def test_re_16_ra_22_a_loser_may_fall_to_the_hounds_before_new_cards_are_drawn() -> None:
    play = Play((2, "2C 2D"), (2, "3C 3D"), (9, "4C 4D"))
    events = play.pass_round(5, 2)
    assert kinds(events)[-4:] == ["fight", "caught", "round", "turn"]
    assert of("fight", events)[0]["steps"] == 3
    assert play.at == [2, 0, 9]
    assert play.hand(1) == ""


def test_r_22_r_23_ra_23_all_who_escaped_have_won() -> None:
    play = Play((20, "2C 2D"), (20, "3C 3D"), (2, "4C 4D"))
    play.play("2D", 0)
    play.discard()
    play.play("3D", 1)
    play.discard()
    play.play("4C", 2)
    events = play.discard()
    assert play.outcome == Outcome((0, 1), "escaped")
    assert events[-1] == {"event": "over", "winners": [0, 1], "reason": "escaped"}
    assert all(play.legal(seat) == [] for seat in play.seats)


def test_ra_23_a_match_may_have_no_winner() -> None:
    play = Play((2, "5C 2D"), (2, "3C 3D"))
    play.play("5C", 0)
    play.discard()
    play.play("3C", 1)
    events = play.discard()
    assert play.outcome == Outcome((), "caught")
    assert events[-1] == {"event": "over", "winners": [], "reason": "caught"}


def test_r_22_the_match_goes_on_while_anybody_is_on_the_track() -> None:
    play = Play((20, "2C 2D"), (2, "4C 4D"))
    play.play("2D", 0)
    play.pass_round()
    assert play.outcome is None
    assert play.state.round == 2


def test_ra_2_with_one_hound_short_the_last_escapes_when_all_others_are_caught() -> None:
    play = Play((9, "5C 2D"), (2, "3C 3D"), one_hound_short=True)
    play.discard()
    play.play("3C", 1)
    events = play.discard()
    assert kinds(events)[-3:] == ["caught", "escape", "over"]
    assert play.outcome == Outcome((0,), "escaped")


def test_ra_2_without_it_he_plays_on() -> None:
    play = Play((9, "5C 2D"), (2, "3C 3D"))
    play.discard()
    play.play("3C", 1)
    play.discard()
    assert play.outcome is None


def test_ra_2_one_hound_is_free_once_somebody_has_escaped() -> None:
    play = Play((20, "5C 2D"), (9, "6C 6D"), (2, "3C 3D"), one_hound_short=True)
    play.play("2D", 0)
    play.discard()
    play.discard()
    play.play("3C", 2)
    play.discard()
    assert play.at == [21, 9, 0]
    assert play.outcome is None


def test_ra_2_the_last_two_may_be_caught_together() -> None:
    play = Play((2, "5C 2D"), (2, "3C 3D"), one_hound_short=True)
    play.play("5C", 0)
    play.discard()
    play.play("3C", 1)
    play.discard()
    assert play.outcome == Outcome((), "caught")
