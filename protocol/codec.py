"""Bytes to messages and back: one frame is a length and one msgpack map.

A frame is decoded and checked in one step. What cannot be a message of this protocol is a
RemoteProtocolError (the peer's framing is broken, close) or an Invalid (one bad message,
refuse it and go on).
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, TypeVar, get_args

from msgspec import MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, Encoder

from haydes.protocol.codes import Close, Refusal
from haydes.protocol.messages import ClientMessage, Ref, ServerMessage
from haydes.protocol.text import safe
from haydes.protocol.tree import Tree

HEADER = 4  # bytes of a frame's length, big-endian
_SENTENCE = 200  # characters of a decoder's complaint that are passed on

Buffer: TypeAlias = bytes | bytearray | memoryview
T = TypeVar("T")


class RemoteProtocolError(Exception):
    """The peer broke the protocol beyond repair; say `bye` with `code` and close."""

    def __init__(self, code: Close, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Invalid:
    """A frame that is no valid message: to be answered by `refused`."""

    ref: int
    code: Refusal
    text: str


class Packed(Struct, frozen=True):
    """A message that is packed already, so that it is packed once for all who get it."""

    kind: type[ServerMessage]
    frame: bytes

    def __repr__(self) -> str:
        return f"Packed({self.kind.__name__})"  # the rest may be secret


class _Head(Struct):
    type: Raw = Raw()
    ref: Raw = Raw()


_encoder = Encoder()
_head = Decoder(_Head)
_text = Decoder(str)
_ref = Decoder(Ref)
_CLIENT_TYPES = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ClientMessage))
_SERVER_TYPES = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ServerMessage))


# A decoder takes 10 ms to build, and a program needs one of the two.
@cache
def _of_client() -> Decoder[ClientMessage]:
    return Decoder(ClientMessage)


@cache
def _of_server() -> Decoder[ServerMessage]:
    return Decoder(ServerMessage)


def pack(message: ClientMessage | ServerMessage) -> bytes:
    """Return the frame of a message."""
    payload = _encoder.encode(message)
    return len(payload).to_bytes(HEADER, "big") + payload


def prepack(message: ServerMessage) -> Packed:
    """Pack a message that several connections will get."""
    return Packed(type(message), pack(message))


def weight(*trees: Tree) -> int:
    """Return how many bytes trees take in a message."""
    return sum(len(_encoder.encode(tree)) for tree in trees)


def unpack_client(payload: Buffer) -> ClientMessage | Invalid:
    """Return a client's message; raise RemoteProtocolError if it is not one msgpack map."""
    try:
        return _of_client().decode(payload)
    except (MsgspecError, RecursionError) as error:
        kind, ref = _head_of(payload)
        if kind not in _CLIENT_TYPES:
            return Invalid(ref, Refusal.UNKNOWN_TYPE, "no request has this type")
        return Invalid(ref, Refusal.MALFORMED, f"{kind}: {_complaint(error)}")


def unpack_server(payload: Buffer) -> ServerMessage | None:
    """Return a server's message, or None for one of a type that is not known here."""
    try:
        return _of_server().decode(payload)
    except (MsgspecError, RecursionError) as error:
        kind, _ = _head_of(payload)
        if kind not in _SERVER_TYPES:
            return None
        raise RemoteProtocolError(Close.BAD_FRAME, f"{kind}: {_complaint(error)}") from None


def _head_of(payload: Buffer) -> tuple[str, int]:
    """Return type and ref of a frame as far as they can be read, else "" and 0."""
    try:
        head = _head.decode(payload)
    except (MsgspecError, RecursionError) as error:
        sentence = f"a frame is one msgpack map: {_complaint(error)}"
        raise RemoteProtocolError(Close.BAD_FRAME, sentence) from None
    return _read(_text, head.type, ""), _read(_ref, head.ref, 0)


def _read(decoder: Decoder[T], raw: Raw, default: T) -> T:
    try:
        return decoder.decode(raw)
    except MsgspecError:
        return default


def _complaint(error: Exception) -> str:
    return safe(str(error)[:_SENTENCE])
