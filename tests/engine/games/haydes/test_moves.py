"""Turns, guesses, walks and the clean-up after a turn (H-16 to H-26)."""

from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.games.haydes import PACK

CALLS = ("higher", "lower")


def test_h_16_ha_31_a_drawn_player_starts_and_play_goes_on_clockwise() -> None:
    play = Play(3, first=1)
    assert play.state.public()["first"] == 1
    order: list[tuple[int, int]] = []
    for _ in range(6):
        order.append((play.state.round, play.state.seat))
        assert play.stop() == [
            {"event": "turn", "seat": play.state.seat, "round": play.state.round}
        ]
    assert order == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


def test_h_17_ha_25_a_player_may_stop_before_moving_and_after() -> None:
    play = Play(2)
    play.stop()
    play.flip("F6", "higher", "7C")
    assert {"do": "stop"} in play.legal(1)
    play.stop()
    assert play.turn == (0, "move")
    assert play.at(1) == "F6"


def test_h_18_a_figure_moves_to_a_touching_card_only() -> None:
    play = Play()
    assert [action["to"] for action in play.legal() if "to" in action] == [
        place for place in ("E5", "F4", "F6", "G5") for _ in CALLS
    ]


def test_h_19_a_face_down_card_is_called_higher_or_lower_first() -> None:
    assert Play().legal()[:2] == [{"do": "move", "to": "E5", "call": call} for call in CALLS]


def test_h_20_a_right_guess_moves_the_figure_and_the_next_is_measured_from_there() -> None:
    play = Play()
    events = play.flip("F6", "higher", "7C")
    assert events == [
        {
            "event": "move",
            "seat": 0,
            "from": "F5",
            "to": "F6",
            "call": "higher",
            "card": "7C",
            "result": "right",
        }
    ]
    assert (play.at(), play.turn) == ("F6", (0, "move"))
    assert play.flip("F7", "lower", "5D")[0]["result"] == "right"
    assert play.turn == (0, "move")


def test_h_21_equal_values_move_the_figure_and_end_the_turn() -> None:
    for call in CALLS:
        play = Play(2)
        play.lay("F6", "7C", seat=0)
        events = play.flip("F7", call, "7S")
        assert events[0]["result"] == "equal"
        assert (play.at(), play.turn) == ("F7", (1, "move"))


def test_h_22_a_wrong_guess_moves_the_figure_and_ends_the_turn() -> None:
    for call, card in (("higher", "6S"), ("lower", "8S")):
        play = Play(2)
        play.lay("F6", "7C", seat=0)
        events = play.flip("F7", call, card)
        assert kinds(events) == ["move", "turn"]
        assert events[0]["result"] == "wrong"
        assert (play.at(), play.turn) == ("F7", (1, "move"))


def test_h_23_right_guesses_go_on_for_ever() -> None:
    play = Play()
    path = ("F6", "E6", "E5", "E4", "F4", "G4", "G5", "G6", "G7", "F7")
    for number, place in enumerate(path, 1):
        assert play.turn == (0, "move")
        play.flip(place, "higher", f"{'A23456789T'[number - 1]}C")
    assert play.turn == (0, "move")
    assert play.at() == "F7"


def test_h_25_at_the_end_of_a_turn_cards_without_a_figure_are_replaced_but_the_start() -> None:
    play = Play(2)
    play.flip("F6", "higher", "4C")
    play.flip("F7", "higher", "6C")
    play.flip("F8", "higher", "9C")
    assert [play.look(place) for place in ("F5", "F6", "F7", "F8")] == ["JB", "4C", "6C", "9C"]
    play.stop()
    assert [play.look(place) for place in ("F5", "F6", "F7", "F8")] == ["JB", "--", "--", "9C"]
    assert play.piles == {"replacement": 102, "discards": 2, "removed": 0}
    # a card that stayed is replaced at the end of the turn in which it is left
    play.stop()
    play.flip("E8", "lower", "8D")
    play.stop()
    assert play.look("F8") == "--"
    assert play.piles == {"replacement": 101, "discards": 3, "removed": 0}


def test_h_26_an_empty_replacement_deck_is_made_of_the_discards() -> None:
    play = Play()
    play.empty_deck(left=0)
    discarded = len(play.state.discards)
    play.flip("F6", "higher", "4C")
    play.flip("F7", "higher", "6C")
    events = play.stop()
    assert kinds(events) == ["renewed", "turn"]
    assert play.piles == {"replacement": discarded, "discards": 0, "removed": 0}


def test_h_26_the_deck_is_renewed_when_a_card_is_needed_and_not_before() -> None:
    play = Play()
    play.empty_deck(left=1)
    play.flip("F6", "higher", "4C")
    play.flip("F7", "higher", "6C")
    assert kinds(play.stop()) == ["turn"]
    assert play.state.left == 0
    assert play.piles == {"replacement": 0, "discards": 104, "removed": 0}


def test_ha_33_cards_just_discarded_are_in_the_reshuffle() -> None:
    play = Play()
    play.empty_deck(left=0)
    play.flip("F6", "higher", "4C")
    play.flip("F7", "higher", "6C")
    play.stop()
    # F6 has a card of the new filling, and the 4 that lay there may be that card
    play.flip("F6", "lower", "4C")
    assert play.look("F6") == "4C"


def test_ha_32_tiles_are_filled_in_the_order_of_flipping() -> None:
    play = Play()
    play.empty_deck(left=2)
    first, second, third = "F6", "E6", "E7"
    for place, card in ((first, "3C"), (second, "4C"), (third, "5C"), ("E8", "6C")):
        play.flip(place, "higher", card)
    events = play.stop()
    assert kinds(events) == ["renewed", "turn"]
    fillings = [play.state.origin[play.tile(place)] for place in (first, second, third)]
    assert fillings[0] == fillings[1] != fillings[2]
    assert sorted(play.state.piles[fillings[0]]) == sorted(PACK[:2])


def test_ha_32_the_supply_never_runs_dry() -> None:
    # 208 cards, of which at most 48 courts are gone and 104 lie on the table
    for cards, tiles, courts in ((208, 104, 48), (156, 52, 36)):
        assert cards - courts - tiles >= 56


def test_ha_7_rooms_that_touch_are_open_to_each_other() -> None:
    play = Play()
    play.flip("F6", "higher", "2C")
    assert play.flip("F7", "higher", "3C")[0]["result"] == "right"


def test_ha_9_from_the_start_higher_is_right_and_lower_wrong_unless_it_is_the_red_joker() -> None:
    for card in ("AC", "7C", "TC"):
        assert Play().flip("F6", "higher", card)[0]["result"] == "right"
        assert Play().flip("F6", "lower", card)[0]["result"] == "wrong"


def test_ha_12_one_may_walk_onto_a_card_that_lies_face_up() -> None:
    play = Play(2)
    play.flip("F6", "higher", "7C")
    assert {"do": "walk", "to": "F5"} in play.legal()
    assert not [a for a in play.legal() if a["do"] == "move" and a["to"] == "F5"]
    events = play.walk("F5")
    assert events == [
        {
            "event": "walk",
            "seat": 0,
            "from": "F6",
            "to": "F5",
            "card": "JB",
            "result": "right",
        }
    ]
    assert play.turn == (0, "move")
    assert play.walk("F6")[0]["result"] == "right"


def test_ha_12_cards_left_in_an_earlier_turn_are_replaced_though_flipped_before() -> None:
    play = Play(2)
    play.lay("F6", "7C", seat=0)
    play.walk("F5")
    play.stop()
    assert play.look("F6") == "--"


def test_ha_13_walking_onto_an_equal_card_ends_the_turn() -> None:
    play = Play(2)
    play.lay("F6", "7C", seat=0)
    play.lay("F7", "7D", seat=1)
    events = play.walk("F7")
    assert kinds(events) == ["walk", "turn"]
    assert events[0]["result"] == "equal"
    assert play.turn == (1, "move")


def test_ha_13_an_equal_creature_is_an_encounter_all_the_same() -> None:
    play = Play(2)
    play.lay("F6", "QCx", seat=0)
    play.lay("F7", "QD", seat=1)
    events = play.walk("F7")
    assert kinds(events) == ["walk", "creature"]
    assert play.turn == (0, "encounter")
    play.talk(1, 1)
    assert play.turn == (0, "move")


def test_ha_14_people_may_walk_to_and_fro_as_long_as_they_like() -> None:
    play = Play()
    play.flip("F6", "higher", "7C")
    for _ in range(200):
        play.walk("F5")
        play.walk("F6")
    assert play.turn == (0, "move")


def test_ha_15_figures_may_share_a_card() -> None:
    play = Play(2)
    play.lay("F6", "7C", seat=1)
    play.walk("F6")
    play.stop()
    assert play.at(0) == play.at(1) == "F6"
    play.flip("F7", "higher", "9C")
    play.stop()
    assert play.look("F6") == "7C"  # one figure is still there


def test_ha_34_searched_tiles_are_marked_even_when_their_card_was_replaced() -> None:
    play = Play()
    play.flip("F6", "higher", "4C")
    play.flip("F7", "higher", "6C")
    play.stop()
    assert play.look("F6") == "--"
    assert play.look("E5") == "??"
    assert play.state.hiding == 103
