"""Messages out of thin air: every type, with fields that are now and then what they should be.

A field that this file does not know gets something of any kind, so new messages are made too.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias, get_args

from msgspec import Struct, msgpack

from haydes.protocol.limits import LARGEST
from haydes.protocol.messages import ClientMessage, ServerMessage

Pool: TypeAlias = Sequence[object]
Pools: TypeAlias = Mapping[str, Pool]

CLIENT: Sequence[type[Struct]] = get_args(ClientMessage)
SERVER: Sequence[type[Struct]] = get_args(ServerMessage)
GAMES = ("haydes", "hounds", "holyquest")

_TEXTS = (
    "",
    "a",
    "Ann",
    "李小龍",
    "Zoë",
    "a\x1b[2Jb",
    "\u202eevil",
    "x" * 300,
    "e\u0301\u0301" * 4,
)
_COUNTS = (0, 1, 2, 3, 5, 255, 65_536, LARGEST, LARGEST + 1, -1)
_HEX = ("0" * 64, "ab" * 32, "AB" * 32, "0" * 63)
_ANYTHING: Pool = (*_TEXTS, *_COUNTS, *_HEX, True, None, 1.5, b"raw", [], {}, [1, "a"], {"a": {}})

# By the name of the field, whatever message it stands in
POOLS: Pools = {
    "ref": (*range(1, 50), 2**31 - 1, 0),
    "seat": (*range(6), 15, 16),
    "to": (*range(6),),
    "game": (*GAMES, *GAMES, "chess"),
    "seats": (*range(7), 16),
    "bots": ([], [], [], [""], ["random"], ["", ""], ["nobody"]),
    "options": ({}, {}, {"map": "quick"}, {"map": "@#"}, {"map": 3}, {"turn_limit": 1}, {"x": 1}),
    "turn_seconds": (0, 0, 1, 30, 86_400, 86_401),
    "grace_seconds": (1, 30, 0),
    "absent": ("wait", "bot", "forfeit", "never"),
    "hints": ("alone", "always", "never"),
    "takeover": (True, False),
    "on": (True, False),
    "ban": (True, False, False),
    "name": (*_TEXTS, "Bob", "Cid"),
    "title": _TEXTS,
    "text": (*_TEXTS, "hello", "gl hf"),
    "word": ("", "", "", "sesame", "mellon"),
    "bot": ("", "random", "walker", "nobody"),
    "commitment": _HEX,
    "nonce": _HEX,
    "prompt": (*range(12), LARGEST),
    "action": ({"do": "stop"}, {"do": "discard"}, {"do": "done"}, {}, {"do": 1}, {"do": {"a": 1}}),
    "match": (0, 1, 2, LARGEST),
    "first": (0, 0, 1, LARGEST),
    "ply": (0, 0, 3, LARGEST),
    "about": ("", "joker", "H-19", "zz", "x" * 64),
    "protocols": ([1], [1], [1, 2], [], [2], list(range(17))),
    "client": ("fuzz", "x" * 65),
    "features": ([], ["fair"], ["what", "nobody", "knows"]),
    "code": ("left", "full", "x" * 65),
    "retry_ms": (0, 1000),
    "table": ("", "bababa", "x" * 17),
    "token": ("", "A" * 43, "!" * 44),
}


def made(random: Random, kind: type[Struct], pools: Pools = POOLS, spare: float = 0.4) -> bytes:
    """Return the payload of a message of a kind; `spare`: how often a field may be missing."""
    choice = random.choice
    fields: dict[str, object] = {"type": str(kind.__struct_config__.tag)}
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    for place, name in enumerate(kind.__struct_fields__):
        if place >= needed and random.random() < spare:
            continue
        pool = pools.get(name, _ANYTHING)
        if random.random() < 0.03:
            pool = _ANYTHING
        fields[name] = choice(pool)
    if random.random() < 0.01:
        fields[choice(("ref", "extra", ""))] = choice(_ANYTHING)
    return msgpack.encode(fields)


def plain(random: Random, depth: int = 4) -> Any:  # what msgpack may hold
    """Return a value of any kind and shape."""
    if depth and random.random() < 0.5:
        size = random.choice((0, 1, 2, 3, 20))
        if random.random() < 0.5:
            return [plain(random, depth - 1) for _ in range(size)]
        return {str(random.choice(_TEXTS))[:64]: plain(random, depth - 1) for _ in range(size)}
    return random.choice(_ANYTHING)


# Heads of msgpack that say what follows is more, longer or another thing than it is
_HEADS = (
    b"\xdf\xff\xff\xff\xff", b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff",
    b"\xc9\x00\x00\x10\x00\x01", b"\xd4\x01\x00", b"\xd6\xff\x00\x00\x00\x00", b"\xc1", b"\xc0",
    b"\xca\x7f\x80\x00\x00", b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", b"\xcf\xff\xff\xff\xff",
    b"\xd3\x80\x00\x00\x00\x00\x00\x00\x00", b"\x91" * 40, b"\x81\xa1a" * 20, b"\x80", b"\x90",
    b"\xa4type", b"\xa3ref", b"\xd9\xff", b"\xc4\x04abcd", b"\x00" * 8, b"\xff" * 8,
)  # fmt: skip


_Change: TypeAlias = Callable[[bytes, int, bytes], bytes]  # a payload, a place in it, a piece

_WITH_A_PIECE: Sequence[_Change] = (
    lambda data, at, piece: data[:at] + piece + data[at:],
    lambda data, at, piece: data[:at] + piece + data[at + len(piece) :],
)
_CHANGES: Sequence[_Change] = (
    *_WITH_A_PIECE,
    lambda data, at, _: data[:at],
    lambda data, at, _: data[:at] + data[at + 1 :],
    lambda data, at, _: data + data[at:],
    lambda data, at, piece: data[:at] + piece[:1] + data[at + 1 :],
)


def mutated(random: Random, data: bytes, other: bytes) -> bytes:
    """Return a payload with something wrong in it; `other` is one to take a piece from."""
    at = int(random.random() * (len(data) + 1))
    way = random.random()
    if way < 0.5:
        return random.choice(_CHANGES)(data, at, random.choice(_HEADS))
    if way < 0.7:
        return random.choice(_WITH_A_PIECE)(data, at, other[int(random.random() * len(other)) :])
    return random.choice(_CHANGES)(data, at, bytes((int(random.random() * 256),)))
