"""What the server knows of one connection, without the socket."""

from enum import Enum

from haydes.engine.game import Seat
from haydes.protocol.connection import Connection, Role
from haydes.protocol.deflate import Deflater
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    AddBot,
    Hint,
    Join,
    Kick,
    MakeHost,
    Open,
    Pause,
    Ready,
    Resume,
    Say,
    Start,
    Swap,
    Unban,
    Watch,
)
from haydes.server.bucket import Bucket


class Place(Enum):
    """Where a connection is, and with it what it may ask for."""

    LOBBY = "in the lobby"
    SEAT = "in a seat"
    WATCHING = "watching"

    __hash__ = object.__hash__  # that of Enum is slow, and every request looks its place up


JOINS = frozenset[type]({Open, Join, Watch, Resume})
_CHANGES = frozenset[type]({Ready, Swap, Start, Pause, Hint, AddBot, Kick, Unban, MakeHost})
_PATIENCE = 40  # refusals for rate before the connection is closed, and one a second


class Session:
    """One connection: who is there, where, and how much it may still ask for."""

    __slots__ = (
        "acts", "away", "born", "changes", "chats", "connection", "deflater", "exempt", "heard",
        "joins", "name", "number", "parted", "patience", "pinged", "seat", "source", "table",
    )  # fmt: skip

    def __init__(self, number: int, source: str, limits: Limits, now: float) -> None:
        self.number = number  # for the log
        self.source = source  # the peer's address, as admission counts it
        self.exempt = False  # from what is counted by source
        self.connection = Connection(Role.SERVER, limits)
        self.name = ""  # until it has said hello
        self.table = ""  # id of the table it is at; empty: the lobby
        self.seat: Seat | None = None
        self.away = False
        self.deflater: Deflater | None = None  # of its updates, if it asked for that
        self.parted = False  # bye has been said to it
        self.born = self.heard = self.pinged = now
        self.acts = Bucket(limits.acts_burst, limits.acts_per_second, now)
        self.chats = Bucket(limits.chat_burst, limits.chat_per_10_seconds / 10, now)
        self.joins = Bucket(limits.joins_burst, limits.joins_per_minute / 60, now)
        self.changes = Bucket(limits.changes_burst, limits.changes_per_minute / 60, now)
        self.patience = Bucket(_PATIENCE, 1, now)

    def bucket(self, kind: type) -> Bucket:
        """Return the bucket that a type of message is taken from."""
        if kind is Say:
            return self.chats
        if kind in _CHANGES:
            return self.changes
        return self.joins if kind in JOINS else self.acts

    @property
    def place(self) -> Place:
        if not self.table:
            return Place.LOBBY
        return Place.WATCHING if self.seat is None else Place.SEAT
