"""What a journal holds, table by table, and whether this release can play on."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from haydes.engine.game import Game
from haydes.protocol.codes import Refusal
from haydes.protocol.limits import Limits
from haydes.server.bots import Thought
from haydes.server.chain import Kept, Ledger
from haydes.server.chance import CHANCE
from haydes.server.journal import TableOpened, VolatileJournal
from haydes.server.means import Means
from haydes.server.outbox import Outbox, Parcel
from haydes.server.reading import Reading
from haydes.server.restore import UnservedError, restore
from haydes.server.session import Session
from haydes.server.table import Table

STATES: Mapping[Refusal | None, str] = {
    None: "whole",
    Refusal.OTHER_RULES: "other rules",
    Refusal.DAMAGED: "damaged",
}


@dataclass(frozen=True, slots=True)
class Found:
    """A table of a journal."""

    kept: Kept
    table: Table | None  # None: it cannot be played on
    code: Refusal | None = None
    why: str = ""

    @property
    def state(self) -> str:
        return STATES[self.code]

    @property
    def opened(self) -> TableOpened | None:
        """The record that opens the table; None if that is damaged."""
        first = self.kept.records[0] if self.kept.records else None
        return first if isinstance(first, TableOpened) else None


def survey(reading: Reading, games: Mapping[str, Game]) -> Iterator[Found]:
    """Look at each table as a server that starts does; raises UnreadableError."""
    ledger = Ledger(reading.identity)
    outbox = Outbox(VolatileJournal(), _deliver)
    means = Means(Limits(), outbox, _think, CHANCE, lambda: int(time.time()))
    for kept in ledger.verify_all(reading.read()):
        try:
            yield Found(kept, restore(kept, games, means, 0.0))
        except UnservedError as no:
            yield Found(kept, None, no.code, str(no))


def _deliver(_parcels: Mapping[Session, Parcel]) -> None:
    pass  # nobody is there


def _think(_thought: Thought) -> None:
    pass


def count(found: Iterable[Found]) -> Counter[str]:
    """Return how many tables are in each state."""
    return Counter(one.state for one in found)
