"""Telling a crowd some at a time, so that who plays need not wait until all have been told.

Law: everybody is told in order; what comes before someone's turn goes out with the rest. What a
snapshot makes up for stays apart, so that it can be dropped.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, islice

import trio

from haydes.server.log import log_failure
from haydes.server.outbox import Parcel
from haydes.server.session import Session

AT_ONCE = 20  # an eighth of a millisecond


class Turns:
    """Those who are still to be told something."""

    def __init__(self, tell: Callable[[Session, Parcel], None]) -> None:
        self._tell = tell
        self._waiting: dict[Session, list[Parcel]] = {}
        self._some = trio.Event()

    def __contains__(self, session: Session) -> bool:
        return session in self._waiting

    def add(self, parcels: Mapping[Session, Parcel]) -> None:
        """Tell these people, behind what they are still to be told."""
        for session, parcel in parcels.items():
            self._waiting.setdefault(session, []).append(parcel)
        self._some.set()

    async def run(self) -> None:
        """Tell everybody in turn, until cancelled."""
        while True:
            await self._some.wait()
            self._some = trio.Event()
            while self._waiting:
                for session in list(islice(self._waiting, AT_ONCE)):
                    try:
                        for parcel in _joined(self._waiting.pop(session)):
                            self._tell(session, parcel)
                    except Exception as error:  # noqa: BLE001 - whatever it is, others are told
                        log_failure("telling failed", error, connection=session.number)
                await trio.lowlevel.checkpoint()


def _joined(parcels: Iterable[Parcel]) -> Iterator[Parcel]:
    for droppable, some in groupby(parcels, lambda parcel: parcel.droppable):
        alike = list(some)
        yield Parcel(b"".join(parcel.data for parcel in alike), droppable, alike[-1].bye)
