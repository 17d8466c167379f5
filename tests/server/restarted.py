"""A server that is killed and started again inside a test."""

from collections.abc import Iterable
from itertools import groupby

from tests.server.world import World

from haydes.server.chain import Kept, Ledger
from haydes.server.journal import Record

DOWN = 3600.0  # seconds; the clock of a new server need not agree with that of the old
DAY = 24 * 60 * 60


def kept(records: Iterable[Record]) -> list[Kept]:
    """Return what a store would have kept of these records."""
    ledger = Ledger(b"store")
    for record in records:
        ledger.add(record)
    rows = sorted(ledger.take().rows)
    reader = Ledger(b"store")
    return [reader.verify(name, found) for name, found in groupby(rows, lambda row: row.table)]


def restarted(world: World, days: float = 0.0) -> World:
    """Kill a server, and start it again, that many days later, with what it has journaled."""
    again = World(world.tables.games, world.limits)
    again.now = world.now + DOWN
    again.date = world.date + round(days * DAY)
    again.journal.records += world.journal.records
    again.tables.restore(kept(world.journal.records), again.now)
    return again
