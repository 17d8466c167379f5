"""The hostile load, short and small; what depends on a quiet machine is left to the command."""

import sys

import pytest
from tests.faults.hostile import Phase, Plan, Result, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="many addresses, and /proc")

SMALL = Plan(seconds=3, seed=7, tables=3, attackers=60, joins=10, patience=30)


async def test_attackers_cost_nobody_a_seat_or_the_way_in() -> None:
    result = await run(SMALL)
    assert result.lost == []
    assert result.connections
    assert result.hostile.latencies
    assert [join for join in result.joins if isinstance(join, str)] == []
    assert result.files[1] <= result.files[0]
    assert result.log_lines < 30


def test_the_figures_and_gates_are_told() -> None:
    phase = Phase([0.001] * 99 + [0.1], 10.0, 1.0)
    result = Result(
        quiet=phase, hostile=phase, joins=[0.1, "TooSlowError"], lost=["P1-1: slow"], matches=1,
        connections=10, files=(10, 12), memory=(30, 40, 50),
    )  # fmt: skip
    assert list(result.gates().values()) == [False, False, True, False, False]
    assert "FAILED: no seat lost" in result.report(SMALL)
