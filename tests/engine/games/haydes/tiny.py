"""A tiny table, and the odds of what comes up on it, by trying all that a dealer may answer."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from haydes.engine.cards import NUMBERS
from haydes.engine.dealer import ScriptedDealer
from haydes.engine.games.haydes.faces import BEATEN, SEARCHED
from haydes.engine.games.haydes.layout import Layout
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


def cards(*names: str) -> bytes:
    return bytes(NUMBERS[name] for name in names)


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
