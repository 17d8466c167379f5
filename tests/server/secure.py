"""The client's end of TLS over a transport, and an identity for the server."""

import ssl
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_der_x509_certificate

from haydes.protocol.pin import pin_of
from haydes.server.identity import Identity, own
from haydes.server.transport import Transport

CHUNK = 64 * 1024


@cache
def identity() -> Identity:
    with TemporaryDirectory() as folder:
        return own(Path(folder))


def credulous() -> ssl.SSLContext:
    """Return a client's context that takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Secure(Transport):
    """A transport over another one; small amounts are sent at once."""

    def __init__(self, inner: Transport, context: ssl.SSLContext | None = None) -> None:
        self.inner = inner
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = (context or credulous()).wrap_bio(self._in, self._out)
        self._early = b""  # to be sent when hands are shaken
        self._shaken = False

    def try_send(self, data: bytes | memoryview) -> int:
        if self._shaken:
            self.tls.write(data)
            self.flush()
        else:
            self._early += bytes(data)
        return len(data)

    async def receive(self) -> bytes:
        """Return what comes; nothing if the stream ends, whether as it should or not."""
        while True:
            try:
                if not self._shaken:
                    self.tls.do_handshake()
                    self._shaken = True
                    if self._early:
                        self.tls.write(self._early)
                self.flush()
                return self.tls.read(CHUNK)
            except ssl.SSLWantReadError:
                self.flush()
            if data := await self.inner.receive():
                self._in.write(data)
            else:
                self._in.write_eof()
                return b""

    def flush(self) -> None:
        if data := self._out.read():
            assert self.inner.try_send(data) == len(data)

    @property
    def pin(self) -> str:
        """Return the pin of the server's key."""
        certificate = self.tls.getpeercert(binary_form=True)
        assert certificate
        key = load_der_x509_certificate(certificate).public_key()
        return pin_of(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))

    async def wait_writable(self) -> None:
        await self.inner.wait_writable()

    def end_writing(self) -> None:
        self.inner.end_writing()

    def close(self) -> None:
        self.inner.close()
