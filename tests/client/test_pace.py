import pytest

from haydes.client.pace import Pace

LIMITS = {"acts_burst": 20, "acts_per_second": 10}


def test_a_burst_goes_at_once_and_then_it_is_steady() -> None:
    pace = Pace()
    now, waits = 100.0, list[float]()
    for _ in range(30):
        wait = pace.wait(LIMITS, now)
        now += wait
        waits.append(wait)
    assert waits[:16] == [0.0] * 16
    assert waits[16:] == pytest.approx([0.125] * 14)


def test_a_rest_fills_the_bucket_again() -> None:
    pace = Pace()
    for _ in range(16):
        pace.wait(LIMITS, 100.0)
    assert pace.wait(LIMITS, 200.0) == 0.0


def test_without_known_limits_it_is_slow() -> None:
    pace = Pace()
    assert pace.wait({}, 100.0) == 0.0
    assert pace.wait({}, 100.0) > 1.0
