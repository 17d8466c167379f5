"""Bytes that wait until what they follow from is durable.

Law: what one input causes leaves after its commit, in order, in one write per connection.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from haydes.protocol.codec import Packed, pack
from haydes.protocol.codes import Close
from haydes.protocol.connection import State
from haydes.protocol.messages import (
    Chat,
    Ping,
    Pong,
    ServerMessage,
    Snapshot,
    Update,
    Welcome,
)
from haydes.server.farewell import farewell
from haydes.server.journal import Journal, Record
from haydes.server.session import Session

_CURED_BY_SNAPSHOT = frozenset[type]({Update, Snapshot, Chat})
_SIGNS_OF_LIFE = frozenset[type]({Ping, Pong})
_APART = _SIGNS_OF_LIFE | {Welcome}


class Parcel(Struct, frozen=True):
    """Whole frames for one connection."""

    data: bytes
    droppable: bool = True  # a fresh snapshot makes up for the loss
    bye: Close | None = None  # the code, if a bye is the last of them: close afterwards

    def __repr__(self) -> str:
        return f"Parcel({len(self.data)} bytes)"  # the rest may be secret


Deliver: TypeAlias = Callable[[Mapping[Session, Parcel]], None]


class Outbox:
    """Collects what is to be said until `release`."""

    def __init__(self, journal: Journal, deliver: Deliver) -> None:
        self._journal = journal
        self._deliver = deliver
        self._held: dict[Session, Parcel] = {}
        self._signs: dict[Session, Parcel] = {}
        self._unwelcomed: set[Session] = set()  # their welcome waits for a commit
        self._appended = False

    def append(self, record: Record) -> None:
        """Note in the journal what has been done."""
        self._journal.append(record)
        self._appended = True

    def has_room(self) -> bool:
        """Tell whether the journal takes another table."""
        return self._journal.has_room()

    def post(self, session: Session, message: ServerMessage | Packed) -> None:
        """Hold a message for a connection; forget it if the connection has ended."""
        connection = session.connection
        if connection.state is State.CLOSED:
            return
        kind = message.kind if isinstance(message, Packed) else type(message)
        parcels = self._parcels(session, kind) if kind in _APART else self._held
        frame = connection.send(message)
        if session.deflater and kind is Update:
            frame = session.deflater.shrink(frame)
        _put(parcels, session, Parcel(frame, kind in _CURED_BY_SNAPSHOT))

    def post_all(self, sessions: Iterable[Session], message: Packed) -> None:
        """Do as `post` for many who have been welcomed, with what is no sign of life."""
        held, kind, frame = self._held, message.kind, message.frame
        droppable = kind in _CURED_BY_SNAPSHOT
        parcel = Parcel(frame, droppable)
        for session in sessions:
            if session.connection.state is State.OPEN:
                if session.deflater and kind is Update:
                    _put(held, session, Parcel(session.deflater.shrink(frame), droppable))
                elif session in held:
                    _put(held, session, parcel)
                else:
                    held[session] = parcel

    def part(self, session: Session, code: Close, text: str, retry_ms: int | None = None) -> None:
        """Hold a bye, after which the connection is closed; of no effect the second time."""
        if session.parted:
            return
        session.parted = True
        bye = farewell(code, text, retry_ms)
        connection = session.connection
        # After a breach by the peer, or its own bye, there is no more to say but this
        said = pack(bye) if connection.state is State.CLOSED else connection.send(bye)
        _put(self._held, session, Parcel(said, droppable=False, bye=code))

    def release(self) -> None:
        """Commit, then hand over everything held so far; signs of life go at once."""
        if self._signs:
            signs, self._signs = self._signs, {}
            self._hand_over(signs)
        if self._held or self._appended:
            held, self._held, self._appended = self._held, {}, False
            self._journal.commit(partial(self._hand_over, held))

    def _parcels(self, session: Session, kind: type) -> dict[Session, Parcel]:
        """Return where a sign of life goes, or a welcome."""
        if kind is Welcome:
            self._unwelcomed.add(session)
        # A sign of life is nothing of a table: behind the welcome there is no commit to wait for
        at_once = kind in _SIGNS_OF_LIFE and session not in self._unwelcomed
        return self._signs if at_once else self._held

    def _hand_over(self, held: dict[Session, Parcel]) -> None:
        if self._unwelcomed:
            self._unwelcomed.difference_update(held)
        self._deliver(held)


def _put(parcels: dict[Session, Parcel], session: Session, parcel: Parcel) -> None:
    """Put something behind what there is for a connection."""
    first = parcels.get(session)
    if first is None:
        parcels[session] = parcel
    else:
        droppable = first.droppable and parcel.droppable
        parcels[session] = Parcel(first.data + parcel.data, droppable, parcel.bye)
