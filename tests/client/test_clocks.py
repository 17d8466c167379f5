from dataclasses import replace

from tests.client import positions

from haydes.client.clocks import left
from haydes.client.model import View
from haydes.protocol.messages import Clock


def view(clock: Clock | None, **table: str) -> View:
    known = positions.view(positions.game(), [])
    return replace(known, table={**known.table, **table}, clock=clock, clock_at=100.0)


def test_without_a_clock_it_says_so() -> None:
    assert list(left(view(None), 100.0)) == ["no clock is set."]
    assert list(left(view(Clock(running=True)), 100.0)) == ["no clock is set."]


def test_times_go_down_while_the_clock_runs() -> None:
    clock = Clock(running=True, turn=60_000, match=300_000)
    assert list(left(view(clock), 110.4)) == [
        "50 s left for this turn.",
        "4 min 50 s left for the match.",
    ]
    assert next(left(view(clock), 1000.0)) == "0 s left for this turn."


def test_a_stopped_clock_stands_still() -> None:
    clock = Clock(running=False, turn=60_000)
    assert list(left(view(clock), 110.0)) == [
        "1 min 0 s left for this turn.",
        "the clock stands still.",
    ]


def test_who_is_gone_has_a_time_too() -> None:
    clock = Clock(running=True, grace={"1": 30_000})
    assert list(left(view(clock, absent="bot"), 105.0)) == ["Bram: a bot plays on in 25 s."]


def test_a_time_of_what_is_no_seat_here_is_passed_over() -> None:
    clock = Clock(running=True, grace={"nobody": 30_000, "77": 30_000})
    assert list(left(view(clock, absent="bot"), 105.0)) == ["no clock is set."]
