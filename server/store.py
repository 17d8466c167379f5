"""The journal's file: an SQLite database in a folder of its own, open in one process at a time.

Law: when `write` returns, its batch survives whatever happens to process and machine; when it
raises, nothing more may be written in this run, and the next run finds what there is.
"""

import os
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Self

from haydes.server.chain import Batch, Row
from haydes.server.copying import CopyError, copy
from haydes.server.database import DAMAGE, ROWS, UnreadableError, insert, open_database, rows
from haydes.server.folder import FolderError, free, take

FILE = "journal.db"
_LOG = "-wal"  # the end of the name of SQLite's log


class StorageError(Exception):
    """Writing has failed: what was to be durable may not be."""


class Store:
    """An open journal file."""

    def __init__(self, folder: Path, floor: int = 0, patience: float = 0.0) -> None:
        """Open the file in a folder, or make it; raises FolderError and UnreadableError.

        `floor`: with fewer bytes free on the disk there is no room for more tables.
        `patience`: for so many seconds another server that uses the folder may still end.
        """
        self.folder = folder
        self._floor = floor
        self._lock = take(folder, patience)
        try:
            self._database, self.identity = open_database(folder / FILE)
        except OSError as error:
            os.close(self._lock)
            raise FolderError(f"cannot use {folder / FILE}: {error.strerror}") from None
        except BaseException:
            os.close(self._lock)
            raise
        self.untidy = 0  # pages that have changed since the last `tidy`, at most

    def read(self) -> Iterator[tuple[str, Iterator[Row]]]:
        """Return the rows of each table, in order; raises UnreadableError."""
        try:
            found = sorted(rows(self._database))  # a key of another type is elsewhere in the file
        except DAMAGE as error:
            raise UnreadableError(f"{self.folder / FILE} cannot be read: {error}") from None
        return groupby(found, lambda row: row.table)

    def has_room(self) -> bool:
        return free(self.folder) >= self._floor

    def copy(self, path: Path, between: Callable[[], None]) -> None:
        """Write the whole journal to a new file; raises CopyError.

        `between` is called every few pages and may write: the copy has that as well.
        """
        if free(path.parent) < self._floor + size(self.folder):
            raise CopyError("there is not enough space on the server's disk for a copy")
        copy(self._database, path, between)

    def write(self, batch: Batch) -> None:
        """Make a batch durable; raises StorageError."""
        added = batch.rows
        with _reported():
            if not batch.gone and len(added) <= ROWS:
                insert(self._database, added)  # one call, which does not hold the server up
            else:
                self._database.execute("BEGIN IMMEDIATE")
                for table in batch.gone:
                    self._database.execute("DELETE FROM records WHERE table_id = ?", (table,))
                for start in range(0, len(added), ROWS):
                    insert(self._database, added[start : start + ROWS])
                self._database.execute("COMMIT")
        self.untidy += len(added) + len(batch.gone) + 1

    def tidy(self) -> None:
        """Fold SQLite's log into the database; raises StorageError."""
        with _reported():  # when SQLite does this by itself it overlooks errors
            self._database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self.untidy = 0

    def close(self) -> None:
        self._database.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def _reported() -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(str(error)) from error


def size(folder: Path) -> int:
    """Return how many bytes the journal in a folder takes."""
    paths = (folder / f"{FILE}{side}" for side in ("", _LOG))
    return sum(path.stat().st_size for path in paths if path.exists())
