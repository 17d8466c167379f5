"""Cuts the power of a journal's disk, and looks for what is lost.

Run it as `python -m tests.faults.powercut --images 20000 --seed 1`. The real store and committer
write small journals while SQLite's calls are noted. At every call images are made of what a disk
may hold if the power fails there, and the real store reads them. With `--mutant NAME` something
is wrong, and the run is good if that is noticed.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.broken import BrokenError
from tests.faults.disk import Disk
from tests.faults.luck import luck
from tests.faults.writing import (
    MUTANTS,
    Mutant,
    State,
    Taken,
    Told,
    folded,
    lay_out,
    recorded,
    records,
)

from haydes.engine.dealer import FairDealer
from haydes.server.chain import Ledger
from haydes.server.database import UnreadableError
from haydes.server.store import Store

_GENERATIONS = 3  # a journal is cut, goes on from what was left, is cut again
_RECORDS = 40  # of one generation
_IMAGES = 300  # of one generation


@dataclass(slots=True)
class Figures:
    images: int = 0
    calls: int = 0
    journals: int = 0
    found: Counter[str] = field(default_factory=Counter[str])
    broken: str = ""


def read(folder: Path) -> State:
    """Read a journal as a server does that starts."""
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        kept = ledger.verify_all(store.read())
        for one in kept:
            if one.damage:
                raise BrokenError("I4", f"{one.table} is damaged: {one.damage}")
        return {one.table: one.records for one in kept}


class Journal:
    """A journal that is cut, goes on from what was left, and is cut again."""

    def __init__(self, folder: Path, mutant: Mutant, dealer: FairDealer, figures: Figures) -> None:
        self._folder = folder
        self._mutant = mutant
        self._dealer = dealer
        self._figures = figures
        self._files: Mapping[str, bytes] = {}
        self._state: State = {}

    def generation(self, images: int) -> None:
        """Write on, look at so many images, and be one of them afterwards."""
        dealer, figures = self._dealer, self._figures
        added = list(records(dealer, self._state, _RECORDS))
        entries = recorded(self._folder, self._files, added, self._mutant, dealer)
        figures.calls += sum(not isinstance(entry, Taken | Told) for entry in entries)
        disk, told, taken = Disk(self._files), 0, [0]
        after: tuple[Mapping[str, bytes], State] = {}, {}
        chosen = dealer.below(images)
        for n, entry in enumerate(entries):
            match entry:
                case Told(count):
                    told = max(told, count)
                case Taken(count):
                    taken.append(count)
                case _:
                    disk.take(entry)
            # So many images after this entry that they are spread evenly over all of them
            for number in range(images * n // len(entries), images * (n + 1) // len(entries)):
                files = disk.image(dealer)
                found = self._look(files)
                wanted = [
                    folded(self._state, added[:count]) for count in set(taken) if count >= told
                ]
                if found not in wanted:
                    raise BrokenError("I1", f"{told} records were told of, and not all are left")
                figures.images += 1
                figures.found["all" if found == wanted[-1] else "what was told"] += 1
                if number == chosen:
                    after = files, found
        self._files, self._state = after

    def _look(self, files: Mapping[str, bytes]) -> State:
        lay_out(self._folder, files)
        try:
            found = read(self._folder)
        except UnreadableError as error:
            raise BrokenError("I1", str(error)) from None
        if list(self._folder.glob("*.damaged*")):
            raise BrokenError("I7", "a power cut was taken for damage")
        return found


def cut(images: int, mutant: str, seed: int) -> Figures:
    """Look at so many images, or until a promise is broken."""
    figures = Figures()
    fast = Path("/dev/shm")  # noqa: S108 - what is synced there is lost, but here nothing is at stake
    with tempfile.TemporaryDirectory(
        prefix="haydes-powercut-", dir=fast if fast.is_dir() else None
    ) as folder:
        while figures.images < images and not figures.broken:
            dealer = luck(seed, figures.journals)
            journal = Journal(Path(folder, "data"), MUTANTS[mutant], dealer, figures)
            try:
                for _ in range(_GENERATIONS):
                    journal.generation(min(_IMAGES, max(1, images - figures.images)))
            except BrokenError as error:
                figures.broken = f"{error} (seed {seed}, journal {figures.journals})"
            figures.journals += 1
    return figures


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.powercut", description=__doc__)
    parser.add_argument("--images", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutant", choices=[name for name in MUTANTS if name], default="")
    wish = parser.parse_args(arguments)
    began = time.monotonic()
    figures = cut(wish.images, wish.mutant, wish.seed)
    seconds = time.monotonic() - began
    found = ", ".join(f"{count} had {what}" for what, count in figures.found.items())
    sys.stdout.write(
        f"seed {wish.seed}: {figures.images} images of {figures.journals} journals, cut at"
        f" {figures.calls} calls, in {seconds:.0f} s\n  {found}\n"
        + (f"BROKEN {figures.broken}\n" if figures.broken else "nothing lost\n")
    )
    return os.EX_OK if bool(figures.broken) == bool(wish.mutant) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
