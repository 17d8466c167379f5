"""The whole server without I/O: bytes in, held bytes out, time as an argument."""

from typing import TypeAlias, TypeGuard, get_args

from haydes.protocol.codec import Invalid, RemoteProtocolError
from haydes.protocol.codes import CLOSES, Close, Refusal
from haydes.protocol.connection import Message
from haydes.protocol.messages import (
    Bye,
    Hello,
    Notice,
    Ping,
    Pong,
    Refused,
    Request,
)
from haydes.server.adviser import Consultation
from haydes.server.bots import Thought
from haydes.server.greeting import greet
from haydes.server.house import House
from haydes.server.log import log_failure
from haydes.server.refusal import PartingError
from haydes.server.requests import answer
from haydes.server.session import Session
from haydes.server.table import Table

_Answerable: TypeAlias = Request | Ping | Pong | Invalid

# isinstance goes through a union of so many one by one
_ANSWERABLE = frozenset[type](get_args(_Answerable))

_PARKED_TICKS = 25  # between two looks at a parked table
_RETRY_MS = range(500, 3000)  # spread, so that not all come back at once


class Core:
    """What sockets and clock drive. After each call what was held is released."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._limits = house.limits
        self._outbox = house.outbox
        self._connected = 0
        self._ticks = 0

    def connect(self, source: str, now: float) -> Session | Close:
        """Let a connection in, or return why not."""
        closed = self._house.door.turns_away(source, now)
        if closed:
            return closed
        self._connected += 1
        session = Session(self._connected, source, self._limits, now)
        evicted = self._house.door.enter(session)
        if evicted:
            self._part(evicted, Close.FULL, now)
        self._outbox.release()
        return session

    def receive(self, session: Session, data: bytes, now: float) -> None:
        """Take in what a connection has sent."""
        connection = session.connection
        connection.receive_data(data)
        try:
            while (message := connection.next_message()) is not None:
                self._hear(session, message, now)
        except (RemoteProtocolError, PartingError) as error:
            self._house.part(session, error.code, str(error), now)
        self._outbox.release()

    def disconnect(self, session: Session, now: float) -> None:
        """Forget a connection whose stream is closed."""
        self._house.door.leave(session)
        self._house.forget(session, now)
        self._outbox.release()

    def fail(self, session: Session, now: float) -> None:
        """Close a connection because the server has failed it, and the table it has broken."""
        table = self._house.tables.get(session.table)
        if table and table.is_broken:
            self._set_aside(table, now)
        self._part(session, Close.INTERNAL, now)
        self._outbox.release()

    def part(self, session: Session, code: Close, now: float) -> None:
        """Close a connection for how its peer speaks, or how slowly it reads."""
        self._part(session, code, now)
        self._outbox.release()

    def refresh(self, session: Session, now: float) -> None:
        """Send a fresh snapshot to someone who was not told everything."""
        table = self._house.tables[session.table]
        table.audience.refresh(session)
        table.publish(now)
        self._outbox.release()

    def bot_acts(self, thought: Thought, action: int | None, now: float) -> None:
        """Take a bot's answer, to the table or to a person; None: the bot has failed."""
        table = self._house.tables.get(thought.table)
        if table and isinstance(thought, Consultation):
            table.adviser.tell(thought, action)
        elif table:
            table.bot_acts(thought, action)
            table.publish(now)
        self._outbox.release()

    def tick(self, now: float) -> None:
        """Do what is due; to be called a few times a second."""
        for session in self._house.door.overdue(now):
            self._part(session, Close.HELLO_TIMEOUT, now)
        for table in self._house.tables:
            if not table.is_parked or self._ticks % _PARKED_TICKS == 0:
                self._tick_table(table, now)
        self._ticks += 1
        for session in self._house.people:
            self._check_life(session, now)
        for session in list(self._house.people.in_lobby()):
            # who came by token, while someone else had come with the name, has left the table
            if not self._house.people.holds_name(session):
                self._part(session, Close.NAME_TAKEN, now)
        self._house.lobby.tick()
        self._outbox.release()

    def drain(self) -> None:
        """Tell everybody that the end is near, and begin nothing new."""
        self._house.is_closing = True
        notice = Notice(code="closing", text=CLOSES[Close.SHUTDOWN][0])
        for session in self._house.people:
            self._outbox.post(session, notice)
        self._outbox.release()

    def shut_down(self) -> None:
        """Say goodbye to everybody."""
        for session in (*self._house.people, *self._house.door.strangers):
            retry_ms = self._house.chance.choice(_RETRY_MS)
            self._outbox.part(session, Close.SHUTDOWN, CLOSES[Close.SHUTDOWN][0], retry_ms)
        self._outbox.release()

    def _hear(self, session: Session, message: Message, now: float) -> None:
        session.heard = now
        if session.away:
            self._set_away(session, now, away=False)
        if isinstance(message, Hello):
            greet(self._house, session, message, now)
        elif isinstance(message, Bye):
            self._take_leave(session, now)
        elif _is_answerable(message):
            if self._house.meter.allows(session, type(message), now):
                self._answer(session, message, now)
            else:
                self._slow_down(session, message, now)

    def _take_leave(self, session: Session, now: float) -> None:
        """End a connection politely: between matches nobody waits for an empty seat."""
        table = self._house.tables.get(session.table)
        if table and not table.is_engaged:
            table.leave(session, now)
            table.publish(now)
        self._part(session, Close.LEFT, now)

    def _answer(self, session: Session, message: _Answerable, now: float) -> None:
        match message:
            case Ping(ref=ref):
                self._outbox.post(session, Pong(ref=ref))
            case Pong():
                pass  # it has shown life, and nothing else was asked
            case Invalid(ref=ref, code=code, text=text):
                self._outbox.post(session, Refused(ref=ref, code=code, text=text))
            case _:
                answer(self._house, session, message, now)

    def _slow_down(self, session: Session, message: _Answerable, now: float) -> None:
        if not isinstance(message, Pong):  # which asks for nothing
            text = "that was too fast; wait a moment"
            self._outbox.post(session, Refused(ref=message.ref, code=Refusal.RATE, text=text))
        if not session.patience.take(now):
            self._part(session, Close.RATE, now)

    def _check_life(self, session: Session, now: float) -> None:
        limits, silence = self._limits, now - session.heard
        if silence >= limits.dead_seconds:
            self._part(session, Close.SILENT, now)
            return
        if silence >= limits.away_seconds and not session.away:
            self._set_away(session, now, away=True)
        if silence >= limits.ping_seconds and now - session.pinged >= limits.ping_seconds:
            session.pinged = now
            self._outbox.post(session, Ping())

    def _set_away(self, session: Session, now: float, *, away: bool) -> None:
        session.away = away
        table = self._house.tables.get(session.table)
        if table:
            table.note_presence()
            table.publish(now)

    def _tick_table(self, table: Table, now: float) -> None:
        if table.is_broken:
            self._set_aside(table, now)
            return
        try:
            table.tick(now)
            if table.is_forsaken(now):
                self._house.tables.close(table)
            table.publish(now)
        except Exception as error:  # noqa: BLE001 - one table fails, the others play on
            log_failure("table failed", error, table=table.id)
            self._set_aside(table, now)

    def _set_aside(self, table: Table, now: float) -> None:
        members = list(table.audience)
        self._house.tables.set_aside(table)
        for session in members:
            self._part(session, Close.INTERNAL, now)

    def _part(self, session: Session, code: Close, now: float) -> None:
        self._house.part(session, code, CLOSES[code][0], now)


def _is_answerable(message: Message) -> TypeGuard[_Answerable]:
    return type(message) in _ANSWERABLE
