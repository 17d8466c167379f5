"""Who may connect: so many in all, so many from one place, so many that have not said hello.

Law: everyone who has not said hello stands in one row, in order of age; when there is no room
one of them goes, so that a silent crowd can keep out neither others nor those inside. It is
the oldest of the address that has most of them there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias

from haydes.protocol.codes import Close
from haydes.protocol.limits import Limits
from haydes.server.people import People
from haydes.server.rates import Rates
from haydes.server.session import Place, Session
from haydes.server.tokens import digest, same

Network: TypeAlias = IPv4Network | IPv6Network

_LEAVING = 32  # places of those who have been sent away and may still read why


class Door:
    """Counts the connections."""

    def __init__(
        self, limits: Limits, *, word: bytes = b"", exempt: Sequence[Network] = ()
    ) -> None:
        """`word`: the digest of what everybody has to know, or none."""
        self.limits = limits
        self._word = word
        self._exempt = exempt
        self._inside: Counter[str] = Counter()  # all connections of a source
        self._unknown: Counter[str] = Counter()  # those that have not said hello
        self._strangers: dict[Session, None] = {}
        self._accepts = Rates(limits.accepts_burst, limits.accepts_per_second)

    def turns_away(self, source: str, now: float) -> Close | None:
        """Return why one more connection from there may not come in; None: it may."""
        limits = self.limits
        crowded = self._inside[source] >= limits.connections_per_source
        exempt = self.is_exempt(source)
        if not exempt and not self._accepts.take(source, now):
            return Close.RATE
        if not exempt and crowded and not self._unknown[source]:
            return Close.FULL
        inside = self._inside.total()
        full = inside >= limits.connections and not self._strangers
        return Close.FULL if full or inside >= limits.connections + _LEAVING else None

    def enter(self, session: Session) -> Session | None:
        """Let a stranger in; return the one who must go for it, if any."""
        session.exempt = self.is_exempt(session.source)
        leaving = self._who_goes(session)
        self._strangers[session] = None
        self._inside[session.source] += 1
        self._unknown[session.source] += 1
        return leaving

    def is_exempt(self, source: str) -> bool:
        """Tell whether many people connect from there, who are not to be counted as one."""
        if not self._exempt:
            return False
        try:
            address = ip_address(source)
        except ValueError:
            return False
        return any(address in network for network in self._exempt)

    def opens_to(self, word: str) -> bool:
        """Tell whether this is the word that everybody has to know, or none is needed."""
        return not self._word or same(digest(word), self._word)

    def has_room(self, *, seated: bool) -> bool:
        """Tell whether a stranger may stay: a quarter is kept for those who resume a seat.

        Some of it is kept for strangers even so: nobody can show a token outside.
        """
        most = self.limits.connections
        known = self._inside.total() - len(self._strangers)
        return known < most - (most // 16 if seated else most // 4)

    def who_yields(self, newcomer: Session, people: People) -> Session | None:
        """Return who may be sent away for someone new when there is no room; None: nobody.

        It is someone without a seat, from the address with most connections, if those are
        clearly more than the newcomer's.
        """
        crowds = Counter(person.source for person in people if not person.exempt)
        fair = crowds[newcomer.source] + 1
        idle = [
            person
            for person in people
            if person.place is not Place.SEAT and crowds[person.source] > fair
        ]
        return max(idle, key=lambda person: crowds[person.source], default=None)

    def greet(self, session: Session) -> None:
        """Note that a stranger has said hello."""
        if session in self._strangers:
            del self._strangers[session]
            _subtract(self._unknown, session.source)

    def leave(self, session: Session) -> None:
        self.greet(session)
        _subtract(self._inside, session.source)

    @property
    def inside(self) -> int:
        """How many connections there are."""
        return self._inside.total()

    @property
    def strangers(self) -> Sequence[Session]:
        """Those who have not said hello, the oldest first."""
        return tuple(self._strangers)

    def overdue(self, now: float) -> Iterator[Session]:
        """Yield the strangers who have been silent for too long."""
        for session in self.strangers:
            if now - session.born < self.limits.hello_seconds:
                return
            yield session

    def _who_goes(self, newcomer: Session) -> Session | None:
        """Return the stranger who must go for a new one."""
        limits, source = self.limits, newcomer.source
        if not newcomer.exempt and (
            self._unknown[source] >= limits.strangers_per_source
            or self._inside[source] >= limits.connections_per_source
        ):
            return next(s for s in self._strangers if s.source == source)
        if len(self._strangers) >= limits.strangers or self._inside.total() >= limits.connections:
            crowd = max(self._unknown.values())
            return next(s for s in self._strangers if self._unknown[s.source] == crowd)
        return None


def source_of(address: str) -> str:
    """Return what counts as one source: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        host = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(host, IPv6Address):
        return str(host)
    if host.ipv4_mapped:
        return str(host.ipv4_mapped)
    return str(IPv6Address(int(host) >> 64 << 64))


def _subtract(counter: Counter[str], source: str) -> None:
    counter[source] -= 1
    if not counter[source]:
        del counter[source]
