"""Records in a row, table by table, each with a hash over itself and all before it.

Law: a record that is changed, moved, doubled, left out or brought from elsewhere breaks the
chain of its table from there on. What is missing at the end of a table does not show.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from msgspec import DecodeError

from haydes.server.journal import Record, TableClosed, pack, unpack

_HASH = 16  # bytes


class Row(NamedTuple):
    """A record as it is stored; `n` counts from 1 in each table."""

    table: str
    n: int
    body: bytes
    hash: bytes

    def __repr__(self) -> str:
        return f"Row({self.table}, {self.n})"  # the rest may be secret


@dataclass(slots=True)
class Batch:
    """What becomes durable at one stroke: first the tables that go, then the rows that come."""

    gone: set[str] = field(default_factory=set[str])
    rows: list[Row] = field(default_factory=list[Row])

    def __bool__(self) -> bool:
        return bool(self.rows or self.gone)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a store has of one table: the records that verify, and what is wrong after them."""

    table: str
    records: tuple[Record, ...]
    damage: str = ""


class Ledger:
    """Gives records their place in the chains, and collects them for the next commit."""

    def __init__(self, identity: bytes) -> None:
        """`identity` is the store's: a record of another store never fits."""
        self._identity = identity
        self._last: dict[str, tuple[int, bytes]] = {}  # number and hash, by table
        self._batch = Batch()
        self._strays: list[Row] = []  # that do not follow from what stands before them

    def add(self, record: Record) -> None:
        name, batch = record.table, self._batch
        if isinstance(record, TableClosed):
            self._last.pop(name, None)
            batch.rows = [row for row in batch.rows if row.table != name]
            batch.gone.add(name)
            return
        body = pack(record)
        n, before = self._last.get(name) or (0, self._origin(name))
        row = Row(name, n + 1, body, _link(before, body))
        self._last[name] = row.n, row.hash
        batch.rows.append(row)

    @property
    def is_waiting(self) -> bool:
        """Whether something has been added since the last `take`."""
        return bool(self._batch)

    def take(self) -> Batch:
        """Return what has been added since the last call."""
        batch, self._batch = self._batch, Batch()
        return batch

    def verify_all(self, tables: Iterable[tuple[str, Iterable[Row]]]) -> list[Kept]:
        """Read all that is stored.

        A row that has got among those of another table does not show in its own if it was the
        last one there; it shows by what it follows from.
        """
        kept = [self.verify(table, rows) for table, rows in tables]
        return [one if one.damage else self._missing(one) for one in kept]

    def verify(self, table: str, rows: Iterable[Row]) -> Kept:
        """Read what is stored of a table; a whole chain can be added to from then on."""
        n, last, records = 0, self._origin(table), list[Record]()
        for row in rows:
            n += 1
            body, expected = row.body, _link(last, row.body)
            if (row.table, row.n, row.hash) != (table, n, expected):
                self._strays.append(row)
                return Kept(table, tuple(records), f"record {n} does not follow from those before")
            try:
                records.append(unpack(body))
            except DecodeError:
                return Kept(table, tuple(records), f"record {n} is of no kind that is known here")
            last = expected
        self._last[table] = n, last
        return Kept(table, tuple(records))

    def _missing(self, one: Kept) -> Kept:
        """Name a table as damaged if its next row is to be found elsewhere."""
        n, last = self._last[one.table]
        if any(row.n == n + 1 and row.hash == _link(last, row.body) for row in self._strays):
            del self._last[one.table]
            return Kept(one.table, one.records, f"record {n + 1} has got into another table")
        return one

    def _origin(self, table: str) -> bytes:
        return _link(self._identity, table.encode())


def _link(before: bytes, body: bytes) -> bytes:
    return blake2b(before + body, digest_size=_HASH).digest()
