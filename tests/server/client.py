"""A client in Trio for tests of the running server, over any transport."""

import socket
from typing import Any, TypeVar, cast

from tests.server.secure import Secure

from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    Bye,
    ClientMessage,
    Described,
    Done,
    Hello,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    Update,
)
from haydes.protocol.tree import Tree, merge
from haydes.server.transport import SocketTransport, Transport

M = TypeVar("M")


class Client:
    """One connection to a server."""

    def __init__(self, sock: socket.socket, *, tls: bool = False) -> None:
        plain = SocketTransport(sock)
        self.transport: Transport = Secure(plain) if tls else plain
        self.connection = Connection(Role.CLIENT, Limits())
        self.table: Tree = {}
        self.game: Tree = {}
        self.you: Tree = {}
        self.seq: int = 0
        self.ply: int = 0

    def send(self, message: ClientMessage) -> None:
        self.write(self.connection.send(message))

    def write(self, data: bytes) -> None:
        """Send bytes that the kernel is sure to take."""
        assert self.transport.try_send(data) == len(data)

    async def hear(self) -> object:
        """Return the next message that is no ping; None at the end of the stream."""
        while True:
            message = self.connection.next_message()
            if isinstance(message, Ping):
                self.send(Pong())
            elif message is not None:
                self._look(message)
                return message
            else:
                data = await self.transport.receive()
                if not data:
                    return None
                self.connection.receive_data(data)

    async def until(self, kind: type[M]) -> M:
        """Return the next message of a kind, passing over others."""
        while (message := await self.hear()) is not None:
            if isinstance(message, kind):
                return message
        raise EOFError(f"the server has ended before a {kind.__name__}")

    async def greet(self, name: str, token: str = "") -> None:
        self.send(Hello(protocols=[1], name=name or "Somebody", token=token))
        assert not isinstance(await self.hear(), Bye)

    async def do(self, request: Request) -> Done:
        """Make a request that is carried out."""
        self.send(request)
        while (message := await self.hear()) is not None:
            assert not isinstance(message, Refused), message
            if isinstance(message, Done) and message.ref == request.ref:
                return message
        raise EOFError("the server has ended before its answer")

    @property
    def choices(self) -> list[dict[str, Any]]:
        return cast(list[dict[str, Any]], self.you["choices"])

    def first_act(self, ref: int) -> Act:
        """Return the first thing that the first group of choices offers."""
        group = self.choices[0]
        action: Described = {k: v[0] if isinstance(v, list) else v for k, v in group.items()}
        return Act(ref=ref, prompt=int(str(self.you["prompt"])), action=action)

    async def end(self) -> Bye:
        """Return the bye that ends the stream."""
        bye = await self.until(Bye)
        assert await self.hear() is None
        return bye

    def close(self) -> None:
        self.transport.close()

    def _look(self, message: object) -> None:
        if isinstance(message, Snapshot):
            self.seq, self.ply = message.seq, message.ply
            self.table, self.game, self.you = message.table, message.game, message.you
        elif isinstance(message, Update):
            assert message.seq == self.seq + 1, "an update is missing"
            self.seq, self.ply = message.seq, message.ply
            self.table = merge(self.table, message.table)
            self.game = merge(self.game, message.game)
            self.you = merge(self.you, message.you)
