"""Giving up a seat, which the rules do not know: the figure is taken off the track."""

from tests.engine.games.hounds.play import Play, kinds

from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Outcome
from haydes.engine.games.hounds import GAME


def test_who_gives_up_is_off_the_track_and_shows_his_hand() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"), (6, "4C 4D"))
    assert play.forfeit(1) == [
        {"event": "out", "seat": 1, "reason": "forfeit"},
        {"event": "discard", "seat": 1, "cards": ["3C", "3D"]},
    ]
    assert play.turn == 0
    assert play.targets() == [0, 2]
    play.pass_round()
    assert play.state.order == (0, 2)


def test_who_gives_up_in_his_part_ends_it() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"), (6, "4C 4D"))
    play.play("2C", 2)
    assert play.forfeit(0)[-1] == {"event": "turn", "seat": 1, "round": 1}
    assert play.net[2] == -2  # what was played stays played


def test_the_last_part_given_up_ends_the_round() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"), (6, "4C 4D"))
    play.discard()
    play.discard()
    assert kinds(play.forfeit(2)) == ["out", "discard", "round", "turn"]
    assert play.state.round == 2


def test_a_forced_hand_given_up_lets_the_part_go_on() -> None:
    play = Play((10, "QS 2C"), (8, "9D 4S"), (6, "3C 3D"), (4, "5C 5D"))
    play.play("QS", 1)
    play.forfeit(1)
    assert play.turn == 0


def test_with_the_only_target_gone_a_forced_hand_is_discarded() -> None:
    play = Play((10, "KH 2C"), (8, "JB 4S"), (6, "3C 3D"))
    play.play("KH", 1)
    assert kinds(play.forfeit(0)) == ["out", "discard", "discard"]
    assert play.turn == 1
    assert play.legal(1) == [
        {"do": "play", "card": "JB", "toward": end} for end in ("escape", "hounds")
    ]


def test_giving_up_twice_or_after_leaving_the_track_does_nothing() -> None:
    play = Play((20, "2C 2D"), (8, "3C 3D"), (6, "4C 4D"))
    play.play("2D", 0)
    play.pass_round()
    play.forfeit(2)
    assert play.forfeit(2) == play.forfeit(0) == []
    assert play.state.public()["figures"] == {
        "0": {"is": "escaped"},
        "1": {"is": "running", "at": 8, "net": 0, "hand": 2, "pile": 0},
        "2": {"is": "out"},
    }


def test_when_all_have_given_up_nobody_has_won() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"))
    play.forfeit(0)
    assert play.turn == 1
    events = play.forfeit(1)
    assert play.outcome == Outcome((), "forfeit")
    assert events[-1] == {"event": "over", "winners": [], "reason": "forfeit"}


def test_who_escaped_before_has_won_when_the_last_gives_up() -> None:
    play = Play((20, "2C 2D"), (8, "3C 3D"))
    play.play("2D", 0)
    play.pass_round()
    play.forfeit(1)
    assert play.outcome == Outcome((0,), "escaped")


def test_ra_2_with_one_hound_short_who_gives_up_counts_as_caught() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"), one_hound_short=True)
    assert kinds(play.forfeit(0)) == ["out", "discard", "discard", "escape", "over"]
    assert play.outcome == Outcome((1,), "escaped")


def test_it_need_not_be_told() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"), one_hound_short=True)
    play.state.forfeit(0, ScriptedDealer([]))
    assert play.outcome == Outcome((1,), "escaped")


def test_the_game_has_no_clock_of_its_own() -> None:
    play = Play((10, "2C 2D"), (8, "3C 3D"))
    before = play.state.public()
    play.state.expire(ScriptedDealer([]))
    assert play.state.public() == before
    assert GAME.time_limit(GAME.settle({})) == 0
