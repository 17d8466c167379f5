"""How a match ends without an escape (H-39 to H-41), and seats that are given up."""

import pytest
from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.dealer import FairDealer
from haydes.engine.game import Event, Outcome, random_bot
from haydes.engine.games.haydes import GAME

LEFT_ALONE = {"exhaustion": "never"}
MORTAL = {"exhaustion": "either"}


def test_h_39_ha_26_alone_a_characteristic_at_0_loses() -> None:
    play = Play(split=(1, 8))
    play.flip("F6", "higher", "JC")
    events = play.talk(1, 1)
    assert events[1:] == [
        {"event": "out", "seat": 0, "reason": "exhausted"},
        {"event": "over", "winners": [], "reason": "exhausted"},
    ]
    assert play.outcome == Outcome((), "exhausted")
    assert play.figure(0) == {"is": "out", "charisma": 0, "endurance": 8}


def test_ha_26_a_failure_that_leaves_a_point_is_no_loss() -> None:
    play = Play(split=(2, 8))
    play.flip("F6", "higher", "JC")
    play.talk(6, 6)
    assert play.traits == (1, 8)
    assert play.turn == (0, "encounter")


def test_ha_26_a_success_never_gets_to_0() -> None:
    play = Play(split=(2, 8))
    play.flip("F6", "higher", "JC")
    play.talk(1, 1)
    assert play.traits == (1, 8)
    assert play.turn == (0, "move")


def test_ha_27_with_either_only_the_exhausted_player_is_out_and_the_others_go_on() -> None:
    play = Play(3, split=(1, 8), options=MORTAL)
    play.flip("F6", "higher", "JC")
    events = play.talk(6, 6)
    assert kinds(events) == ["test", "out", "turn"]
    assert play.turn == (1, "move")
    assert play.look("F6") == "--"  # nobody is there any more (HA-21)
    play.stop()
    play.stop()
    assert play.turn == (1, "move")
    assert play.state.round == 2


@pytest.mark.parametrize(
    ("exhaustion", "seats", "out"),
    [
        ("auto", 1, True),
        ("auto", 2, False),
        ("either", 2, True),
        ("never", 1, False),
        ("never", 2, False),
    ],
)
def test_ha_27_auto_is_either_alone_and_never_with_rivals(
    exhaustion: str, seats: int, *, out: bool
) -> None:
    play = Play(seats, split=(1, 8), options={"exhaustion": exhaustion})
    play.flip("F6", "higher", "JC")
    play.talk(6, 6)
    assert play.figure(0)["is"] == ("out" if out else "stuck")


def test_ha_28_when_all_are_stuck_and_none_has_more_than_1_the_match_is_over() -> None:
    play = Play(2, split=(2, 1), options=LEFT_ALONE)
    play.lay("F6", "JC", seat=1)
    play.state.charisma[1] = 0
    play.walk("F6")
    events = play.talk(6, 6)
    assert events[1:] == [{"event": "over", "winners": [], "reason": "trapped"}]
    assert play.outcome == Outcome((), "trapped")


def test_ha_28_it_goes_on_while_somebody_stuck_can_still_succeed() -> None:
    play = Play(2, split=(2, 1), options=LEFT_ALONE)
    play.lay("F6", "JC", seat=1)
    play.walk("F6")
    play.talk(6, 6)
    assert play.turn == (1, "encounter")


def test_ha_28_it_goes_on_while_somebody_is_free() -> None:
    play = Play(2, split=(0, 0), options=LEFT_ALONE)
    play.flip("F6", "higher", "JC")
    assert play.turn == (1, "move")
    play.flip("G5", "higher", "QC")
    assert play.outcome == Outcome((), "trapped")


def test_ha_28_a_seat_that_is_out_saves_nobody() -> None:
    play = Play(3, split=(0, 0), options=LEFT_ALONE)
    play.lay("F6", "JC", seat=1)
    play.forfeit(2)
    play.flip("G5", "higher", "QC")
    assert play.outcome == Outcome((), "trapped")


def test_ha_30_when_all_players_are_out_haydes_wins() -> None:
    play = Play(2, split=(1, 1), options=MORTAL)
    play.flip("F6", "higher", "JC")
    play.talk(6, 6)
    play.flip("F6", "higher", "QC")
    play.brawl(6, 6)
    assert play.outcome == Outcome((), "exhausted")


def test_h_40_ha_38_when_the_clock_is_up_the_turn_in_progress_is_the_last() -> None:
    play = Play(2)
    play.flip("F6", "higher", "3C")
    assert play.expire() == [{"event": "expired"}]
    assert play.state.public()["expired"] is True
    assert play.turn == (0, "move")
    play.flip("F7", "higher", "5C")
    events = play.stop()
    assert events == [{"event": "over", "winners": [], "reason": "clock"}]
    assert play.look("F6") == "--"


def test_h_40_the_last_turn_may_still_escape() -> None:
    play = Play(2)
    play.lay("F6", "5C", seat=0)
    play.expire()
    play.flip("F7", "lower", "JR")
    assert play.outcome == Outcome((0,), "escaped")


def test_h_40_a_clock_is_up_once() -> None:
    play = Play()
    play.expire()
    assert play.expire() == []


def test_h_40_when_the_clock_is_up_before_the_first_turn_there_is_none() -> None:
    play = Play(2, split=None)
    assert kinds(play.expire()) == ["expired", "over"]
    assert play.outcome == Outcome((), "clock")


def test_h_40_the_option_is_in_minutes_and_the_limit_in_seconds() -> None:
    assert GAME.time_limit(GAME.settle({"clock": 45})) == 45 * 60
    assert GAME.time_limit(GAME.settle({})) == 0


def test_h_41_ha_38_a_turn_limit_ends_the_match_after_that_many_turns_of_each() -> None:
    play = Play(3, first=1, options={"turn_limit": 2})
    for _ in range(5):
        play.stop()
    assert play.turn == (0, "move")
    assert play.stop() == [{"event": "over", "winners": [], "reason": "turn_limit"}]
    assert play.outcome == Outcome((), "turn_limit")


def test_h_41_the_round_ends_where_it_began_even_if_that_seat_is_out() -> None:
    play = Play(3, options={"turn_limit": 1})
    play.forfeit(0)
    play.stop()
    play.stop()
    assert play.outcome == Outcome((), "turn_limit")


def test_ha_37_exhaustion_and_limits_are_chosen_freely() -> None:
    play = Play(split=(1, 8), options={"exhaustion": "never", "turn_limit": 12, "clock": 45})
    play.flip("F6", "higher", "JC")
    play.talk(6, 6)
    assert play.turn == (0, "encounter")


def test_a_player_who_gives_up_in_his_turn_leaves_and_the_cards_are_replaced() -> None:
    play = Play(2)
    play.flip("F6", "higher", "3C")
    play.flip("F7", "higher", "JC")
    events = play.forfeit(0)
    assert events == [
        {"event": "out", "seat": 0, "reason": "forfeit"},
        {"event": "turn", "seat": 1, "round": 1},
    ]
    assert [play.look(place) for place in ("F6", "F7")] == ["--", "--"]
    assert play.forfeit(0) == []


def test_the_last_one_to_give_up_ends_the_match() -> None:
    play = Play(2)
    play.forfeit(1)
    assert play.turn == (0, "move")
    assert kinds(play.forfeit(0)) == ["out", "over"]
    assert play.outcome == Outcome((), "forfeit")


def test_who_gives_up_before_the_split_is_passed_over() -> None:
    play = Play(3, split=None)
    play.forfeit(1)
    assert play.turn == (0, "split")
    play.act({"do": "split", "charisma": 8})
    assert play.turn == (2, "split")
    play.forfeit(2)
    assert play.turn == (0, "move")
    assert play.figure(2) == {"is": "out"}


def test_who_gives_up_in_his_split_passes_it_on() -> None:
    play = Play(2, split=None)
    play.forfeit(0)
    assert play.turn == (1, "split")
    assert kinds(play.forfeit(1)) == ["out", "over"]
    assert play.outcome == Outcome((), "forfeit")


def test_of_two_reasons_the_clock_comes_before_the_trap_and_the_trap_before_the_limit() -> None:
    for expired, reason in ((True, "clock"), (False, "trapped")):
        play = Play(split=(0, 0), options={"exhaustion": "never", "turn_limit": 1})
        if expired:
            play.expire()
        play.flip("F6", "higher", "JC")
        assert play.outcome == Outcome((), reason)


def test_a_match_is_the_same_when_nobody_listens() -> None:
    for seed in range(30):
        told, silent = (FairDealer(bytes([seed]) * 32) for _ in range(2))
        pair = [GAME.new(4, GAME.settle({"map": "quick"}), dealer) for dealer in (told, silent)]
        log: list[Event] = []
        for ply in range(300):
            heard, unheard = pair
            if heard.outcome():
                break
            if ply == 12 + seed:
                heard.forfeit(3, told, log)
                unheard.forfeit(3, silent)
            elif ply == 50 + seed:
                heard.expire(told, log)
                unheard.expire(silent)
            else:
                action = random_bot(heard, heard.seat, told)
                silent.below(len(unheard.legal(unheard.seat)))
                heard.apply(heard.seat, action, told, log)
                unheard.apply(unheard.seat, action, silent)
            assert heard.public() == unheard.public()
        assert log
