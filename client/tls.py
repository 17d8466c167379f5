"""The client's end of TLS, over a pipe. Whom it speaks with is for the caller to judge."""

import ssl
from contextlib import suppress

from haydes.client.pipe import CHUNK, Pipe
from haydes.client.stream import LostError
from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Bye
from haydes.protocol.pin import pin_of

FRAME = b"\x00"  # the first byte of a plain frame; no record of TLS begins so


class TlsError(LostError):
    """No TLS connection comes about, or it has been tampered with."""


class PlainError(Exception):
    """The server answered in a plain frame."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.text)
        self.bye = bye


class TlsPipe:
    """A pipe that is secret from `shake` on."""

    def __init__(self, under: Pipe) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.check_hostname = False  # a server is known by its key, not by who vouches for it
        context.verify_mode = ssl.CERT_NONE
        self._under = under
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out)

    async def shake(self) -> str:
        """Shake hands and return the pin of the server's key.

        Raises TlsError, PlainError, OSError, or RemoteProtocolError if neither TLS nor a frame
        comes.
        """
        answered = False
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                self._flush()
            except ssl.SSLError as problem:
                raise _broken(problem) from None
            else:
                self._flush()
                return self._pin()
            data = await self._under.read()
            if not answered and data.startswith(FRAME):
                raise PlainError(await self._plain(data))
            answered = True
            self._in.write(data) if data else self._in.write_eof()

    async def read(self) -> bytes:
        pieces: list[bytes] = []
        while not pieces:
            try:
                while piece := self._tls.read(CHUNK):
                    pieces.append(piece)
                break
            except ssl.SSLWantReadError:
                self._flush()
            except ssl.SSLEOFError:  # the stream has ended without a word
                break
            except ssl.SSLError as problem:
                raise _broken(problem) from None
            if not pieces:
                data = await self._under.read()
                self._in.write(data) if data else self._in.write_eof()
        return b"".join(pieces)

    def write(self, data: bytes) -> None:
        self._tls.write(data)
        self._flush()

    def close(self) -> None:
        with suppress(ssl.SSLError):
            self._tls.unwrap()  # writes that this is the end, then asks for the server's
        self._flush()
        self._under.close()

    def abort(self) -> None:
        self._under.abort()

    def _flush(self) -> None:
        if data := self._out.read():
            self._under.write(data)

    async def _plain(self, data: bytes) -> Bye:
        """Return the goodbye of a server that speaks without TLS."""
        connection = Connection(Role.CLIENT, Limits())
        while data:
            connection.receive_data(data)
            message = connection.next_message()
            if isinstance(message, Bye):
                return message
            data = await self._under.read()
        raise TlsError("the server closed the connection before TLS stood")

    def _pin(self) -> str:
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415 - large, and
            Encoding,  # not needed for a server on this machine
            PublicFormat,
        )
        from cryptography.x509 import load_der_x509_certificate  # noqa: PLC0415

        certificate = self._tls.getpeercert(binary_form=True)
        try:
            key = load_der_x509_certificate(certificate or b"").public_key()
            return pin_of(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
        except ValueError:
            raise TlsError("the server's certificate cannot be read") from None


def _broken(problem: ssl.SSLError) -> TlsError:
    return TlsError(
        f"TLS failed: {(problem.reason or 'no reason given').lower().replace('_', ' ')}"
    )
