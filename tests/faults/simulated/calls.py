"""Connections of one person: the one that counts, and older ones that the server has not missed."""

import math
from dataclasses import dataclass, field

import trio
from tests.faults.broken import BrokenError
from tests.faults.simulated.link import End, Link

from haydes.protocol.codes import Close
from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Act, Bye, Update
from haydes.server.line import Line

# how an older connection may hear that it is over
_PARTINGS = frozenset({Close.SUPERSEDED, Close.SILENT, Close.SHUTDOWN, Close.RATE, Close.SLOW})


@dataclass(slots=True)
class Call:
    """One connection to the server."""

    number: int
    run: int  # of the server
    link: Link
    line: Line
    scope: trio.CancelScope
    connection: Connection = field(default_factory=lambda: Connection(Role.CLIENT, Limits()))
    heard_at: float = 0.0
    welcomed: bool = False
    goodbye: Bye | None = None
    frames: bytearray = field(default_factory=bytearray)  # heard, and not kept yet

    @property
    def end(self) -> End:
        return self.link.client


class Lurker:
    """An older connection of somebody who has come again over a newer one."""

    def __init__(self, call: Call, name: str, act: Act) -> None:
        self.call = call
        self.act = act  # that is still on its way
        self.replaced_at = 0.0
        self._name = name
        self._seq = math.inf  # of the newer connection's first snapshot
        self._release = trio.Event()

    def replaced(self, seq: float) -> None:
        """Note that the newer connection is in the seat; let go what was held until now."""
        self.replaced_at, self._seq = trio.current_time(), seq
        self._release.set()

    async def listen(self) -> None:
        """Hear what the server still says here."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._let_go)
            call = self.call
            while call.goodbye is None and (data := await call.end.receive()):
                call.connection.receive_data(data)
                while (message := call.connection.next_message()) is not None:
                    if isinstance(message, Bye):
                        call.goodbye = message
                    self._check(message)
            nursery.cancel_scope.cancel()
        call.line.close()

    def check(self) -> None:
        bye = self.call.goodbye
        if self.replaced_at and bye and bye.code not in _PARTINGS:
            raise BrokenError("FENCE", f"the older connection of {self._name} heard {bye.code}")

    async def _let_go(self) -> None:
        await self._release.wait()
        self.call.link.release()

    def _check(self, message: object) -> None:
        if isinstance(message, Update) and message.seq > self._seq:
            raise BrokenError("FENCE", f"{self._name} is told twice what happens")
