"""Dealing late is dealing: the cards come up as if all had been shuffled and laid out first."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

import pytest

from haydes.engine.cards import NUMBERS, RED_JOKER
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.games.haydes import GAME
from haydes.engine.games.haydes.faces import BEATEN, HIDING, SEARCHED
from haydes.engine.games.haydes.layout import REFERENCE, Layout
from haydes.engine.games.haydes.maps import read

# A1 A2
# B1 @
# C1 C2
TINY = read("tiny", "##\n#@\n##")
A1, A2, B1, START, C1, C2 = range(6)

Story: TypeAlias = tuple[int, ...]  # the cards seen, one after the other
Odds: TypeAlias = dict[Story, Fraction]


class AskedError(Exception):
    def __init__(self, n: int) -> None:
        self.n = n


class Answers:
    """A dealer that gives the answers it was told and raises at the question after them."""

    def __init__(self, answers: Sequence[int]) -> None:
        self.answers = list(answers)

    def below(self, n: int) -> int:
        if not self.answers:
            raise AskedError(n)
        return self.answers.pop(0)


def every_answer(run: Callable[[Answers], Story]) -> Odds:
    """Try all that a dealer may answer, and say how likely each story is."""
    odds: Counter[Story] = Counter()
    open_ends: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ends:
        answers, chance = open_ends.pop()
        try:
            odds[run(Answers(answers))] += chance  # type: ignore[assignment]  # a fraction counts
        except AskedError as question:
            n = question.n
            open_ends += [((*answers, answer), chance / n) for answer in range(n)]
    return dict(odds)  # type: ignore[arg-type]


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


def cards(*names: str) -> bytes:
    return bytes(NUMBERS[name] for name in names)


def test_every_tile_of_a_fresh_map_is_as_likely_the_red_joker_as_any_card() -> None:
    laid = cards("2C", "2D", "5C", "9C")

    def fresh() -> Layout:
        return Layout(TINY, (laid, cards("AC")), 1)

    for order in ((A1, A2, B1, C1, C2), (C2, A1, C1, B1, A2)):
        assert late(fresh, order) == literal(permutations([*laid, RED_JOKER]))


def missed() -> Layout:
    """Flip A2, A1, B1 and miss the red Joker on C1 from B1, with a deck of four cards."""
    layout = Layout(TINY, (cards("2C", "3C", "4C", "5C"), cards("6C", "7C", "8C", "9C")), 1)
    for tile in (A2, A1, B1):
        layout.flip(tile, ScriptedDealer([1, 0]))
        layout.at[0] = tile
    pool = layout.joker_pool(C1)
    assert pool == [A2, A1, C1]
    assert layout.clean_up() is False
    layout.hide_joker(pool)
    return layout


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


def mixed_pool() -> Layout:
    """Miss the red Joker again, with a deck of one card and three discards; C2 has another."""
    layout = missed()
    # the deck has two cards left, one of which is on C2; then it is made of three discards
    layout.faces[C2], layout.origin[C2] = SEARCHED, layout.deck
    layout.left = 1
    layout.discards = bytearray(cards("AD", "2D", "3D"))
    layout.faces[A1] = layout.faces[A2] = NUMBERS["KC"] + BEATEN
    layout.up, layout.fresh, layout.piles[1] = [A1, A2, B1], 0, bytearray(cards("8C", "9C"))
    layout.open = 1 << START | 1 << A1 | 1 << A2 | 1 << B1
    pool = layout.joker_pool(C1)
    assert pool == [A1, A2, C1]
    assert layout.clean_up() is True
    layout.hide_joker(pool)
    return layout


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
