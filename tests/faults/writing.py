"""Small journals, written by the real store and committer while SQLite's calls are noted."""

import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import trio
from tests.faults.calls import Call, NamesSynced, Synced, noted
from tests.faults.luck import odds
from tests.faults.points import replace

from haydes.engine.dealer import FairDealer
from haydes.engine.match import Input, Kind
from haydes.server import database
from haydes.server.chain import Batch, Ledger
from haydes.server.committer import Committer
from haydes.server.folder import sync
from haydes.server.journal import InputTaken, Record, SeatTaken, TableClosed
from haydes.server.store import Store

_TIDY, _WAIT, _CLOSE, _OPEN = 10, 40, 5, 20  # per cent of records that bring it
_SECONDS = 30.0  # for one generation


class Taken(NamedTuple):
    """So many records go into this commit and those before."""

    records: int


class Told(NamedTuple):
    """Somebody has heard of what follows from so many records."""

    records: int


Entry: TypeAlias = Call | Taken | Told
State: TypeAlias = Mapping[str, tuple[Record, ...]]  # by table


class _Ledger(Ledger):
    """A ledger that notes what goes into a commit."""

    def __init__(self, identity: bytes, note: Callable[[Entry], None]) -> None:
        super().__init__(identity)
        self._note = note
        self.added = 0

    def add(self, record: Record) -> None:
        super().add(record)
        self.added += 1

    def take(self) -> Batch:
        self._note(Taken(self.added))
        return super().take()


class _Hasty(Committer):
    """A committer that lets everything follow at once."""

    def commit(self, then: Callable[[], None]) -> None:
        then()
        super().commit(lambda: None)


@dataclass(frozen=True, slots=True)
class Mutant:
    pragma: str = ""  # for the database
    forgets: type[Call] | None = None
    committer: type[Committer] = Committer


MUTANTS: Mapping[str, Mutant] = {
    "": Mutant(),
    "normal": Mutant(pragma="PRAGMA synchronous = NORMAL"),
    "no-sync": Mutant(forgets=Synced),
    "no-names": Mutant(forgets=NamesSynced),
    "acknowledge-early": Mutant(committer=_Hasty),
}


def records(dealer: FairDealer, known: State, count: int) -> Iterator[Record]:
    """Return what happens at some tables: they open, are played at, and close."""
    tables = dict.fromkeys(known, 0)
    for n in range(count):
        if not tables or odds(dealer, _OPEN):
            name = f"table{dealer.below(1 << 16)}"
            tables[name] = 0
            for seat in range(2):
                yield SeatTaken(name, seat, "Ann", token=bytes([dealer.below(256)]) * 32)
        name = list(tables)[dealer.below(len(tables))]
        if odds(dealer, _CLOSE):
            del tables[name]
            yield TableClosed(name)
        else:
            yield InputTaken(name, Input(n, Kind.ACT, 0, dealer.below(1000)), n, at=dealer.below(9))


def folded(state: State, added: Sequence[Record]) -> State:
    tables = dict(state)
    for record in added:
        if isinstance(record, TableClosed):
            tables.pop(record.table, None)
        else:
            tables[record.table] = (*tables.get(record.table, ()), record)
    return tables


async def _write(
    folder: Path, added: Sequence[Record], note: Callable[[Entry], None], mutant: Mutant,
    dealer: FairDealer,
) -> None:  # fmt: skip
    """Write a journal as a server does."""
    with Store(folder) as store:
        if mutant.pragma:
            store._database.execute(mutant.pragma)  # pyright: ignore[reportPrivateUsage] # a fault
        ledger = _Ledger(store.identity, note)
        for table, rows in store.read():
            ledger.verify(table, rows)
        committer = mutant.committer(store, ledger)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(committer.run)
            for n, record in enumerate(added, 1):
                committer.append(record)
                if odds(dealer, _WAIT):
                    committer.commit(partial(note, Told(n)))
                    await committer.settle()
                    if odds(dealer, _TIDY):
                        store.tidy()
            await committer.settle()
            nursery.cancel_scope.cancel()


@contextmanager
def _names_noted(note: Callable[[Entry], None]) -> Generator[None]:
    """Have it noted when the store itself syncs names."""

    def noted(folder: Path) -> None:
        sync(folder)
        if folder.is_dir():
            note(NamesSynced())

    replace(database, "sync", noted)
    try:
        yield
    finally:
        replace(database, "sync", sync)


def recorded(
    folder: Path, files: Mapping[str, bytes], added: Sequence[Record], mutant: Mutant,
    dealer: FairDealer,
) -> list[Entry]:  # fmt: skip
    """Go on with a journal, and return all that has happened on its disk."""
    entries: list[Entry] = []

    async def write() -> None:
        with trio.fail_after(_SECONDS):
            await _write(folder, added, entries.append, mutant, dealer)

    lay_out(folder, files)
    with noted(entries.append), _names_noted(entries.append):
        trio.run(write)
    return [entry for entry in entries if mutant.forgets is not type(entry)]


def lay_out(folder: Path, files: Mapping[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
