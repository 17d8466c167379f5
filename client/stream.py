"""One connection to the server, from hello to its end.

Pings are answered at once; own pings measure the way there and back, and tell a connection
that is only slow from one that is dead.
"""

import asyncio
from collections.abc import Callable
from typing import NoReturn

from haydes.client.pipe import Pipe
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

WELCOME_SECONDS = 5.0  # to the answer to hello
PING_SECONDS = 5.0
SLOW_SECONDS = 2.0  # without an answer to a ping
DEAD_SECONDS = 25.0  # without any frame


class LostError(Exception):
    """The connection is gone; the sentence says why."""


class HopelessError(Exception):
    """There is no server to speak with, and trying again will not make one."""


class GoodbyeError(Exception):
    """The server said goodbye."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.text)
        self.bye = bye


class Stream:
    """An open connection; `run` is its life.

    `hear` gets every message but pings, pongs and goodbyes. `pulse` gets the seconds to the
    server and back, or None when an answer is overdue.
    """

    def __init__(
        self,
        pipe: Pipe,
        hear: Callable[[ServerMessage], None],
        pulse: Callable[[float | None], None],
    ) -> None:
        self._pipe = pipe
        self._hear = hear
        self._pulse = pulse
        self._connection = Connection(Role.CLIENT, Limits())
        self._welcomed = asyncio.Event()
        self._heard_at = 0.0
        self._pinged_at: dict[int, float] = {}

    def send(self, message: ClientMessage) -> None:
        self._pipe.write(self._connection.send(message))

    async def run(self, hello: Hello) -> NoReturn:
        """Say hello and listen until it ends.

        Raises GoodbyeError, or LostError, OSError, TimeoutError or RemoteProtocolError.
        """
        beat = asyncio.create_task(self._beat())
        try:
            self.send(hello)
            async with asyncio.timeout(WELCOME_SECONDS):
                while not self._welcomed.is_set():
                    await self._read()
            while True:
                await self._read()
        finally:
            beat.cancel()
            self._pipe.close()

    async def _read(self) -> None:
        data = await self._pipe.read()
        if not data:
            raise LostError("the server closed the connection")
        self._heard_at = asyncio.get_running_loop().time()
        self._connection.receive_data(data)
        while message := self._connection.next_message():
            match message:
                case Ping(ref=ref):
                    self.send(Pong(ref=ref))
                case Pong(ref=ref):
                    if at := self._pinged_at.pop(ref, None):
                        self._pulse(self._heard_at - at)
                case Bye():
                    raise GoodbyeError(message)
                case _:
                    if isinstance(message, Welcome):
                        self._welcomed.set()
                    # a connection in the client's role yields what servers send
                    self._hear(message)  # type: ignore[arg-type]

    async def _beat(self) -> None:
        """Ping now and then, and give up a connection that has been silent for too long."""
        clock = asyncio.get_running_loop().time
        await self._welcomed.wait()
        ref = 0
        while clock() - self._heard_at <= DEAD_SECONDS:
            ref += 1
            self._pinged_at[ref] = clock()
            self.send(Ping(ref=ref))
            await asyncio.sleep(SLOW_SECONDS)
            if ref in self._pinged_at:
                self._pulse(None)
            await asyncio.sleep(PING_SECONDS - SLOW_SECONDS)
        self._pipe.abort()
