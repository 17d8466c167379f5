"""What must be durable, in order, before anybody hears of what follows from it.

Order for every input: check, apply, append, hold what is to be said, commit, say it.
Law: a table is a function of its records (`restore`), so whatever changes a table for longer
than a connection lasts has a record.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from haydes.engine.game import OptionValue, Seat
from haydes.engine.match import Input


class _Record(Struct, frozen=True, tag=True, array_like=True):
    """On disk, an array: the type's name, then the fields. New fields come last, with defaults."""

    table: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.table})"  # the rest may be secret


class TableOpened(_Record, frozen=True):
    game: str
    version: int  # of the rules
    seats: int
    options: dict[str, OptionValue]
    title: str
    word: bytes  # SHA-256; empty: a public table
    turn_seconds: int
    at: int  # seconds since 1970
    absent: str = "wait"
    grace_seconds: int = 120
    takeover: bool = False
    release: str = ""  # of the server that opened it
    hints: str = "alone"


class TableClosed(_Record, frozen=True):
    """The end of a table: none of its records is kept, not even this one."""


class SeatTaken(_Record, frozen=True):
    seat: Seat
    name: str
    bot: str = ""  # empty: a person
    token: bytes = b""  # SHA-256


class SeatOpened(_Record, frozen=True):
    seat: Seat


class SeatReady(_Record, frozen=True):
    """A person is ready for the next match."""

    seat: Seat
    commitment: str = ""  # to a nonce; empty: the seat adds none


class SeatsSwapped(_Record, frozen=True):
    """Those of two seats change places."""

    seat: Seat
    to: Seat


class HostChanged(_Record, frozen=True):
    seat: Seat


class NameBanned(_Record, frozen=True):
    """Nobody of this name comes to the table any more."""

    name: str


class NameAllowed(_Record, frozen=True):
    """A banned name may come back."""

    name: str


class SecretDrawn(_Record, frozen=True):
    """A match is about to begin: what server and seats are bound to."""

    secret: bytes
    commitments: dict[Seat, str]  # of the seats that add a nonce


class NonceOpened(_Record, frozen=True):
    """A seat has opened the nonce that it had promised."""

    seat: Seat
    nonce: bytes


class StartCancelled(_Record, frozen=True):
    """A promised nonce was not opened: no match follows from the secret that was drawn."""


class MatchStarted(_Record, frozen=True):
    """A match begins; its seed follows from the secret and the nonces before."""

    seed: bytes
    at: int = 0  # seconds since 1970


class InputTaken(_Record, frozen=True):
    """An input of the table's match."""

    input: Input
    prompt: int | None = None  # what a person's act answers
    match_ms: int | None = None  # left on the match's clock, if it has one
    at: int = 0  # seconds since 1970


class PauseSet(_Record, frozen=True):
    """The match is paused, or goes on."""

    on: bool


Record: TypeAlias = (
    TableOpened
    | TableClosed
    | SeatTaken
    | SeatOpened
    | SeatReady
    | SeatsSwapped
    | HostChanged
    | NameBanned
    | NameAllowed
    | SecretDrawn
    | NonceOpened
    | StartCancelled
    | MatchStarted
    | InputTaken
    | PauseSet
)

pack = Encoder().encode
_decoder: Decoder[Record] = Decoder(Record)


def unpack(body: bytes) -> Record:
    """Return the record that was packed; msgspec.DecodeError if it is none."""
    return _decoder.decode(body)


class Journal(Protocol):
    def append(self, record: Record) -> None:
        """Add a record to what the next commit makes durable."""
        ...

    def has_room(self) -> bool:
        """Tell whether there is room enough for another table."""
        ...

    def commit(self, then: Callable[[], None]) -> None:
        """Call `then` once all records appended so far are durable; calls come in order."""
        ...


class VolatileJournal:
    """A journal of a server that forgets everything when it ends."""

    def append(self, record: Record) -> None:
        pass

    def has_room(self) -> bool:
        return True

    def commit(self, then: Callable[[], None]) -> None:
        then()
