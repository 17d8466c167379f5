"""Fudge dice: the conversion and the exact chances."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from tests.engine.games.holyquest.play import drawn

from haydes.engine.dealer import ScriptedDealer
from haydes.engine.games.holyquest.dice import (
    CHANCES,
    FACES,
    SKILL_CHANCE,
    SKILLED,
    THROWS,
    hit_chance,
    roll,
)


def test_q2_an_ordinary_die_read_as_a_fudge_die() -> None:
    assert dict(enumerate(FACES, 1)) == {1: -1, 2: -1, 3: 0, 4: 0, 5: +1, 6: +1}


def test_qe1_one_five_four_six_is_plus_one() -> None:
    dice = tuple(FACES[die - 1] for die in (1, 5, 4, 6))
    assert dice == (-1, +1, 0, +1)
    assert roll(ScriptedDealer([drawn(dice)])) == (+1, dice)


def test_q2_one_draw_throws_four_dice_and_no_throw_is_likelier() -> None:
    thrown = [roll(ScriptedDealer([number])) for number in range(THROWS)]
    ordinary = Counter(product(FACES, repeat=4))
    assert {dice: ordinary.total() // THROWS for _, dice in thrown} == ordinary
    assert all(total == sum(dice) for total, dice in thrown)


def test_the_places_of_the_number_in_base_3_are_the_dice_in_order() -> None:
    for number in range(THROWS):
        assert drawn(roll(ScriptedDealer([number])).dice) == number


def test_the_chances_of_all_sums() -> None:
    ways = {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}
    assert {total: Fraction(number, 81) for total, number in ways.items()} == CHANCES


def test_q6_the_chance_of_a_skill_by_trying_every_throw() -> None:
    throws = [sum(dice) for dice in product(FACES, repeat=4)]
    good = [total for total in throws if total >= SKILLED]
    assert Fraction(len(good), len(throws)) == SKILL_CHANCE == Fraction(50, 81)
    assert f"{float(SKILL_CHANCE):.1%}" == "61.7%"


@pytest.mark.parametrize(
    ("lead", "percent"),
    [
        (-4, "2.4%"),
        (-3, "6.4%"),
        (-2, "14.1%"),
        (-1, "26.1%"),
        (0, "41.6%"),
        (+1, "58.4%"),
        (+2, "73.9%"),
        (+3, "85.9%"),
        (+4, "93.6%"),
    ],
)
def test_q17_the_table_of_hits(lead: int, percent: str) -> None:
    assert f"{float(hit_chance(lead)):.1%}" == percent


def test_q17_a_hit_by_trying_every_pair_of_throws() -> None:
    throws = [sum(throw) for throw in product((-1, 0, +1), repeat=4)]
    for lead in range(-10, 11):
        hits = sum(attack + lead > defence for attack, defence in product(throws, repeat=2))
        assert hit_chance(lead) == Fraction(hits, 81**2)


def test_far_apart_a_hit_is_certain_or_impossible() -> None:
    assert hit_chance(8) < 1
    assert hit_chance(9) == hit_chance(40) == 1
    assert hit_chance(-7) > 0
    assert hit_chance(-8) == hit_chance(-40) == 0
