import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.dealing_vectors import FILE, HALF, Case, cases, text

from haydes.engine.dealer import Dealer, FairDealer, FastDealer, ScriptedDealer


def test_the_vectors_are_those_of_the_specification() -> None:
    assert FILE.read_text(encoding="utf-8") == text()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_a_fair_dealer_deals_the_vectors(case: Case) -> None:
    dealer = FairDealer(bytes.fromhex(case["seed"]))
    assert [(n, dealer.below(n)) for n, _ in case["draws"]] == case["draws"]
    assert dealer.drawn == case["numbers_read"]


def test_a_vector_passes_over_numbers() -> None:
    (case,) = (case for case in cases() if (HALF, HALF) > case["draws"][0] >= (HALF, 0))
    assert case["numbers_read"] > len(case["draws"])


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        FairDealer(bytes(length))


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_fair_dealer_refuses_a_bound_it_cannot_serve(n: int) -> None:
    dealer = FairDealer(bytes(32))
    with pytest.raises(ValueError, match="1 to 2"):
        dealer.below(n)
    assert dealer.drawn == 0


def test_a_dealer_does_not_show_its_seed() -> None:
    seed = bytes(range(32))
    assert seed.hex() not in repr(FairDealer(seed))


def limit(cells: int) -> float:
    """Chi-square that even chance exceeds once in 10,000 times (Wilson and Hilferty)."""
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    root = 1 - spread + 3.72 * math.sqrt(spread)
    return freedom * root * root * root


def chi_square(drawn: Sequence[int], cells: int) -> float:
    counts, expected = Counter(drawn), len(drawn) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@pytest.mark.parametrize("n", [2, 6, 13, 105])
@pytest.mark.parametrize("seed", [bytes(32), b"\xff" * 32])
def test_a_fair_dealer_draws_evenly(n: int, seed: bytes) -> None:
    dealer = FairDealer(seed)
    assert chi_square([dealer.below(n) for _ in range(20_000)], n) < limit(n)


def test_a_fair_dealer_has_no_memory() -> None:
    dealer = FairDealer(bytes(32))
    drawn = [dealer.below(6) for _ in range(20_001)]
    assert chi_square([6 * a + b for a, b in pairwise(drawn)], 36) < limit(36)


def test_chi_square_notices_a_loaded_die() -> None:
    faces = [*range(6)] * 3000
    assert chi_square(faces + [5] * 300, 6) < limit(6) < chi_square(faces + [5] * 500, 6)


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 2**32))
def test_a_fast_dealer_stays_below(fraction: float, n: int) -> None:
    dealer: Dealer = FastDealer(lambda: fraction)
    assert 0 <= dealer.below(n) < n


def test_a_scripted_dealer_hands_out_its_numbers_and_no_others() -> None:
    dealer = ScriptedDealer([0, 5, 2])
    assert [dealer.below(1), dealer.below(6)] == [0, 5]
    assert dealer.left == 1
    with pytest.raises(ValueError, match=r"2 where below\(2\)"):
        dealer.below(2)
    with pytest.raises(IndexError, match=r"no number left for below\(6\)"):
        dealer.below(6)
