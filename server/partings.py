"""How connections have ended, for the log: a crowd at the door must not flood it.

Law: one line in a while tells how many ended how; who it was, one by one, is for debugging.
"""

import logging
import math
from collections import Counter

from haydes.protocol.codes import Close
from haydes.server.log import log
from haydes.server.session import Session

_QUIET = 10.0  # seconds between two reports
_MOST = 4096  # sources that are told apart


class Partings:
    """Counts by code what has happened since the last report."""

    def __init__(self) -> None:
        self._reported = -math.inf
        self._clear()

    def parted(self, session: Session, code: Close) -> None:
        """Count someone to whom bye was said."""
        (self._known if session.name else self._strangers)[code] += 1
        log(logging.DEBUG, "parted", connection=session.number, source=session.source, code=code)

    def turned_away(self, code: Close, source: str) -> None:
        """Count someone who was not even let in."""
        self._outside[code] += 1
        if source in self._sources or len(self._sources) < _MOST:
            self._sources[source] += 1

    def report(self, now: float) -> None:
        """Log the counts if there are any and the last report is long enough ago."""
        if now - self._reported < _QUIET:
            return
        for event, counts in (("parted", self._known), ("strangers parted", self._strangers)):
            if counts:
                log(logging.INFO, event, **counts)
        if self._outside:
            ((busiest, times),) = self._sources.most_common(1)
            log(
                logging.INFO,
                "turned away",
                **self._outside,
                sources=len(self._sources),
                busiest=busiest,
                times=times,
            )
        if self._known or self._strangers or self._outside:
            self._reported = now
            self._clear()

    def _clear(self) -> None:
        self._known: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._outside: Counter[str] = Counter()
        self._sources: Counter[str] = Counter()
