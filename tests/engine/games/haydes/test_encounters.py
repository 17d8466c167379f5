"""Creatures: meeting, testing, being stuck, being freed (H-27 to H-34)."""

import pytest
from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.games.haydes.faces import BEATEN


def kinds_of(play: Play) -> set[str]:
    return {str(action["do"]) for action in play.legal()}


def test_h_27_a_court_card_is_an_encounter() -> None:
    for card in ("JC", "QD", "KS"):
        play = Play()
        events = play.flip("F6", "higher", card)
        assert kinds(events) == ["move", "creature"]
        assert events[1] == {"event": "creature", "seat": 0, "at": "F6", "card": card}
        assert play.turn == (0, "encounter")
    play = Play()
    play.flip("F6", "higher", "TC")
    assert play.turn == (0, "move")


def test_h_28_the_player_chooses_to_talk_or_brawl_before_rolling() -> None:
    play = Play()
    play.flip("F6", "higher", "JC")
    assert play.legal() == [{"do": "talk"}, {"do": "brawl"}]
    play.talk(1, 1)
    assert play.traits == (7, 8)
    play.flip("F7", "lower", "JD")
    play.brawl(1, 1)
    assert play.traits == (7, 7)


@pytest.mark.parametrize(("roll", "result"), [((4, 4), "overcome"), ((4, 5), "failed")])
def test_h_29_a_roll_up_to_the_current_value_overcomes(roll: tuple[int, int], result: str) -> None:
    play = Play(split=(8, 3))
    play.flip("F6", "higher", "JC")
    assert play.talk(*roll)[0] == {
        "event": "test",
        "seat": 0,
        "with": "charisma",
        "dice": [*roll],
        "need": 8,
        "result": result,
    }


def test_h_30_success_costs_a_point_and_the_turn_goes_on() -> None:
    play = Play(2)
    play.flip("F6", "higher", "JC")
    play.brawl(4, 4)
    assert play.traits == (8, 7)
    assert play.turn == (0, "move")


def test_h_31_ha_19_a_beaten_creature_lies_on_until_left_and_then_leaves_the_game() -> None:
    play = Play(2)
    play.flip("F6", "higher", "JC")
    play.talk(1, 1)
    assert play.look("F6") == "JCx"
    play.stop()
    assert play.look("F6") == "JCx"
    play.stop()
    assert play.flip("F7", "lower", "TC")[0]["result"] == "right"  # the Jack still counts 11
    play.stop()
    assert play.look("F6") == "--"
    assert play.piles == {"replacement": 103, "discards": 0, "removed": 1}


def test_h_32_ha_16_failure_costs_a_point_and_the_figure_is_stuck() -> None:
    play = Play(2)
    play.flip("F6", "higher", "JC")
    events = play.talk(6, 6)
    assert kinds(events) == ["test", "turn"]
    assert play.turn == (1, "move")
    assert play.figure(0) == {"at": "F6", "is": "stuck", "charisma": 7, "endurance": 8}
    assert play.look("F6") == "JC"


def test_h_33_ha_22_a_stuck_player_must_test_again_first_and_may_then_move_on() -> None:
    play = Play()
    play.flip("F6", "higher", "JC")
    play.talk(6, 6)
    assert play.turn == (0, "encounter")
    assert play.legal() == [{"do": "talk"}, {"do": "brawl"}]  # no stopping, no moving
    play.brawl(1, 1)
    assert {"do": "stop"} in play.legal()
    assert play.flip("F7", "lower", "2C")[0]["result"] == "right"


def test_h_33_ha_23_another_player_may_come_in_and_free_everybody_there() -> None:
    play = Play(2)
    play.lay("F6", "QC", seat=0)
    play.state.at[0] = play.tile("F5")
    play.state.at[1] = play.tile("F6")
    assert kinds(play.walk("F6")) == ["walk", "creature"]
    play.talk(1, 1)
    assert play.figure(1)["is"] == "free"
    play.stop()
    assert play.turn == (1, "move")


def test_ha_23_a_rescuer_who_fails_is_stuck_as_well() -> None:
    play = Play(2)
    play.lay("F6", "QC", seat=1)
    play.walk("F6")
    play.brawl(6, 6)
    assert [play.figure(seat)["is"] for seat in (0, 1)] == ["stuck", "stuck"]
    assert play.turn == (1, "encounter")


def test_h_34_a_player_moves_on_only_when_the_creature_is_overcome() -> None:
    play = Play()
    play.flip("F6", "higher", "KC")
    for _ in range(3):
        assert kinds_of(play) == {"talk", "brawl"}
        play.talk(6, 6)
    play.brawl(1, 1)
    assert kinds_of(play) == {"move", "walk", "stop"}


def test_ha_17_ha_18_after_a_wrong_or_equal_guess_the_creature_is_met_and_may_be_beaten() -> None:
    for card, result in (("KC", "wrong"), ("QD", "equal")):
        play = Play(2)
        play.lay("F6", "QCx", seat=0)
        events = play.flip("F7", "lower", card)
        assert events[0]["result"] == result
        assert play.turn == (0, "encounter")
        play.talk(1, 1)
        assert play.turn == (0, "move")


def test_ha_20_a_beaten_creature_is_met_by_nobody() -> None:
    play = Play(2)
    play.lay("F6", "JCx", seat=1)
    assert kinds(play.walk("F6")) == ["walk"]
    play.stop()
    assert play.turn == (1, "move")


def test_ha_21_an_unbeaten_creature_that_nobody_stands_on_is_discarded_and_replaced() -> None:
    play = Play(2)
    play.lay("F6", "QC", seat=1)
    play.forfeit(1)
    assert play.look("F6") == "QC"  # until the turn ends
    play.stop()
    assert play.look("F6") == "--"
    assert play.piles == {"replacement": 103, "discards": 1, "removed": 0}


def test_ha_24_a_freed_player_moves_from_the_value_of_the_creature() -> None:
    play = Play()
    play.lay("F6", "QCx", seat=0)
    assert play.flip("F7", "lower", "JD")[0]["result"] == "right"


def test_ha_29_a_characteristic_at_0_is_not_offered_and_one_at_1_never_succeeds() -> None:
    play = Play(split=(1, 0), options={"exhaustion": "never"})
    play.flip("F6", "higher", "JC")
    assert play.legal() == [{"do": "talk"}]
    assert play.talk(1, 1)[0]["result"] == "failed"


def test_with_nothing_to_test_a_creature_holds_a_figure_at_once() -> None:
    play = Play(2, split=(0, 0), options={"exhaustion": "never"})
    events = play.flip("F6", "higher", "JC")
    assert kinds(events) == ["move", "creature", "turn"]
    assert play.turn == (1, "move")
    assert play.figure(0)["is"] == "stuck"


def test_a_stuck_player_with_nothing_to_test_is_skipped_until_freed() -> None:
    play = Play(2, split=(0, 0), options={"exhaustion": "never"})
    play.state.charisma[1] = 8
    play.flip("F6", "higher", "JC")
    events = play.stop()
    assert events == [
        {"event": "skipped", "seat": 0},
        {"event": "turn", "seat": 1, "round": 2},
    ]
    play.walk("F6")
    play.talk(1, 1)
    play.stop()
    assert play.turn == (0, "move")


def test_a_face_knows_whether_it_is_a_creature() -> None:
    play = Play()
    tile = play.tile("F6")
    play.flip("F6", "higher", "JC")
    face = play.state.faces[tile]
    play.talk(1, 1)
    assert play.state.faces[tile] == face + BEATEN
