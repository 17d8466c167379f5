"""Sentences about the time that is left."""

from collections.abc import Iterator

from haydes.client import company
from haydes.client.model import View, seat_name, seats

MINUTE = 60


def left(view: View, now: float) -> Iterator[str]:
    """Return a sentence for each time that a clock counts down, `now` on the front end's clock."""
    clock = view.clock
    passed = max(0.0, now - view.clock_at) if clock and clock.running else 0.0
    times = ((clock.turn, "this turn"), (clock.match, "the match")) if clock else ()
    told = [
        f"{_spoken(limit / 1000 - passed)} left for {what}."
        for limit, what in times
        if isinstance(limit, int)
    ]
    for seat, _ in seats(view) if clock else ():
        grace, fate = company.fate(view, seat)
        if fate:
            told.append(f"{seat_name(view, seat)}: {fate} in {_spoken(grace - passed)}.")
    yield from told or ["no clock is set."]
    if clock and told and not clock.running:
        yield "the clock stands still."


def _spoken(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), MINUTE)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
