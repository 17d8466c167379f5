"""The journal's file: an SQLite database in a folder of its own, open in one process at a time.

Law: when `write` returns, its batch survives whatever happens to process and machine; when it
raises, nothing more may be written in this run, and the next run finds what there is.
"""

import os
import sqlite3
import stat
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Self

from haydes.server.chain import Batch, Row
from haydes.server.copying import CopyError, copy
from haydes.server.folder import OWNER_ONLY, FolderError, free, sync, take

FILE = "journal.db"
_APPLICATION = 0x48617964  # "Hayd", in the file's header
_FORMAT = 1
_ROWS = 256  # of one statement
_DAMAGE = (sqlite3.Error, UnicodeError)  # the second when SQLite quotes what is damaged
_STATEMENTS = _ROWS + 16  # kept prepared, one for each number of rows
_LOG = "-wal"  # the end of the name of SQLite's log
_SCHEMA = """
CREATE TABLE store (identity BLOB NOT NULL);
CREATE TABLE records (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
INSERT INTO store VALUES (randomblob(16));
"""
# A damaged row may hold values of any type, or none, and stand in the wrong place; as the order
# is that of expressions, SQLite sorts and does not believe the file
_ALL = """
SELECT COALESCE(CAST(table_id AS TEXT), ''), COALESCE(CAST(n AS INTEGER), 0),
    COALESCE(CAST(body AS BLOB), x''), COALESCE(CAST(hash AS BLOB), x'')
FROM records ORDER BY 1, 2
"""


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
        self._lock = take(folder, patience)
        try:
            self._database, self.identity = _open(folder / FILE)
        except BaseException:
            os.close(self._lock)
            raise
        self.untidy = 0  # pages that have changed since the last `tidy`, at most

    def read(self) -> Iterator[tuple[str, Iterator[Row]]]:
        """Return the rows of each table, in order; raises UnreadableError."""
        return tables(self._database, self.folder / FILE)

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


def size(folder: Path) -> int:
    """Return how many bytes the journal in a folder takes."""
    paths = (folder / f"{FILE}{side}" for side in ("", _LOG))
    return sum(path.stat().st_size for path in paths if path.exists())


def _open(path: Path) -> tuple[sqlite3.Connection, bytes]:
    touch(path, os.O_RDWR | os.O_CREAT)
    return opened(str(path), path, _prepare)


def touch(path: Path, flags: int) -> None:
    """Open and close a file to learn what SQLite would not say; raises as `Store` does."""
    try:
        handle = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, OWNER_ONLY)
    except IsADirectoryError:
        is_file = False
    except OSError as error:
        raise FolderError(f"cannot use {path}: {error.strerror}") from None
    else:
        is_file = stat.S_ISREG(os.fstat(handle).st_mode)
        os.close(handle)
    if not is_file:
        raise UnreadableError(f"{path} is not a journal: it is no plain file")


def opened(
    name: str, path: Path, check: Callable[[sqlite3.Connection, Path], bytes]
) -> tuple[sqlite3.Connection, bytes]:
    database = sqlite3.connect(
        name,
        uri=name != str(path),
        isolation_level=None,
        check_same_thread=False,
        cached_statements=_STATEMENTS,
    )
    database.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        database.execute("PRAGMA temp_store = MEMORY")  # what is sorted stays out of other files
        return database, check(database, path)
    except _DAMAGE as error:
        database.close()
        reason = _reason(error)
        raise UnreadableError(f"{path} is not a journal that can be read: {reason}") from None
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
        sync(path.parent)
    identity = check(database, path)
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise UnreadableError(f"{path} cannot be kept safely: its journal mode is {mode}")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA wal_autocheckpoint = 0")  # see Store.tidy
    database.execute("PRAGMA secure_delete = ON")  # a table that is closed leaves nothing behind
    return identity


def check(database: sqlite3.Connection, path: Path) -> bytes:
    """Return the identity of the store; raises UnreadableError and sqlite3.Error."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise UnreadableError(f"{path} is not a journal: it belongs to another program")
    if version != _FORMAT:
        age = "a newer" if version > _FORMAT else "an older"
        raise UnreadableError(
            f"{path} is of format {version}, of {age} release; this one knows format {_FORMAT}"
        )
    found = database.execute("SELECT CAST(identity AS BLOB) FROM store").fetchall()
    if len(found) != 1 or not found[0][0]:
        raise UnreadableError(f"{path} is not a journal that can be read: it has no identity")
    return bytes(found[0][0])


def tables(database: sqlite3.Connection, path: Path) -> Iterator[tuple[str, Iterator[Row]]]:
    return groupby(_rows(database, path), lambda row: row.table)


def _rows(database: sqlite3.Connection, path: Path) -> Iterator[Row]:
    try:
        yield from map(Row._make, database.execute(_ALL))
    except _DAMAGE as error:
        raise UnreadableError(f"{path} cannot be read: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return "its schema is no text" if isinstance(error, UnicodeError) else str(error)
