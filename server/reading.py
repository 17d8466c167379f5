"""A journal that is only looked at.

Law: the file is left as it is, whatever is wrong with it.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Self

from haydes.server.chain import Row
from haydes.server.copying import copy
from haydes.server.database import DAMAGE, UnreadableError, check, identify, read_text, rows
from haydes.server.folder import FolderError

_SIDES = ("-wal", "-shm")  # of the names of what SQLite keeps beside a file


class Reading:
    """A journal file that is only looked at, while nobody writes to it."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises FolderError and UnreadableError."""
        self._path = path
        _check(path)
        sides = (path.with_name(f"{path.name}{side}") for side in _SIDES)
        self._made = [side for side in sides if not side.exists()]  # by SQLite, empty of records
        self._database = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None
        )
        try:
            read_text(self._database)
            self.identity = identify(self._database, path)
        except DAMAGE as error:
            self.close()
            raise UnreadableError(f"{path} is not a journal that can be read: {error}") from None
        except BaseException:
            self.close()
            raise

    def read(self) -> Iterator[tuple[str, Iterator[Row]]]:
        """Return the rows of each table, in order; raises UnreadableError."""
        return groupby(self._rows(), lambda row: row.table)

    def copy(self, path: Path) -> None:
        """Write the whole journal to a new file; raises CopyError."""
        copy(self._database, path, _nothing)

    def close(self) -> None:
        self._database.close()
        for side in self._made:
            side.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self) -> Iterator[Row]:
        try:
            yield from rows(self._database)
        except DAMAGE as error:
            raise UnreadableError(f"{self._path} cannot be read: {error}") from None


def _nothing() -> None:
    pass


def _check(path: Path) -> None:
    """Refuse what cannot be read, and what SQLite would wait for, or take for a new file."""
    try:
        check(path)
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise FolderError(f"cannot use {path}: {error.strerror}") from None
    is_file = stat.S_ISREG(os.fstat(handle).st_mode)
    os.close(handle)
    if not is_file:
        raise UnreadableError(f"{path} is not a journal: it is no plain file")
