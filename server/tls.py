"""TLS over a transport, behind the same face.

Law: a record is encrypted once and goes out whole. Until it has, its last byte counts as not
sent, so that whoever sends comes back, and never drops what has been begun.
"""

import ssl
from contextlib import suppress
from dataclasses import dataclass

from haydes.server.ears import Ears, Take
from haydes.server.transport import Transport

GREETING = b"\x16"  # the first byte of a TLS connection; that of a plain one is 0
_CHUNK = 64 * 1024
_RECORD = 16 * 1024  # bytes that TLS encrypts at a time, at most
_MOST_OWED = 64 * 1024  # bytes; who makes us write so much and does not read is cut


class _OverError(Exception):
    """Nothing more comes out of TLS."""


@dataclass(frozen=True, slots=True)
class Tls:
    """How a server speaks TLS."""

    context: ssl.SSLContext
    only: bool = False  # plain connections are turned away


class TlsTransport:
    """The server's end of a TLS connection."""

    def __init__(self, inner: Transport, context: ssl.SSLContext, received: bytes) -> None:
        """Go on where `inner` has received the beginning of the peer's greeting."""
        self._inner = inner
        self._in = ssl.MemoryBIO()
        self._out = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self._in.write(received)
        self._shaken = False  # hands: what is sent from now on is secret
        self._owed = b""  # encrypted, and not taken by `inner` yet
        self._held = False  # a byte counts as not sent because of what is owed
        self._over = False  # nothing more comes out of TLS
        self._ended = False  # we have said our last word

    def try_send(self, data: bytes | memoryview) -> int:
        if not self._shaken:
            raise ConnectionError("nothing can be said before TLS stands")
        sent = 0
        if self._held:
            if not self._flush():
                return 0
            self._held, sent = False, 1
        while sent < len(data):
            piece = data[sent : sent + _RECORD]
            self._tls.write(piece)
            sent += len(piece)
            if not self._flush():
                self._held = True
                return sent - 1
        return sent

    async def wait_writable(self) -> None:
        await self._inner.wait_writable()

    async def receive(self) -> bytes:
        """Wait for bytes; after `end_writing` whatever comes, only to be thrown away."""
        while not self._over and not self._ended:
            if data := self._go_on():
                return data
            if not self._over:
                more = await self._inner.receive()
                self._over = not more
                self._in.write(more)
        return await self._inner.receive() if self._ended else b""

    async def receive_all(self, take: Take, ears: Ears) -> None:
        def decrypt(more: bytes) -> None:
            self._in.write(more)
            if data := self._go_on():
                take(data)
            if self._over:
                raise _OverError

        if not self._over:
            with suppress(_OverError):
                await self._inner.receive_all(decrypt, ears)

    def end_writing(self) -> None:
        with suppress(OSError, ValueError):
            if self._shaken and not self._ended:
                self._tls.unwrap()  # writes that this is the end, then asks for the peer's
        with suppress(OSError):
            self._flush()
        self._ended = True
        self._inner.end_writing()

    def close(self) -> None:
        self._over = True
        self._inner.close()

    def _go_on(self) -> bytes:
        """Take what has come as far as it goes, and answer it; return what is in it."""
        data = self._read()
        if not self._answer():
            self._over = True
        return data

    def _read(self) -> bytes:
        """Return everything that has come whole, as far as it is what the peer has sent."""
        pieces: list[bytes] = []
        try:
            if not self._shaken:
                self._tls.do_handshake()
                self._shaken = True
            while piece := self._tls.read(_CHUNK):
                pieces.append(piece)
            self._over = True  # the peer has said that this is the end
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError:
            self._over = True
        return b"".join(pieces)

    def _answer(self) -> bool:
        """Send what TLS itself has to say; False: the peer does not take it."""
        if self._held:
            self._owed += self._out.read()
            return len(self._owed) <= _MOST_OWED
        try:
            return self._flush()
        except OSError:
            return False

    def _flush(self) -> bool:
        self._owed += self._out.read()
        if self._owed:
            self._owed = self._owed[self._inner.try_send(self._owed) :]
        return not self._owed
