"""What this client sees of a match, written down as it comes, for `haydes-kit verify`.

A record is lines of JSON: a head, then the messages themselves, those of the server and those
of this client that matter. It holds a hand's cards and the seat's nonce: it is for its owner.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, json

from haydes import __version__
from haydes.client.model import Model, View, my_seat, phase, table_id
from haydes.client.read import branch, number, text
from haydes.client.store import FOLDER, LONGEST, lengthen
from haydes.protocol.messages import (
    Act,
    Done,
    Refused,
    Request,
    Reveal,
    Script,
    ServerMessage,
    Snapshot,
    Update,
    Welcome,
)
from haydes.protocol.tree import Value

KEPT = 50  # records of a server; the oldest are deleted
ROOM = 64 * 1024 * 1024  # bytes of a server's records, before the next one begins
LARGEST = 32 * 1024 * 1024  # bytes of one; a long campaign has two
ENDING = ".jsonl"

Noted: TypeAlias = Snapshot | Update | Done | Refused | Script | Act | Reveal


class Head(Struct, frozen=True, tag="record", tag_field="type", omit_defaults=True):
    """Whose record it is; one more whenever the client has come back to the match."""

    client: str
    server: str
    nonce: str = ""  # that the seat has promised

    def __repr__(self) -> str:
        return f"Head({self.client}, {self.server})"


_Key: TypeAlias = tuple[str, int, int | None]  # table, match, seat


class Recorder:
    """Keeps the record of the match at the client's table; of none without a folder."""

    def __init__(self, folder: Path | None, server: str) -> None:
        self.path: Path | None = None  # of the record that is being written, or was last
        self._folder = folder
        self._server = server
        self._key: _Key | None = None
        self._file = -1
        self._room = 0

    def heard(self, message: ServerMessage, model: Model) -> None:
        """Note a message that has led to this model."""
        view = model.view
        if isinstance(message, Welcome):
            self._write(self._head(model))
        if view is None or view.seq < 0:
            return
        key = _key(view)
        if key is None or (phase(view) == "over" and key != self._key):
            self.close()
        elif key != self._key:
            self.close()
            self._begin(key, view, model)
        elif isinstance(message, Noted):
            self._write(message)

    def asked(self, request: Request) -> None:
        """Note a request of this client."""
        if isinstance(request, Noted):
            self._write(request)

    def close(self) -> None:
        """Write no more of this match."""
        if self._file >= 0:
            os.close(self._file)
        self._key, self._file = None, -1

    def _begin(self, key: _Key, view: View, model: Model) -> None:
        self._key, self.path, self._room = key, None, LARGEST
        if self._folder is None:
            return
        path = self._folder / _name(self._server, key, view)
        with suppress(OSError):  # a full disk must not end the game
            self._folder.mkdir(FOLDER, parents=True, exist_ok=True)
            for old in _surplus(_records(self._folder, self._server)):
                old.unlink(missing_ok=True)
            self._file = lengthen(path)
            self.path = path
        self._write(self._head(model))
        whole = {"table": view.table, "game": view.game, "you": view.you}
        self._write({"type": "snapshot", "seq": view.seq, "ply": view.ply, **whole})

    def _head(self, model: Model) -> Head:
        nonce = model.fair.nonce if model.fair.pledged else ""
        return Head(f"haydes-client {__version__}", self._server, nonce)

    def _write(self, line: Head | Noted | Mapping[str, Value]) -> None:
        if self._file < 0:
            return
        data = json.encode(line) + b"\n"
        self._room -= len(data)
        try:
            whole = self._room >= 0 and os.write(self._file, data) == len(data)
        except OSError:
            whole = False
        if not whole:
            os.close(self._file)
            self._file, self.path = -1, None


def read(path: Path) -> Iterator[Head | Noted]:
    """Yield the lines of a record; ValueError names one that is none.

    Of a last line that was not written to its end there is nothing.
    """
    decoder = json.Decoder(Head | Noted)
    with path.open("rb") as file:
        # what goes on and on without an end of a line is no record
        for number_, line in enumerate(iter(partial(file.readline, LONGEST), b""), 1):
            try:
                yield decoder.decode(line)
            except ValueError as error:
                if number_ > 1 and not line.endswith(b"\n"):
                    return
                raise ValueError(f"line {number_}: {error}") from None


def _key(view: View) -> _Key | None:
    """Return which match a view is of; None between matches."""
    fair = branch(view.table, "fair")
    if phase(view) == "waiting" or not fair or "missing" in fair:
        return None
    return table_id(view), number(fair, "match"), my_seat(view)


def _name(server: str, key: _Key, view: View) -> str:
    """Return a file name that no server can choose."""
    table, match, seat = key
    shown = text(branch(view.table, "fair"), "commitment")
    who = f"watch-{os.getpid()}" if seat is None else f"seat-{seat}"
    parts = (server, table, str(match), who, shown[:8])
    return "_".join(map(_part, parts)) + ENDING


def _part(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", "-", name)[:40]


def _records(folder: Path, server: str) -> Iterator[tuple[float, int, Path]]:
    """Yield age, bytes and path of what is kept of a server."""
    for path in folder.glob(f"{_part(server)}_*{ENDING}"):
        with suppress(OSError):
            now = path.stat()
            yield now.st_mtime, now.st_size, path


def _surplus(records: Iterable[tuple[float, int, Path]]) -> Iterator[Path]:
    """Yield the oldest records, so many that what is left has room beside a new one."""
    room = ROOM
    for n, (_, size, path) in enumerate(sorted(records, reverse=True), 1):
        room -= size
        if n >= KEPT or room < 0:
            yield path
