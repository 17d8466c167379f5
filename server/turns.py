"""Telling a crowd some at a time, so that who plays need not wait until all have been told.

Law: everybody is told in order; what comes before someone's turn goes out with the rest.
"""

from collections.abc import Callable, Mapping
from itertools import islice

import trio

from haydes.server.outbox import Parcel, put
from haydes.server.session import Session

AT_ONCE = 20  # an eighth of a millisecond


class Turns:
    """Those who are still to be told something."""

    def __init__(self, tell: Callable[[Session, Parcel], None]) -> None:
        self._tell = tell
        self._waiting: dict[Session, Parcel] = {}
        self._some = trio.Event()

    def __contains__(self, session: Session) -> bool:
        return session in self._waiting

    def add(self, parcels: Mapping[Session, Parcel]) -> None:
        """Tell these people, behind what they are still to be told."""
        for session, parcel in parcels.items():
            put(self._waiting, session, parcel)
        self._some.set()

    async def run(self) -> None:
        """Tell everybody in turn, until cancelled."""
        while True:
            await self._some.wait()
            self._some = trio.Event()
            while self._waiting:
                for session in list(islice(self._waiting, AT_ONCE)):
                    self._tell(session, self._waiting.pop(session))
                await trio.lowlevel.checkpoint()
