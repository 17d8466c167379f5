"""Files with a byte changed: a short run of `python -m tests.faults.flips`."""

from tests.faults.flips import flip

FLIPS = 1500
SEED = 6


def test_nothing_wrong_is_believed() -> None:
    figures = flip(FLIPS, SEED)
    assert not figures.wrong
    assert figures.flips == FLIPS
    assert {"whole", "tables named as damaged", "loss reported"} <= set(figures.found)
