"""What everybody sees, and what one seat sees besides."""

from collections.abc import Mapping

import pytest
from tests.engine.games.hounds.play import Play

from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.games.hounds import GAME
from haydes.engine.plain import Tree, Value

FOUR = ((12, "2C 2D"), (9, "3C 3D"), (7, "4C 4D"), (4, "5C 5D"))


def branch(tree: Tree, *names: str) -> Tree:
    for name in names:
        inner = tree[name]
        assert isinstance(inner, Mapping)
        tree = inner
    return tree


def total(tree: Value) -> int:
    if isinstance(tree, Mapping):
        return sum(map(total, tree.values()))
    assert isinstance(tree, int)
    return tree


def test_a_new_match() -> None:
    tree = dict(Play((4, "2C 2D"), (9, "3C 3D")).state.public())
    assert total(tree.pop("unseen")) == 54
    assert tree == {
        "track": 20,
        "figures": {
            "0": {"is": "running", "at": 4, "net": 0, "hand": 2, "pile": 0},
            "1": {"is": "running", "at": 9, "net": 0, "hand": 2, "pile": 0},
        },
        "order": {"0": 1, "1": 0},
        "played": {},
        "piles": {"deck": 30, "discards": 0},
        "turn": {"seat": 1, "round": 1, "phase": "play"},
    }


def test_the_unseen_cards_are_counted_by_what_they_do_wherever_they_are() -> None:
    play = Play((4, "2C 2D"), (9, "9D KS"))
    ranks = dict.fromkeys("A23456789T", 2)
    counts = {"joker": 2, "red": {**ranks, "court": 6}, "black": {**ranks, "court": 6}}
    assert branch(play.state.public(), "unseen") == {"0": counts}
    play.play("9D", 1)
    counts["red"] = {**ranks, "9": 1, "court": 6}
    assert branch(play.state.public(), "unseen") == {"0": counts}
    play.play("KS", 0)  # and B's hand is discarded
    counts["red"] = {**ranks, "2": 1, "9": 1, "court": 6}
    counts["black"] = {**ranks, "2": 1, "court": 5}
    play_unseen = branch(play.state.public(), "unseen")
    assert play_unseen == {"0": counts}
    assert total(play_unseen) == 50


def test_played_and_discarded_cards_lie_face_up_for_the_round() -> None:
    play = Play((12, "JR 2D"), (9, "3C 3D"), (7, "4C 4D"))
    play.joker("JR", "escape", 5)
    play.play("2D", 0)
    play.discard()
    assert play.state.public()["played"] == {
        "0": {"do": "play", "seat": 0, "card": "JR", "toward": "escape", "die": 5},
        "1": {"do": "play", "seat": 0, "card": "2D", "on": 0},
        "2": {"do": "discard", "seat": 1, "card": "3C"},
        "3": {"do": "discard", "seat": 1, "card": "3D"},
    }
    play.discard()
    assert play.state.public()["played"] == {}
    assert play.state.public()["piles"] == {"deck": 22, "discards": 6}


def test_the_net_effects_are_for_all_to_see() -> None:
    play = Play(*FOUR)
    play.play("2D", 1)
    play.play("2C", 3)
    figures = branch(play.state.public(), "figures")
    assert [branch(figures, str(seat))["net"] for seat in play.seats] == [0, 2, 0, -2]
    assert [branch(figures, str(seat))["hand"] for seat in play.seats] == [0, 2, 2, 2]


@pytest.mark.parametrize(("card", "court"), [("KH", "red"), ("KC", "black")])
def test_the_turn_says_who_must_do_what(card: str, court: str) -> None:
    play = Play((12, f"{card} 2D"), (9, "QH 3D"), (7, "4C 4D"))
    play.play(card, 1)
    assert play.state.public()["turn"] == {
        "seat": 1,
        "round": 1,
        "phase": "forced",
        "by": 0,
        "court": court,
    }


def test_after_the_end_it_is_nobodys_turn() -> None:
    play = Play((20, "2C 2D"), (20, "3C 3D"))
    play.play("2D", 0)
    play.discard()
    play.play("3D", 1)
    play.discard()
    tree = play.state.public()
    assert "turn" not in tree
    assert tree["figures"] == {"0": {"is": "escaped"}, "1": {"is": "escaped"}}


def test_a_renewed_deck_is_a_pile_of_its_own() -> None:
    play = Play(*FOUR)
    for _ in range(4):
        play.pass_round()
    tree = play.state.public()
    figures = branch(tree, "figures")
    assert [branch(figures, str(seat))["pile"] for seat in play.seats] == [0, 1, 1, 1]
    unseen = branch(tree, "unseen")
    assert {pile: total(cards) for pile, cards in unseen.items()} == {"0": 20 + 2, "1": 32}
    play.pass_round()
    unseen = branch(play.state.public(), "unseen")
    assert {pile: total(cards) for pile, cards in unseen.items()} == {"0": 20, "1": 26}
    for _ in range(3):
        play.pass_round()
    unseen = branch(play.state.public(), "unseen")
    # the leader's hand is the last of the second deck, which whoever counts cards knows
    assert {pile: total(cards) for pile, cards in unseen.items()} == {"0": 20, "1": 2, "2": 32}
    play.discard()
    unseen = branch(play.state.public(), "unseen")
    assert {pile: total(cards) for pile, cards in unseen.items()} == {"0": 20, "2": 32}


def test_a_seat_sees_its_own_hand() -> None:
    play = Play((12, "KH 2D"), (9, "JB 3D"))
    assert play.state.private(0) == {"hand": {"0": "2D", "1": "KH"}}
    assert play.state.private(1) == {"hand": {"0": "3D", "1": "JB"}}
    play.play("2D", 0)
    assert play.state.private(0) == {"hand": {"0": "KH"}}
    play.discard()
    assert play.state.private(0) == {"hand": {}}


def test_what_did_not_change_is_the_same_object() -> None:
    play = Play(*FOUR)
    before = play.state.public()
    assert all(play.state.public()[name] is before[name] for name in before)
    play.play("2D", 2)
    after = play.state.public()
    same = {name for name in before if after[name] is before[name]}
    assert same == {"track", "order", "turn"}
    figures = [branch(tree, "figures") for tree in (before, after)]
    assert [figures[0][str(seat)] is figures[1][str(seat)] for seat in play.seats] == [
        False,
        True,
        False,
        True,
    ]


def test_descriptions_are_one_to_one() -> None:
    state = GAME.new(8, GAME.settle({}), FairDealer(bytes(32)))
    numbers = [0, *range(8, 8 * 53), 8 * 53, 8 * 53 + 1, 8 * 54, 8 * 54 + 1]
    described = [str(state.describe(number)) for number in numbers]
    assert len(set(described)) == len(numbers)
    assert state.describe(0) == {"do": "discard"}
    assert state.describe(8) == {"do": "play", "card": "AC", "on": 0}
    assert state.describe(8 * 54 + 1) == {"do": "play", "card": "JR", "toward": "hounds"}


def test_looking_asks_nothing_of_chance() -> None:
    play = Play(*FOUR)
    twin = play.state.conceal(None, FairDealer(bytes(32)))
    assert twin.hands != play.state.hands
    assert twin.public() == play.state.public()
    assert twin.public()["unseen"] is play.state.public()["unseen"]
    play.state.clone().forfeit(0, ScriptedDealer([]))
    assert play.state.public()["figures"] == twin.public()["figures"]
