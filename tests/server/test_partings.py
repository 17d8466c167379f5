"""A crowd at the door is one line in the log, and the line says enough."""

import logging

import pytest

from haydes.protocol.codes import Close
from haydes.protocol.limits import Limits
from haydes.server.partings import Partings
from haydes.server.session import Session


def facts(caplog: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, object]]]:
    return [(record.getMessage(), vars(record)["facts"]) for record in caplog.records]


def session(name: str = "") -> Session:
    made = Session(7, "10.0.0.1", Limits(), 0.0)
    made.name = name
    return made


def test_thousands_are_three_lines_in_ten_seconds(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    partings = Partings()
    for tick in range(100):
        for number in range(100):
            partings.parted(session(), Close.TOO_BIG)
            partings.turned_away(Close.RATE, "10.0.0.9" if number % 2 else f"10.0.1.{number}")
        partings.parted(session("Ann"), Close.LEFT)
        partings.report(tick / 10)
    partings.report(10.0)
    partings.report(11.0)
    assert [event for event, _ in facts(caplog)] == [
        "parted", "strangers parted", "turned away",
    ] * 2  # fmt: skip
    assert facts(caplog)[3:] == [
        ("parted", {"left": 99}),
        ("strangers parted", {"too_big": 9_900}),
        ("turned away", {"rate": 9_900, "sources": 51, "busiest": "10.0.0.9", "times": 4_950}),
    ]


def test_nothing_new_is_no_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    partings = Partings()
    for tick in range(100):
        partings.report(float(tick))
    assert caplog.records == []


def test_one_by_one_they_are_told_for_debugging(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    Partings().parted(session("Ann"), Close.SLOW)
    assert facts(caplog) == [("parted", {"connection": 7, "source": "10.0.0.1", "code": "slow"})]


def test_sources_beyond_number_are_not_told_apart() -> None:
    partings = Partings()
    for number in range(10_000):
        partings.turned_away(Close.RATE, str(number))
    assert len(vars(partings)["_sources"]) <= 4096
