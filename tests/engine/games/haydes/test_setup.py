"""Players, components, the map and what a match starts with (H-1 to H-15)."""

from collections import Counter

import pytest
from tests.engine.games.haydes.play import Play

from haydes.engine.cards import BLACK_JOKER, DECK, FIRST_COURT, NAMES, NUMBERS, RED_JOKER
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import OptionError, Outcome, random_bot
from haydes.engine.games.haydes import GAME
from haydes.engine.games.haydes.faces import BEATEN, VALUE
from haydes.engine.games.haydes.layout import Layout
from haydes.engine.games.haydes.maps import MAPS
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.games.haydes.turns import Turns


def test_h_1_one_to_four_rivals_play_and_one_wins() -> None:
    assert list(GAME.seats) == [1, 2, 3, 4]
    play = Play(4)
    play.lay("E5", "2C", seat=0)
    play.flip("E4", "lower", "JR")
    assert play.outcome == Outcome((0,), "escaped")


def test_h_2_h_3_sixteen_points_are_divided_between_two_characteristics() -> None:
    play = Play(2, split=None)
    assert "charisma" not in play.figure(0)
    events = play.act({"do": "split", "charisma": 9})
    assert events == [{"event": "split", "seat": 0, "charisma": 9, "endurance": 7}]
    assert play.figure(0) == {"at": "F5", "is": "free", "charisma": 9, "endurance": 7}
    assert play.figure(1) == {"at": "F5", "is": "free"}


def test_h_4_no_characteristic_starts_above_9() -> None:
    assert Play(split=None).legal() == [{"do": "split", "charisma": n} for n in (7, 8, 9)]


def test_h_5_h_7_two_decks_and_the_red_joker_make_the_map() -> None:
    state = Play(split=None).state
    laid = Counter(state.piles[0])
    assert laid == Counter(dict.fromkeys(range(DECK), 2))
    assert sum(laid[card] for card in range(FIRST_COURT, DECK)) == 24
    assert state.hiding == len(state.piles[0]) + 1 == 105


def test_h_6_two_decks_make_the_replacement_deck() -> None:
    play = Play(split=None)
    assert Counter(play.state.piles[1]) == Counter(dict.fromkeys(range(DECK), 2))
    assert play.piles == {"replacement": 104, "discards": 0, "removed": 0}


def test_h_8_the_table_holds_106_cards_and_the_game_208_besides_the_jokers() -> None:
    play = Play(split=None)
    assert len(play.state.faces) == 106
    assert play.cards == 208


def test_h_9_every_player_has_a_figure() -> None:
    assert [Play(4).at(seat) for seat in range(4)] == ["F5"] * 4


def test_h_10_h_14_all_lies_face_down_but_the_black_joker_in_the_middle_where_all_start() -> None:
    play = Play(3)
    faces = [play.look(place) for place in play.ground.places]
    assert Counter(faces) == {"??": 105, "JB": 1}
    assert play.look("F5") == "JB"
    assert {play.at(seat) for seat in range(3)} == {"F5"}


def test_h_11_h_12_corridors_and_rooms_are_what_cards_touch_lengthwise_and_sidewise() -> None:
    # every card stands upright, so up and down are corridors, left and right are rooms
    places, near = MAPS["block"].places, MAPS["block"].near
    assert [places[t] for t in near[places.index("C3")]] == ["B3", "C2", "C4", "D3"]


def test_h_13_ha_5_the_map_lies_there_from_the_start_and_only_its_cards_come_later() -> None:
    play = Play()
    assert len(play.state.public()["tiles"]) == 11  # type: ignore[arg-type]  # a map of rows
    before = len(play.state.piles[0])
    play.flip("F6", "higher", "7C")
    assert len(play.state.piles[0]) == before - 1


def test_h_15_jokers_count_0_and_an_ace_1() -> None:
    assert VALUE[BLACK_JOKER] == VALUE[RED_JOKER] == 0
    assert VALUE[NUMBERS["AS"]] == 1


def test_ha_8_jack_queen_and_king_count_11_12_and_13_beaten_or_not() -> None:
    for rank, value in (("J", 11), ("Q", 12), ("K", 13)):
        card = NUMBERS[f"{rank}D"]
        assert VALUE[card] == VALUE[card + BEATEN] == value


def test_ha_11_the_red_joker_may_lie_next_to_the_start() -> None:
    play = Play()
    assert all(play.look(place) == "??" for place in ("E5", "F4", "F6", "G5"))
    play.flip("F6", "higher", "3C")
    play.flip("F7", "lower", "JR")
    assert play.outcome == Outcome((0,), "escaped")
    assert play.state.round == 1


def test_ha_36_everybody_splits_in_turn_order_for_all_to_see() -> None:
    play = Play(3, first=1, split=None)
    for seat, charisma in ((1, 7), (2, 8), (0, 9)):
        assert play.turn == (seat, "split")
        assert [bool(play.legal(other)) for other in range(3)] == [s == seat for s in range(3)]
        play.act({"do": "split", "charisma": charisma})
        assert play.figure(seat)["charisma"] == charisma
    assert play.turn == (1, "move")


def test_ha_43_a_quick_map_is_one_deck_with_the_same_replacement_deck() -> None:
    play = Play(split=None, options={"map": "quick"})
    assert len(play.ground.places) == 54
    assert Counter(play.state.piles[0]) == Counter(range(DECK))
    assert play.state.left == 104
    assert play.cards == 156


def test_the_options_and_their_defaults() -> None:
    assert GAME.settle({}) == {
        "map": "block",
        "exhaustion": "auto",
        "turn_limit": 0,
        "clock": 0,
        "encounter": "test",
        "tuybe": False,
    }
    wrongs: dict[str, str | int] = {
        "turn_limit": 100,
        "clock": 181,
        "map": "big",
        "encounter": "talk",
        "tuybe": 1,
    }
    for name, wrong in wrongs.items():
        with pytest.raises(OptionError):
            GAME.settle({name: wrong})


def test_a_new_match_draws_only_who_is_first() -> None:
    dealer = ScriptedDealer([2])
    assert GAME.new(4, GAME.settle({}), dealer).public()["first"] == 2
    assert not dealer.left


def test_default_actions_split_evenly_stop_and_test_what_is_higher() -> None:
    state = Play(split=None).state
    assert state.describe(state.default(0)) == {"do": "split", "charisma": 8}
    play = Play()
    assert play.state.describe(play.state.default(0)) == {"do": "stop"}
    play.flip("F6", "higher", "JS")
    for charisma, word in ((7, "talk"), (6, "talk"), (5, "brawl")):
        play.state.charisma[0], play.state.endurance[0] = charisma, 6
        assert play.state.describe(play.state.default(0)) == {"do": word}


def test_default_actions_in_the_expansions_look_at_the_first_card_and_strike_no_bargain() -> None:
    play = Play(options={"encounter": "denizens"})
    play.flip("F6", "higher", "KC")
    assert play.state.describe(play.state.default(0)) == {"do": "brawl"}  # though equal
    play.brawl(1, 1)
    assert play.state.describe(play.state.default(0)) == {"do": "peek", "at": "E6"}
    play.peek("E6", "3C")
    play.flip("F7", "lower", "QH")
    play.state.endurance[0] = 9
    assert play.state.describe(play.state.default(0)) == {"do": "talk"}  # the only choice
    play.talk(6, 6)
    assert play.turn == (0, "bargain")
    assert play.state.describe(play.state.default(0)) == {"do": "stop"}
    play = Play(options={"encounter": "brawl"})
    play.flip("F6", "higher", "KC")
    assert play.state.describe(play.state.default(0)) == {"do": "fight"}


def test_action_numbers_are_three_a_tile_then_stop_talk_brawl_and_the_splits() -> None:
    state = Play().state
    f6 = state.map.places.index("F6")
    described = [state.describe(3 * f6 + n) for n in range(3)]
    assert described == [
        {"do": "move", "to": "F6", "call": "higher"},
        {"do": "move", "to": "F6", "call": "lower"},
        {"do": "walk", "to": "F6"},
    ]
    assert [state.describe(3 * 106 + n) for n in range(6)] == [
        {"do": "stop"},
        {"do": "talk"},
        {"do": "brawl"},
        {"do": "split", "charisma": 7},
        {"do": "split", "charisma": 8},
        {"do": "split", "charisma": 9},
    ]


def test_the_numbers_of_the_expansions_come_after_those_of_the_base_game() -> None:
    state = Play().state
    f6 = state.map.places.index("F6")
    others = 3 * 106 + 6
    assert [state.describe(others + n) for n in range(3)] == [
        {"do": "face"},
        {"do": "fight"},
        {"do": "bargain"},
    ]
    peek = others + 3
    assert state.describe(peek + f6) == {"do": "peek", "at": "F6"}
    assert [state.describe(peek + 106 + 3 * f6 + n) for n in range(3)] == [
        {"do": "ride", "to": "F6", "call": "higher"},
        {"do": "ride", "to": "F6", "call": "lower"},
        {"do": "ride", "to": "F6"},
    ]


def test_in_the_base_game_nobody_has_anything_private_and_a_bot_gets_a_copy() -> None:
    play = Play(2)
    play.flip("F6", "higher", "7C")
    dealer = FairDealer(bytes(32))
    for seat in (0, 1, None):
        twin = play.state.conceal(seat, dealer)
        assert twin.public() == play.state.public()
        assert twin is not play.state
    assert dealer.drawn == 0
    assert play.state.private(0) == play.state.private(1) == {}


def test_a_clone_has_all_there_is_and_shares_nothing_that_changes() -> None:
    play = Play(3, first=1, options={"turn_limit": 9, "encounter": "denizens", "tuybe": True})
    play.flip("F6", "higher", "KC")
    play.brawl(1, 1)
    play.peek("E6", "5C")
    play.state.hurt[0] = 1
    play.stop()
    play.forfeit(0)
    play.flip("E5", "higher", "7C")
    play.expire()
    state = play.state
    state.round = 7
    twin = state.clone()
    for name in {*Layout.__slots__, *Turns.__slots__, *HaydesState.__slots__} - {"eyes"}:
        mine, other = getattr(state, name), getattr(twin, name)
        assert mine == other
        assert (
            mine is not other or not isinstance(mine, list | bytearray | dict) or name == "denizens"
        )
    assert all(a is not b for a, b in zip(state.piles, twin.piles, strict=True))


def test_a_clone_goes_its_own_way() -> None:
    play = Play(2)
    play.flip("F6", "higher", "7C")
    before = play.state.public()
    twin = play.state.clone()
    dealer = FairDealer(bytes(32))
    while not twin.outcome():
        twin.apply(twin.seat, random_bot(twin, twin.seat, dealer), dealer)
    assert play.state.public() == before
    assert play.look("F6") == NAMES[NUMBERS["7C"]]
