"""Bytes to the server and back, over plain TCP; TLS has the same face."""

import asyncio
from typing import Protocol

from haydes.client.options import Address

CHUNK = 64 * 1024
MOST_UNREAD = 1024 * 1024  # bytes; a server that leaves so much waiting is not worth it


class Pipe(Protocol):
    """An open connection."""

    async def read(self) -> bytes:
        """Wait for bytes and return them; none: no more will come. Raises OSError."""
        ...

    def write(self, data: bytes) -> None:
        """Send, now or later."""
        ...

    def close(self) -> None:
        """Close after what was written has gone."""
        ...

    def abort(self) -> None:
        """Close at once; who reads hears the end."""
        ...


class Plain:
    """A TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @property
    def peer(self) -> str:
        """The numeric address at the other end."""
        return str(self._writer.get_extra_info("peername")[0])

    async def read(self) -> bytes:
        return await self._reader.read(CHUNK)

    def write(self, data: bytes) -> None:
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self.abort()

    def close(self) -> None:
        self._writer.close()

    def abort(self) -> None:
        self._writer.transport.abort()


async def dial(address: Address) -> Plain:
    """Open a TCP connection; raises OSError."""
    return Plain(*await asyncio.open_connection(address.host, address.port))
