"""Frames on a blocking socket, each wait with a deadline, and what every message must heed."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias, cast

import msgspec

from haydes.client.kit.conformance.case import FailedError, expect
from haydes.protocol.codec import RemoteProtocolError
from haydes.protocol.deflate import MARK, inflate
from haydes.protocol.limits import DEPTH, ELEMENTS, LARGEST

Message: TypeAlias = dict[str, Any]  # Any: whatever a foreign program has sent

_HEADER = 4
_PATCHES = frozenset({"update", "lobby_update"})


class EndError(Exception):
    """The stream has ended."""


class SilenceError(FailedError):
    """Nothing came in time."""


def payload(message: object) -> bytes:
    return msgspec.msgpack.encode(message)


def framed(content: bytes) -> bytes:
    """Return a frame around whatever bytes."""
    return len(content).to_bytes(_HEADER, "big") + content


def frame(kind: str, **fields: object) -> bytes:
    return framed(payload({"type": kind, **fields}))


class Wire:
    """One byte stream, as frames."""

    def __init__(
        self,
        sock: socket.socket,
        patience: float,
        largest: int,
        checked: Callable[[bytes], Message] | None = None,
    ) -> None:
        """`checked` reads a payload; None: as a message of a server."""
        self._read = checked or _checked
        self._sock = sock
        self._patience = patience
        self._largest = largest  # bytes of a frame from the peer
        self.dictionary = b""  # of deflated updates, if they were asked for
        self.deflated = 0  # how many have come
        self._buffer = bytearray()

    def write(self, data: bytes) -> None:
        """Send bytes; a peer that has closed takes none, which `read` will tell."""
        self._sock.settimeout(self._patience)
        try:
            self._sock.sendall(data)
        except TimeoutError:
            raise FailedError(
                f"the peer has not read what was sent for {self._patience:g} s"
            ) from None
        except OSError:
            pass

    def read(self, patience: float | None = None) -> Message:
        """Return the next message; EndError at the end, SilenceError if nothing comes in time."""
        deadline = time.monotonic() + (self._patience if patience is None else patience)
        while True:
            content = self._next()
            if content is not None:
                return self._read(self._inflated(content))
            left = deadline - time.monotonic()
            if left <= 0:
                raise SilenceError("nothing came in time")
            self._sock.settimeout(left)
            try:
                data = self._sock.recv(1 << 16)
            except TimeoutError:
                continue
            except OSError:
                data = b""
            if not data:
                expect(not self._buffer, "the stream ended within a frame")
                raise EndError
            self._buffer += data

    def shut(self) -> None:
        """End our half of the stream; the peer's half can still be read."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._sock.close()

    def _inflated(self, content: bytes) -> bytes:
        if not (self.dictionary and content.startswith(MARK)):
            return content
        self.deflated += 1
        try:
            return inflate(content, self.dictionary, self._largest)
        except RemoteProtocolError as error:
            raise FailedError(f"DEFLATE-2: {error}") from None

    def _next(self) -> bytes | None:
        if len(self._buffer) < _HEADER:
            return None
        length = int.from_bytes(self._buffer[:_HEADER], "big")
        expect(length, "FRAME-1: a frame of no bytes came")
        expect(length <= self._largest, f"FRAME-4: a frame of {length} bytes came")
        end = _HEADER + length
        if len(self._buffer) < end:
            return None
        content = bytes(self._buffer[_HEADER:end])
        del self._buffer[:end]
        return content


def _checked(content: bytes) -> Message:
    """Return the message of a frame, which must be a valid one as far as section 3 goes."""
    try:
        tree: object = msgspec.msgpack.decode(content)
    except msgspec.MsgspecError as error:
        raise FailedError(f"FRAME-2: what came is not one msgpack value: {error}") from None
    if not isinstance(tree, dict):
        raise FailedError("FRAME-2: what came is not a map")
    message = cast("Message", tree)
    expect(isinstance(message.get("type"), str), "FRAME-3: a message without a type came")
    _check(message, 1, nil=message["type"] in _PATCHES)
    return message


def _check(value: object, depth: int, *, nil: bool) -> None:
    if value is None:
        expect(nil, "TYPE-1: nil came outside of a patch")
    elif isinstance(value, dict):
        for key, item in cast("dict[object, object]", value).items():
            expect(isinstance(key, str), "TYPE-2: a key that is no string came")
            _check(item, depth + 1, nil=nil)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            _check(item, depth + 1, nil=False)
    elif isinstance(value, int):
        expect(abs(value) <= LARGEST, "an integer beyond the largest came")
    else:
        expect(isinstance(value, str), f"TYPE-1: a {type(value).__name__} came")
    if isinstance(value, dict | list):
        expect(depth <= DEPTH, "TYPE-5: maps and lists are nested too deep")
        expect(len(cast("list[object]", value)) <= ELEMENTS, "TYPE-5: too many entries came")
