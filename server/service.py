"""The shell that waits: listeners, a task for each connection, a ticker, the bots' thread."""

import math
import socket
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import trio

from haydes.engine.game import Game
from haydes.protocol.codes import Close
from haydes.server.accept import Spare, accept, turn_away
from haydes.server.adviser import Consultation
from haydes.server.bots import Thought
from haydes.server.chain import Kept
from haydes.server.core import Core
from haydes.server.door import Door, source_of
from haydes.server.ears import Ears
from haydes.server.house import House
from haydes.server.journal import Journal
from haydes.server.line import Line
from haydes.server.log import log_failure
from haydes.server.means import Means
from haydes.server.nature import NATURE, Nature
from haydes.server.outbox import Outbox, Parcel
from haydes.server.partings import Partings
from haydes.server.session import Place, Session
from haydes.server.tables import Tables
from haydes.server.tls import GREETING, Tls, TlsTransport
from haydes.server.transport import SocketTransport, Transport
from haydes.server.turns import AT_ONCE, Turns
from haydes.server.watch import Watch

_TICK = 0.2  # seconds; the lobby is told at most so often
_DRAIN = 1.0  # seconds between the warning and the goodbye
_LINGER = 2.0  # seconds that a peer may take to read our last words
_LINGER_STRANGER = 0.2  # the same for who has not said hello: a crowd must not fill the house
_COLLAPSE = 10.0  # seconds in which a spectator's backlog is dropped for a snapshot once


@dataclass(slots=True)
class _Peer:
    line: Line
    reading: trio.CancelScope = field(default_factory=trio.CancelScope)
    collapsed: float = -math.inf  # when its backlog was dropped for a snapshot


class Service:
    """A running server."""

    def __init__(  # noqa: PLR0913 - the last one is for simulations
        self,
        games: Mapping[str, Game],
        door: Door,
        journal: Journal,
        *,
        name: str,
        bot_pause: float,
        nature: Nature = NATURE,
    ) -> None:
        outbox = Outbox(journal, self._deliver)
        means = Means(door.limits, outbox, self._think, nature.chance, nature.date, nature.secret)
        self._aside = nature.aside
        self._tables = Tables(games, means)
        self.house = House(self._tables, means, door, name=name)
        self._core = Core(self.house)
        self._limits = door.limits
        self._bot_pause = bot_pause
        self._ears = Ears()
        self._turns = Turns(self._tell)
        self._tls: Tls | None = None
        self._one_bot = trio.CapacityLimiter(1)  # two would only wait for each other
        self._peers: dict[Session, _Peer] = {}
        self._slow: dict[Session, None] = {}
        self._partings = Partings()
        self._watch = Watch()
        self._stop = trio.Event()
        self._empty = trio.Event()  # set when all connections are gone after the stop
        self._nursery: trio.Nursery  # while it runs

    def restore(self, kept: Iterable[Kept]) -> None:
        """Take in the tables that a journal has kept; before `run`."""
        self._tables.restore(kept, self._watch.now())

    async def run(
        self,
        listeners: Sequence[socket.socket],
        tls: Tls | None = None,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve until `stop`, then say goodbye and return. Without `tls` all is plain."""
        self._tls = tls
        async with trio.open_nursery() as self._nursery:
            for listener in listeners:
                self._nursery.start_soon(self._listen, listener)
            self._nursery.start_soon(self._ears.run)
            self._nursery.start_soon(self._turns.run)
            self._nursery.start_soon(self._tick)
            task_status.started()
            await self._stop.wait()
            for listener in listeners:
                trio.lowlevel.notify_closing(listener)
                listener.close()
            self._core.drain()
            if self._peers:
                with trio.move_on_after(_DRAIN):
                    await self._empty.wait()
            self._core.shut_down()
            if self._peers:
                with trio.move_on_after(_LINGER):
                    await self._empty.wait()
            self._nursery.cancel_scope.cancel()

    def stop(self) -> None:
        """Say goodbye to everybody and end."""
        self._stop.set()

    def remove(self, table: str) -> bool:
        """Close a table, or give up one that is kept but not served; False if there is none."""
        now, closed = self._watch.now(), self._tables.get(table)
        if closed:
            closed.publish(now)  # which may have something to journal, for the last time
        removed = self._tables.remove(table)
        if closed:
            closed.publish(now)
        self.house.outbox.release()
        return removed

    @property
    def waiting(self) -> int:
        """How many bytes wait for peers that read slowly."""
        return sum(peer.line.waiting for peer in self._peers.values())

    def connect(self, transport: Transport, source: str) -> Close | None:
        """Serve a new connection, or return why not."""
        session = self._core.connect(source, self._watch.now())
        if isinstance(session, Close):
            return session
        line = Line(transport, self._nursery.start_soon, self._limits.stuck_seconds)
        self._peers[session] = _Peer(line)
        self._nursery.start_soon(self._serve, session, transport)
        return None

    async def _listen(self, listener: socket.socket) -> None:
        with Spare() as spare:
            await accept(listener, self._welcome, spare)

    def _welcome(self, sock: socket.socket, address: str) -> None:
        source = source_of(address)
        with _contained("letting in failed", source=source):
            closed = self.connect(SocketTransport(sock), source)
            if closed:
                self._partings.turned_away(closed, source)
                turn_away(sock, closed)

    async def _serve(self, session: Session, transport: Transport) -> None:
        peer = self._peers[session]
        try:
            with peer.reading:
                await self._read(session, transport)
            await peer.line.finish(_LINGER if session.name else _LINGER_STRANGER)
        finally:
            peer.line.close()
            del self._peers[session]
            with _contained(
                "disconnecting failed", connection=session.number, source=session.source
            ):
                self._core.disconnect(session, self._watch.now())
            if self._stop.is_set() and not self._peers:
                self._empty.set()

    async def _read(self, session: Session, transport: Transport) -> None:
        try:
            data = await transport.receive()
            if self._tls and data.startswith(GREETING):
                transport = TlsTransport(transport, self._tls.context, data)
                self._peers[session].line.change(transport)
                data = await transport.receive()
            elif self._tls and self._tls.only and data:
                self._core.part(session, Close.TLS_ONLY, self._watch.now())
                return

            def take(data: bytes) -> None:
                self._core.receive(session, data, self._watch.now())

            if data:
                take(data)
                await transport.receive_all(take, self._ears)
        except Exception as error:  # noqa: BLE001 - whatever it is, only this connection ends
            log_failure(
                "connection failed", error, connection=session.number, source=session.source
            )
            self._core.fail(session, self._watch.now())

    async def _tick(self) -> None:
        while True:
            await trio.sleep(_TICK)
            with _contained("tick failed"):
                self._relieve()
                self._core.tick(self._watch.now())
                self._partings.report(self._watch.now())

    def _think(self, thought: Thought) -> None:
        self._nursery.start_soon(self._ask, thought)

    async def _ask(self, thought: Thought) -> None:
        asked = trio.current_time()
        action = None
        with _contained("bot failed", table=thought.table, seat=thought.seat):
            action = await self._aside(thought.choose, self._one_bot)
        if not isinstance(thought, Consultation):
            await trio.sleep_until(asked + self._bot_pause)
        with _contained("bot's act failed", table=thought.table, seat=thought.seat):
            self._core.bot_acts(thought, action, self._watch.now())

    def _deliver(self, parcels: Mapping[Session, Parcel]) -> None:
        """Tell those who play, at once; if there is a crowd of others, those in turn."""
        crowd = len(parcels) > AT_ONCE
        later: dict[Session, Parcel] = {}
        for session, parcel in parcels.items():
            if session in self._turns or (crowd and session.seat is None):
                later[session] = parcel
            else:
                self._tell(session, parcel)
        if later:
            self._turns.add(later)

    def _tell(self, session: Session, parcel: Parcel) -> None:
        peer = self._peers.get(session)
        if peer is None:
            return
        line, data = peer.line, parcel.data
        if line.waiting and line.waiting + len(data) > self._backlog(session):
            self._slow[session] = None
            if line.waiting > self._limits.seat_backlog + self._limits.server_frame:
                line.close()  # what it asked for may be much before the next tick
        if not (parcel.droppable and session in self._slow):
            line.send(data, droppable=parcel.droppable)
        if parcel.bye:
            self._partings.parted(session, parcel.bye)
            peer.reading.cancel()

    def _backlog(self, session: Session) -> int:
        watching = session.place is Place.WATCHING
        return self._limits.spectator_backlog if watching else self._limits.seat_backlog

    def _relieve(self) -> None:
        """Deal with those who read too slowly: a snapshot for a spectator, else goodbye."""
        slow, self._slow = self._slow, {}
        now = self._watch.now()
        for session in slow:
            peer = self._peers.get(session)
            if peer and session.place is Place.WATCHING and now - peer.collapsed >= _COLLAPSE:
                peer.line.collapse()
                peer.collapsed = now
                self._core.refresh(session, now)
            elif peer:
                self._core.part(session, Close.SLOW, now)


@contextmanager
def _contained(event: str, **facts: str | int) -> Generator[None]:
    """Log a failure that must not end the server."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is, the others play on
        log_failure(event, error, **facts)
