"""Copies of a journal that is in use.

Law: a copy is whole as of one moment, and a file of its own; what is not whole is removed.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from haydes.server.folder import OWNER_ONLY, sync

_PAGES = 64  # copied at a time; a millisecond or so


class CopyError(Exception):
    """A copy could not be made; the journal itself goes on."""


def copy(database: sqlite3.Connection, path: Path, between: Callable[[], None]) -> None:
    """Write all that is in a database to a new file; raises CopyError.

    `between` is called every few pages and may write: the copy has that as well.
    """

    def progress(_status: int, _left: int, _all: int) -> None:
        between()

    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ONLY))
    except OSError as error:
        raise CopyError(f"cannot write {path}: {error.strerror}") from None
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as target:
            database.backup(target, pages=_PAGES, progress=progress)
            target.execute("PRAGMA journal_mode = DELETE")  # a single file, complete in itself
        sync(path.parent)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error | OSError):
            raise CopyError(f"cannot write {path}: {error}") from None
        raise
