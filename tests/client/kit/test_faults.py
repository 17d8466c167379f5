"""Where a fault strikes follows from the seed and the count of bytes, however they arrive."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haydes.client.kit.faults import FAULTS, Fault, Harm, read

DATA = bytes(range(256)) * 4
CUTS = st.lists(st.integers(0, len(DATA)), max_size=8)


def harm(*faults: str, seed: str = "1", connection: int = 1) -> Harm:
    return Harm([read(fault) for fault in faults], seed, connection, "up")


def fed(one: Harm, cuts: Sequence[int] = ()) -> list[bytes]:
    """Return the pieces that come through when the data arrives in these parts."""
    ends = [0, *sorted(cuts), len(DATA)]
    parts = [DATA[start:end] for start, end in pairwise(ends)]
    return [piece.data for part in parts for piece in one.pieces(part, 0.0)]


@given(CUTS)
def test_without_an_end_every_byte_comes_through_in_order(cuts: list[int]) -> None:
    one = harm("slice", "latency", "jitter", "bandwidth")
    assert b"".join(fed(one, cuts)) == DATA
    assert not one.has_ended


@given(CUTS)
def test_an_end_comes_after_the_same_byte_however_they_arrive(cuts: list[int]) -> None:
    whole, parted = harm("reset=500", "slice=9"), harm("reset=500", "slice=9")
    assert b"".join(fed(whole)) == b"".join(fed(parted, cuts)) == DATA[: whole.reset_at]
    assert whole.has_ended
    assert parted.has_ended


def test_pieces_are_as_small_as_they_are_asked_to_be() -> None:
    pieces = fed(harm("slice=5"))
    assert {len(piece) for piece in pieces[:-1]} == {1, 2, 3, 4, 5}


@given(CUTS)
def test_nothing_overtakes_and_all_come_late_enough(cuts: list[int]) -> None:
    one = harm("latency=50", "jitter=200", "slice=30")
    pieces = [piece for cut in (*cuts, len(DATA)) for piece in one.pieces(DATA[:cut], 10.0)]
    dues = [piece.due for piece in pieces]
    assert dues == sorted(dues)
    assert all(10.05 <= due <= 10.25 for due in dues)


def test_a_narrow_link_takes_its_time() -> None:
    last = list(harm("bandwidth=100").pieces(DATA, 0.0))[-1]
    assert last.due == pytest.approx(len(DATA) / 100)


def test_the_earlier_of_two_ends_counts() -> None:
    one = harm("reset=1", "blackhole=100000")
    assert fed(one) == [DATA[:1]]
    assert one.end == one.reset_at == 1


def test_another_seed_or_connection_has_faults_elsewhere() -> None:
    ends = {
        harm("reset=1000000", seed=seed, connection=connection).end
        for seed in "123"
        for connection in range(3)
    }
    assert len(ends) == 9


def test_a_fault_for_one_way_leaves_the_other_alone() -> None:
    assert harm("down:reset").end is None
    assert harm("up:reset").end is not None


def test_a_fault_is_read_with_its_usual_number_or_another() -> None:
    assert read("slice") == Fault("slice", FAULTS["slice"][0])
    assert read("down:latency=250") == Fault("latency", 250, "down")


@pytest.mark.parametrize("text", ["", "fire", "slice=", "slice=0", "slice=x", "left:slice", ":"])
def test_what_is_no_fault_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"fault|takes"):
        read(text)
