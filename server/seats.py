"""Who sits where at a table, who is its host, and who may not come."""

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

BANS = 64  # names that one table remembers
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
    stand_in: str = ""  # the bot that plays the seat while the person is gone
    wants_pause: bool = False

    @property
    def presence(self) -> Presence:
        if self.session is None:
            return Presence.GONE
        return Presence.AWAY if self.session.away else Presence.HERE

    def leave(self, now: float) -> None:
        """Be gone, and keep the seat."""
        self.session, self.gone_at, self.wants_pause = None, now, False

    def give_up(self) -> None:
        """Give the seat up for good; its token opens nothing any more."""
        self.session, self.token, self.forfeit, self.stand_in = None, b"", True, ""

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
        if self.stand_in:
            tree["stand_in"] = self.stand_in
        if self.wants_pause:
            tree["pause"] = True
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
        self._banned: dict[str, str] = {}  # skeleton: name

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
    def players(self) -> Iterator[tuple[Seat, Person]]:
        """The persons who play for themselves: no bot stands in for them."""
        return ((seat, person) for seat, person in self.persons if not person.stand_in)

    def bot(self, seat: Seat, *, standing_in: bool = True) -> str:
        """Return the bot that plays a seat; nothing if none does.

        `standing_in`: bots that play for a person count too.
        """
        sitter = self._sitters[seat]
        if isinstance(sitter, Robot):
            return sitter.bot
        return sitter.stand_in if sitter and standing_in else ""

    @property
    def missing(self) -> list[Seat]:
        """The seats of persons who are gone, or silent, and for whom nobody plays."""
        return [
            seat
            for seat, person in self.players
            if person.presence is not Presence.HERE and not person.forfeit
        ]

    def is_anyone_here(self) -> bool:
        return any(person.presence is Presence.HERE for _, person in self.persons)

    def want_pause(self) -> bool:
        """Tell whether everybody who is here, and somebody is, wants a pause."""
        here = [person for _, person in self.persons if person.presence is Presence.HERE]
        return bool(here) and all(person.wants_pause for person in here)

    def forget_votes(self) -> None:
        for _, person in self.persons:
            person.wants_pause = False

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

    def choose(self, seat: Seat | None, *, over_bots: bool = False) -> Seat:
        """Return the seat if it is to be had, or the first such one for None; else refuse.

        Open seats are, and after them, with `over_bots`, those of bots.
        """
        free = [seat for seat, sitter in enumerate(self._sitters) if sitter is None]
        if over_bots:
            free += [seat for seat, sitter in enumerate(self._sitters) if isinstance(sitter, Robot)]
        if seat in free:
            return seat
        if seat is not None:
            self.sitter(seat)
        if not free:
            raise RefusalError(Refusal.TABLE_FULL)
        if seat is None:
            return free[0]
        raise RefusalError(Refusal.SEAT_TAKEN)

    def is_named(self, name: str) -> bool:
        """Tell whether someone has a seat here and a name that looks like this one."""
        look = skeleton(name)
        return any(
            skeleton(sitter.name) == look
            for sitter in self._sitters
            if sitter and not (isinstance(sitter, Person) and sitter.forfeit)
        )

    @property
    def banned(self) -> list[str]:
        """The names that may not come to the table, in the order in which they were banned."""
        return list(self._banned.values())

    def is_banned(self, name: str) -> bool:
        """Tell whether a name looks like a banned one."""
        return skeleton(name) in self._banned

    def ban(self, name: str) -> None:
        self._banned[skeleton(name)] = name

    def allow(self, name: str) -> None:
        self._banned.pop(skeleton(name), None)

    def bot_name(self, bot: str) -> str:
        """Return a name for a bot that is free here."""
        number = 1
        while self.is_named(name := f"{bot} {number}"):
            number += 1
        return name

    def put(self, seat: Seat, sitter: Sitter | None) -> None:
        """Let someone sit there, or nobody."""
        self._sitters[seat] = sitter

    def swap(self, seat: Seat, to: Seat) -> None:
        """Let those of two seats change places; a host stays host."""
        sitters = self._sitters
        sitters[seat], sitters[to] = sitters[to], sitters[seat]
        self.host = {seat: to, to: seat}.get(self.host, self.host)

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
