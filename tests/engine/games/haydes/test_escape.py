"""The red Joker: escaping, and what happens to who fails to (H-35 to H-38)."""

from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.game import Outcome

CALLS = ("higher", "lower")


def test_h_35_a_red_joker_that_is_missed_is_shuffled_into_the_tiles_of_this_turn() -> None:
    play = Play(2)
    for place, card in (("F6", "3C"), ("F7", "5C"), ("F8", "9C")):
        play.flip(place, "higher", card)
    events = play.flip("F9", "higher", "JR")
    assert events == [
        {
            "event": "joker",
            "seat": 0,
            "at": "F9",
            "call": "higher",
            "pool": ["F6", "F7", "F9"],
        },
        {"event": "turn", "seat": 1, "round": 1},
    ]
    assert [play.look(place) for place in ("F6", "F7", "F8", "F9")] == ["??", "??", "9C", "??"]
    # two cards of the deck and the red Joker fill three tiles; it is not discarded
    assert play.piles == {"replacement": 102, "discards": 2, "removed": 0}


def test_h_36_everybody_sees_that_the_escape_is_near() -> None:
    play = Play()
    play.flip("F6", "higher", "3C")
    play.flip("F7", "higher", "JR")
    # all other marks are cleared: it is in none of those tiles
    assert [p for p in play.ground.places if play.look(p) == "??"] == ["F7"]
    assert play.look("K2") == "--"


def test_h_37_moving_onto_the_red_joker_wins() -> None:
    play = Play(2)
    play.lay("F6", "5C", seat=0)
    events = play.flip("F7", "lower", "JR")
    assert events == [
        {
            "event": "move",
            "seat": 0,
            "from": "F6",
            "to": "F7",
            "call": "lower",
            "card": "JR",
            "result": "right",
        },
        {"event": "escape", "seat": 0, "at": "F7"},
        {"event": "over", "winners": [0], "reason": "escaped"},
    ]
    assert play.outcome == Outcome((0,), "escaped")
    assert play.figure(0) == {"at": "F7", "is": "escaped", "charisma": 8, "endurance": 8}
    assert play.look("F7") == "JR"


def test_h_38_the_others_are_trapped_for_ever() -> None:
    play = Play(3)
    play.lay("F6", "5C", seat=0)
    play.flip("F7", "lower", "JR")
    assert [play.legal(seat) for seat in range(3)] == [[], [], []]
    assert "turn" not in play.state.public()
    before = play.state.public()
    assert play.forfeit(1) == play.expire() == []
    assert play.state.public() == before


def test_ha_1_lower_is_the_only_right_word_for_the_red_joker() -> None:
    for card in ("AC", "7C", "TC", "KCx"):
        play = Play()
        play.lay("F6", card, seat=0)
        play.flip("F7", "higher", "JR")
        assert play.outcome is None
        play = Play()
        play.lay("F6", card, seat=0)
        play.flip("F7", "lower", "JR")
        assert play.outcome == Outcome((0,), "escaped")


def test_ha_2_who_misses_the_red_joker_stays_where_he_was() -> None:
    play = Play(2)
    play.flip("F6", "higher", "3C")
    play.flip("F7", "higher", "JR")
    assert play.at() == "F6"
    assert play.look("F6") == "3C"
    assert play.turn == (1, "move")


def test_ha_3_the_pool_is_the_jokers_tile_and_the_tiles_flipped_this_turn_without_a_figure() -> (
    None
):
    play = Play(2)
    play.lay("E5", "9C", seat=1)
    play.lay("F6", "3C", seat=0)  # flipped in an earlier turn, so not in the pool
    play.flip("F7", "higher", "5C")
    play.flip("G7", "higher", "8C")
    (missed, _) = play.flip("G6", "higher", "JR")
    assert missed["pool"] == ["F7", "G6"]
    assert [play.look(p) for p in ("E5", "F6", "F7", "G7", "G6")] == ["9C", "--", "??", "8C", "??"]


def test_ha_3_the_pool_is_of_one_turn() -> None:
    play = Play()
    play.flip("F6", "higher", "3C")
    play.stop()
    play.flip("F7", "higher", "5C")
    (missed, _) = play.flip("F8", "higher", "JR")
    assert missed["pool"] == ["F8"]
    assert play.look("F6") == "--"


def test_ha_3_a_tile_where_somebody_else_stands_is_not_in_the_pool() -> None:
    play = Play(2)
    play.flip("F6", "higher", "3C")
    play.state.at[1] = play.tile("F6")
    play.flip("F7", "higher", "5C")
    (missed, _) = play.flip("F8", "higher", "JR")
    assert missed["pool"] == ["F8"]


def test_ha_3_a_beaten_creatures_tile_is_in_the_pool_and_the_creature_leaves_the_game() -> None:
    play = Play(2)
    play.flip("F6", "higher", "JC")
    play.talk(1, 1)
    play.flip("F7", "lower", "5C")
    (missed, _) = play.flip("F8", "higher", "JR")
    assert missed["pool"] == ["F6", "F8"]
    assert play.piles == {"replacement": 103, "discards": 0, "removed": 1}


def test_ha_4_a_pool_of_one_tile_tells_exactly_where_the_red_joker_is() -> None:
    play = Play(2)
    play.lay("F6", "5C", seat=0)
    play.flip("F7", "higher", "JR")
    assert play.state.hiding == 1
    play.stop()
    play.flip("F7", "lower", "JR")
    assert play.outcome == Outcome((0,), "escaped")


def test_ha_10_from_the_black_joker_nobody_can_enter_the_red_one_but_from_elsewhere() -> None:
    for call in CALLS:
        play = Play(2)
        events = play.flip("F6", call, "JR")
        assert kinds(events) == ["joker", "turn"]
        assert play.at() == "F5"
        play.lay("F7", "5C", seat=1)
        play.flip("F6", "lower", "JR")
        assert play.outcome == Outcome((1,), "escaped")


def test_ha_34_missing_the_red_joker_clears_the_marks_and_marks_only_the_pool() -> None:
    play = Play()
    play.search("A2", "A3")
    play.flip("F6", "higher", "3C")
    play.flip("F7", "higher", "5C")
    play.flip("E7", "higher", "JR")
    marked = {place for place in play.ground.places if play.look(place) == "??"}
    assert marked == {"F6", "E7"}


def test_ha_35_the_red_joker_never_gets_into_the_discards_or_the_deck() -> None:
    play = Play(2)
    play.flip("F6", "higher", "3C")
    for _ in range(6):
        # the count after every action shows that it is on a tile
        play.flip("F7", "higher", "JR")
        play.stop()
    assert play.state.hiding == 1
