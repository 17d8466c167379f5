"""1 Framing: lengths, maps, types of values."""

from typing import Any

from haydes.client.kit.conformance.case import expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.wire import frame, framed, payload
from haydes.client.kit.conformance.world import World
from haydes.protocol.limits import Limits

_BAD: dict[str, bytes] = {
    "no bytes": b"",
    "a list": payload(["type", "sync"]),
    "an integer": b"\x07",
    "a string": payload("sync"),
    "nil": b"\xc0",
    "a map that is cut off": payload({"type": "sync", "ref": 1})[:-1],
    "a map and one byte more": payload({"type": "sync", "ref": 1}) + b"\xc0",
    "two maps": payload({"type": "ping"}) * 2,
    "a map with an integer as a key": b"\x82\xa4type\xa4ping\x01\x02",
    "the byte c1, which msgpack does not use": b"\xc1",
    "a map whose size promises too much": b"\xdf\xff\xff\xff\xff\xa4type",
    "arrays nested two thousand deep": b"\x91" * 2000,
}


@BOOK.rows(101, "FRAME-1 FRAME-2", "a payload of {} is answered by bye bad_frame", _BAD)
def bad_payload(world: World, content: bytes) -> None:
    peer = world.guest()
    peer.wire.write(framed(content))
    peer.ends("bad_frame")


@BOOK.case(121, "FRAME-4", "a frame longer than client_frame is answered by bye too_big")
def too_big(world: World) -> None:
    peer = world.guest()
    peer.wire.write((world.limits["client_frame"] + 1).to_bytes(4, "big"))
    peer.ends("too_big")


@BOOK.case(122, "FRAME-4", "a length of 4 GiB is answered by bye too_big before its payload comes")
def enormous(world: World) -> None:
    peer = world.guest()
    peer.wire.write(b"\xff\xff\xff\xff")
    peer.ends("too_big")


@BOOK.case(123, "FRAME-4", "a first frame longer than hello_frame is answered by bye too_big")
def long_hello(world: World) -> None:
    peer = world.stranger()
    peer.wire.write((world.limits["hello_frame"] + 1).to_bytes(4, "big"))
    peer.ends("too_big")


@BOOK.case(124, "FRAME-4", "a frame as long as client_frame allows is taken")
def longest(world: World) -> None:
    peer = world.guest()
    size = world.limits["client_frame"]
    pad = "x" * (size - len(payload({"type": "ping", "ref": 7, "pad": ""})) - 2)
    content = payload({"type": "ping", "ref": 7, "pad": pad})
    expect(len(content) == size, "the kit cannot make a frame of this size")
    peer.wire.write(framed(content))
    expect(peer.until("pong")["ref"] == 7, "the pong has another ref")


@BOOK.case(125, "FRAME-4", "a hello as long as hello_frame allows is taken")
def longest_hello(world: World) -> None:
    peer = world.stranger()
    fields: dict[str, Any] = {"protocols": [1], "name": world.name(), "word": world.word}
    size = world.limits["hello_frame"]
    room = size - len(payload({"type": "hello", **fields, "pad": ""})) - 2
    peer.send("hello", **fields, pad="x" * room)
    peer.expect("welcome")


@BOOK.case(126, "FRAME-5", "hello and ping one byte at a time are heard")
def slices(world: World) -> None:
    peer = world.stranger()
    hello = {"protocols": [1], "name": world.name(), "word": world.word}
    for byte in frame("hello", **hello) + frame("ping", ref=5):
        peer.wire.write(bytes([byte]))
    peer.expect("welcome")
    expect(peer.expect("pong")["ref"] == 5, "the pong has another ref")


@BOOK.case(127, "FRAME-5 REQUEST-2", "ten requests in one segment are answered in order")
def many(world: World) -> None:
    peer = world.guest()
    peer.wire.write(b"".join(frame("rules", ref=n, game="none") for n in range(1, 11)))
    for ref in range(1, 11):
        peer.answer(ref)


@BOOK.case(128, "FRAME-5", "a frame cut within its length is heard")
def cut_length(world: World) -> None:
    peer = world.guest()
    data = frame("ping", ref=1) + frame("ping", ref=2)
    middle = len(data) // 2 + 2
    peer.wire.write(data[:middle])
    expect(peer.until("pong")["ref"] == 1, "the first ping was not answered first")
    peer.wire.write(data[middle:])
    expect(peer.until("pong")["ref"] == 2, "the second ping was not answered")


_WIDE: dict[str, bytes] = {
    "a map with a 32-bit size": b"\xdf\x00\x00\x00\x02\xa4type\xa4ping\xa3ref\x07",
    "a map with a 16-bit size": b"\xde\x00\x02\xa4type\xa4ping\xa3ref\x07",
    "strings with an 8-bit size": b"\x82\xd9\x04type\xd9\x04ping\xd9\x03ref\x07",
    "strings with a 32-bit size": b"\x82\xdb\0\0\0\x04type\xdb\0\0\0\x04ping\xa3ref\x07",
    "an unsigned integer of 64 bits": b"\x82\xa4type\xa4ping\xa3ref\xcf" + bytes(7) + b"\x07",
    "a signed integer of 64 bits": b"\x82\xa4type\xa4ping\xa3ref\xd3" + bytes(7) + b"\x07",
    "the type behind other keys": b"\x82\xa3ref\x07\xa4type\xa4ping",
}


@BOOK.rows(131, "FRAME-2", "{} is understood", _WIDE)
def wide(world: World, content: bytes) -> None:
    peer = world.guest()
    peer.wire.write(framed(content))
    expect(peer.until("pong").get("ref") == 7, "the ref was not read")


_UNTYPED: dict[str, Any] = {
    "no type": {"ref": 9},
    "an integer as type": {"type": 5, "ref": 9},
    "nil as type": {"type": None, "ref": 9},
}


@BOOK.rows(141, "FRAME-3", "a map with {} is refused, and the connection lives on", _UNTYPED)
def untyped(world: World, message: dict[str, Any]) -> None:
    peer = world.guest()
    peer.wire.write(framed(payload(message)))
    code = peer.answer(9).get("code")
    expect(code in ("unknown_type", "malformed"), f"the code was {code}")
    peer.alive()


def _say(value: bytes) -> bytes:
    return b"\x83\xa4type\xa3say\xa3ref\x09\xa4text" + value


_VALUES: dict[str, bytes] = {
    "a float": _say(b"\xcb" + bytes(8)),
    "a short float": _say(b"\xca" + bytes(4)),
    "binary": _say(b"\xc4\x02hi"),
    "an extension": _say(b"\xd4\x05\x00"),
    "a timestamp": _say(b"\xd6\xff" + bytes(4)),
    "nil": _say(b"\xc0"),
    "a list": _say(b"\x91\xa2hi"),
    "a map": _say(b"\x81\xa2hi\x01"),
    "an integer": _say(b"\x01"),
    "true": _say(b"\xc3"),
}


@BOOK.rows(151, "TYPE-1 TYPE-4", "{} where a string is due is refused as malformed", _VALUES)
def wrong_value(world: World, content: bytes) -> None:
    peer = world.guest()
    peer.wire.write(framed(content))
    code = peer.answer(9).get("code")
    expect(code == "malformed", f"the code was {code}")
    peer.alive()


@BOOK.case(171, "TYPE-2", "of equal keys the last counts")
def equal_keys(world: World) -> None:
    peer = world.guest()
    peer.wire.write(framed(b"\x83\xa4type\xa4ping\xa3ref\x01\xa3ref\x02"))
    expect(peer.until("pong")["ref"] == 2, "the first of two equal keys counted")


@BOOK.case(172, "TYPE-2", "a message with two different types is refused")
def two_types(world: World) -> None:
    peer = world.guest()
    peer.wire.write(framed(b"\x83\xa4type\xa4sync\xa3ref\x09\xa4type\xa6browse"))
    expect(peer.answer(9)["type"] == "refused", "it was carried out")
    peer.alive()


@BOOK.case(173, "TYPE-3", "half of a surrogate pair is refused, or ends the connection")
def surrogate(world: World) -> None:
    peer = world.guest()
    peer.wire.write(framed(_say(b"\xa3\xed\xa0\x80")))
    answer = peer.hear()
    expect(answer["type"] in ("refused", "bye"), "it was taken")


@BOOK.case(174, "TYPE-5", "maps nested deeper than 8 are refused")
def deep(world: World) -> None:
    peer = world.guest()
    tree: object = 1
    for _ in range(9):
        tree = {"a": tree}
    answer = peer.ask("open", game="none", seats=2, options=tree)
    expect(answer.get("code") == "malformed", f"the code was {answer.get('code')}")


@BOOK.case(175, "TYPE-5", "a map of 513 entries is refused")
def entries(world: World) -> None:
    peer = world.guest()
    options = {f"{n:03d}": n for n in range(513)}
    answer = peer.ask("open", game="none", seats=2, options=options)
    expect(answer.get("code") == "malformed", f"the code was {answer.get('code')}")


@BOOK.rows(
    176,
    "TYPE-6",
    "{} with a field that is not named is taken",
    {kind: kind for kind in ("ping", "pong", "hello", "bye")},
)
def tolerant(world: World, kind: str) -> None:
    if kind == "hello":
        world.guest(unheard="of", more=[1])
        return
    peer = world.guest()
    peer.send(kind, unheard="of", ref=3)
    if kind == "bye":
        peer.ends("left")
    else:
        peer.alive()


@BOOK.case(181, "FRAME-4", "the usual limits of frames are not undercut")
def frames_announced(world: World) -> None:
    for name in ("hello_frame", "client_frame"):
        expect(world.limits[name] >= getattr(Limits(), name), f"{name} is {world.limits[name]}")
