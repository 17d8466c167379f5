"""Millions of frames through the decoder: vectors spoilt, messages made up, bytes at random.

Only the declared exception leaves it, what it returns is a message of the protocol that packs
again, and a frame spoilt or not costs no memory for good.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec import msgpack
from tests.faults.fuzzing.makers import CLIENT, POOLS, SERVER, made, mutated, plain

from haydes.protocol.codec import (
    HEADER,
    Invalid,
    RemoteProtocolError,
    pack,
    unpack_client,
    unpack_server,
)
from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import ClientMessage, Hello, ServerMessage, Welcome

_VECTORS = Path(__file__).parents[3] / "protocol" / "vectors"
_STREAM = 64  # frames that go through a connection in one piece
_KINDS = frozenset[type]((*CLIENT, *SERVER))
_AGAIN = 16  # messages, of which one is packed and unpacked again
_SPOILT, _MADE = 0.5, 0.85  # of the frames: from vectors, and those made up besides


class WrongError(Exception):
    """The decoder has done what it must not do."""


def vectors() -> list[bytes]:
    """Return the payloads of all frames in the vectors, good and bad."""
    found: set[bytes] = set()
    for name in ("frames", "malformed", "session"):
        for case in json.loads((_VECTORS / f"{name}.json").read_text("utf-8")):
            found.add(bytes.fromhex(case["hex"])[HEADER:])
    return sorted(found)


def payloads(random: Random) -> Iterator[bytes]:
    """Yield payloads of all sorts, for ever."""
    known = [data for data in vectors() if data]
    while True:
        sort = random.random()
        if sort < _SPOILT:
            data = mutated(random, random.choice(known), random.choice(known))
            if random.random() < 0.3:
                data = mutated(random, data, random.choice(known))
            yield data
        elif sort < _MADE:
            kind = random.choice(CLIENT if random.random() < 0.7 else SERVER)
            yield made(random, kind, POOLS)
        elif random.random() < 0.5:
            yield msgpack.encode(plain(random))
        else:
            yield random.randbytes(int(random.random() * 64))


def fuzz(random: Random, frames: int) -> Counter[str]:
    """Decode so many frames; return how many came out as what. Raises WrongError."""
    source = payloads(random)
    found: Counter[str] = Counter()
    done = 0
    while done < frames:
        stream: list[bytes] = []
        for _ in range(min(_STREAM, frames - done)):
            data = next(source)
            found[_decoded(random, data, server=bool(done & 1))] += 1
            stream.append(data)
            done += 1
        _through(random, stream)
    return found


def _decoded(random: Random, data: bytes, *, server: bool) -> str:
    unpack = unpack_server if server else unpack_client
    try:
        message = unpack(data)
    except RemoteProtocolError as error:
        return error.code.value
    except Exception as error:
        raise WrongError(f"{type(error).__name__} for {data.hex()}") from error
    if message is None:
        return "unknown"
    if isinstance(message, Invalid):
        return message.code.value
    if type(message) not in _KINDS:
        raise WrongError(f"no message came of {data.hex()}")
    if random.random() * _AGAIN < 1 and unpack(pack(message)[HEADER:]) != message:
        raise WrongError(f"it is another one when packed again: {data.hex()}")
    return "message"


def _through(random: Random, stream: list[bytes]) -> None:
    """Send frames over a connection, with lengths that may lie, in pieces of any size."""
    role = random.choice(list(Role))
    connection = _opened(role)
    data = b"".join(len(one).to_bytes(HEADER, "big") + one for one in stream)
    if random.random() < 0.1:
        data = mutated(random, data, data)
    while data:
        piece = 1 + int(random.random() * 2000)
        connection.receive_data(data[:piece])
        data = data[piece:]
        try:
            while connection.next_message() is not None:
                pass
        except RemoteProtocolError:
            if connection.next_message() is not None:
                raise WrongError("a broken connection goes on") from None
            connection = _opened(role)
        except Exception as error:
            raise WrongError(f"{type(error).__name__} in a stream") from error


def _opened(role: Role) -> Connection:
    """Return a connection that has been greeted."""
    connection = Connection(role, Limits())
    hello: ClientMessage = Hello(protocols=[1], name="Ann")
    welcome: ServerMessage = Welcome(protocol=1, server="fuzz", name="Ann", limits={})
    if role is Role.CLIENT:
        connection.send(hello)
        connection.receive_data(pack(welcome))
        connection.next_message()
    else:
        connection.receive_data(pack(hello))
        connection.next_message()
        connection.send(welcome)
    return connection
