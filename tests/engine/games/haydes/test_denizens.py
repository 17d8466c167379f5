"""Different creatures (H-43): footmen, Lucifers, Infernals and Vakhraca."""

import pytest
from tests.engine.games.haydes.play import Play, kinds

from haydes.engine.game import Outcome
from haydes.engine.games.haydes.encounters import ENCOUNTERS
from haydes.engine.plain import Tree

TALK: Tree = {"do": "talk"}
BRAWL: Tree = {"do": "brawl"}
FACE: Tree = {"do": "face"}


def meeting(
    card: str, split: tuple[int, int] = (8, 8), seats: int = 2, exhaustion: str = "auto"
) -> Play:
    """Begin a match in which seat 0 has just met a creature on F6."""
    play = Play(seats, split=split, options={"encounter": "denizens", "exhaustion": exhaustion})
    play.flip("F6", "higher", card)
    return play


def need(events: list[Tree]) -> object:
    return events[0]["need"]


# The worked examples


def test_he_17_a_footman_of_hearts_is_overcome_with_one_more_than_charisma() -> None:
    play = meeting("JH", (7, 9))
    (event,) = play.talk(4, 4)
    assert event == {
        "event": "test",
        "seat": 0,
        "with": "charisma",
        "dice": [4, 4],
        "need": 8,
        "result": "overcome",
    }
    assert play.traits == (6, 9)
    assert play.turn == (0, "move")


def test_he_18_a_lucifer_may_be_paid_off_with_the_other_characteristic() -> None:
    play = meeting("QC", (5, 6))
    play.brawl(4, 5)
    assert play.traits == (5, 5)
    assert play.turn == (0, "bargain")
    assert play.state.public()["turn"] == {
        "seat": 0,
        "round": 1,
        "phase": "bargain",
        "price": "charisma",
    }
    events = play.act({"do": "bargain"})
    assert events == [
        {"event": "bargain", "seat": 0, "price": "charisma"},
        {"event": "turn", "seat": 1, "round": 1},
    ]
    assert play.traits == (4, 5)
    assert play.look("F6") == "QCx"
    assert "price" not in str(play.state.public()["turn"])


def test_he_19_an_infernal_marches_who_fails_back_to_the_start() -> None:
    play = meeting("KD", (8, 8))
    events = play.brawl(4, 4)
    assert need(events) == 7
    assert events[1:] == [
        {"event": "marched", "seat": 0, "from": "F6", "to": "F5"},
        {"event": "turn", "seat": 1, "round": 1},
    ]
    assert play.traits == (8, 7)
    assert play.at() == "F5"
    assert play.look("F6") == "--"
    assert play.piles == {"replacement": 103, "discards": 1, "removed": 0}


# What each wants


@pytest.mark.parametrize(
    ("suit", "choices"),
    [("H", [TALK]), ("C", [BRAWL]), ("D", [TALK, BRAWL]), ("S", [TALK, BRAWL])],
)
@pytest.mark.parametrize("rank", "JQK")
def test_h_43_hearts_only_talk_clubs_only_brawl_the_others_leave_the_choice(
    rank: str, suit: str, choices: list[Tree]
) -> None:
    if rank + suit != "KS":
        assert meeting(rank + suit).legal() == choices


@pytest.mark.parametrize(("card", "modifier"), [("JD", 1), ("QD", 0), ("KD", -1)])
def test_h_43_footmen_are_easier_and_infernals_harder(card: str, modifier: int) -> None:
    for word in ("talk", "brawl"):
        play = meeting(card)
        dice = (8 + modifier - 4, 4)
        (event, *_) = play.talk(*dice) if word == "talk" else play.brawl(*dice)
        assert (event["need"], event["result"]) == (8 + modifier, "overcome")
        play = meeting(card)
        dice = (8 + modifier - 3, 4)
        assert play.talk(*dice)[0]["result"] == "failed"


def test_h_43_every_test_costs_a_point_of_the_characteristic_tested() -> None:
    for card in ("JD", "QD", "KD"):
        for dice in ((1, 1), (6, 6)):
            play = meeting(card)
            play.talk(*dice)
            assert play.traits == (7, 8)


def test_h_43_a_footman_who_was_not_overcome_must_be_faced_again() -> None:
    play = meeting("JD")
    assert kinds(play.talk(6, 6)) == ["test", "turn"]
    play.stop()
    assert play.turn == (0, "encounter")
    assert play.figure(0)["is"] == "stuck"


def test_ha_29_hearts_hold_who_has_no_charisma_and_clubs_who_has_no_endurance() -> None:
    for card, split in (("JH", (0, 8)), ("KC", (8, 0)), ("KS", (0, 8)), ("KS", (8, 0))):
        play = meeting(card, split)
        assert play.turn == (1, "move")
        assert play.figure(0)["is"] == "stuck"
        assert kinds(play.stop()) == ["skipped", "turn"]


# Lucifers


def test_h_43_a_bargain_may_be_refused_and_he_is_faced_again() -> None:
    play = meeting("QD")
    play.talk(6, 6)
    assert play.legal() == [{"do": "stop"}, {"do": "bargain"}]
    assert kinds(play.stop()) == ["turn"]
    play.stop()
    assert play.turn == (0, "encounter")
    assert play.look("F6") == "QD"
    assert play.traits == (7, 8)


def test_h_43_who_talked_pays_with_endurance() -> None:
    play = meeting("QD")
    play.talk(6, 6)
    play.act({"do": "bargain"})
    assert play.traits == (7, 7)


def test_h_43_a_bargain_frees_everybody_there_and_leaves_an_ordinary_turn() -> None:
    play = meeting("QD")
    play.talk(6, 6)
    play.act({"do": "bargain"})
    play.walk("F6")
    assert play.turn == (1, "move")
    play.stop()
    assert play.flip("F7", "lower", "JD")[0]["result"] == "right"


def test_h_43_the_paying_characteristic_must_keep_a_point() -> None:
    for endurance, phase in ((2, "bargain"), (1, "move")):
        play = meeting("QH", (8, endurance))
        play.talk(6, 6)
        assert play.turn == (0 if phase == "bargain" else 1, phase)
    play = meeting("QD", (2, 8))
    play.brawl(6, 6)
    play.act({"do": "bargain"})
    assert play.traits == (1, 7)


def test_h_43_a_lucifer_who_was_overcome_asks_for_no_bargain() -> None:
    play = meeting("QD")
    play.talk(1, 1)
    assert play.turn == (0, "move")


def test_h_40_the_clock_may_run_out_over_a_bargain_that_can_still_be_struck() -> None:
    play = meeting("QD", seats=1)
    play.talk(6, 6)
    play.expire()
    events = play.act({"do": "bargain"})
    assert kinds(events) == ["bargain", "over"]
    assert play.outcome == Outcome((), "clock")


# Infernals and their keys


def test_h_43_an_infernals_keys_open_one_look_at_a_face_down_neighbour() -> None:
    play = meeting("KD")
    assert kinds(play.talk(1, 1)) == ["test"]
    assert play.turn == (0, "keys")
    assert play.legal() == [{"do": "peek", "at": place} for place in ("E6", "F7", "G6")]
    assert kinds(play.peek("F7", "5C")) == ["peek", "seen"]
    assert play.turn == (0, "move")  # and on, from 13
    assert play.flip("F7", "lower", "5C")[0]["result"] == "right"


def test_h_43_with_no_face_down_neighbour_the_keys_open_nothing() -> None:
    play = Play(2, options={"encounter": "denizens"})
    for place, card in (("E6", "2C"), ("F7", "3C"), ("G6", "4C")):
        play.lay(place, card)
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    assert play.turn == (0, "move")


def test_h_43_the_march_leaves_a_rival_with_the_infernal() -> None:
    play = Play(2, options={"encounter": "denizens"})
    play.lay("F6", "KD", seat=1)
    play.walk("F6")
    play.talk(6, 6)
    assert play.at() == "F5"
    assert play.look("F6") == "KD"
    assert play.turn == (1, "encounter")


def test_h_43_the_march_may_open_a_turn() -> None:
    play = Play(2, options={"encounter": "denizens"})
    play.lay("F6", "KD", seat=0)
    play.state.begin_turn(0, None)
    play.talk(6, 6)
    assert play.look("F6") == "--"


# Vakhraca


def test_h_43_vakhraca_is_faced_with_both_charisma_first() -> None:
    play = meeting("KS")
    assert play.legal() == [FACE]
    events = play.face(4, 4, 4, 4)
    assert [(e["with"], e["need"], e["result"]) for e in events] == [
        ("charisma", 8, "overcome"),
        ("endurance", 8, "overcome"),
    ]
    assert play.traits == (7, 7)
    assert play.look("F6") == "KSx"
    assert play.turn == (0, "move")  # he has no keys


@pytest.mark.parametrize(
    ("dice", "traits"), [((4, 5), (7, 8)), ((4, 4, 4, 5), (8, 7))], ids=["charisma", "endurance"]
)
def test_h_43_who_fails_vakhraca_pays_from_what_failed_first_and_is_marched_off(
    dice: tuple[int, ...], traits: tuple[int, int]
) -> None:
    play = meeting("KS")
    events = play.face(*dice)
    assert kinds(events)[-2:] == ["marched", "turn"]
    assert play.traits == traits
    assert play.at() == "F5"
    assert play.look("F6") == "--"


# Exhaustion


def test_ha_26_a_success_over_a_footman_can_be_the_last_and_then_loses_too() -> None:
    play = meeting("JH", (1, 8), seats=1)
    events = play.talk(1, 1)
    assert [event.get("result") for event in events] == ["overcome", None, None]
    assert kinds(events) == ["test", "out", "over"]
    assert play.outcome == Outcome((), "exhausted")
    assert play.state.removed == 1


@pytest.mark.parametrize("card", ["QD", "KD"])
def test_ha_26_who_is_exhausted_neither_bargains_nor_marches(card: str) -> None:
    play = meeting(card, (1, 8), seats=1)
    assert kinds(play.talk(6, 6)) == ["test", "out", "over"]


@pytest.mark.parametrize(
    ("split", "dice"), [((1, 8), (6, 6)), ((8, 1), (1, 1, 6, 6))], ids=["charisma", "endurance"]
)
def test_ha_26_vakhraca_can_exhaust(split: tuple[int, int], dice: tuple[int, ...]) -> None:
    play = meeting("KS", split, seats=2, exhaustion="either")
    assert kinds(play.face(*dice))[-2:] == ["out", "turn"]


def test_ha_27_with_never_a_success_at_the_last_point_goes_on() -> None:
    play = meeting("JH", (1, 8))
    play.talk(1, 1)
    assert play.traits == (0, 8)
    assert play.turn == (0, "move")


@pytest.mark.parametrize(
    ("card", "hopeless", "hopeful"),
    [
        ("JH", [(0, 9)], [(1, 0)]),  # 1 and 1 more can be rolled
        ("JD", [(0, 0)], [(1, 0), (0, 1)]),
        ("QH", [(0, 9), (1, 1), (1, 0)], [(2, 0), (1, 2)]),  # 2 can pay
        ("QC", [(9, 0), (1, 1)], [(0, 2), (2, 1)]),
        ("QS", [(1, 1), (0, 1), (0, 0)], [(2, 0), (0, 2), (2, 1)]),
        ("KH", [(0, 9)], [(1, 0)]),  # he marches off who fails
        ("KC", [(9, 0)], [(0, 1)]),
        ("KD", [(0, 0)], [(1, 0), (0, 1)]),
        ("KS", [(0, 9), (9, 0)], [(1, 1)]),
    ],
)
def test_ha_28_whether_a_held_figure_may_ever_get_away(
    card: str, hopeless: list[tuple[int, int]], hopeful: list[tuple[int, int]]
) -> None:
    for split, over in (*((s, True) for s in hopeless), *((s, False) for s in hopeful)):
        play = Play(2, split=split, options={"encounter": "denizens"})
        play.lay("F6", card, seat=1)
        play.lay("E5", "JH", seat=0)
        play.state.charisma[0] = 0
        play.state.begin_turn(1, None)
        play.state.end_turn(None)
        assert (play.outcome == Outcome((), "trapped")) == over


def test_ha_28_the_match_is_over_when_the_last_one_gets_stuck_for_good() -> None:
    play = Play(2, split=(0, 8), options={"encounter": "denizens"})
    play.lay("E5", "JH", seat=1)
    assert kinds(play.flip("F6", "higher", "QH")) == ["move", "creature", "over"]
    assert play.outcome == Outcome((), "trapped")


def test_the_table_of_creatures_knows_every_court() -> None:
    for denizens in ENCOUNTERS.values():
        assert sorted(denizens) == list(range(40, 52))
