from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.client.positions import game

from haydes.client.haydes import ground

SPOTS = [f"{row}{column}" for row in "ABCD" for column in range(1, 6)]


@given(st.sets(st.sampled_from(SPOTS), min_size=1), st.data())
def test_a_way_is_the_shortest_one_there_is(holes: set[str], data: st.DataObject) -> None:
    rows = [
        " ".join(".." if f"{row}{column}" in holes else "??" for column in range(1, 6))
        for row in "ABCD"
    ]
    tree = game("\n".join(rows))
    places = [place for place, _ in ground.tiles(tree)]
    assert set(places) == set(SPOTS) - holes
    if not places:
        return
    start, end = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
    steps = ground.way(tree, start, end)
    for here, there in pairwise([start, *steps]):
        assert there in ground.around(tree, here).values()
    near, far = {start}, 0
    while end not in near:
        wider = near.union(*(ground.around(tree, place).values() for place in near))
        if wider == near:
            assert steps == []
            return
        near, far = wider, far + 1
    assert len(steps) == far


@pytest.mark.parametrize(
    ("end", "heading"),
    [("A2", "north"), ("B3", "east"), ("C2", "south"), ("B1", "west"), ("A1", "")],
)
def test_directions(end: str, heading: str) -> None:
    assert ground.direction("B2", end) == heading


@pytest.mark.parametrize(
    ("face", "value", "creature"),
    [
        ("AS", 1, False), ("7H", 7, False), ("TC", 10, False), ("JC", 11, True), ("QH", 12, True),
        ("KD", 13, True), ("KDx", 13, False), ("JB", 0, False), ("JR", 0, False), ("", 0, False),
    ],
)  # fmt: skip
def test_what_a_card_counts_and_which_are_creatures(
    face: str, value: int, *, creature: bool
) -> None:
    assert (ground.value(face), ground.is_creature(face)) == (value, creature)


@pytest.mark.parametrize("word", ["", "A", "5", "a1", "A0x", "A²", "AA1", "A" + "1" * 20, "\x1b1"])
def test_what_is_no_place(word: str) -> None:
    assert not ground.is_place(word)
    assert ground.around({}, word) == {}
    assert ground.direction(word, "A1") == ""
