"""A server that is killed while people play: short runs of `python -m tests.faults.crash`."""

import re

import pytest
from tests.faults.apart import command
from tests.faults.points import MUTANTS

KILLS = "100"
MUTANT_KILLS = "300"  # within which a fault shows; most show within 20
SEED = "4"
RULES = {
    "acknowledge-early": {"I1", "I5"},
    "broadcast-early": {"I1", "I5"},
    "no-retry": {"I3"},
    "no-prompt": {"I2", "I3", "I4"},
}


def test_nothing_is_lost_and_nothing_done_twice() -> None:
    said = command("crash", "--kills", KILLS, "--seed", SEED)
    assert f"seed {SEED}: {KILLS} kills" in said
    assert re.search(r"[1-9]\d* acknowledged, [1-9]\d* retried", said)


@pytest.mark.parametrize("mutant", RULES)
def test_a_fault_is_noticed(mutant: str) -> None:
    said = command("crash", "--kills", MUTANT_KILLS, "--seed", SEED, "--mutant", mutant)
    broken = re.search(r"^BROKEN (I\d):", said, re.MULTILINE)
    assert broken
    assert broken[1] in RULES[mutant]


def test_each_mutant_has_a_rule_that_catches_it() -> None:
    assert set(MUTANTS) == {"", *RULES}
