"""A server that is killed while people play: short runs of `python -m tests.faults.crash`."""

import pytest
from tests.faults.crash import siege
from tests.faults.points import MUTANTS

KILLS = 100
MUTANT_KILLS = 300  # within which a fault shows; most show within 20
SEED = 4
RULES = {
    "acknowledge-early": {"I1", "I5"},
    "broadcast-early": {"I1", "I5"},
    "no-retry": {"I3"},
    "no-prompt": {"I2", "I3", "I4"},
}


def test_nothing_is_lost_and_nothing_done_twice() -> None:
    figures = siege(KILLS, "", SEED)
    assert not figures.broken
    assert figures.kills.total() == KILLS
    assert figures.sums["acknowledged"] > KILLS
    assert figures.sums["retried"]


@pytest.mark.parametrize("mutant", RULES)
def test_a_fault_is_noticed(mutant: str) -> None:
    figures = siege(MUTANT_KILLS, mutant, SEED)
    assert figures.broken.partition(":")[0] in RULES[mutant]


def test_each_mutant_has_a_rule_that_catches_it() -> None:
    assert set(MUTANTS) == {"", *RULES}
