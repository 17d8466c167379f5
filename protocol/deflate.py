"""Updates made small for those who ask for it (SPEC.md, "Deflated updates").

Each frame is deflated on its own (RFC 1951), with a dictionary that the welcome has brought, so
that what goes to many is deflated once.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from haydes.protocol.codec import HEADER, Buffer, RemoteProtocolError
from haydes.protocol.codes import Close

MARK = b"\xc1"  # begins a deflated payload, and no msgpack
DICTIONARY = 8 * 1024  # bytes of a dictionary at most; so far back a deflater looks

_LEVEL = 6
_WINDOW = -13  # raw, two to the 13th
_MEMORY = 5
_ANY_WINDOW = -15


class Deflater:
    """Deflates frames."""

    def __init__(self, dictionary: bytes) -> None:
        self._begun = zlib.compressobj(
            _LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, dictionary
        )
        self._last = b"", b""  # what was deflated last goes to many: as it was, and as it is

    def shrink(self, frame: bytes) -> bytes:
        """Return a frame with its payload deflated."""
        if frame is not self._last[0]:
            self._last = frame, self._shrink(frame)
        return self._last[1]

    def _shrink(self, frame: bytes) -> bytes:
        packer = self._begun.copy()
        payload = b"".join((MARK, packer.compress(memoryview(frame)[HEADER:]), packer.flush()))
        return len(payload).to_bytes(HEADER, "big") + payload


def inflate(payload: Buffer, dictionary: bytes, largest: int) -> bytes:
    """Return a payload as it was, of at most `largest` bytes; RemoteProtocolError if it is not."""
    reader = zlib.decompressobj(_ANY_WINDOW, dictionary)
    try:
        whole = reader.decompress(memoryview(payload)[len(MARK) :], largest + 1)
    except zlib.error:
        raise RemoteProtocolError(Close.BAD_FRAME, "what is deflated here is broken") from None
    if len(whole) > largest:
        raise RemoteProtocolError(Close.TOO_BIG, f"a frame has at most {largest} bytes inflated")
    if not reader.eof or reader.unused_data:
        raise RemoteProtocolError(Close.BAD_FRAME, "what is deflated here has no proper end")
    return whole


def to_text(dictionary: bytes) -> str:
    """Return a dictionary as `welcome` carries it."""
    return urlsafe_b64encode(dictionary).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Return the dictionary of a `welcome`; RemoteProtocolError if it is none."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise RemoteProtocolError(Close.BAD_FRAME, "welcome: the dictionary is broken") from None
