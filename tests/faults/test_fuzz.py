"""Frames and sessions that no honest client makes: a short run of `tests.faults.fuzz`."""

import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator
from random import Random
from typing import Any

import pytest
from tests.faults.fuzz import grown, run
from tests.faults.fuzzing import frames, sessions

from haydes.protocol.codec import RemoteProtocolError
from haydes.protocol.codes import Close
from haydes.server.table import Table

FRAMES, MESSAGES = 30_000, 6000
FLAT = 0.5  # MiB
SEED = 3

_Fuzz = Callable[[Random, int], Counter[str]]


@pytest.fixture
def traced() -> Generator[None, None, None]:
    """Trace memory: what a whole suite has had at the most says nothing of a short run."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize(
    ("what", "fuzz", "count", "kinds"),
    [
        ("frames", frames.fuzz, FRAMES, {"bad_frame", "malformed", "message", "unknown_type"}),
        ("messages", sessions.fuzz, MESSAGES, {"done", "refused", "update", "snapshot", "bye"}),
    ],
)
def test_nothing_breaks_and_memory_stays_flat(
    what: str, fuzz: _Fuzz, count: int, kinds: set[str]
) -> None:
    parts = list(run(what, fuzz, count, SEED, parts=3))
    assert parts[-1].wrong == ""
    assert sum(part.size for part in parts) == count
    assert kinds <= set(sum((part.found for part in parts), Counter[str]()))
    assert grown(parts[1:]) < FLAT  # the first part still loads what is needed


@pytest.mark.usefixtures("traced")
def test_memory_that_is_kept_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytes] = []

    def unpack(data: bytes) -> None:
        kept.append(bytes(data))
        raise RemoteProtocolError(Close.BAD_FRAME, "")

    monkeypatch.setattr(frames, "unpack_client", unpack)
    assert grown(list(run("frames", frames.fuzz, FRAMES, SEED, parts=3))[1:]) > FLAT


def test_a_server_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def resign(table: Any, _: object) -> None:
        raise KeyError(table.id)

    monkeypatch.setattr(Table, "resign", resign)
    *_, last = run("messages", sessions.fuzz, 20_000, SEED, parts=10)
    assert "KeyError" in last.wrong


def test_a_decoder_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unpack(data: bytes) -> None:
        data.decode("utf-8")

    monkeypatch.setattr(frames, "unpack_client", unpack)
    *_, last = run("frames", frames.fuzz, 1000, SEED, parts=1)
    assert "UnicodeDecodeError" in last.wrong
