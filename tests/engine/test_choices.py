from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.expand import expand

from haydes.engine.choices import factor
from haydes.engine.plain import Tree

actions = st.fixed_dictionaries(
    {"do": st.sampled_from(["ride", "rest"])},
    optional={
        "to": st.sampled_from(["A1", "B2", "C3"]),
        "call": st.sampled_from(["higher", "lower"]),
        "toll": st.sampled_from([0, 1, 2, False, True]),
    },
)


def sort(described: Sequence[Tree]) -> list[str]:
    return sorted(repr(sorted(action.items())) for action in described)


@given(st.lists(actions, unique_by=lambda action: repr(sorted(action.items()))))
def test_groups_are_disjoint_and_stand_for_exactly_the_actions(actions: list[Tree]) -> None:
    groups = factor(actions)
    assert sort([action for group in groups for action in expand(group)]) == sort(actions)


def test_actions_that_combine_freely_make_one_group() -> None:
    moves: list[Tree] = [
        {"do": "move", "to": to, "call": call} for to in ("H8", "I9") for call in ("up", "down")
    ]
    assert factor(moves) == [{"do": "move", "to": ["H8", "I9"], "call": ["up", "down"]}]


def test_actions_that_do_not_combine_stay_apart() -> None:
    moves: list[Tree] = [
        {"do": "attack", "hero": "knight", "foe": 1},
        {"do": "attack", "hero": "knight", "foe": 3},
        {"do": "attack", "hero": "scout", "foe": 3},
    ]
    assert factor(moves) == [
        {"do": "attack", "hero": ["knight"], "foe": [1]},
        {"do": "attack", "hero": ["knight", "scout"], "foe": [3]},
    ]


def test_groups_come_in_the_order_in_which_they_first_appear() -> None:
    assert factor([{"do": "talk"}, {"do": "brawl"}, {"do": "talk", "to": 1}]) == [
        {"do": "talk"},
        {"do": "talk", "to": [1]},
        {"do": "brawl"},
    ]


def test_1_and_true_are_two_values() -> None:
    # were they one, these would look like all combinations
    tolls: list[Tree] = [
        {"do": "pay", "toll": toll, "at": at}
        for toll, at in ((1, "A1"), (True, "A1"), (2, "A1"), (2, "B2"))
    ]
    assert repr(factor(tolls)) == repr(
        [
            {"do": "pay", "toll": [1, True, 2], "at": ["A1"]},
            {"do": "pay", "toll": [2], "at": ["B2"]},
        ]
    )


def test_no_actions_make_no_groups() -> None:
    assert factor([]) == []
