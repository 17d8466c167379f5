"""The walker: where it goes, what it calls, and that it never goes on for ever."""

import pytest
from tests.engine.games.haydes.play import Play
from tests.engine.toy import PIG

from haydes.engine.cards import NUMBERS
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import State
from haydes.engine.games.haydes import GAME
from haydes.engine.games.haydes.bot import walker
from haydes.engine.games.haydes.faces import SEARCHED
from haydes.engine.games.haydes.layout import REFERENCE
from haydes.engine.games.haydes.maps import MAPS
from haydes.engine.plain import Tree

CORRIDOR = "##@##"
CARDS = ("2C", "3C", "4C")


class First:
    """A dealer that always takes the first of what there is."""

    def below(self, n: int) -> int:
        return 0


def choice(play: Play, seat: int = 0) -> Tree:
    number = walker(play.state.conceal(seat, First()), seat, First())
    assert number in play.state.legal(seat)
    return play.state.describe(number)


def test_the_walker_is_the_bot_a_table_seats() -> None:
    assert list(GAME.bots) == ["walker", "random"]
    assert GAME.bots["walker"] is walker


def test_it_knows_one_game_only() -> None:
    other: State = PIG.new(2, PIG.settle({}), FairDealer(bytes(32)))
    with pytest.raises(TypeError):
        walker(other, 0, First())


def test_ha_36_it_takes_9_charisma_and_7_endurance() -> None:
    assert choice(Play(split=None)) == {"do": "split", "charisma": 9}


@pytest.mark.parametrize(("split", "word"), [((5, 4), "talk"), ((4, 4), "talk"), ((3, 4), "brawl")])
def test_it_tests_the_higher_characteristic(split: tuple[int, int], word: str) -> None:
    play = Play(split=split)
    play.flip("F6", "higher", "JC")
    assert choice(play) == {"do": word}


@pytest.mark.parametrize("name", ["block", "quick"])
@pytest.mark.parametrize("value", range(1, 14))
def test_on_a_fresh_map_it_calls_higher_up_to_5_and_lower_from_6(name: str, value: int) -> None:
    play = Play(options={"map": name})
    rank = "A23456789TJQK"[value - 1]
    play.lay("A3", f"{rank}C" + "x" * (value > 10), seat=0)
    assert choice(play)["call"] == ("higher" if value <= 5 else "lower")


def test_it_guesses_by_what_is_left_and_not_by_habit() -> None:
    play = Play()
    play.lay("A3", "5C", seat=0)
    for card in range(NUMBERS["6C"], NUMBERS["9C"]):  # the sixes, sevens and eights are gone
        play.state.piles[0].remove(card)
        play.state.piles[0].remove(card)
    assert choice(play)["call"] == "lower"


def test_the_red_joker_makes_lower_better_as_the_places_for_it_get_fewer() -> None:
    calls: list[object] = []
    for hidden in (("A2", "A4", "B3", "K2", "K3", "K4", "K5", "K6"), ("A2", "A4", "B3")):
        play = Play()
        play.lay("A3", "2C", seat=0)
        play.hide(*hidden)
        calls.append(choice(play)["call"])
    assert calls == ["higher", "lower"]


def test_it_goes_where_the_red_joker_may_be_and_not_where_it_cannot() -> None:
    play = Play()
    play.lay("A3", "TC", seat=0)
    play.search("A2", "A4")
    assert choice(play) == {"do": "move", "to": "B3", "call": "lower"}


def test_it_crosses_searched_tiles_on_the_shortest_way() -> None:
    play = Play()
    play.hide("A3")
    play.lay("C3", "2C", seat=0)
    assert choice(play) == {"do": "move", "to": "B3", "call": "higher"}


def test_it_walks_to_the_open_card_from_which_a_guess_is_best() -> None:
    play = Play()
    for place, card in (("C3", "2C"), ("C4", "3C"), ("C5", "7C")):
        play.lay(place, card)
    play.state.at[0] = play.tile("C5")
    assert choice(play) == {"do": "walk", "to": "C4"}
    play.walk("C4")
    assert choice(play) == {"do": "walk", "to": "C3"}
    play.walk("C3")
    assert choice(play)["call"] == "higher"


def test_it_does_not_step_onto_an_equal_card_or_a_creature_if_there_is_another_way() -> None:
    play = Play(2)
    play.lay("C3", "7C", seat=0)
    play.lay("C4", "7D")
    play.lay("C2", "KC", seat=1)
    play.hide("C1", "C5")
    assert choice(play)["to"] in ("B3", "D3")


def test_it_faces_a_rivals_creature_if_there_is_no_other_way() -> None:
    play = Play(2, drawing=CORRIDOR, cards=(*CARDS[:2], "KC"))
    play.lay("A2", "KC", seat=1)
    play.hide("A1")
    assert choice(play) == {"do": "walk", "to": "A2"}


def test_ha_10_it_walks_round_when_the_red_joker_lies_beside_the_start() -> None:
    for seed in range(20):
        play = Play(split=(99, 99))
        play.hide("F6")
        dealer = FairDealer(bytes([seed]) * 32)
        state, actions = play.state, 0
        while not state.outcome():
            action = walker(state, 0, dealer)
            entry = state.describe(action)
            assert not (play.at() == "F5" and entry.get("to") == "F6")
            state.apply(0, action, dealer)
            actions += 1
            assert actions < 200
        assert play.outcome is not None
        assert play.outcome.reason == "escaped"


def test_ha_10_with_many_places_left_the_start_is_as_good_as_any() -> None:
    play = Play()
    play.hide("F6", "F7", "F8", "F9")
    assert choice(play) == {"do": "move", "to": "F6", "call": "higher"}


def test_ha_10_it_enters_from_the_start_if_there_is_no_way_round() -> None:
    play = Play(drawing=CORRIDOR, cards=CARDS)
    play.hide("A4", "A5")
    assert choice(play) == {"do": "move", "to": "A4", "call": "higher"}


def test_it_stops_when_nothing_sensible_is_left() -> None:
    play = Play(drawing=CORRIDOR, cards=CARDS)
    for place, card in (("A1", "2C"), ("A2", "3C"), ("A5", "4C")):
        play.lay(place, card)
    assert choice(play) == {"do": "stop"}


def test_ha_10_it_lures_away_a_red_joker_that_can_be_entered_from_the_start_only() -> None:
    play = Play(drawing=CORRIDOR, cards=CARDS)
    play.hide("A4")
    assert choice(play)["to"] == "A2"
    play.flip("A2", "higher", "2C")
    assert choice(play)["to"] == "A1"  # A2 touches the start too, so it would be no better
    play.flip("A1", "higher", "3C")
    assert choice(play) == {"do": "walk", "to": "A2"}
    play.walk("A2")
    assert choice(play) == {"do": "walk", "to": "A3"}
    play.walk("A3")
    assert choice(play)["to"] == "A4"
    (missed, _) = play.flip("A4", "higher", "JR")
    assert missed["pool"] == ["A2", "A1", "A4"]


def test_ha_10_to_lure_it_away_it_comes_back_to_the_start_first() -> None:
    play = Play(drawing=CORRIDOR, cards=CARDS)
    play.hide("A4")
    play.lay("A1", "2C", seat=0)
    assert choice(play)["to"] == "A2"
    play.flip("A2", "higher", "3C")
    play.walk("A3")
    assert choice(play) == {"do": "stop"}  # the pool would be the start's neighbours


@pytest.mark.parametrize("encounter", ["test", "denizens", "brawl"])
def test_ha_10_on_a_map_of_dead_ends_it_gets_out_though_the_red_joker_lies_beside_the_start(
    encounter: str,
) -> None:
    play = Play(split=(99, 99), options={"map": "fishbone", "encounter": encounter})
    play.state.wounds[0] = 99
    play.hide("F13")
    dealer = FairDealer(bytes(32))
    state, actions = play.state, 0
    while not state.outcome():
        state.apply(0, walker(state, 0, dealer), dealer)
        actions += 1
        assert actions < 2000
    assert play.outcome is not None
    assert play.outcome.reason == "escaped"


def test_a_pool_of_two_fillings_is_counted_card_by_card() -> None:
    play = Play()
    play.hide("A5")
    play.lay("A3", "5C", seat=0)
    state, tile = play.state, play.tile("A4")
    assert state.faces[tile] == SEARCHED
    low, high = len(state.piles), len(state.piles) + 1
    state.piles += [bytearray([NUMBERS["2C"]] * 9), bytearray([NUMBERS["9C"], NUMBERS["TC"]])]
    for references, call in (((low, high, high), "higher"), ((low, low, high), "lower")):
        state.origin[tile] = len(state.piles)
        state.piles.append(bytearray(REFERENCE + number for number in references))
        assert choice(play) == {"do": "move", "to": "A4", "call": call}


def test_the_last_tile_of_a_used_up_pile_is_the_red_joker() -> None:
    play = Play(drawing="##\n#@\n##", cards=("2C", "3C", "4C", "5C"))
    for place, card in (("A2", "2C"), ("A1", "3C"), ("B1", "4C"), ("C1", "5C")):
        play.flip(place, "higher", card)
    assert choice(play) == {"do": "move", "to": "C2", "call": "lower"}


@pytest.mark.parametrize("options", [{"map": "block"}, {"map": "quick", "exhaustion": "either"}])
def test_it_never_walks_in_circles_and_its_games_end(options: dict[str, str]) -> None:
    for seed in range(12):
        dealer = FairDealer(bytes([seed]) * 32)
        state = GAME.new(1 + seed % 4, GAME.settle(options), dealer)
        been = set[int]()
        actions = 0
        while not state.outcome():
            seat = state.seat
            action = walker(state, seat, dealer)
            if state.describe(action)["do"] == "walk":
                assert state.at[seat] not in been
                been.add(state.at[seat])
            else:
                been.clear()
            state.apply(seat, action, dealer)
            actions += 1
            assert actions < 3000


def test_it_draws_from_its_own_dealer_only_and_changes_nothing() -> None:
    play = Play()
    before = play.state.public()
    dealer = ScriptedDealer([1])
    walker(play.state, 0, dealer)
    assert not dealer.left
    assert play.state.public() == before


# The expansions


def test_h_43_with_keys_it_looks_where_the_red_joker_may_be() -> None:
    play = Play(options={"encounter": "denizens"})
    play.search("E6", "G6")
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    assert choice(play) == {"do": "peek", "at": "F7"}


def test_h_43_with_nothing_to_find_out_it_looks_somewhere() -> None:
    play = Play(options={"encounter": "denizens"})
    play.search("E6", "F7", "G6")
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    assert choice(play) == {"do": "peek", "at": "E6"}


def test_h_43_it_strikes_a_bargain() -> None:
    play = Play(options={"encounter": "denizens"})
    play.flip("F6", "higher", "QD")
    play.talk(6, 6)
    assert choice(play) == {"do": "bargain"}


@pytest.mark.parametrize(("card", "word"), [("JH", "talk"), ("JC", "brawl"), ("KS", "face")])
def test_h_43_it_does_what_the_creature_wants(card: str, word: str) -> None:
    play = Play(options={"encounter": "denizens"}, split=(7, 7))
    play.flip("F6", "higher", card)
    assert choice(play) == {"do": word}


def test_h_42_it_fights() -> None:
    play = Play(options={"encounter": "brawl"})
    play.flip("F6", "higher", "KC")
    assert choice(play) == {"do": "fight"}


def seen(card: str) -> Play:
    """Have seat 0 stand on a beaten King with a card seen on F7, and not far from an Ace."""
    play = Play(2, options={"encounter": "denizens"})
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    play.peek("F7", card)
    return play


def test_it_enters_a_red_joker_that_it_has_seen() -> None:
    assert choice(seen("JR")) == {"do": "move", "to": "F7", "call": "lower"}


def test_it_goes_for_a_red_joker_that_it_has_seen_from_afar() -> None:
    play = seen("JR")
    play.lay("D7", "5C", seat=0)
    assert choice(play)["to"] == "E7"


def test_it_does_not_know_what_a_rival_has_seen() -> None:
    for card in ("JR", "2C", "QS"):
        play = seen(card)
        play.stop()
        play.lay("A3", "TC", seat=1)
        assert choice(play, seat=1) == {"do": "move", "to": "A2", "call": "lower"}


def test_it_takes_no_interest_in_a_card_that_it_has_seen_but_to_walk_over_it() -> None:
    play = seen("5C")
    assert choice(play)["to"] != "F7"
    play = seen("5C")
    play.hide("F7", "F8")
    play.search("F7")
    assert choice(play) == {"do": "move", "to": "F7", "call": "lower"}


def test_it_goes_round_a_creature_that_it_has_seen() -> None:
    play = Play(options={"encounter": "denizens"})
    play.lay("C3", "TC", seat=0)
    seen_card = play.state.piles[0].index(NUMBERS["QS"])
    dealer = ScriptedDealer([play.state.hiding - 1, seen_card])
    play.state.peek(0, play.tile("D4"), dealer)
    play.hide("D5")
    for seed in range(9):  # the other ways there begin on D3 or lead over D4
        chosen = walker(play.state, 0, FairDealer(bytes([seed]) * 32))
        assert play.state.describe(chosen)["to"] == "C4"


def test_h_44_it_rides_with_lower_where_a_wrong_guess_meets_nobody() -> None:
    play = Play(options={"tuybe": True})
    play.lay("F6", "TC", seat=0)
    chosen = choice(play)
    assert (chosen["do"], chosen["call"]) == ("ride", "lower")
    play = Play(options={"tuybe": True})
    play.lay("A3", "AC", seat=0)
    assert choice(play)["call"] == "higher"  # nothing is lower but the red Joker


def test_h_44_after_the_ride_it_moves_and_knows_that_there_is_another_next_turn() -> None:
    play = Play(options={"tuybe": True})
    play.lay("F6", "TC", seat=0)
    play.ride("F8", "lower", "5C")
    assert choice(play)["do"] == "move"


def test_ha_10_who_can_ride_needs_no_lure() -> None:
    play = Play(drawing=CORRIDOR, cards=CARDS, options={"tuybe": True})
    play.hide("A4")
    play.lay("A2", "4C", seat=0)
    assert choice(play) == {"do": "ride", "to": "A4", "call": "lower"}
    play.state.rode = True
    assert choice(play) == {"do": "stop"}
    play = Play(drawing=CORRIDOR, cards=CARDS, options={"tuybe": True})
    play.hide("A4")
    play.state.rode = True
    assert choice(play)["to"] == "A2"  # to ride from there next turn


@pytest.mark.parametrize("encounter", ["test", "denizens", "brawl"])
@pytest.mark.parametrize("map_", MAPS)
def test_its_games_end_on_every_map_with_every_expansion(map_: str, encounter: str) -> None:
    for seed in range(4):
        dealer = FairDealer(bytes([seed]) * 32)
        options: dict[str, str | bool] = {"map": map_, "encounter": encounter, "tuybe": seed > 1}
        state = GAME.new(1 + seed, GAME.settle({**options, "exhaustion": "never"}), dealer)
        actions = 0
        while not state.outcome():
            seat = state.seat
            action = walker(state.conceal(seat, dealer), seat, dealer)
            assert action in state.legal(seat)
            state.apply(seat, action, dealer)
            actions += 1
            assert actions < 3000
