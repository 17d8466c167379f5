"""Who sits where at a table, and who is its host."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from haydes.engine.game import Seat
from haydes.engine.plain import Tree
from haydes.protocol.codes import Refusal
from haydes.protocol.text import skeleton
from haydes.server.refusal import RefusalError
from haydes.server.session import Session

HOST_GONE_SECONDS = 60  # then someone else who is here becomes host


class Presence(StrEnum):
    HERE = "here"
    AWAY = "away"  # connected, but silent
    GONE = "gone"


@dataclass(slots=True, eq=False)
class Person:
    """A person in a seat. It is theirs as long as `token` is good, connected or not."""

    name: str
    token: bytes = field(repr=False)  # SHA-256
    session: Session | None = None
    gone_at: float = 0.0
    ready: bool = False
    commitment: str = ""  # to its nonce for the next match; empty: it adds none
    forfeit: bool = False

    @property
    def presence(self) -> Presence:
        if self.session is None:
            return Presence.GONE
        return Presence.AWAY if self.session.away else Presence.HERE

    def leave(self, now: float) -> None:
        """Be gone, and keep the seat."""
        self.session, self.gone_at = None, now

    def give_up(self) -> None:
        """Give the seat up for good; its token opens nothing any more."""
        self.session, self.token, self.forfeit = None, b"", True

    def tree(self) -> Tree:
        tree: dict[str, str | bool] = {
            "kind": "person",
            "name": self.name,
            "presence": self.presence.value,
        }
        if self.ready:
            tree["ready"] = True
        if self.commitment:
            tree["commitment"] = self.commitment
        if self.forfeit:
            tree["forfeit"] = True
        return tree


@dataclass(frozen=True, slots=True, eq=False)
class Robot:
    """A bot in a seat; `bot` is its name in `Game.bots`."""

    name: str
    bot: str

    def tree(self) -> Tree:
        return {"kind": "bot", "name": self.name, "bot": self.bot}


Sitter: TypeAlias = Person | Robot
_OPEN: Tree = {"kind": "open"}


class Seats:
    """The seats of one table."""

    def __init__(self, count: int) -> None:
        self._sitters: list[Sitter | None] = [None] * count
        self.host: Seat = 0

    def __len__(self) -> int:
        return len(self._sitters)

    @property
    def taken(self) -> int:
        return sum(sitter is not None for sitter in self._sitters)

    @property
    def persons(self) -> Iterator[tuple[Seat, Person]]:
        for seat, sitter in enumerate(self._sitters):
            if isinstance(sitter, Person):
                yield seat, sitter

    @property
    def robots(self) -> Iterator[tuple[Seat, Robot]]:
        for seat, sitter in enumerate(self._sitters):
            if isinstance(sitter, Robot):
                yield seat, sitter

    def is_anyone_here(self) -> bool:
        return any(person.presence is Presence.HERE for _, person in self.persons)

    def sitter(self, seat: Seat) -> Sitter | None:
        """Return who sits there; refuse if there is no such seat."""
        if seat >= len(self._sitters):
            raise RefusalError(Refusal.UNKNOWN_SEAT)
        return self._sitters[seat]

    def person(self, seat: Seat) -> Person:
        """Return the person of a seat; refuse if it is nobody's, a bot's or given up."""
        sitter = self.sitter(seat)
        if isinstance(sitter, Person) and not sitter.forfeit:
            return sitter
        raise RefusalError(Refusal.UNKNOWN_SEAT)

    def choose(self, seat: Seat | None) -> Seat:
        """Return the seat if it is open, or the first open one for None; else refuse."""
        if seat is None:
            if None not in self._sitters:
                raise RefusalError(Refusal.TABLE_FULL)
            return self._sitters.index(None)
        if self.sitter(seat):
            full = None not in self._sitters
            raise RefusalError(Refusal.TABLE_FULL if full else Refusal.SEAT_TAKEN)
        return seat

    def is_named(self, name: str) -> bool:
        """Tell whether someone has a seat here and a name that looks like this one."""
        look = skeleton(name)
        return any(
            skeleton(sitter.name) == look
            for sitter in self._sitters
            if sitter and not (isinstance(sitter, Person) and sitter.forfeit)
        )

    def bot_name(self, bot: str) -> str:
        """Return a name for a bot that is free here."""
        number = 1
        while self.is_named(name := f"{bot} {number}"):
            number += 1
        return name

    def put(self, seat: Seat, sitter: Sitter | None) -> None:
        """Let someone sit there, or nobody."""
        self._sitters[seat] = sitter

    def clear_ready(self) -> None:
        """Let all marks and promises for the next match be void."""
        for _, person in self.persons:
            person.ready, person.commitment = False, ""

    def heir(self, now: float) -> Seat | None:
        """Return who should be host instead of the one who is; None: no change."""
        host = self._sitters[self.host]
        if isinstance(host, Person) and not host.forfeit:
            gone = host.session is None and now - host.gone_at >= HOST_GONE_SECONDS
            if not gone:
                return None
        for seat, person in self.persons:
            if person.presence is Presence.HERE and seat != self.host:
                return seat
        return None

    def tree(self) -> Tree:
        return {
            str(seat): sitter.tree() if sitter else _OPEN
            for seat, sitter in enumerate(self._sitters)
        }
