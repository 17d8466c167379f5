"""What a player may do in his part, and spot cards and Jokers (R-11 to R-14, R-17, R-18)."""

import pytest
from tests.engine.games.hounds.play import Play, kinds, of


def on(card: str, *seats: int) -> list[dict[str, object]]:
    return [{"do": "play", "card": card, "on": seat} for seat in seats]


def toward(card: str) -> list[dict[str, object]]:
    return [{"do": "play", "card": card, "toward": end} for end in ("escape", "hounds")]


def test_r_11_ra_29_any_spot_card_may_be_played_on_anybody_or_the_hand_discarded() -> None:
    play = Play((10, "9D 4S"), (8, "2C 2D"), (6, "3C 3D"))
    assert play.legal(0) == [{"do": "discard"}, *on("4S", 0, 1, 2), *on("9D", 0, 1, 2)]
    assert play.legal(1) == play.legal(2) == []


def test_r_11_one_card_or_both_are_played() -> None:
    play = Play((10, "9D 4S"), (8, "2C 2D"))
    play.play("9D", 0)
    assert play.turn == 0
    assert play.legal(0) == [{"do": "discard"}, *on("4S", 0, 1)]
    play.play("4S", 1)
    assert play.turn == 1
    assert play.net == [9, -4]


def test_ra_7_to_pass_is_to_discard_the_hand() -> None:
    play = Play((10, "9D 4S"), (8, "2C 2D"))
    events = play.discard()
    assert events[0] == {"event": "discard", "seat": 0, "cards": ["4S", "9D"]}
    assert play.hand(0) == ""
    assert play.turn == 1
    assert play.net == [0, 0]


def test_r_12_ra_6_a_card_not_played_is_discarded_with_the_part() -> None:
    play = Play((10, "9D 4S"), (8, "2C 2D"))
    play.play("9D", 0)
    assert play.discard()[0] == {"event": "discard", "seat": 0, "cards": ["4S"]}
    assert play.hand(0) == ""
    assert play.turn == 1


def test_ra_10_a_court_card_is_not_played_on_oneself() -> None:
    play = Play((10, "KH QS"), (8, "2C 2D"), (6, "3C 3D"))
    assert play.legal(0) == [{"do": "discard"}, *on("QS", 1, 2), *on("KH", 1, 2)]


def test_r_13_r_14_red_moves_towards_escape_and_black_towards_the_hounds() -> None:
    play = Play((10, "9D 4S"), (8, "2H 3C"))
    play.play("9D", 1)
    play.play("4S", 0)
    play.play("2H", 1)
    assert play.net == [-4, 11]
    play.play("3C", 1)
    assert play.at == [6, 16]


def test_re_1_the_net_effect_of_all_cards_counts() -> None:
    play = Play((10, "5D 2S"), (9, "9H 6S"), (2, "8C TS"))
    play.play("2S", 0)
    play.play("5D", 0)
    play.play("6S", 0)
    play.play("9H", 0)
    play.play("8C", 0)
    assert play.net[0] == 14 - 16
    assert play.at[0] == 10
    events = play.discard()
    assert of("move", events) == [{"event": "move", "seat": 0, "from": 10, "to": 8}]
    assert play.at[0] == 8


def test_r_18_nobody_moves_before_all_have_played() -> None:
    play = Play((10, "5D 2S"), (9, "9H 6S"))
    play.play("5D", 0)
    play.play("2S", 1)
    play.play("9H", 1)
    assert play.at == [10, 9]
    events = play.play("6S", 0)
    assert [event for event in events if event["event"] == "move"] == [
        {"event": "move", "seat": 0, "from": 10, "to": 9},
        {"event": "move", "seat": 1, "from": 9, "to": 16},
    ]


def test_re_7_ra_21_an_end_crossed_in_the_middle_of_the_sum_does_not_count() -> None:
    play = Play((19, "9D TS"), (2, "2C 2D"))
    play.play("9D", 0)
    play.play("TS", 0)
    play.pass_round()
    assert play.at[0] == 18


def test_re_12_a_joker_moves_all_the_same_way() -> None:
    play = Play((17, "JR 9S"), (5, "2C 2D"))
    play.joker("JR", "escape", 4)
    assert play.net == [4, 4]
    play.discard()
    events = play.discard()
    assert of("move", events) == [
        {"event": "move", "seat": 0, "from": 17, "to": 21},
        {"event": "move", "seat": 1, "from": 5, "to": 9},
    ]
    assert of("escape", events) == [{"event": "escape", "seat": 0}]
    assert play.at[1] == 9


@pytest.mark.parametrize("joker", ["JB", "JR"])
def test_r_17_ra_15_the_direction_is_named_with_the_card_then_the_die_is_rolled(joker: str) -> None:
    play = Play((10, f"{joker} 9S"), (5, "2C 2D"))
    assert play.legal(0) == [{"do": "discard"}, *on("9S", 0, 1), *toward(joker)]
    (event,) = play.joker(joker, "hounds", 3)
    assert event == {"event": "play", "seat": 0, "card": joker, "toward": "hounds", "die": 3}
    assert play.net == [-3, -3]
    assert play.at == [10, 5]


def test_ra_24_ra_26_who_left_the_track_neither_plays_nor_is_played_on() -> None:
    play = Play((20, "AD AS"), (9, "9C 9D"), (5, "2C 2D"))
    play.play("AD", 0)
    play.pass_round()
    assert play.state.order == (1, 2)
    assert play.hand(0) == ""
    assert play.targets() == [1, 2]


def test_ra_25_the_last_convict_plays_on_alone() -> None:
    play = Play((20, "AD AS"), (5, "2C 2D"))
    play.play("AD", 0)
    play.pass_round()
    assert play.state.order == (1,)
    assert play.turn == 1
    assert not play.outcome
    for number in range(2, 5):
        assert play.state.round == number
        play.discard()


def test_a_part_begins_with_an_event() -> None:
    play = Play((10, "9D 4S"), (8, "2C 2D"))
    assert kinds(play.play("9D", 0)) == ["play"]
    assert play.play("4S", 0)[1:] == [{"event": "turn", "seat": 1, "round": 1}]


def test_the_default_is_to_pass() -> None:
    play = Play((10, "9D 4S"), (8, "2C 2D"))
    assert play.state.describe(play.state.default(0)) == {"do": "discard"}
