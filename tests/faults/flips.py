"""Changes a byte of a journal's files, and looks for what is wrongly believed.

Run it as `python -m tests.faults.flips --flips 20000 --seed 1`. Files are those of a server that
has ended, or was killed. With a bit or a byte changed the real store reads them: the file is
refused, or each table is whole, or named as damaged, or the loss is reported. Nothing else may
come of it: no other record, no traceback, no silence.
"""

import argparse
import logging
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.faults.luck import luck, odds, pick
from tests.faults.writing import State, folded, lay_out, records

from haydes.engine.dealer import FairDealer
from haydes.server.chain import Kept, Ledger
from haydes.server.database import UnreadableError
from haydes.server.journal import Record, TableClosed
from haydes.server.store import Store

_RECORDS = 60  # of a journal
_FLIPS = 1000  # of one journal
_BIT = 70  # per cent; the others change a whole byte


@dataclass(slots=True)
class Figures:
    flips: int = 0
    found: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])


class _Reports(logging.Handler):
    """Counts what the server reports as gone wrong."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


class Written(NamedTuple):
    files: Mapping[str, bytes]
    state: State  # in the end
    ever: State  # all records, those of closed tables too
    last: int  # where in SQLite's log the last commit begins, which may as well be torn


def journal(folder: Path, dealer: FairDealer, *, killed: bool) -> Written:
    """Write a journal, with a log of SQLite's beside it if it was killed."""
    lay_out(folder, {})
    added = list(records(dealer, {}, _RECORDS))
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        last = 0
        for record in added:
            last = _size_of_log(folder)
            ledger.add(record)
            store.write(ledger.take())
        open_ = _files(folder)
    ever = folded({}, [record for record in added if not isinstance(record, TableClosed)])
    return Written(open_ if killed else _files(folder), folded({}, added), ever, last)


def changed(dealer: FairDealer, files: Mapping[str, bytes]) -> tuple[str, int, dict[str, bytes]]:
    """Return which file has been changed where, and the files."""
    name = pick(dealer, [name for name, data in files.items() if data])
    data = bytearray(files[name])
    place = dealer.below(len(data))
    change = 1 << dealer.below(8) if odds(dealer, _BIT) else 1 + dealer.below(255)
    data[place] ^= change
    return name, place, {**files, name: bytes(data)}


def judged(folder: Path, written: Written, *, reports: _Reports, may_be_torn: bool) -> str:
    """Return what has become of a journal; ValueError: what must not."""
    reports.count = 0
    try:
        found = _read(folder)
    except UnreadableError:
        return "refused"
    for name, one in found.items():
        if one.records != written.ever.get(name, ())[: len(one.records)]:
            raise ValueError(f"{name} has records that were never written")
    if all(_is_whole(found.get(name), whole) for name, whole in written.state.items()):
        return "whole" if set(found) == set(written.state) else "whole, and a damaged table more"
    if all(_is_honest(found.get(name), whole) for name, whole in written.state.items()):
        return "tables named as damaged"
    if reports.count:
        return "loss reported"
    if may_be_torn:
        return "taken for the end of the log"
    raise ValueError("something is missing, and nothing is said")


def _is_whole(one: Kept | None, whole: Sequence[Record]) -> bool:
    return one is not None and not one.damage and one.records == whole


def _is_honest(one: Kept | None, whole: Sequence[Record]) -> bool:
    return one is not None and (bool(one.damage) or one.records == whole)


def flip(flips: int, seed: int) -> Figures:
    """Change so many bytes, each in a file that was whole."""
    figures, reports = Figures(), _Reports()
    log = logging.getLogger("haydes.server")
    log.addHandler(reports)
    log.propagate = False
    fast = Path("/dev/shm")  # noqa: S108 - nothing is at stake
    with tempfile.TemporaryDirectory(dir=fast if fast.is_dir() else None) as base:
        try:
            while figures.flips < flips:
                _flip_one(Path(base), min(_FLIPS, flips - figures.flips), seed, figures, reports)
        finally:
            log.removeHandler(reports)
            log.propagate = True
    return figures


def _flip_one(base: Path, flips: int, seed: int, figures: Figures, reports: _Reports) -> None:
    dealer = luck("flips", seed, figures.flips)
    killed = bool(figures.flips // _FLIPS % 2)
    written = journal(base / "data", dealer, killed=killed)
    for _ in range(flips):
        name, place, spoilt = changed(dealer, written.files)
        lay_out(base / "data", spoilt)
        torn = name.endswith("-wal") and place >= written.last
        try:
            found = judged(base / "data", written, reports=reports, may_be_torn=torn)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not be
            found = "WRONG"
            figures.wrong.append(f"{name}, byte {place}: {type(error).__name__}: {error}")
        figures.found[found] += 1
        figures.flips += 1


def _read(folder: Path) -> dict[str, Kept]:
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        return {one.table: one for one in ledger.verify_all(store.read())}


def _size_of_log(folder: Path) -> int:
    log = folder / "journal.db-wal"
    return log.stat().st_size if log.exists() else 0


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("journal.db*")}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.flips", description=__doc__)
    parser.add_argument("--flips", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(arguments)
    began = time.monotonic()
    figures = flip(wish.flips, wish.seed)
    seconds = time.monotonic() - began
    found = "".join(f"{count:8} {what}\n" for what, count in figures.found.most_common())
    wrong = "".join(f"WRONG {what}\n" for what in figures.wrong[:10])
    sys.stdout.write(f"seed {wish.seed}: {figures.flips} flips in {seconds:.0f} s\n{found}{wrong}")
    return 1 if figures.wrong else os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
