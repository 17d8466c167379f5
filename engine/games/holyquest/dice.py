"""Fudge dice, and the exact chances of four of them.

Four dice are thrown with one draw, `below(81)`: the places of the number in base 3, the highest
first, are the dice in their order, and 0, 1 and 2 stand for -1, 0 and +1.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from haydes.engine.dealer import Dealer

Dice: TypeAlias = tuple[int, ...]

FACES = (-1, -1, 0, 0, 1, 1)  # an ordinary die, 1 to 6, read as a Fudge die
DICE = 4
SKILLED = 0  # the least total that makes a skill succeed (Q-6, QA-3)


class Roll(NamedTuple):
    total: int
    dice: Dice


# Every throw is as likely as any other, since every face stands on two sides of a die.
ROLLS = tuple(Roll(sum(dice), dice) for dice in product(sorted(set(FACES)), repeat=DICE))
THROWS = len(ROLLS)


def roll(dealer: Dealer) -> Roll:
    """Throw four dice."""
    return ROLLS[dealer.below(THROWS)]


def _chances() -> Mapping[int, Fraction]:
    ways = Counter(total for total, _ in ROLLS)
    return {total: Fraction(number, THROWS) for total, number in sorted(ways.items())}


CHANCES = _chances()
"""The chance of every sum of four dice."""

SKILL_CHANCE = sum(
    (chance for total, chance in CHANCES.items() if total >= SKILLED), start=Fraction()
)


def _hit_chance(lead: int) -> Fraction:
    """Return the chance of a hit if the attacker's power is greater by `lead` (Q-17, QA-19)."""
    return sum(
        (
            CHANCES[attack] * CHANCES[defence]
            for attack, defence in product(CHANCES, repeat=2)
            if attack + lead > defence
        ),
        start=Fraction(),
    )


# From 9 on a hit is certain, from -8 down it is impossible.
HIT_CHANCES: Mapping[int, Fraction] = {
    lead: _hit_chance(lead) for lead in range(-2 * DICE, 2 * DICE + 2)
}


def hit_chance(lead: int) -> Fraction:
    """Return the exact chance of a hit if the attacker's power is greater by `lead`."""
    return HIT_CHANCES[max(min(HIT_CHANCES), min(max(HIT_CHANCES), lead))]
