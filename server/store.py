"""The journal's file: an SQLite database in a folder of its own, open in one process at a time.

Law: when `write` returns, its batch survives whatever happens to process and machine; when it
raises, nothing more may be written in this run, and the next run finds what there is.
"""

import errno
import fcntl
import os
import sqlite3
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Self

from haydes.server.chain import Batch, Row

FILE = "journal.db"
_LOCK = "lock"
_FOLDER = 0o700
_OWNER_ONLY = 0o600
_APPLICATION = 0x48617964  # "Hayd", in the file's header
_FORMAT = 1
_RETRY_SECONDS = 0.05
_ROWS = 256  # of one statement
_STATEMENTS = _ROWS + 16  # kept prepared, one for each number of rows
_SCHEMA = """
CREATE TABLE store (identity BLOB NOT NULL);
CREATE TABLE records (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
INSERT INTO store VALUES (randomblob(16));
"""
# A damaged row may hold values of any type
_ALL = """
SELECT table_id, CAST(n AS INTEGER), CAST(body AS BLOB), CAST(hash AS BLOB)
FROM records ORDER BY table_id, n
"""


class FolderError(Exception):
    """The folder cannot be used: it is not writable, or another server has it."""


class UnreadableError(Exception):
    """The file is damaged as a whole, or not ours; it is left as it is."""


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
        self._lock = _lock(folder, patience)
        try:
            self._database, self.identity = _open(folder / FILE)
        except BaseException:
            os.close(self._lock)
            raise
        self.untidy = 0  # pages that have changed since the last `tidy`, at most

    def read(self) -> Iterator[tuple[str, Iterator[Row]]]:
        """Return the rows of each table, in order; raises UnreadableError."""
        return groupby(self._rows(), lambda row: row.table)

    def has_room(self) -> bool:
        disk = os.statvfs(self.folder)
        return disk.f_bavail * disk.f_frsize >= self._floor

    def write(self, batch: Batch) -> None:
        """Make a batch durable; raises StorageError."""
        rows = batch.rows
        with _reported():
            if not batch.gone and len(rows) <= _ROWS:
                self._insert(rows)  # a transaction of its own, and one call that does not hold up
            else:
                self._database.execute("BEGIN IMMEDIATE")
                for table in batch.gone:
                    self._database.execute("DELETE FROM records WHERE table_id = ?", (table,))
                for start in range(0, len(rows), _ROWS):
                    self._insert(rows[start : start + _ROWS])
                self._database.execute("COMMIT")
        self.untidy += len(rows) + len(batch.gone) + 1

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

    def _rows(self) -> Iterator[Row]:
        try:
            yield from map(Row._make, self._database.execute(_ALL))
        except sqlite3.Error as error:
            raise UnreadableError(f"{self.folder / FILE} cannot be read: {error}") from None

    def _insert(self, rows: list[Row]) -> None:
        places = ", ".join(["(?, ?, ?, ?)"] * len(rows))
        values = [value for row in rows for value in row]
        self._database.execute(f"INSERT INTO records VALUES {places}", values)  # noqa: S608 - no text of anybody's


@contextmanager
def _reported() -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(str(error)) from error


def _lock(folder: Path, patience: float) -> int:
    try:
        folder.mkdir(_FOLDER, parents=True, exist_ok=True)
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, _OWNER_ONLY)
        try:
            _wait_for(lock, time.monotonic() + patience)
        except BaseException:
            os.close(lock)
            raise
    except OSError as error:
        busy = isinstance(error, BlockingIOError)
        reason = "another server uses it" if busy else error.strerror
        raise FolderError(f"cannot use the folder {folder}: {reason}") from None
    return lock


def _wait_for(lock: int, end: float) -> None:
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _open(path: Path) -> tuple[sqlite3.Connection, bytes]:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY))
    except OSError as error:
        if error.errno == errno.EISDIR:
            raise UnreadableError(f"{path} is not a journal: it is a folder") from None
        raise FolderError(f"cannot use {path}: {error.strerror}") from None
    database = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, cached_statements=_STATEMENTS
    )
    database.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        return database, _prepare(database, path)
    except sqlite3.Error as error:
        database.close()
        raise UnreadableError(f"{path} is not a journal that can be read: {error}") from None
    except BaseException:
        database.close()
        raise


def _prepare(database: sqlite3.Connection, path: Path) -> bytes:
    """Make sure that the file is ours, and that what is written to it lasts."""
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
    if not database.execute("SELECT * FROM sqlite_schema").fetchall():
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.executescript(
            f"BEGIN; {_SCHEMA} PRAGMA application_id = {_APPLICATION};"
            f"PRAGMA user_version = {_FORMAT}; COMMIT;"
        )
        _sync(path.parent)
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise UnreadableError(f"{path} is not a journal: it belongs to another program")
    if version != _FORMAT:
        raise UnreadableError(f"{path} is of format {version}, and this server knows {_FORMAT}")
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise UnreadableError(f"{path} cannot be kept safely: its journal mode is {mode}")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA wal_autocheckpoint = 0")  # see Store.tidy
    found = database.execute("SELECT CAST(identity AS BLOB) FROM store").fetchall()
    if len(found) != 1:
        raise UnreadableError(f"{path} is not a journal that can be read: it has no identity")
    return bytes(found[0][0])


def _sync(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
