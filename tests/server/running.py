"""A server that runs inside a test, and ways into it."""

import socket
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager

import trio
from tests.engine.toy import PIG
from tests.server.client import Client
from tests.server.world import BANK, GENEROUS, ROLL

from haydes.engine.game import Game
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Act, Update
from haydes.server.door import Door
from haydes.server.journal import VolatileJournal
from haydes.server.service import Service
from haydes.server.tls import Tls
from haydes.server.transport import SocketTransport


class Place:
    """A service that runs, and ways into it."""

    def __init__(self, service: Service, *, tls: bool) -> None:
        self.service = service
        self._tls = tls
        self.stopped = trio.Event()
        self.clients: list[Client] = []

    def visitor(self, buffer: int = 0) -> Client:
        """Connect over a pair of sockets; with a small buffer the server's end is soon full."""
        ours, theirs = socket.socketpair()
        if buffer:
            theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        assert self.service.connect(SocketTransport(theirs), "10.0.0.1") is None
        return self._keep(Client(ours, tls=self._tls))

    def caller(self, listener: socket.socket) -> Client:
        """Connect over TCP."""
        return self._keep(Client(socket.create_connection(listener.getsockname(), timeout=60)))

    async def guest(self, name: str, buffer: int = 0) -> Client:
        client = self.visitor(buffer)
        await client.greet(name)
        return client

    def _keep(self, client: Client) -> Client:
        self.clients.append(client)
        return client


@asynccontextmanager
async def running(
    games: Mapping[str, Game] | None = None,
    limits: Limits = GENEROUS,
    listeners: Sequence[socket.socket] = (),
    *,
    tls: Tls | None = None,
) -> AsyncGenerator[Place]:
    """Run a server; with `tls` visitors use it."""
    service = Service(
        games or {"pig": PIG}, Door(limits), VolatileJournal(), name="test", bot_pause=0.0
    )
    place = Place(service, tls=tls is not None)

    async def run(task_status: trio.TaskStatus[None]) -> None:
        await service.run(listeners, tls, task_status=task_status)
        place.stopped.set()

    async with trio.open_nursery() as nursery:
        await nursery.start(run)
        try:
            yield place
        finally:
            nursery.cancel_scope.cancel()
            for client in place.clients:
                client.close()


async def play(client: Client) -> None:
    """Play to the end of the match."""
    asked = -1
    while client.table["phase"] != "over":
        if client.you["choices"] and client.you["prompt"] != asked:
            asked = int(str(client.you["prompt"]))
            action = BANK if client.game["pot"] else ROLL
            client.send(Act(ref=asked, prompt=asked, action=action))
        await client.until(Update)
