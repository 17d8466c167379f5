"""Dealing late is dealing: the cards come up as if all had been shuffled and laid out first."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from tests.engine.games.haydes.tiny import (
    A1,
    A2,
    B1,
    C1,
    C2,
    TINY,
    Answers,
    Odds,
    Story,
    cards,
    every_answer,
    missed,
    mixed_pool,
)

from haydes.engine.cards import RED_JOKER
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.games.haydes import GAME
from haydes.engine.games.haydes.faces import HIDING, SEARCHED
from haydes.engine.games.haydes.layout import REFERENCE, Layout


def late(make: Callable[[], Layout], tiles: Sequence[int]) -> Odds:
    """Flip tiles until the red Joker shows, on a table that deals late."""

    def run(dealer: Answers) -> Story:
        layout, story = make(), list[int]()
        for tile in tiles:
            story.append(layout.flip(tile, dealer))
            if story[-1] == RED_JOKER:
                break
        return tuple(story)

    return every_answer(run)


def literal(worlds: Iterable[Sequence[int]]) -> Odds:
    """Flip tiles until the red Joker shows, in worlds that are equally likely."""
    stories = [tuple(world) for world in worlds]
    counts = Counter(
        story[: story.index(RED_JOKER) + 1] if RED_JOKER in story else story for story in stories
    )
    return {story: Fraction(count, len(stories)) for story, count in counts.items()}


def test_every_tile_of_a_fresh_map_is_as_likely_the_red_joker_as_any_card() -> None:
    laid = cards("2C", "2D", "5C", "9C")

    def fresh() -> Layout:
        return Layout(TINY, (laid, cards("AC")), 1)

    for order in ((A1, A2, B1, C1, C2), (C2, A1, C1, B1, A2)):
        assert late(fresh, order) == literal(permutations([*laid, RED_JOKER]))


def test_the_pool_hides_the_red_joker_among_cards_of_the_deck() -> None:
    layout = missed()
    assert [layout.faces[tile] for tile in (A1, A2, C1)] == [HIDING] * 3
    assert layout.faces[C2] == SEARCHED
    assert layout.hiding == 3
    dealt = [
        mixed
        for deck in permutations(cards("6C", "7C", "8C", "9C"))
        for mixed in permutations([*deck[:2], RED_JOKER])
    ]
    assert late(missed, (A1, C1, A2)) == literal(dealt)
    # a tile outside still has a card of the map
    (left,) = layout.piles[0]
    assert late(missed, (C2,)) == literal([(left,)])


def test_a_pool_filled_from_two_fillings_does_not_tell_which_tile_is_from_which() -> None:
    layout = mixed_pool()
    assert layout.removed == 2
    assert len({layout.origin[tile] for tile in (A1, A2, C1)}) == 1
    assert min(layout.piles[layout.origin[A1]]) >= REFERENCE
    worlds = [
        (*pool, first[1])
        for first in permutations(cards("8C", "9C"))
        for second in permutations(cards("AD", "2D", "3D"))
        for pool in permutations([first[0], second[0], RED_JOKER])
    ]
    assert late(mixed_pool, (A1, A2, C1, C2)) == literal(worlds)
    assert late(mixed_pool, (C2,)) == literal((world[3],) for world in worlds)


def test_a_pile_that_is_used_up_makes_room_for_the_next() -> None:
    layout = Layout(TINY, (cards("2C", "3C", "4C", "5C"), cards("6C")), 1)
    layout.flip(A2, ScriptedDealer([1, 0]))
    assert layout.clean_up() is False
    layout.flip(A2, ScriptedDealer([0]))
    assert layout.clean_up() is True
    assert len(layout.piles) == 2
    assert sorted(layout.piles[1]) == sorted(cards("2C", "6C"))


def test_the_map_that_is_used_up_stays_the_map() -> None:
    layout = Layout(TINY, (cards("2C"), cards("6C")), 1)
    layout.flip(A2, ScriptedDealer([1, 0]))
    layout.clean_up()
    layout.flip(A2, ScriptedDealer([0]))
    layout.clean_up()
    assert [len(pile) for pile in layout.piles] == [0, 2]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_tile_is_the_red_joker_equally_often(seats: int) -> None:
    dealer = FairDealer(bytes([seats]) * 32)
    found = Counter[int]()
    for _ in range(1000):
        state = GAME.new(seats, GAME.settle({"map": "quick"}), dealer)
        tile = next(t for t in range(54) if t != state.map.start)
        while state.flip(tile, dealer) != RED_JOKER:
            tile = next(t for t, face in enumerate(state.faces) if face == HIDING)
        found[tile] += 1
    assert max(found.values()) < 45  # 19 expected
    assert len(found) > 48
