"""The SQLite file that a store writes to: made, opened, examined and mended.

Law: what cannot be read is never overwritten. A file that can be read in part is replaced by a
new one with all rows that could be read, and kept beside it.
"""

import errno
import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copyfile

from haydes.server.chain import Row
from haydes.server.chance import CHANCE
from haydes.server.folder import OWNER_ONLY, sync
from haydes.server.log import log
from haydes.server.wal import lost_commits

ROWS = 256  # of one statement
_STATEMENTS = ROWS + 16  # kept prepared, one for each number of rows
_APPLICATION = 0x48617964  # "Hayd", in the file's header
_FORMAT = 1
_IDENTITY = 16  # bytes
_DAMAGED = ".damaged-"
ASIDE = f"*{_DAMAGED}*"  # files that are kept because they were damaged
_UNWRITTEN = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_IOERR_WRITE: errno.EIO}
_UNDER_WAY = 1  # commits that a power cut may have left incomplete
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_FORMAT};
CREATE TABLE store (identity BLOB NOT NULL);
CREATE TABLE records (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
"""
# A damaged row may hold values of any type
_ALL = """
SELECT coalesce(CAST(table_id AS TEXT), ''), coalesce(CAST(n AS INTEGER), 0),
    coalesce(CAST(body AS BLOB), x''), coalesce(CAST(hash AS BLOB), x'')
FROM records
"""
_IN_ORDER = "1, 2"  # of expressions: SQLite sorts, and does not believe that the file is in order
DAMAGE = (sqlite3.Error, UnicodeError)  # the second when SQLite quotes what is damaged


class UnreadableError(Exception):
    """The file is damaged as a whole, or not ours; it is left as it is."""


def open_database(path: Path) -> tuple[sqlite3.Connection, bytes]:
    """Open a journal, or make it if there is none; return it with the store's identity.

    Raises UnreadableError and OSError.
    """
    check(path)
    if not path.exists():
        draft = _make(path, CHANCE.randbytes(_IDENTITY), ())
        draft.replace(path)
        sync(path.parent)
    try:
        database = _connect(path)
        try:
            identity = identify(database, path)
            _keep_log(database, path)
            _look_into_log(database, path)
            if _is_sound(database):
                return database, identity
            found = _salvage(database)
        except BaseException:
            database.close()
            raise
        aside = _put_aside(path)
        database.close()
        _replace(path, identity, found)
        log(logging.CRITICAL, "journal damaged", kept=str(aside), rows=len(found))
        return _connect(path), identity
    except DAMAGE as error:
        _check_writing(error)
        raise UnreadableError(f"{path} is not a journal that can be read: {error}") from None


def rows(database: sqlite3.Connection, order: str = _IN_ORDER) -> Iterator[Row]:
    """Return all rows in order; raises one of DAMAGE where the file cannot be read."""
    return map(Row._make, database.execute(f"{_ALL} ORDER BY {order}"))


def insert(database: sqlite3.Connection, batch: Sequence[Row]) -> None:
    """Add at most ROWS rows by one statement, which is a transaction of its own."""
    places = ", ".join(["(?, ?, ?, ?)"] * len(batch))
    values = [value for row in batch for value in row]
    database.execute(f"INSERT INTO records VALUES {places}", values)  # noqa: S608 - only marks


def check(path: Path) -> None:
    """Refuse what SQLite would take for a new file."""
    if path.is_dir():
        raise UnreadableError(f"{path} is not a journal: it is a folder")
    if path.exists() and not path.stat().st_size:
        raise UnreadableError(f"{path} is not a journal: it is empty")
    if _wal(path).exists() and not path.exists():
        raise UnreadableError(f"{path} is missing, but {_wal(path).name} is there")


def _check_writing(error: sqlite3.Error | UnicodeError) -> None:
    """Raise OSError if it is the disk that takes no more: the journal itself may be sound."""
    code = error.sqlite_errorcode if isinstance(error, sqlite3.DatabaseError) else None
    if code in _UNWRITTEN:
        raise OSError(_UNWRITTEN[code], os.strerror(_UNWRITTEN[code])) from error


def _make(path: Path, identity: bytes, found: Sequence[Row]) -> Path:
    """Make a new file under another name, and return that."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    with closing(sqlite3.connect(draft, isolation_level=None)) as database:
        database.executescript(f"BEGIN; {_SCHEMA}")
        database.execute("INSERT INTO store VALUES (?)", (identity,))
        for start in range(0, len(found), ROWS):
            insert(database, found[start : start + ROWS])
        database.execute("COMMIT")
    return draft


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, cached_statements=_STATEMENTS
    )
    read_text(database)
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA wal_autocheckpoint = 0")  # see Store.tidy
    database.execute("PRAGMA secure_delete = ON")  # a table that is closed leaves nothing behind
    return database


def read_text(database: sqlite3.Connection) -> None:
    """Let a connection read text that may be damaged, and keep to itself what it sorts."""
    database.text_factory = partial(str, encoding="utf-8", errors="replace")
    database.execute("PRAGMA temp_store = MEMORY")


def identify(database: sqlite3.Connection, path: Path) -> bytes:
    """Return the identity of the store whose file this is.

    Raises UnreadableError and one of DAMAGE.
    """
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise UnreadableError(f"{path} is not a journal: it belongs to another program")
    if version != _FORMAT:
        age = "a newer" if version > _FORMAT else "an older"
        raise UnreadableError(
            f"{path} is of format {version}, of {age} release; this one knows format {_FORMAT}"
        )
    found = database.execute("SELECT coalesce(CAST(identity AS BLOB), x'') FROM store").fetchall()
    if len(found) != 1 or len(found[0][0]) != _IDENTITY:
        raise UnreadableError(f"{path} is not a journal that can be read: it has no identity")
    return bytes(found[0][0])


def _keep_log(database: sqlite3.Connection, path: Path) -> None:
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise UnreadableError(f"{path} cannot be kept safely: its journal mode is {mode}")


def _look_into_log(database: sqlite3.Connection, path: Path) -> None:
    """Keep a copy of SQLite's log if more is lost of it than a power cut explains."""
    before = _wal(path).read_bytes() if _wal(path).exists() else b""
    _, frames, _ = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    lost = lost_commits(before, max(0, frames))
    if lost > _UNDER_WAY:
        aside = _free_name(_wal(path))
        aside.write_bytes(before)
        aside.chmod(OWNER_ONLY)
        log(logging.CRITICAL, "journal damaged at its end", commits=lost, kept=str(aside))


def _is_sound(database: sqlite3.Connection) -> bool:
    try:
        return database.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except DAMAGE:
        return False


def _salvage(database: sqlite3.Connection) -> list[Row]:
    """Return the rows that can be read before the first and behind the last damaged place."""
    found: dict[object, Row] = {}
    for order in ("table_id DESC, n DESC", "table_id, n"):
        with suppress(*DAMAGE):
            for row in rows(database, order):
                found[row.table, row.n] = row
    return list(found.values())


def _put_aside(path: Path) -> Path:
    """Copy the file and SQLite's log; return where the file is kept."""
    aside = _free_name(path)
    for original, copy in ((path, aside), (_wal(path), _wal(aside))):
        if original.exists():
            copyfile(original, copy)
            copy.chmod(OWNER_ONLY)
            sync(copy)
    sync(path.parent)
    return aside


def _replace(path: Path, identity: bytes, found: Sequence[Row]) -> None:
    """Put a new file in the place of a damaged one."""
    draft = _make(path, identity, found)
    with closing(_connect(draft)) as database:
        database.execute("PRAGMA journal_mode = WAL")
    _wal(path).unlink(missing_ok=True)
    draft.replace(path)
    sync(path.parent)


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}{_DAMAGED}{n}") for n in count(1))
    return next(name for name in names if not name.exists())
