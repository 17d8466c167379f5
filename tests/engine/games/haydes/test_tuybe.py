"""The Tuybe (H-44): once a turn, to a card two moves away."""

import pytest
from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.game import Outcome

OPTIONS = {"tuybe": True}


def riders(play: Play) -> list[str]:
    """Return where seat 0 may ride."""
    return [*dict.fromkeys(str(a["to"]) for a in play.legal() if a["do"] == "ride")]


def on(card: str, seats: int = 2) -> Play:
    """Begin with seat 0 on F6, on that card."""
    play = Play(seats, options=OPTIONS)
    play.lay("F6", card, seat=0)
    return play


# The worked example


def test_he_15_a_right_guess_gets_there_and_a_second_ride_is_for_another_turn() -> None:
    play = on("TC")
    events = play.ride("F8", "lower", "4C")
    assert events == [
        {
            "event": "ride",
            "seat": 0,
            "from": "F6",
            "to": "F8",
            "call": "lower",
            "card": "4C",
            "result": "right",
        }
    ]
    assert (play.at(), play.turn) == ("F8", (0, "move"))
    assert play.look("F7") == "??"  # what lies between is not looked at
    assert riders(play) == []
    assert play.state.public()["turn"] == {"seat": 0, "round": 1, "phase": "move", "rode": True}
    assert play.flip("F9", "higher", "5C")[0]["result"] == "right"


def test_he_15_a_wrong_guess_stays_meets_nobody_and_the_card_is_replaced() -> None:
    play = on("TC")
    events = play.ride("F8", "lower", "QC")
    assert kinds(events) == ["ride", "turn"]
    assert (play.at(), play.turn) == ("F6", (1, "move"))
    assert play.look("F8") == "--"
    assert play.look("F6") == "TC"
    assert play.piles == {"replacement": 103, "discards": 1, "removed": 0}


# The clause and its rulings


def test_h_44_without_the_option_nobody_rides() -> None:
    assert riders(Play()) == []


def test_h_44_ha_39_a_ride_is_to_a_card_two_moves_away_round_corners_too() -> None:
    play = Play(options=OPTIONS)
    assert riders(play) == ["D5", "E4", "E6", "F3", "F7", "G4", "G6", "H5"]
    assert [a for a in play.legal() if a.get("to") == "E6"] == [
        {"do": "ride", "to": "E6", "call": "higher"},
        {"do": "ride", "to": "E6", "call": "lower"},
    ]


def test_ha_40_there_is_one_ride_a_turn_and_another_next_turn() -> None:
    play = Play(1, options=OPTIONS)
    play.ride("F7", "higher", "2C")
    assert riders(play) == []
    play.stop()
    assert riders(play) != []
    assert "rode" not in str(play.state.public()["turn"])


def test_ha_40_an_equal_card_is_no_right_guess_either() -> None:
    play = on("TC")
    events = play.ride("F8", "lower", "TD")
    assert events[0]["result"] == "equal"
    assert (play.at(), play.turn) == ("F6", (1, "move"))
    assert play.look("F8") == "--"


def test_ha_40_a_ride_costs_nothing() -> None:
    play = on("TC")
    play.ride("F8", "lower", "QC")
    assert play.traits == (8, 8)


def test_ha_40_a_ride_may_come_after_moves_and_moves_after_a_ride() -> None:
    play = Play(2, options=OPTIONS)
    play.flip("F6", "higher", "3C")
    play.ride("F8", "higher", "5C")
    play.flip("F9", "higher", "7C")
    play.stop()
    assert [play.look(place) for place in ("F6", "F8", "F9")] == ["--", "--", "7C"]


@pytest.mark.parametrize("encounter", ["test", "denizens", "brawl"])
def test_ha_41_a_court_card_that_was_guessed_right_is_an_encounter(encounter: str) -> None:
    play = Play(2, options={**OPTIONS, "encounter": encounter})
    play.lay("F6", "TC", seat=0)
    assert kinds(play.ride("F8", "higher", "QD")) == ["ride", "creature"]
    assert (play.at(), play.turn) == ("F8", (0, "encounter"))


def test_ha_41_lower_onto_the_red_joker_is_escape() -> None:
    play = on("2C")
    assert kinds(play.ride("F8", "lower", "JR")) == ["ride", "escape", "over"]
    assert play.outcome == Outcome((0,), "escaped")
    assert play.at() == "F8"


def test_ha_41_missing_the_red_joker_shuffles_it_as_a_move_does() -> None:
    play = on("2C")
    play.flip("E6", "higher", "5C")
    play.flip("E5", "higher", "7C")
    (missed, _) = play.ride("E7", "higher", "JR")
    assert missed == {
        "event": "joker",
        "seat": 0,
        "at": "E7",
        "call": "higher",
        "pool": ["E6", "E7"],
    }
    assert play.at() == "E5"


def test_ha_41_from_the_start_the_red_joker_is_missed_by_riding_too() -> None:
    play = Play(2, options=OPTIONS)
    assert kinds(play.ride("F7", "lower", "JR")) == ["joker", "turn"]


def test_ha_41_a_card_that_lies_face_up_needs_no_call() -> None:
    play = on("TC")
    play.lay("F8", "3C", seat=1)
    assert [a for a in play.legal() if a.get("to") == "F8"] == [{"do": "ride", "to": "F8"}]
    events = play.ride("F8")
    assert events == [
        {"event": "ride", "seat": 0, "from": "F6", "to": "F8", "card": "3C", "result": "right"}
    ]
    assert (play.at(), play.turn) == ("F8", (0, "move"))
    assert riders(play) == []


def test_ha_41_a_face_up_card_that_is_equal_is_not_reached_and_ends_the_turn() -> None:
    for mine, other in (("TC", "TD"), ("QCx", "QD")):
        play = on(mine)
        play.lay("F8", other, seat=1)
        events = play.ride("F8")
        assert kinds(events) == ["ride", "turn"]
        assert events[0]["result"] == "equal"
        assert play.at() == "F6"


def test_ha_41_an_occupied_creature_is_met() -> None:
    play = on("TC")
    play.lay("F8", "QD", seat=1)
    assert kinds(play.ride("F8")) == ["ride", "creature"]


def test_ha_41_the_start_may_be_ridden_to() -> None:
    play = Play(2, options=OPTIONS)
    play.lay("F7", "2C", seat=0)
    assert play.ride("F5")[0]["card"] == "JB"
    assert play.at() == "F5"


def test_ha_42_who_is_stuck_does_not_ride() -> None:
    play = Play(options=OPTIONS)
    play.flip("F6", "higher", "JC")
    assert riders(play) == []
    play.talk(6, 6)
    assert riders(play) == []
    play.talk(1, 1)
    assert riders(play) != []


def test_h_26_the_card_of_a_failed_ride_may_be_what_renews_the_deck() -> None:
    play = on("TC")
    play.empty_deck(left=0)
    assert kinds(play.ride("F8", "lower", "QC")) == ["ride", "renewed", "turn"]
