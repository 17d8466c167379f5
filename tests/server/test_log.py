"""Logs are JSON lines, and say nothing that should not be known."""

import json
import logging

import pytest

from haydes.server.log import JsonLines, log, log_failure


def line(record: logging.LogRecord) -> dict[str, object]:
    text = JsonLines().format(record)
    assert "\n" not in text
    assert text.isascii()
    tree: dict[str, object] = json.loads(text)
    return tree


def test_a_line_has_time_level_event_and_facts(caplog: pytest.LogCaptureFixture) -> None:
    log(logging.WARNING, "cannot accept", errno=24, name="M\u00fcller\n")
    (record,) = caplog.records
    tree = line(record)
    assert tree.pop("at")
    assert tree == {
        "level": "warning", "event": "cannot accept", "errno": 24, "name": "M\u00fcller\n"
    }  # fmt: skip


def test_what_is_below_the_level_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    log(logging.DEBUG, "connected", connection=1)
    assert caplog.records == []


def test_a_failure_tells_where_but_not_what(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise KeyError("token Raw_qCOu")

    try:
        fail()
    except KeyError as error:
        log_failure("connection failed", error, connection=7)
    (record,) = caplog.records
    tree = line(record)
    assert tree["error"] == "KeyError"
    assert tree["connection"] == 7
    assert str(tree["where"]).count("test_log.py") == 2
    assert "Raw_" not in str(tree)


def test_a_group_of_failures_is_one_line_each(caplog: pytest.LogCaptureFixture) -> None:
    group = ExceptionGroup("two", [KeyError("a"), ExceptionGroup("one", [ValueError("b")])])
    log_failure("server failed", group)
    assert [line(record)["error"] for record in caplog.records] == ["KeyError", "ValueError"]
