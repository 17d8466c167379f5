"""A tap cuts a stream into messages and shows none of what is secret."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haydes.client.kit.conformance.wire import frame, framed
from haydes.client.kit.frames import Cutter, Heard, Sums, UnreadableError, line

STREAM = frame("ping", ref=3) + frame("say", ref=4, text="hi") + frame("bye")


@given(st.lists(st.integers(0, len(STREAM)), max_size=6))
def test_messages_are_the_same_however_the_bytes_arrive(cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), len(STREAM)]
    cutter = Cutter()
    found = [message for start, end in pairwise(ends) for message in cutter.take(STREAM[start:end])]
    assert [message.kind for message in found] == ["ping", "say", "bye"]
    assert sum(message.size for message in found) == len(STREAM)
    assert cutter.left == 0


@pytest.mark.parametrize("field", ["token", "word", "nonce"])
def test_what_opens_something_is_shown_only_if_asked(field: str) -> None:
    (message,) = Cutter().take(frame("hello", name="Ann", **{field: "swordfish"}))
    assert "swordfish" not in line(message)
    assert "swordfish" in line(message, secrets=True)
    inner = Heard(9, "x", {"list": [{"tree": {field: "swordfish"}}]})
    assert "swordfish" not in line(inner)


def test_what_was_sent_cannot_move_the_cursor() -> None:
    (message,) = Cutter().take(frame("say", text="\x1b[2J\u202e\x9b\nend", **{"\x07": 1}))
    assert line(message).isprintable()


@pytest.mark.parametrize(
    "what", [b"\x81\xc4\x01z\x01", b"\x81\x91\x01\x01", b"\x91" * 600 + b"\x01"]
)
def test_a_message_that_has_no_readable_form_is_told_all_the_same(what: bytes) -> None:
    (message,) = Cutter().take(framed(b"\x82\xa4type\xa1x\xa1a" + what))
    for secrets in (False, True):
        assert line(message, secrets=secrets).split()[1] == "x"


def test_a_long_line_is_cut_to_the_width() -> None:
    message = Heard(9, "say", {"text": "x" * 100})
    assert len(line(message, width=40)) == 40
    assert line(message).endswith('xxx"')


@pytest.mark.parametrize("content", [b"\xc1", b"\x91" * 3000, b"\x01", b"\x81\xa4type\x01"])
def test_a_frame_that_is_no_message_is_told_and_passed_over(content: bytes) -> None:
    kinds = [message.kind for message in Cutter().take(framed(content) + frame("bye"))]
    assert kinds[0].startswith("(no")
    assert kinds[1:] == ["bye"]


def test_a_stream_that_cannot_be_read_is_told() -> None:
    with pytest.raises(UnreadableError, match="TLS"):
        list(Cutter().take(b"\x16\x03\x01\x02\x00"))


def test_sums_are_told_by_kind() -> None:
    sums = Sums()
    for message in Cutter().take(STREAM + frame("bye", code="left")):
        sums.add(">", message)
    assert [row.split() for row in sums.table().splitlines()][1:] == [
        ["2", "38", "19", "24", ">", "bye"],
        ["1", "27", "27", "27", ">", "say"],
        ["1", "20", "20", "20", ">", "ping"],
        ["4", "85", "in", "all"],
    ]
