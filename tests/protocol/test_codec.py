"""The law of the codec: whatever the bytes, the outcome is a message, an Invalid, None (a type of
the future, from a server) or a RemoteProtocolError. Nothing else leaves it.
"""

import tracemalloc
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from tests.protocol.strangers import TIME, packed, unpacked
from tests.protocol.strategies import (
    CLIENT_TYPES,
    SERVER_TYPES,
    client_messages,
    of_type,
    server_messages,
)

from haydes.protocol.codec import (
    HEADER,
    Invalid,
    RemoteProtocolError,
    pack,
    unpack_client,
    unpack_server,
    weight,
)
from haydes.protocol.codes import Close, Refusal
from haydes.protocol.limits import DEPTH, ELEMENTS, KEY, LARGEST, STRING, TREE_DEPTH, Limits
from haydes.protocol.messages import (
    Act,
    Bye,
    Done,
    Hello,
    Ping,
    Pong,
    Say,
    Snapshot,
    Sync,
    Update,
)
from haydes.protocol.text import safe

Unpack = Callable[[bytes], object]
UNPACKS: tuple[Unpack, ...] = (unpack_client, unpack_server)
KINDS: list[tuple[type[Struct], Unpack]] = [
    *((kind, unpack_client) for kind in CLIENT_TYPES),
    *((kind, unpack_server) for kind in SERVER_TYPES),
]

# One request of each type that has fields besides `ref`, with what it needs
REQUESTS: Mapping[str, Mapping[str, object]] = {
    "open": {"game": "haydes", "seats": 1},
    "join": {"table": "rimuta"},
    "watch": {"table": "rimuta"},
    "resume": {"token": "x"},
    "ready": {},
    "swap": {"seat": 0, "to": 1},
    "pause": {},
    "act": {"prompt": 1, "action": {"do": "stop"}},
    "say": {"text": "x"},
    "add_bot": {},
    "kick": {"seat": 0},
    "unban": {"name": "x"},
    "make_host": {"seat": 0},
}
# No field of any request takes one of these; but for those of TRUTHS, none takes true
WRONG = (
    None,
    True,
    -1,
    1.0,
    2**64 - 1,
    b"x",
    "x" * (STRING + 1),
    [None],
    {"x": None},
    {"x": [1]},
    TIME,
)
TRUTHS = {("open", "takeover"), ("kick", "ban"), ("pause", "on")}
MIB = 1024 * 1024
CLIENT_FRAME = Limits().client_frame
SERVER_FRAME = Limits().server_frame


def payload(message: Any) -> bytes:
    return pack(message)[HEADER:]


def fields(**values: bytes) -> bytes:
    """Pack a map whose values are bytes already, sound or not."""
    entries = b"".join(packed(key) + value for key, value in values.items())
    return bytes([0x80 + len(values)]) + entries


def act(action: bytes) -> bytes:
    return fields(type=packed("act"), ref=b"\x07", prompt=b"\x01", action=action)


def snapshot(table: bytes) -> bytes:
    return fields(type=packed("snapshot"), seq=b"\x01", ply=b"\x01", table=table)


def update(**parts: bytes) -> bytes:
    return fields(type=packed("update"), seq=b"\x01", ply=b"\x01", **parts)


def breaks(unpack: Unpack, data: bytes) -> bool:
    """Tell whether bytes break the protocol; what is not in the law is an error."""
    try:
        unpack(data)
    except RemoteProtocolError as error:
        complaint = error
    else:
        return False
    assert complaint.code is Close.BAD_FRAME
    assert safe(str(complaint)) == str(complaint)
    return True


def invalid(message: object) -> Invalid:
    """Return the verdict on a request that is not one."""
    answer = unpack_client(message if isinstance(message, bytes) else packed(message))
    assert isinstance(answer, Invalid), message
    return answer


def peak(unpack: Unpack, data: bytes) -> int:
    """Return how many bytes the memory grew, at most, while `data` was unpacked."""
    tracemalloc.start()
    try:
        breaks(unpack, data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# ------------------------------------------------------------- what is packed


@pytest.mark.parametrize(("kind", "unpack"), KINDS)
@given(data=st.data())
@settings(max_examples=20)
def test_what_is_packed_is_unpacked(
    kind: type[Struct], unpack: Unpack, data: st.DataObject
) -> None:
    message = data.draw(of_type(kind))
    assert unpack(payload(message)) == message


@given(st.one_of(client_messages, server_messages))
def test_a_frame_is_a_length_and_one_map(message: Any) -> None:
    frame = pack(message)
    assert int.from_bytes(frame[:HEADER], "big") == len(frame) - HEADER
    assert unpacked(frame[HEADER:])["type"] == message.__struct_config__.tag


@given(st.one_of(client_messages, server_messages))
def test_msgpack_packs_the_same_bytes(message: Any) -> None:
    assert packed(unpacked(payload(message))) == payload(message)


def test_what_is_the_default_is_left_out() -> None:
    assert unpacked(payload(Ping(ref=0))) == {"type": "ping"}
    assert unpacked(payload(Update(seq=1, ply=2, game={}, events=[]))) == {
        "type": "update",
        "seq": 1,
        "ply": 2,
    }


def test_trees_weigh_what_they_take_in_a_message() -> None:
    with_tree = Update(seq=1, ply=2, game={"turn": 1})
    bare = Update(seq=1, ply=2)
    assert weight({"turn": 1}) == len(pack(with_tree)) - len(pack(bare)) - len(packed("game"))
    assert weight({"turn": 1}, {"turn": 1}, {}) == 2 * weight({"turn": 1}) + 1


# ----------------------------------------------------------- what is accepted


@given(st.one_of(client_messages, server_messages), st.randoms(use_true_random=False))
def test_fields_come_in_any_order(message: Any, random: Any) -> None:
    unpack = unpack_client if isinstance(message, CLIENT_TYPES) else unpack_server
    entries = list(unpacked(payload(message)).items())
    random.shuffle(entries)
    assert unpack(packed(dict(entries))) == message


@pytest.mark.parametrize("message", [Hello(protocols=[1], name="Ann"), Ping(), Pong(), Bye()])
def test_a_server_passes_over_fields_of_the_future_in_what_both_sides_say(message: Any) -> None:
    future = unpacked(payload(message)) | {"extra": [{"deep": [1.5, None, b"", {}]}]}
    assert unpack_client(packed(future)) == message


@given(server_messages)
def test_a_client_passes_over_fields_of_the_future(message: Any) -> None:
    future = unpacked(payload(message)) | {"extra": 1.5}
    assert unpack_server(packed(future)) == message


@pytest.mark.parametrize("message", [{"type": "fanfare", "loud": 1.5}, {"type": 7}, {}])
def test_a_client_passes_over_messages_of_the_future(message: object) -> None:
    assert unpack_server(packed(message)) is None


def test_of_equal_keys_the_last_wins() -> None:
    first = fields(type=packed("say"), ref=b"\x07", text=packed("no"))
    twice = b"\x84" + first[1:] + packed("text") + packed("yes")
    assert unpack_client(twice) == Say(ref=7, text="yes")


@pytest.mark.parametrize("width", [b"\xcc", b"\xcd\0", b"\xce\0\0\0", b"\xd0", b"\xd3" + bytes(7)])
def test_an_integer_may_be_wider_than_it_must(width: bytes) -> None:
    assert unpack_client(fields(type=packed("sync"), ref=width + b"\x07")) == Sync(ref=7)


def test_numbers_reach_to_the_largest_that_every_language_holds() -> None:
    for far in (-LARGEST, LARGEST):
        answer = unpack_client(act(packed({"do": far})))
        assert answer == Act(ref=7, prompt=1, action={"do": far})
        assert isinstance(unpack_client(act(packed({"do": far + (1 if far > 0 else -1)}))), Invalid)


# ------------------------------------------------------------ what is refused


FIELDS = [
    (tag, name)
    for kind in CLIENT_TYPES
    for name in kind.__struct_fields__
    if (tag := str(kind.__struct_config__.tag)) in REQUESTS
]


@pytest.mark.parametrize(("kind", "field"), FIELDS)
def test_every_field_of_a_request_is_checked(kind: str, field: str) -> None:
    good = {"type": kind, "ref": 7, **REQUESTS[kind]}
    assert not isinstance(unpack_client(packed(good)), Invalid)
    for value in WRONG:
        if value is True and (kind, field) in TRUTHS:
            continue
        answer = invalid({**good, field: value})
        assert (answer.ref, answer.code) == (0 if field == "ref" else 7, Refusal.MALFORMED)
        assert answer.text.startswith(f"{kind}: ")


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_request_lacks_no_field_and_has_none_too_many(kind: str) -> None:
    good = {"type": kind, "ref": 7, **REQUESTS[kind]}
    for name in ("ref", *REQUESTS[kind]):
        assert invalid({k: v for k, v in good.items() if k != name}).code is Refusal.MALFORMED
    assert invalid({**good, "extra": 1}).code is Refusal.MALFORMED


@pytest.mark.parametrize("kind", [None, 7, b"sync", "", "SYNC", "undo", "welcome", ["sync"]])
def test_what_is_no_request_is_refused_with_its_ref(kind: object) -> None:
    answer = invalid({"type": kind, "ref": 7})
    assert (answer.ref, answer.code) == (7, Refusal.UNKNOWN_TYPE)
    assert invalid({"ref": 7}).code is Refusal.UNKNOWN_TYPE


def test_text_is_utf_8() -> None:
    for bad in (b"\xa1\xff", b"\xa2\xc0\x80", b"\xa3\xed\xa0\x80", b"\xa4\xf5\x80\x80\x80"):
        say = fields(type=packed("say"), ref=b"\x07", text=bad)
        assert invalid(say).code is Refusal.MALFORMED
        assert invalid(fields(type=bad, ref=b"\x07")).code is Refusal.UNKNOWN_TYPE


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202e", "\x9b", "a\nb", "\U0001f0a1" * 300])
def test_a_complaint_is_safe_to_show_and_short(name: str) -> None:
    text = invalid({"type": "sync", "ref": 7, name: 1}).text
    assert safe(text) == text
    assert len(text.encode()) < STRING


@pytest.mark.parametrize("kind", SERVER_TYPES)
def test_what_only_servers_say_is_no_request(kind: type[Struct]) -> None:
    tag = str(kind.__struct_config__.tag)
    answer = unpack_client(packed({"type": tag, "ref": 7}))
    assert isinstance(answer, Invalid) == (kind not in CLIENT_TYPES)


# ------------------------------------------------------- what breaks the line


@given(st.one_of(client_messages, server_messages), st.binary(min_size=1, max_size=3))
@settings(max_examples=30)
def test_a_map_fills_its_frame(message: Any, more: bytes) -> None:
    unpack = unpack_client if isinstance(message, CLIENT_TYPES) else unpack_server
    data = payload(message)
    assert all(breaks(unpack, data[:size]) for size in range(len(data)))
    assert breaks(unpack, data + more)


@pytest.mark.parametrize("unpack", UNPACKS)
@pytest.mark.parametrize("data", [None, True, 7, 1.5, "sync", b"sync", [], [{"type": "sync"}]])
def test_a_frame_is_a_map(unpack: Unpack, data: object) -> None:
    assert breaks(unpack, packed(data))


@pytest.mark.parametrize("unpack", UNPACKS)
@pytest.mark.parametrize("key", [b"\x05", b"\xc0", b"\xc3", packed(1.5), packed(b"ref"), b"\x90"])
def test_its_keys_are_strings(unpack: Unpack, key: bytes) -> None:
    assert breaks(unpack, b"\x82" + packed("type") + packed("bye") + key + b"\x01")


def test_integer_keys_that_collide_are_refused_at_the_first() -> None:
    keys = [packed(i * (2**61 - 1)) for i in range(1, 8)]
    assert breaks(unpack_client, b"\x87" + b"".join(key + b"\xc0" for key in keys))
    action = b"\x87" + b"".join(key + b"\x01" for key in keys)
    assert invalid(act(action)).code is Refusal.MALFORMED


@pytest.mark.parametrize("unpack", UNPACKS)
@given(data=st.binary(max_size=64))
@settings(max_examples=300)
def test_random_bytes_keep_the_law(unpack: Unpack, data: bytes) -> None:
    breaks(unpack, data)


@given(st.one_of(client_messages, server_messages), st.data())
@settings(max_examples=300)
def test_mutated_frames_keep_the_law(message: Any, data: st.DataObject) -> None:
    frame = bytearray(payload(message))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(frame) - 1))
        cut = data.draw(st.integers(0, 2))
        frame[at : at + cut] = data.draw(st.binary(max_size=2)) or b"\xc1"
    for unpack in UNPACKS:
        breaks(unpack, bytes(frame))


# --------------------------------------------------------------- depth, bombs

MAPS, LISTS = b"\x81\xa1a", b"\x91"
DEPTHS = (8, 9, 511, 512, 1023, 1024, 100_000)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("unit", [MAPS, LISTS])
@pytest.mark.parametrize("unpack", UNPACKS)
def test_what_is_nested_too_deep_keeps_the_law(unpack: Unpack, unit: bytes, depth: int) -> None:
    nest = unit * depth + b"\x01"
    for frame in (
        nest,
        fields(type=nest),
        fields(type=packed("sync"), ref=nest),
        fields(type=packed("hello"), protocols=nest, name=packed("Ann")),
        fields(type=packed("ping"), extra=nest),
        act(MAPS + nest),
        snapshot(MAPS + nest),
        update(game=MAPS + nest, events=LISTS + MAPS + nest),
    ):
        breaks(unpack, frame)


@pytest.mark.parametrize("deep", [False, True])
def test_keys_of_trees_are_no_longer_than_other_names_for_machines(*, deep: bool) -> None:
    # A client that reads a key as a number, as those of seats, must not choke on its length
    for length in (KEY, KEY + 1):
        tree = {"9" * length: {"kind": "open"}}
        frame = payload(
            {"type": "snapshot", "seq": 1, "ply": 1, "table": {"a": tree} if deep else tree}
        )
        assert breaks(unpack_server, frame) == (length > KEY)


def test_an_action_holds_nothing_that_holds_something() -> None:
    assert isinstance(unpack_client(act(MAPS + b"\x01")), Act)
    for inner in (MAPS, LISTS):
        assert invalid(act(MAPS + inner + b"\x01")).code is Refusal.MALFORMED


def test_trees_go_as_deep_as_a_frame_may() -> None:
    """The frame's map and the list of events are two of the levels."""
    assert TREE_DEPTH == DEPTH - 2
    for unit in (MAPS, LISTS):
        tree = MAPS + unit * (TREE_DEPTH - 1)
        assert isinstance(unpack_server(update(events=LISTS + tree + b"\x01")), Update)
        assert breaks(unpack_server, update(events=LISTS + tree + unit + b"\x01"))
        assert isinstance(unpack_server(snapshot(tree + b"\x01")), Snapshot)
        assert breaks(unpack_server, snapshot(tree + unit + b"\x01"))
        assert isinstance(unpack_server(update(game=tree + b"\x01")), Update)
        assert breaks(unpack_server, update(game=tree + unit + b"\x01"))


def test_a_patch_takes_a_key_away_at_every_depth_of_a_tree() -> None:
    for depth in range(1, TREE_DEPTH + 1):
        assert isinstance(unpack_server(update(game=MAPS * depth + b"\xc0")), Update)
        assert isinstance(unpack_server(snapshot(MAPS * depth + b"\x01")), Snapshot)


def test_nil_stands_only_in_the_maps_of_a_patch() -> None:
    assert breaks(unpack_server, snapshot(MAPS + b"\xc0"))
    assert breaks(unpack_server, update(game=MAPS + LISTS + b"\xc0"))
    assert breaks(unpack_server, update(events=LISTS + MAPS + b"\xc0"))


@pytest.mark.parametrize("count", [0, 1, ELEMENTS - 1, ELEMENTS, ELEMENTS + 1])
def test_maps_and_lists_have_a_largest_size(count: int) -> None:
    many = packed({"a": [0] * count})
    keys = packed({str(n): 0 for n in range(count)})
    for frame in (snapshot(many), snapshot(keys), update(game=many), update(game=keys)):
        assert breaks(unpack_server, frame) == (count > ELEMENTS)


LIES = {
    "array16": b"\xdc\xff\xff",
    "array32": b"\xdd\xff\xff\xff\xff",
    "array32, a little": b"\xdd\x01\x00\x00\x00",
    "map16": b"\xde\xff\xff",
    "map32": b"\xdf\xff\xff\xff\xff",
    "str8": b"\xd9\xff",
    "str32": b"\xdb\xff\xff\xff\xff",
    "bin32": b"\xc6\xff\xff\xff\xff",
    "ext32": b"\xc9\xff\xff\xff\xff\x01",
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("unpack", UNPACKS)
def test_a_size_that_lies_is_refused_and_takes_no_memory(unpack: Unpack, lie: str) -> None:
    bad = LIES[lie]
    for frame in (
        bad,
        fields(type=bad),
        fields(type=packed("hello"), protocols=bad, name=packed("Ann")),
        fields(type=packed("hello"), protocols=b"\x91\x01", name=bad),
        fields(type=packed("ping"), extra=bad),
        act(bad),
        act(MAPS + bad),
        snapshot(bad),
        snapshot(MAPS + bad),
        update(events=bad),
        update(game=MAPS + bad),
    ):
        assert breaks(unpack, frame)
        assert peak(unpack, frame) < MIB // 16


def filled(start: bytes, unit: bytes, size: int) -> bytes:
    """Return `start`, then an array of as many units as fit into a frame of `size` bytes."""
    count = (size - len(start) - 5) // len(unit)
    return start + b"\xdd" + count.to_bytes(4, "big") + unit * count


@pytest.mark.parametrize("unit", [b"\x80", b"\x90", b"\xa0", b"\x01", b"\xa1x", b"\x81\xa0\x80"])
def test_no_frame_of_a_client_takes_much_memory(unit: bytes) -> None:
    ahead = {
        "features": fields(type=packed("hello"), protocols=b"\x91\x01", name=b"\xa0", features=b""),
        "protocols": fields(type=packed("hello"), name=b"\xa0", protocols=b""),
        "bots": fields(type=packed("open"), ref=b"\x07", game=b"\xa0", seats=b"\x01", bots=b""),
        "extra": fields(type=packed("ping"), extra=b""),
        "type": fields(ref=b"\x07", type=b""),
        "nothing": b"",
    }
    for start in ahead.values():
        assert peak(unpack_client, filled(start, unit, CLIENT_FRAME)) < 2 * MIB


@pytest.mark.parametrize("unit", [b"\x80", b"\x90", b"\x91\x90", b"\x81\xa0\x80"])
def test_no_frame_of_a_server_takes_more_than_a_hundredfold(unit: bytes) -> None:
    rows = unit * ELEMENTS
    row = b"\xdc" + ELEMENTS.to_bytes(2, "big") + rows
    for start in (update(events=b""), update(game=MAPS), fields(type=packed("fanfare"), x=b"")):
        frame = filled(start, row, SERVER_FRAME)
        assert peak(unpack_server, frame) < 100 * SERVER_FRAME
        assert peak(unpack_server, filled(start, unit, SERVER_FRAME)) < 2 * MIB


def test_a_done_is_no_more_than_its_types() -> None:
    assert unpack_server(packed({"type": "done", "ref": 1})) == Done(ref=1)
    with pytest.raises(RemoteProtocolError, match="done: "):
        unpack_server(packed({"type": "done", "ref": -1}))
