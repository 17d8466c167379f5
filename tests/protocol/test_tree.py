from collections.abc import Sequence
from typing import Any, NoReturn

from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.strategies import TEXT, trees

from haydes.protocol.tree import Patch, PatchValue, Tree, diff, merge

# Trees that have much in common, so that patches reach deep into them
SMALL: Any = st.recursive(
    st.sampled_from([0, 1, False, True, "", "x"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=8,
)
related = st.dictionaries(st.sampled_from("abc"), SMALL, max_size=3)
patches: Any = st.dictionaries(
    TEXT,
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(0, 3)),
        lambda inner: st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
        max_leaves=6,
    ),
    max_size=3,
)


def exact(value: PatchValue) -> object:
    """Return a value in a form in which 1 and True differ."""
    if isinstance(value, dict):
        return {key: exact(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [exact(inner) for inner in value]
    return (type(value), value)


@given(related, related)
def test_a_patch_turns_the_old_tree_into_the_new_one(old: Tree, new: Tree) -> None:
    assert exact(merge(old, diff(old, new))) == exact(new)


@given(trees, trees)
def test_that_holds_for_trees_with_little_in_common(old: Tree, new: Tree) -> None:
    assert exact(merge(old, diff(old, new))) == exact(new)


@given(related, related, related)
def test_patches_of_one_step_after_the_other_add_up(one: Tree, two: Tree, three: Tree) -> None:
    view = merge(merge(one, diff(one, two)), diff(two, three))
    assert exact(view) == exact(three)


@given(trees)
def test_a_tree_does_not_differ_from_itself_nor_from_its_copy(tree: Tree) -> None:
    assert diff(tree, tree) == {}
    assert diff(tree, merge({}, tree)) == {}


@given(related, related)
def test_a_patch_is_empty_only_between_equal_trees(old: Tree, new: Tree) -> None:
    assert (diff(old, new) == {}) == (exact(old) == exact(new))


@given(related, patches)
def test_merging_twice_is_merging_once(tree: Tree, patch: Patch) -> None:
    once = merge(tree, patch)
    assert exact(merge(once, patch)) == exact(once)


@given(related, related)
def test_neither_diff_nor_merge_changes_what_it_is_given(old: Tree, new: Tree) -> None:
    before = repr(old), repr(new)
    merge(old, diff(old, new))
    assert (repr(old), repr(new)) == before


def test_a_merge_shares_what_the_patch_does_not_touch() -> None:
    tree: Any = {"tiles": {"A": {"1": "??"}, "B": {"1": "??"}}, "turn": {"seat": 0}}
    merged: Any = merge(tree, {"tiles": {"A": {"1": "6C"}}})
    assert merged["turn"] is tree["turn"]
    assert merged["tiles"]["B"] is tree["tiles"]["B"]


class Untouchable(dict[str, int]):
    """A sub-tree nobody may look into."""

    def items(self) -> NoReturn:
        raise AssertionError("looked inside")


def test_a_sub_tree_that_is_the_same_object_is_not_looked_at() -> None:
    tiles = Untouchable({"A": 1})
    assert diff({"tiles": tiles, "turn": 1}, {"tiles": tiles, "turn": 2}) == {"turn": 2}


def test_a_boolean_in_the_place_of_an_equal_number_is_a_change() -> None:
    assert diff({"a": 1}, {"a": True}) == {"a": True}
    assert diff({"a": [1]}, {"a": [True]}) == {"a": [True]}
    assert diff({"a": [{"b": (0,)}]}, {"a": [{"b": (False,)}]}) == {"a": [{"b": (False,)}]}


def test_a_patch_names_only_what_differs() -> None:
    old: Tree = {"figures": {"0": {"at": "C5", "is": "free"}}, "first": 0, "turn": {"seat": 0}}
    new: Tree = {"figures": {"0": {"at": "B5", "is": "free"}}, "first": 0}
    assert diff(old, new) == {"figures": {"0": {"at": "B5"}}, "turn": None}
