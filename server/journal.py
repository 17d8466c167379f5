"""What must be durable, in order, before anybody hears of what follows from it.

Order for every input: check, apply, append, hold what is to be said, commit, say it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from haydes.engine.game import OptionValue, Seat
from haydes.engine.match import Input


@dataclass(frozen=True, slots=True)
class TableOpened:
    table: str
    game: str
    version: int  # of the rules
    seats: int
    options: dict[str, OptionValue]
    title: str
    word: bytes = field(repr=False)  # SHA-256; empty: a public table
    turn_seconds: int
    at: int  # seconds since 1970


@dataclass(frozen=True, slots=True)
class TableClosed:
    table: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    table: str
    seat: Seat
    name: str
    bot: str = ""  # empty: a person
    token: bytes = field(default=b"", repr=False)  # SHA-256


@dataclass(frozen=True, slots=True)
class SeatOpened:
    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class HostChanged:
    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class SecretDrawn:
    """A match is about to begin: what server and seats are bound to."""

    table: str
    secret: bytes = field(repr=False)
    commitments: dict[Seat, str]  # of the seats that add a nonce


@dataclass(frozen=True, slots=True)
class NonceOpened:
    table: str
    seat: Seat
    nonce: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class StartCancelled:
    """A promised nonce was not opened: no match follows from the secret that was drawn."""

    table: str


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins. The seed follows from the secret and nonces before."""

    table: str
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class InputTaken:
    """An input of the table's match; `prompt` is what a person's act answered."""

    table: str
    input: Input
    prompt: int | None = None


Record: TypeAlias = (
    TableOpened
    | TableClosed
    | SeatTaken
    | SeatOpened
    | HostChanged
    | SecretDrawn
    | NonceOpened
    | StartCancelled
    | MatchStarted
    | InputTaken
)


class Journal(Protocol):
    def append(self, record: Record) -> None:
        """Add a record to what the next commit makes durable."""
        ...

    def commit(self, then: Callable[[], None]) -> None:
        """Call `then` once all records appended so far are durable; calls come in order."""
        ...


class VolatileJournal:
    """A journal of a server that forgets everything when it ends."""

    def append(self, record: Record) -> None:
        pass

    def commit(self, then: Callable[[], None]) -> None:
        then()
