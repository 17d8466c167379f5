"""Other secrets change nothing for a viewer: a short run of `tests.faults.noninterference`."""

import pytest
from tests.faults.noninterference import pair
from tests.faults.twins.hidden import HIDDEN
from tests.faults.twins.mutants import MUTANTS

PAIRS = 4
INPUTS = 24
ENOUGH = 30  # pairs in which a broken server must be noticed; most are in the first few


@pytest.mark.parametrize("game", [*HIDDEN])
def test_nobody_can_tell_two_servers_with_other_secrets_apart(game: str) -> None:
    found = [pair(game, seed, INPUTS) for seed in range(1, PAIRS + 1)]
    assert [finding.wrong for finding in found] == [""] * PAIRS
    assert sum(finding.differing for finding in found) > 0
    assert all(finding.streams and finding.size for finding in found)


@pytest.mark.parametrize("mutant", [*MUTANTS])
def test_a_server_that_tells_too_much_is_noticed(mutant: str) -> None:
    its = MUTANTS[mutant]
    seeds = range(its.seed, its.seed + ENOUGH)
    assert any(_tells(pair(its.game, seed, INPUTS, mutant).wrong) for seed in seeds)


def _tells(wrong: str) -> bool:
    return "can tell" in wrong or "hears" in wrong
