"""Whole games under faults; the long runs are a command, `tests.faults.simulation`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.faults.simulated.mutants import MUTANTS
from tests.faults.simulation import simulate

_ROOT = Path(__file__).parents[2]
_ENOUGH = 40  # worlds in which a mutant must be noticed


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_keep_every_promise_under_faults(seed: int) -> None:
    assert simulate(seed).broken == ""


@pytest.mark.parametrize("mutant", sorted(MUTANTS.keys() - {""}))
def test_a_broken_server_is_noticed(mutant: str) -> None:
    assert any(simulate(seed, mutant).broken for seed in range(1, _ENOUGH))


def test_one_seed_gives_one_trace_in_two_processes() -> None:
    traces = {_replayed(7, hashes) for hashes in ("0", "77")}
    assert traces == {simulate(7).trace}


def _replayed(seed: int, hashes: str) -> str:
    paths = os.pathsep.join([str(_ROOT / "src"), str(_ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.simulation", "--replay", str(seed)],
        env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": paths},
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    return done.stdout.splitlines()[0].rpartition(" ")[2]
