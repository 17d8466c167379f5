"""A journal whose disk loses power: short runs of `python -m tests.faults.powercut`."""

from pathlib import Path

import pytest
from tests.faults.calls import AVAILABLE, noted
from tests.faults.powercut import cut
from tests.faults.writing import MUTANTS

from haydes.server.store import Store

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="SQLite is linked into the interpreter")
IMAGES = 600
MUTANT_IMAGES = 1000  # within which a fault shows; most show within 100
SEED = 5


def test_what_was_told_is_left() -> None:
    figures = cut(IMAGES, "", SEED)
    assert not figures.broken
    assert figures.images >= IMAGES
    assert min(figures.found.values()) > IMAGES // 10  # some lost what they may lose, some not


@pytest.mark.parametrize("mutant", [name for name in MUTANTS if name])
def test_a_fault_is_noticed(mutant: str) -> None:
    assert cut(MUTANT_IMAGES, mutant, SEED).broken.startswith(("I1", "I7"))


def test_calls_are_noted_only_while_asked_for(tmp_path: Path) -> None:
    calls: list[object] = []
    with noted(calls.append):
        pass
    Store(tmp_path).close()
    assert not calls
