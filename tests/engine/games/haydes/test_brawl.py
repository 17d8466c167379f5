"""A round of combat in place of the test (H-42); the numbers are a stand-in."""

from dataclasses import replace
from itertools import product

import pytest
from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.game import Outcome
from haydes.engine.games.haydes.encounters import ESCAPEE, FOES, Fighter

OPTIONS = {"encounter": "brawl"}


def meeting(card: str, wounds: int = 4, seats: int = 2) -> Play:
    play = Play(seats, options=OPTIONS)
    play.state.wounds[0] = wounds
    play.flip("F6", "higher", card)
    return play


def test_he_21_a_draw_is_no_hit_and_the_creature_that_stands_ends_the_turn() -> None:
    play = meeting("QC")
    assert play.legal() == [{"do": "fight"}]
    events = play.fight(5, 6, 3, 2)
    assert events == [
        {
            "event": "fight",
            "seat": 0,
            "strike": [5, 6],
            "hits": False,
            "back": [3, 2],
            "hurts": True,
            "result": "failed",
        },
        {"event": "turn", "seat": 1, "round": 1},
    ]
    assert play.figure(0) == {"at": "F6", "is": "stuck", "wounds": 3}


def test_he_22_both_strike_at_once_and_who_still_stands_goes_on() -> None:
    play = meeting("JC")
    (event,) = play.fight(4, 4, 6, 1)
    assert (event["hits"], event["hurts"], event["result"]) == (True, True, "overcome")
    assert play.figure(0) == {"at": "F6", "is": "free", "wounds": 3}
    assert play.look("F6") == "JCx"
    assert play.turn == (0, "move")


def test_he_23_who_loses_the_last_wound_is_out_even_if_the_creature_fell_too() -> None:
    play = meeting("JC", wounds=1)
    events = play.fight(4, 4, 6, 1)
    assert kinds(events) == ["fight", "out", "turn"]
    assert events[0]["result"] == "overcome"
    assert events[1] == {"event": "out", "seat": 0, "reason": "slain"}
    assert play.figure(0) == {"is": "out", "wounds": 0}
    assert play.piles == {"replacement": 103, "discards": 0, "removed": 1}


def test_h_42_there_are_no_characteristics_and_no_split_but_wounds() -> None:
    play = Play(3, first=1, options=OPTIONS)
    assert play.turn == (1, "move")
    assert play.state.public()["turn"] == {"seat": 1, "round": 1, "phase": "move"}
    assert play.figure(0) == {"at": "F5", "is": "free", "wounds": 4}


@pytest.mark.parametrize("exhaustion", ["auto", "either", "never"])
def test_h_42_exhaustion_does_not_apply(exhaustion: str) -> None:
    play = Play(options={**OPTIONS, "exhaustion": exhaustion})
    play.flip("F6", "higher", "JC")
    play.fight(1, 6, 1, 6)
    assert play.turn == (0, "encounter")


def test_h_42_the_numbers_are_those_of_the_table() -> None:
    assert Fighter(strength=4, toughness=4, wounds=4) == ESCAPEE
    assert {"J": Fighter(3, 3, 1), "Q": Fighter(4, 3, 1), "K": Fighter(4, 4, 1)} == FOES


@pytest.mark.parametrize(
    ("card", "beats", "hurt"), [("JC", 58, 28), ("QC", 58, 42), ("KC", 42, 42), ("KS", 42, 42)]
)
def test_h_42_the_odds_of_a_round_are_as_published(card: str, beats: int, hurt: int) -> None:
    play = meeting(card)
    rounds = [play.state.clone() for _ in range(36)]
    hits = hurts = 0
    for state, (ours, its) in zip(rounds, product(range(1, 7), repeat=2), strict=True):
        play.state = state
        (event, *_) = play.fight(ours, its, ours, its)
        hits += event["hits"] is True
        hurts += event["hurts"] is True
    assert (round(100 * hits / 36), round(100 * hurts / 36)) == (beats, hurt)


def test_h_33_the_next_round_is_fought_next_turn_and_cannot_be_passed() -> None:
    play = meeting("KC")
    play.fight(1, 6, 1, 6)
    play.stop()
    assert play.turn == (0, "encounter")
    assert play.legal() == [{"do": "fight"}]
    play.fight(6, 1, 1, 6)
    assert play.turn == (0, "move")


def tough(play: Play) -> None:
    """Put in numbers by which a creature can take two wounds."""
    play.state.denizens = {
        card: replace(denizen, fighter=replace(denizen.fighter, wounds=2))
        for card, denizen in play.state.denizens.items()
    }


def test_h_42_wounds_are_kept_on_both_sides() -> None:
    play = meeting("QC")
    tough(play)
    assert kinds(play.fight(6, 1, 6, 1)) == ["fight", "turn"]
    assert play.state.public()["hurt"] == {"F6": 1}
    play.stop()
    play.fight(1, 6, 6, 1)
    play.stop()
    (event,) = play.fight(6, 1, 1, 6)
    assert event["result"] == "overcome"
    assert "hurt" not in play.state.public()
    assert play.figure(0)["wounds"] == 2


def test_h_42_a_creature_that_is_replaced_takes_its_wounds_along() -> None:
    play = meeting("QC")
    tough(play)
    play.lay("E5", "JC", seat=1)
    play.fight(6, 1, 1, 6)
    play.fight(6, 1, 1, 6)
    assert play.state.public()["hurt"] == {"F6": 1, "E5": 1}
    play.forfeit(0)
    assert play.look("F6") == "--"
    assert play.state.public()["hurt"] == {"E5": 1}


def test_h_42_a_rival_may_come_in_and_finish_it() -> None:
    play = Play(2, options=OPTIONS)
    play.lay("F6", "QC", seat=1)
    assert kinds(play.walk("F6")) == ["walk", "creature"]
    play.fight(6, 1, 1, 6)
    assert play.figure(1)["is"] == "free"


def test_ha_30_when_all_are_slain_haydes_wins() -> None:
    play = meeting("JC", wounds=1, seats=1)
    assert kinds(play.fight(1, 6, 6, 1)) == ["fight", "out", "over"]
    assert play.outcome == Outcome((), "slain")


def test_ha_28_in_a_brawl_nobody_is_ever_trapped() -> None:
    play = meeting("KC", seats=1)
    play.fight(1, 6, 1, 6)
    assert play.outcome is None


def test_h_40_there_is_a_first_turn_to_finish_at_once() -> None:
    play = Play(2, options=OPTIONS)
    assert kinds(play.expire()) == ["expired"]
    assert kinds(play.stop()) == ["over"]


def test_h_43_vakhraca_is_an_infernal_in_a_brawl() -> None:
    play = meeting("KS")
    assert play.state.denizens[play.state.faces[play.tile("F6")]].fighter == FOES["K"]
