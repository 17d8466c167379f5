"""What binds a secret, and how the seed of a match follows from all of them."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.fair_vectors import FILE, text

from haydes.engine.dealer import FairDealer
from haydes.protocol.fair import SECRET_BYTES, Terms, commitment, fits, seed, unhex

CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
TERMS = Terms(table="rimuta", match=3, game="haydes", version=1, options={"map": "quick", "n": 1})
SECRET, NONCES = b"s" * SECRET_BYTES, (b"a" * SECRET_BYTES, b"", b"b" * SECRET_BYTES)
SEED = seed(TERMS, SECRET, NONCES)


def terms(case: dict[str, Any]) -> Terms:
    return Terms(**{name: case[name] for name in ("table", "match", "game", "version", "options")})


def test_the_file_is_what_the_words_of_the_specification_give() -> None:
    assert FILE.read_text("utf-8") == text(), "run python -m tests.protocol.fair_vectors"


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_case_is_worked_out_alike(case: dict[str, Any]) -> None:
    secret, nonces = bytes.fromhex(case["secret"]), [bytes.fromhex(n) for n in case["nonces"]]
    assert commitment(secret) == case["commitment"]
    assert [commitment(nonce) if nonce else "" for nonce in nonces] == case["commitments"]
    found = seed(terms(case), secret, nonces)
    assert found.hex() == case["seed"]
    dealer = FairDealer(found)
    assert [dealer.below(6) for _ in case["dice"]] == case["dice"]


def test_no_two_cases_have_the_same_seed() -> None:
    assert len({case["seed"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize(
    "other",
    [
        replace(TERMS, table="rimutu"),
        replace(TERMS, match=4),
        replace(TERMS, game="hounds"),
        replace(TERMS, version=2),
        replace(TERMS, options={}),
        replace(TERMS, options={"map": "block", "n": 1}),
        replace(TERMS, options={"map": "quick", "n": True}),
        replace(TERMS, options={"map": "quick", "n": "1"}),
    ],
)
def test_whatever_is_agreed_on_is_in_the_seed(other: Terms) -> None:
    assert seed(other, SECRET, NONCES) != SEED


def test_every_secret_is_in_the_seed() -> None:
    c = b"c" * SECRET_BYTES
    a, _, b = NONCES
    others = [seed(TERMS, c, NONCES)]
    changed = ((c, b"", b), (a, b"", c), (a, c, b), (b"", a, b), (a, b), (a, b"", b, b""))
    others += [seed(TERMS, SECRET, nonces) for nonces in changed]
    assert len({SEED, *others}) == 8


def test_the_order_of_options_does_not_count() -> None:
    turned = replace(TERMS, options={"n": 1, "map": "quick"})
    assert seed(turned, SECRET, NONCES) == SEED


@given(st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES))
def test_a_secret_fits_its_own_commitment_and_is_read_as_it_is_written(secret: bytes) -> None:
    assert fits(secret, commitment(secret))
    assert not fits(bytes(SECRET_BYTES - 1) + b"x", commitment(secret))
    assert unhex(secret.hex()) == secret


@pytest.mark.parametrize(
    "odd", ["", "00", "AB" * 32, "zz" * 32, "00 " * 32, "0" * 66, "\u0660" * 64]
)
def test_what_is_no_secret_reads_as_nothing(odd: str) -> None:
    assert unhex(odd) == b""


@pytest.mark.parametrize("odd", [b"", b"x" * 31, b"x" * 33])
def test_a_secret_has_its_length(odd: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(odd)
    with pytest.raises(ValueError, match="32 bytes"):
        seed(TERMS, odd, NONCES)


def test_a_nonce_has_its_length() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 1"):
        seed(TERMS, SECRET, (b"a",))
