"""A journal that is only looked at.

Law: the file is left as it is, whatever is wrong with it.
"""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from haydes.server.chain import Row
from haydes.server.copying import copy
from haydes.server.store import UnreadableError, check, opened, tables, touch

_SIDES = ("-wal", "-shm")  # of the names of what SQLite keeps beside a file


class Reading:
    """A journal file that is only looked at, while nobody writes to it."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises FolderError and UnreadableError."""
        self._path = path
        sides = (path.with_name(f"{path.name}{side}") for side in _SIDES)
        self._made = [side for side in sides if not side.exists()]  # by SQLite, empty of records
        try:
            self._database, self.identity = _look(path)
        except BaseException:
            self._clean()
            raise

    def read(self) -> Iterator[tuple[str, Iterator[Row]]]:
        """Return the rows of each table, in order; raises UnreadableError."""
        return tables(self._database, self._path)

    def copy(self, path: Path) -> None:
        """Write the whole journal to a new file; raises CopyError."""
        copy(self._database, path, _nothing)

    def close(self) -> None:
        self._database.close()
        self._clean()

    def _clean(self) -> None:
        for side in self._made:
            side.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _nothing() -> None:
    pass


def _look(path: Path) -> tuple[sqlite3.Connection, bytes]:
    touch(path, os.O_RDONLY)
    if not path.stat().st_size:
        raise UnreadableError(f"{path} is empty: no server has kept anything there")
    return opened(f"{path.absolute().as_uri()}?mode=ro", path, check)
