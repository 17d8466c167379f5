"""Court cards and the hands they force (R-15, R-16)."""

import pytest
from tests.engine.games.hounds.play import Play, kinds


def test_re_8_a_red_court_card_turns_the_whole_hand_on_who_played_it() -> None:
    play = Play((10, "KH 2C"), (8, "9D 4S"))
    events = play.play("KH", 1)
    assert events == [
        {"event": "play", "seat": 0, "card": "KH", "on": 1},
        {"event": "forced", "seat": 1, "by": 0, "court": "red"},
        {"event": "play", "seat": 1, "card": "4S", "on": 0},
        {"event": "play", "seat": 1, "card": "9D", "on": 0},
    ]
    assert play.net == [5, 0]
    assert play.hand(1) == ""
    events = play.discard()  # nothing is left for a part of B's own
    assert kinds(events) == ["discard", "move", "round", "turn"]


def test_re_9_ra_9_a_court_card_on_an_empty_hand_does_nothing() -> None:
    play = Play((8, "KH 2C"), (10, "9D 4S"))
    play.play("9D", 1)
    play.play("4S", 0)
    assert play.play("KH", 1) == [{"event": "play", "seat": 0, "card": "KH", "on": 1}]
    assert play.net == [-4, 9]
    assert play.turn == 0


def test_re_10_a_black_court_card_turns_the_hand_on_the_others() -> None:
    play = Play((10, "QS 2C"), (8, "9D 4S"), (6, "3C 3D"))
    events = play.play("QS", 1)
    assert events[2:] == [
        {"event": "play", "seat": 1, "card": "4S", "on": 2},
        {"event": "play", "seat": 1, "card": "9D", "on": 2},
    ]
    assert play.net == [0, 0, 5]


def test_re_10_ra_13_with_only_two_on_the_track_the_hand_is_discarded() -> None:
    play = Play((10, "QS 2C"), (8, "9D KS"))
    events = play.play("QS", 1)
    assert events[2:] == [{"event": "discard", "seat": 1, "cards": ["9D", "KS"]}]
    assert play.net == [0, 0]
    assert play.turn == 0


def test_ra_8_a_forced_hand_is_played_at_once() -> None:
    play = Play((10, "QS 2C"), (8, "9D 4S"), (6, "3C 3D"), (4, "5C 5D"))
    play.play("QS", 1)
    assert play.turn == 1
    assert play.legal(0) == []
    play.play("9D", 2)
    play.play("4S", 3)
    assert play.turn == 0
    assert play.net == [0, 0, 9, -4]


def test_ra_8_a_second_court_card_finds_an_empty_hand() -> None:
    play = Play((10, "QS KH"), (8, "9D 4S"), (6, "3C 3D"))
    play.play("QS", 1)
    assert play.play("KH", 1)[:1] == [{"event": "play", "seat": 0, "card": "KH", "on": 1}]
    assert play.net == [0, 0, 5]


def test_ra_14_the_forced_player_chooses_order_and_targets() -> None:
    play = Play((10, "QS 2C"), (8, "9D 4S"), (6, "3C 3D"), (4, "5C 5D"))
    play.play("QS", 1)
    assert play.legal(1) == [
        {"do": "play", "card": card, "on": seat} for card in ("4S", "9D") for seat in (2, 3)
    ]


def test_a_forced_hand_must_be_played_whole() -> None:
    play = Play((10, "QS 2C"), (8, "9D 4S"), (6, "3C 3D"), (4, "5C 5D"))
    play.play("QS", 1)
    play.play("9D", 3)
    assert play.turn == 1
    assert {"do": "discard"} not in play.legal(1)


def test_ra_12_a_forced_player_chooses_the_direction_of_his_joker() -> None:
    play = Play((10, "KH 2C"), (8, "JB 4S"))
    play.play("KH", 1)
    assert play.legal(1) == [
        {"do": "play", "card": "4S", "on": 0},
        {"do": "play", "card": "JB", "toward": "escape"},
        {"do": "play", "card": "JB", "toward": "hounds"},
    ]
    play.joker("JB", "hounds", 2)
    assert play.net == [-6, -2]  # the spot card then went on A by itself
    assert play.turn == 0


def test_ra_12_ra_13_a_joker_needs_nobody_to_be_played_on() -> None:
    play = Play((10, "QS 2C"), (8, "JB 4S"))
    assert play.play("QS", 1)[2:] == [{"event": "discard", "seat": 1, "cards": ["4S"]}]
    assert play.turn == 1
    play.joker("JB", "escape", 6)
    assert play.net == [6, 6]


def test_ra_11_a_red_court_card_forced_by_a_red_one_turns_the_rest_back() -> None:
    play = Play((10, "KH 7D"), (8, "QD 4S"))
    play.play("KH", 1)
    assert play.turn == 1
    events = play.play("QD", 0)  # A must play the 7 on B, then B goes on with the 4 on A
    assert events[:4] == [
        {"event": "play", "seat": 1, "card": "QD", "on": 0},
        {"event": "forced", "seat": 0, "by": 1, "court": "red"},
        {"event": "play", "seat": 0, "card": "7D", "on": 1},
        {"event": "play", "seat": 1, "card": "4S", "on": 0},
    ]
    assert play.at == [6, 15]  # nobody has a card left, so the round is over


def test_ra_11_a_black_court_card_forced_by_a_red_one_turns_the_rest_on_others() -> None:
    play = Play((10, "KH 7D"), (8, "QS 4S"), (6, "3C 3D"))
    play.play("KH", 1)
    events = play.play("QS", 0)
    assert events[2:4] == [
        {"event": "play", "seat": 0, "card": "7D", "on": 2},
        {"event": "play", "seat": 1, "card": "4S", "on": 0},
    ]
    assert play.net == [-4, 0, 7]
    assert play.turn == 2


def test_ra_11_a_chain_may_come_back_to_where_it_began() -> None:
    play = Play((10, "KH KD"), (8, "QH 4S"))
    play.play("KH", 1)
    events = play.play("QH", 0)
    # A's last card is a court card, so B is forced again, and the hands have run out
    assert events[:5] == [
        {"event": "play", "seat": 1, "card": "QH", "on": 0},
        {"event": "forced", "seat": 0, "by": 1, "court": "red"},
        {"event": "play", "seat": 0, "card": "KD", "on": 1},
        {"event": "forced", "seat": 1, "by": 0, "court": "red"},
        {"event": "play", "seat": 1, "card": "4S", "on": 0},
    ]


def test_ra_11_black_forced_court_cards_go_on_others_and_force_them() -> None:
    play = Play((10, "QS 7D"), (8, "KH 4S"), (6, "3C 3D"), (4, "5C 5D"))
    play.play("QS", 1)
    play.play("KH", 2)  # C must play on B
    assert play.net == [0, 0, 0, 0]
    assert play.hand(2) == ""
    assert play.turn == 1
    assert play.legal(1) == [{"do": "play", "card": "4S", "on": seat} for seat in (2, 3)]


def test_ra_32_the_newest_court_card_is_the_one_to_obey() -> None:
    """A forces B (not on A), B forces C, and C's black court card forces B again (not on C)."""
    play = Play((10, "QS 7D"), (8, "KH 4S"), (6, "QC 3D"), (4, "5C 5D"))
    play.play("QS", 1)
    play.play("KH", 2)
    assert play.turn == 2
    play.play("QC", 1)
    assert play.turn == 1
    assert play.legal(1) == [{"do": "play", "card": "4S", "on": seat} for seat in (0, 3)]
    play.play("4S", 0)
    assert play.net == [-4, 3, 0, 0]  # C's 3 went on B by itself
    assert play.turn == 0


@pytest.mark.parametrize("hand", ["2D 3C", "KH 2C"])
def test_ra_31_what_leaves_nothing_to_decide_is_played_by_itself(hand: str) -> None:
    play = Play((10, "QS 9C"), (8, hand), (6, "4C 4D"))
    play.play("QS", 1)
    asked = play.turn == 1
    assert asked == ("KH" in hand)  # the order of a court card and another may matter
    if asked:
        play.play("2C", 2)
        assert play.turn == 0  # of one card to go on one player nothing is left to decide


def test_ra_31_a_joker_is_always_asked_about() -> None:
    play = Play((10, "KH 9C"), (8, "JB JR"))
    play.play("KH", 1)
    play.joker("JR", "escape", 1)
    assert play.turn == 1
    play.joker("JB", "escape", 1)
    assert play.turn == 0


def test_the_default_of_a_forced_hand_is_the_first_thing_allowed() -> None:
    play = Play((10, "KH 9C"), (8, "JB JR"))
    play.play("KH", 1)
    assert play.state.describe(play.state.default(1)) == {
        "do": "play",
        "card": "JB",
        "toward": "escape",
    }
