"""Saved matches; that every game plays on from one is a law (test_laws.py)."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from tests.engine.toy import BANK_WITH_CHARM, PIG, ROLL, Pig
from tests.protocol.strangers import packed, unpacked

from haydes.engine.match import Match
from haydes.engine.saved import OtherRulesError, SavedError, load, save

SEED = bytes(range(32))
GAMES = {"pig": PIG}
Saved: TypeAlias = dict[str, Any]  # of any shape: it is what a stranger may have written


class NewPig(Pig):
    version = 2


def match_of_three_kinds() -> Match:
    match = Match(PIG, 3, {"target": 30}, SEED)
    match.play(0, BANK_WITH_CHARM)
    match.forfeit(2)
    match.play(1, ROLL)
    match.expire()
    return match


def saved() -> Saved:
    tree: Saved = by_json(save(match_of_three_kinds()))
    return tree


def complaint(tree: Any) -> str:
    with pytest.raises(SavedError) as refusal:
        load(tree, GAMES)
    return str(refusal.value)


def test_what_is_saved_is_all_that_a_match_is_a_function_of() -> None:
    assert save(match_of_three_kinds()) == {
        "game": "pig",
        "rules": 1,
        "seats": 3,
        "options": {"target": 30, "charms": True},
        "seed": SEED.hex(),
        "script": [
            {"kind": "act", "seat": 0, "action": {"do": "bank", "charm": True}},
            {"kind": "forfeit", "seat": 2},
            {"kind": "act", "seat": 1, "action": {"do": "roll"}},
            {"kind": "expire"},
        ],
    }


def by_json(tree: object) -> Any:
    return json.loads(json.dumps(tree))


def by_msgpack(tree: object) -> Any:
    return unpacked(packed(tree))


@pytest.mark.parametrize("carry", [by_json, by_msgpack])
def test_json_and_msgpack_carry_a_saved_match(carry: Callable[[object], Any]) -> None:
    match = match_of_three_kinds()
    loaded = load(carry(save(match)), GAMES)
    assert loaded.script == match.script
    assert loaded.public() == match.public()
    assert save(loaded) == save(match)


def test_a_saved_match_does_not_change_while_the_match_goes_on() -> None:
    match = Match(PIG, 2, {}, SEED)
    tree = save(match)
    match.play(0, ROLL)
    assert load(tree, GAMES).ply == 0


def test_a_match_of_other_rules_is_refused_with_both_versions() -> None:
    tree = saved()
    tree["script"] = ["what the old rules may have had"]
    with pytest.raises(OtherRulesError) as refusal:
        load(tree, {"pig": NewPig()})
    assert (refusal.value.title, refusal.value.saved, refusal.value.played) == (PIG.title, 1, 2)
    assert str(refusal.value) == (
        "this match of Pig with Charms was saved under version 1 of its rules;"
        " version 2 is played here"
    )


def test_a_match_of_another_game_is_refused() -> None:
    assert complaint({**saved(), "game": "chess"}) == "there is no game 'chess'; there is pig"


WRONG_FIELDS: tuple[tuple[str, object, str], ...] = (
    ("game", ["pig"], "there is no game ['pig']; there is pig"),
    ("rules", "1", "rules must be a whole number"),
    ("rules", True, "rules must be a whole number"),
    ("seats", 2.0, "seats must be a whole number"),
    ("seats", 4, "Pig with Charms has 1 to 3 seats, not 4"),
    ("options", [], "options must be a map"),
    ("options", {"target": 0}, "option target takes 1 to 100, not 0"),
    ("options", {"wings": 2}, "Pig with Charms has no option 'wings'; it has target, charms"),
    ("script", {}, "script must be a list"),
    ("script", "act", "script must be a list"),
)


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG_FIELDS)
def test_a_wrong_field_is_named(name: str, value: object, sentence: str) -> None:
    assert complaint({**saved(), name: value}) == sentence


@pytest.mark.parametrize("seed", [7, "", "00" * 31, "0" * 63 + "g", "AB" * 32, " 0" * 32])
def test_a_wrong_seed_is_refused_and_not_told(seed: object) -> None:
    assert complaint({**saved(), "seed": seed}) == (
        "seed must be 64 hexadecimal digits in lower case"
    )


@pytest.mark.parametrize("name", ["game", "rules", "seats", "options", "seed", "script"])
def test_a_missing_field_is_refused(name: str) -> None:
    tree = saved()
    del tree[name]
    assert complaint(tree).startswith("a saved match must be a map with game, rules, seats")


@pytest.mark.parametrize("tree", [None, [], "pig", 1, {**saved(), "more": 1}])
def test_what_is_no_saved_match_is_refused(tree: object) -> None:
    assert complaint(tree) == (
        "a saved match must be a map with game, rules, seats, options, seed, script"
        " and nothing else"
    )


WHICH = "an input must be a map with a kind: act, expire, forfeit"
WRONG_INPUTS: tuple[tuple[object, str], ...] = (
    (None, WHICH),
    (["act", 1], WHICH),
    ({"seat": 1}, WHICH),
    ({"kind": "sleep"}, WHICH),
    ({"kind": ["act"]}, WHICH),
    ({"kind": "act", "seat": 1}, "an input act must be a map with kind, seat, action"),
    ({"kind": "expire", "seat": 1}, "an input expire must be a map with kind"),
    ({"kind": "forfeit"}, "an input forfeit must be a map with kind, seat"),
    ({"kind": "forfeit", "seat": "1"}, "seat must be a whole number"),
    ({"kind": "forfeit", "seat": 3}, "seat must be 0 to 2"),
    ({"kind": "act", "seat": -1, "action": {"do": "roll"}}, "seat must be 0 to 2"),
    ({"kind": "act", "seat": 1, "action": ROLL}, "action must be a map"),
    ({"kind": "act", "seat": 1, "action": {"do": "fly"}}, "that is not one of your choices now"),
    ({"kind": "act", "seat": 0, "action": {"do": "roll"}}, "it is not your turn"),
)


@pytest.mark.parametrize(("entry", "sentence"), WRONG_INPUTS)
def test_an_input_that_does_not_fit_is_named(entry: object, sentence: str) -> None:
    tree = saved()
    tree["script"][2] = entry
    assert complaint(tree).startswith(f"script entry 2 does not fit: {sentence}")


def test_nothing_follows_the_end() -> None:
    tree = saved()
    tree["script"].append({"kind": "expire"})
    assert complaint(tree) == "script entry 4 does not fit: the match is over"
