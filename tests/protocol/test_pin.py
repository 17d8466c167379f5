"""Fingerprints: the same in letters and in words, and nothing else passes for one."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haydes.protocol.pin import LETTERS, WORDS, PinError, check_pin, pin_of, spoken

PINS = st.binary(min_size=32, max_size=32).map(
    lambda digest: urlsafe_b64encode(digest).decode().rstrip("=")
)


@given(st.binary(max_size=100))
def test_a_pin_is_the_digest_of_the_public_key(key: bytes) -> None:
    pin = check_pin(pin_of(key))
    assert len(pin) == LETTERS
    assert f"{pin}=".encode() == urlsafe_b64encode(sha256(key).digest())


@given(PINS)
def test_words_are_six_and_can_be_said(pin: str) -> None:
    words = spoken(pin).split(" ")
    assert [len(word) for word in words] == [6] * WORDS
    assert all(set(word[::2]) <= set("bdfghjklmnprstvz") for word in words)
    assert all(set(word[1::2]) <= set("aeio") for word in words)


@given(PINS, st.integers(0, 107))
def test_each_of_the_first_108_bits_is_heard(pin: str, bit: int) -> None:
    digest = int.from_bytes(urlsafe_b64decode(f"{pin}="))
    other = (digest ^ 1 << 255 - bit).to_bytes(32)
    assert spoken(urlsafe_b64encode(other).decode().rstrip("=")) != spoken(pin)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 42,
        "A" * 44,
        "A" * 42 + "=",
        "A" * 42 + "B",  # bits beyond the last byte
        "A" * 42 + "+",
        "A" * 42 + "\u00e9",
        " " + "A" * 42,
        "A" * 43 + "\n",
    ],
)
def test_what_is_no_pin(text: str) -> None:
    with pytest.raises(PinError, match="43 letters"):
        check_pin(text)
