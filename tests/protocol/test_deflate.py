"""Deflated updates: what they are inflated to, what is refused; each is whole in itself."""

import json
import tracemalloc
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol import deflate_vectors

from haydes.protocol.codec import HEADER, RemoteProtocolError, pack
from haydes.protocol.codes import Close
from haydes.protocol.connection import Connection, Role
from haydes.protocol.deflate import MARK, Deflater, from_text, inflate, to_text
from haydes.protocol.features import DEFLATE
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Hello, ServerMessage, Update, Welcome

LARGEST = Limits().server_frame
CASES: list[dict[str, Any]] = json.loads(deflate_vectors.FILE.read_text("utf-8"))
DICTIONARY, *FRAMES = CASES


def open_connection(text: str = DICTIONARY["dictionary"], *features: str) -> Connection:
    connection = Connection(Role.CLIENT, Limits())
    connection.send(Hello(protocols=[1], name="Ann", features=[DEFLATE]))
    welcome = Welcome(
        protocol=1, server="a server", name="Ann", limits={},
        features=[*features], dictionary=text,
    )  # fmt: skip
    connection.receive_data(pack(welcome))
    assert connection.next_message() == welcome
    return connection


def test_the_file_is_what_its_words_give() -> None:
    assert deflate_vectors.FILE.read_text("utf-8") == deflate_vectors.text()


@pytest.mark.parametrize("case", [case for case in FRAMES if "message" in case], ids=str)
def test_a_deflated_update_is_its_message(case: dict[str, Any]) -> None:
    connection = open_connection(DICTIONARY["dictionary"], DEFLATE)
    connection.receive_data(bytes.fromhex(case["hex"]))
    assert connection.next_message() == msgspec.convert(case["message"], ServerMessage)


@pytest.mark.parametrize("case", [case for case in FRAMES if "bye" in case], ids=str)
def test_a_bad_deflated_frame_ends_the_connection(case: dict[str, Any]) -> None:
    connection = open_connection(DICTIONARY["dictionary"], DEFLATE)
    connection.receive_data(bytes.fromhex(case["hex"]))
    with pytest.raises(RemoteProtocolError) as caught:
        connection.next_message()
    assert caught.value.code.value == case["bye"]
    connection.receive_data(pack(Update(seq=1, ply=1)))
    assert connection.next_message() is None


def test_a_dictionary_may_be_empty() -> None:
    connection = open_connection("", DEFLATE)
    update = Update(seq=1, ply=1)
    connection.receive_data(Deflater(b"").shrink(pack(update)))
    assert connection.next_message() == update


def test_who_has_not_agreed_takes_nothing_deflated() -> None:
    connection = open_connection()
    connection.receive_data(bytes.fromhex(FRAMES[0]["hex"]))
    with pytest.raises(RemoteProtocolError) as caught:
        connection.next_message()
    assert caught.value.code is Close.BAD_FRAME


def test_a_server_takes_nothing_deflated() -> None:
    connection = Connection(Role.SERVER, Limits())
    connection.receive_data(bytes.fromhex(FRAMES[0]["hex"]))
    with pytest.raises(RemoteProtocolError) as caught:
        connection.next_message()
    assert caught.value.code is Close.BAD_FRAME


def test_a_dictionary_that_is_none_ends_the_connection() -> None:
    connection = Connection(Role.CLIENT, Limits())
    connection.send(Hello(protocols=[1], name="Ann", features=[DEFLATE]))
    connection.receive_data(
        pack(
            Welcome(
                protocol=1, server="s", name="Ann", limits={}, features=[DEFLATE], dictionary="x"
            )
        )
    )
    with pytest.raises(RemoteProtocolError, match="dictionary"):
        connection.next_message()


@given(st.binary(max_size=200), st.lists(st.binary(max_size=300), max_size=5))
def test_what_was_deflated_is_what_it_was_whatever_came_before(
    dictionary: bytes, payloads: list[bytes]
) -> None:
    deflater = Deflater(dictionary)
    for payload in payloads:
        frame = deflater.shrink(len(payload).to_bytes(HEADER, "big") + payload)
        assert int.from_bytes(frame[:HEADER], "big") == len(frame) - HEADER
        assert frame[HEADER:].startswith(MARK)
        assert inflate(frame[HEADER:], dictionary, LARGEST) == payload


def test_what_goes_to_many_is_deflated_once() -> None:
    deflater, frame = Deflater(b"abc"), b"\0\0\0\1x"
    assert deflater.shrink(frame) is deflater.shrink(frame)


@given(st.binary(max_size=100))
def test_a_dictionary_survives_its_text(dictionary: bytes) -> None:
    assert from_text(to_text(dictionary)) == dictionary


def test_a_bomb_takes_no_more_than_a_frame() -> None:
    bomb = Deflater(b"").shrink(bytes(HEADER + 100_000_000))[HEADER:]
    tracemalloc.start()
    with pytest.raises(RemoteProtocolError):
        inflate(bomb, b"", LARGEST)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * LARGEST
