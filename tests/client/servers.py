"""A server that does what a test tells it, over real sockets on the loopback."""

import asyncio
from ssl import SSLContext
from types import TracebackType
from typing import Self

from haydes.client.options import Address
from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Bye,
    ClientMessage,
    Hello,
    Ping,
    Pong,
    ServerMessage,
    Welcome,
)


class Peer:
    """One connection as the server sees it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._connection = Connection(Role.SERVER, Limits())

    def say(self, *messages: ServerMessage) -> None:
        self._writer.write(b"".join(self._connection.send(message) for message in messages))

    async def hear(self, *, pings: bool = False) -> ClientMessage | None:
        """Return the next message, None at the end; pings are answered unless asked for."""
        while True:
            message = self._connection.next_message()
            if message is None:
                data = await self._reader.read(4096)
                if not data:
                    return None
                self._connection.receive_data(data)
            elif isinstance(message, Ping) and not pings:
                self.say(Pong(ref=message.ref))
            else:
                assert not isinstance(message, Welcome)
                return message  # type: ignore[return-value]  # a server hears what clients say

    async def greet(self, table: str = "", refused: str = "") -> Hello:
        """Answer the hello."""
        hello = await self.hear()
        assert isinstance(hello, Hello)
        limits = Limits().tree()
        self.say(
            Welcome(
                protocol=1,
                server="fake",
                name=hello.name,
                limits=limits,
                table=table,
                refused=refused,
                features=hello.features,
            )
        )
        return hello

    async def turn_away(self, bye: Bye) -> None:
        await self.hear()
        self.say(bye)

    def babble(self, data: bytes) -> None:
        self._writer.write(data)

    def drop(self) -> None:
        self._writer.close()


class FakeServer:
    """Accepts connections one by one."""

    def __init__(self, context: SSLContext | None = None) -> None:
        """With a `context` it speaks TLS only."""
        self._context = context
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._writers: list[asyncio.StreamWriter] = []
        self.accepted = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=self._context)
        host, port = self._server.sockets[0].getsockname()
        self.address = Address(host, port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()
        await self._server.wait_closed()

    async def accept(self) -> Peer:
        return await self._peers.get()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self._writers.append(writer)
        await self._peers.put(Peer(reader, writer))
