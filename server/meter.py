"""How much may be asked for: by a connection, from its address, at its place, of a table.

Law: a new connection, or a new name, gives nobody more. Whoever is exempt is one of many behind
an address, and is measured by connection, place and table only.
"""

from haydes.protocol.limits import Limits
from haydes.protocol.messages import Browse, Hello, Say
from haydes.server.rates import Rates
from haydes.server.session import JOINS, Session

_DEAR = JOINS | {Browse, Hello}


class Meter:
    """Takes from every bucket that a message concerns."""

    def __init__(self, limits: Limits) -> None:
        self._joins = Rates(limits.joins_burst_per_source, limits.joins_per_minute_per_source / 60)
        self._chats = Rates(
            limits.chat_burst_per_source, limits.chat_per_10_seconds_per_source / 10
        )
        self._places = Rates(limits.chat_burst_per_place, limits.chat_per_10_seconds_per_place / 10)
        self._guesses = _per_minute(limits.guesses_per_minute)
        self._table_guesses = _per_minute(limits.guesses_per_minute_per_table)

    def allows(self, session: Session, kind: type, now: float) -> bool:
        """Tell whether one more message of a type is not too much, and count it."""
        if not session.bucket(kind).take(now):
            return False
        if kind is Say:
            return self._may(self._chats, session, now) and self._places.take(session.table, now)
        return kind not in _DEAR or self._may(self._joins, session, now)

    def may_guess(self, session: Session, now: float, table: str | None = None) -> bool:
        """Tell whether a word of a table, or the house's, may be tried."""
        return (session.exempt or self._guesses.has(session.source, now)) and (
            table is None or self._table_guesses.has(table, now)
        )

    def missed(self, session: Session, now: float, table: str | None = None) -> bool:
        """Count a wrong word or token; False if there have been too many from its address."""
        if table is not None:
            self._table_guesses.take(table, now)
        return self._may(self._guesses, session, now)

    def _may(self, rates: Rates, session: Session, now: float) -> bool:
        return session.exempt or rates.take(session.source, now)


def _per_minute(most: int) -> Rates:
    return Rates(most, most / 60)
