"""Fudge dice, and the exact chances of four of them.

A die is an ordinary one, `below(6)`, read by the author's conversion table: 1 and 2 are -1, 3
and 4 are 0, 5 and 6 are +1. So who has no Fudge dice can follow a match with what is at hand.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from haydes.engine.dealer import Dealer

Dice: TypeAlias = tuple[int, int, int, int]

FACES = (-1, -1, 0, 0, 1, 1)
DICE = 4
SKILLED = 0  # the least sum that makes a skill succeed (Q-6, QA-3)


def roll(dealer: Dealer) -> Dice:
    """Throw four dice."""
    below, faces = dealer.below, FACES
    return faces[below(6)], faces[below(6)], faces[below(6)], faces[below(6)]


def _chances() -> Mapping[int, Fraction]:
    throws = Counter(map(sum, product(FACES, repeat=DICE)))
    return {total: Fraction(ways, throws.total()) for total, ways in sorted(throws.items())}


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
