"""What servers tell on the local network comes from anybody, and is read with care."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.test_pin import PINS

from haydes.protocol.nearby import Advert, read_advert

PIN = "A" * 43
ADVERT = Advert("Ann's attic", "0.1.0", PIN, 2, 3)


def packed(advert: Advert) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in advert.properties().items()}


@given(st.sampled_from(["", "Ann's attic", "\u00c4nne"]), st.just("") | PINS, st.integers(0, 9999))
def test_what_is_told_is_what_is_read(name: str, pin: str, count: int) -> None:
    advert = Advert(name, "0.1.0", pin, count, count)
    assert read_advert(packed(advert)) == advert


@given(st.dictionaries(st.binary(max_size=8), st.none() | st.binary(max_size=60)))
def test_whatever_else_is_told_is_read_or_passed_over(
    properties: dict[bytes, bytes | None],
) -> None:
    for told in (properties, {**properties, b"protocol": b"1"}):
        advert = read_advert(told)
        assert advert is None or advert.name.isprintable()


def test_only_servers_of_this_protocol_count() -> None:
    assert read_advert({}) is None
    assert read_advert({**packed(ADVERT), b"protocol": b"2"}) is None
    assert read_advert({b"protocol": b"1"}) == Advert()


@pytest.mark.parametrize(
    ("key", "value"),
    [("name", b"\x1b[2J"), ("name", b"\xff"), ("version", b"1\n2"), ("pin", b"short")],
)
def test_what_could_not_be_true_is_passed_over(key: str, value: bytes) -> None:
    read = read_advert({**packed(ADVERT), key.encode(): value})
    assert read is None or "\ufffd" in read.name


@pytest.mark.parametrize("count", [b"-1", b"x", b"", b"12345", "\u0663".encode()])
def test_a_number_that_is_none_counts_as_none(count: bytes) -> None:
    read = read_advert({**packed(ADVERT), b"tables": count})
    assert read
    assert read.tables == 0


def test_more_than_can_be_told_is_told_as_much() -> None:
    assert Advert(tables=100_000).properties()["tables"] == "9999"
