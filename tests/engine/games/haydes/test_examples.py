"""The worked examples HE-1 to HE-16 of the base game; C and E are Charisma and Endurance."""

import pytest
from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.game import IllegalActionError, Outcome
from haydes.engine.games.haydes import GAME
from haydes.engine.match import Match
from haydes.engine.plain import Tree


def test_h_24_he_1_from_5_higher_on_a_7_is_right_and_on_another_7_the_turn_is_over() -> None:
    play = Play(2)
    play.lay("F6", "5C", seat=0)
    play.flip("F7", "higher", "7C")
    assert (play.at(), play.turn) == ("F7", (0, "move"))
    play.flip("F8", "higher", "7D")
    assert (play.at(), play.turn) == ("F8", (1, "move"))


@pytest.mark.parametrize(("card", "turn"), [("2D", (0, "move")), ("AD", (1, "move"))])
def test_he_2_from_the_black_joker_an_ace_is_higher_and_a_2_is_higher_than_that(
    card: str, turn: tuple[int, str]
) -> None:
    play = Play(2)
    assert play.flip("F6", "higher", "AC")[0]["result"] == "right"
    play.flip("F7", "higher", card)
    assert (play.at(), play.turn) == ("F7", turn)


def test_he_3_a_wrong_guess_is_made_good_by_beating_the_creature() -> None:
    play = Play(2, split=(9, 7))
    play.lay("F6", "9C", seat=0)
    assert play.flip("F7", "lower", "QC")[0]["result"] == "wrong"
    play.talk(4, 3)
    assert play.traits == (8, 7)
    assert play.flip("F8", "lower", "JC")[0]["result"] == "right"  # measured from 12


def test_he_4_a_failed_test_ends_the_turn_and_the_next_begins_with_the_creature() -> None:
    play = Play(split=(9, 7))
    play.lay("F6", "9C", seat=0)
    play.flip("F7", "higher", "QC")
    assert kinds(play.talk(5, 5)) == ["test", "turn"]
    assert play.traits == (8, 7)
    assert (play.look("F7"), play.at()) == ("QC", "F7")
    assert play.turn == (0, "encounter")
    play.brawl(3, 4)
    assert play.traits == (8, 6)
    assert play.turn == (0, "move")


def test_he_5_the_trail_is_replaced_the_last_card_and_the_start_are_not() -> None:
    play = Play(2)
    play.flip("F6", "higher", "6C")
    play.flip("F7", "higher", "9C")
    play.flip("F8", "higher", "3C")
    assert [play.look(place) for place in ("F5", "F6", "F7", "F8")] == ["JB", "--", "--", "3C"]
    assert play.piles == {"replacement": 102, "discards": 2, "removed": 0}


def test_he_7_from_an_ace_lower_is_right_for_the_red_joker_alone() -> None:
    play = Play(2)
    play.lay("F6", "AC", seat=0)
    play.flip("F7", "lower", "JR")
    assert play.outcome == Outcome((0,), "escaped")
    for card in ("AD", "2C", "TC", "KC"):
        play = Play(2)
        play.lay("F6", "AC", seat=0)
        assert play.flip("F7", "lower", card)[0]["result"] != "right"


@pytest.mark.parametrize("call", ["higher", "lower"])
def test_he_8_from_the_black_joker_the_red_one_is_missed_with_either_word(call: str) -> None:
    play = Play(2)
    (missed, _) = play.flip("F6", call, "JR")
    assert missed["pool"] == ["F6"]
    assert (play.at(), play.turn) == ("F5", (1, "move"))


def test_he_10_alone_the_last_point_is_lost_by_failing_and_not_by_succeeding() -> None:
    lost = Play(split=(1, 3))
    lost.flip("F6", "higher", "JC")
    lost.talk(1, 1)
    assert lost.outcome == Outcome((), "exhausted")
    alive = Play(split=(3, 1))
    alive.flip("F6", "higher", "JC")
    assert alive.talk(1, 2)[0]["result"] == "overcome"
    assert alive.traits == (2, 1)
    assert alive.outcome is None


def test_he_11_two_points_of_charisma_can_succeed_and_one_cannot() -> None:
    play = Play(split=(2, 7))
    play.flip("F6", "higher", "JC")
    play.talk(1, 1)
    assert play.traits == (1, 7)
    play.flip("F7", "lower", "JD")
    play.brawl(3, 4)
    assert play.traits == (1, 6)
    assert play.turn == (0, "move")


def test_he_12_onto_ones_own_trail_the_value_is_known() -> None:
    play = Play(2)
    play.lay("F7", "7D", seat=1)
    play.lay("F6", "7C", seat=0)
    play.walk("F7")
    assert (play.at(), play.turn) == ("F7", (1, "move"))
    play = Play(2)
    play.flip("F6", "higher", "2C")
    play.flip("F7", "higher", "7C")
    play.walk("F6")
    assert play.flip("E6", "higher", "3C")[0]["result"] == "right"


def test_he_14_a_beaten_jack_left_behind_is_out_of_the_game_and_the_cards_are_208() -> None:
    play = Play()
    play.flip("F6", "higher", "JC")
    play.talk(1, 1)
    play.flip("F7", "lower", "5C")
    play.stop()
    assert play.state.removed == 1
    face_down = sum(map(len, play.state.piles))
    assert face_down + len(play.state.discards) + len(play.state.up) + 1 == 208


def test_he_16_of_the_splits_9_7_8_8_and_7_9_are_accepted_and_no_other() -> None:
    for charisma in (7, 8, 9):
        match = Match(GAME, 1, {}, bytes(32))
        (event,) = match.play(0, match.action(0, {"do": "split", "charisma": charisma}))[:1]
        assert event.tree["endurance"] == 16 - charisma
    match = Match(GAME, 1, {}, bytes(32))
    wrongs: tuple[Tree, ...] = (
        {"do": "split", "charisma": 10},
        {"do": "split", "charisma": 6},
        {"do": "split", "charisma": 9, "endurance": 6},
    )
    for wrong in wrongs:
        with pytest.raises(IllegalActionError):
            match.action(0, wrong)
