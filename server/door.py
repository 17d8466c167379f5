"""Who may connect: so many in all, so many from one place, so many that have not said hello.

Law: everyone who has not said hello stands in one row, in order of age; when there is no room
the oldest of them goes, so that a silent crowd cannot keep others out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address, ip_address

from haydes.protocol.limits import Limits
from haydes.server.session import Session


class Door:
    """Counts the connections."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._inside: Counter[str] = Counter()  # all connections of a source
        self._unknown: Counter[str] = Counter()  # those that have not said hello
        self._strangers: dict[Session, None] = {}

    def is_open_to(self, source: str) -> bool:
        """Tell whether one more connection from there may come in."""
        limits = self._limits
        return (
            self._inside[source] < limits.connections_per_source
            and self._unknown[source] < limits.strangers_per_source
            and (self._inside.total() < limits.connections or bool(self._strangers))
        )

    def enter(self, session: Session) -> Session | None:
        """Let a stranger in; return the one who must go for it, if any."""
        full = (
            len(self._strangers) >= self._limits.strangers
            or self._inside.total() >= self._limits.connections
        )
        oldest = next(iter(self._strangers)) if full else None
        self._strangers[session] = None
        self._inside[session.source] += 1
        self._unknown[session.source] += 1
        return oldest

    def has_room(self) -> bool:
        """Tell whether someone new may stay; a quarter is kept for those who resume a seat."""
        known = self._inside.total() - len(self._strangers)
        return known < self._limits.connections - self._limits.connections // 4

    def greet(self, session: Session) -> None:
        """Note that a stranger has said hello."""
        if session in self._strangers:
            del self._strangers[session]
            _subtract(self._unknown, session.source)

    def leave(self, session: Session) -> None:
        self.greet(session)
        _subtract(self._inside, session.source)

    @property
    def strangers(self) -> Sequence[Session]:
        """Those who have not said hello, the oldest first."""
        return tuple(self._strangers)

    def overdue(self, now: float) -> Iterator[Session]:
        """Yield the strangers who have been silent for too long."""
        for session in self.strangers:
            if now - session.born < self._limits.hello_seconds:
                return
            yield session


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
