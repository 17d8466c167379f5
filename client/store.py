"""What outlives the program: the seats a player may come back to, and the name.

The files are for their owner's eyes only; a seat's token opens it to whoever has it.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from haydes.client.options import Address

OWNER_ONLY = 0o600
FOLDER = 0o700
KNOWN_HOSTS = "known_hosts"
KEPT = 64  # seats; the oldest are forgotten
LONGEST = 1024 * 1024  # bytes of a line of a file that is written line by line


@dataclass(frozen=True, slots=True)
class Held:
    """A seat that this player may come back to."""

    server: str  # its pin, so that no other server is ever shown the token; without TLS its address
    table: str
    token: str = field(repr=False)
    name: str
    game: str = ""
    ply: int = 0  # the last one seen
    pid: int = 0  # of the client that sits there; 0: none does


class Store:
    """Keeps things in a folder, or for this run only when there is none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._seats: tuple[Held, ...] = ()
        self._pins: dict[str, str] = {}

    def held(self, server: str, name: str) -> tuple[Held, ...]:
        """Return the seats that a player of this name holds at a server, the latest last."""
        return tuple(seat for seat in self._read() if (seat.server, seat.name) == (server, name))

    def free(self, server: str, name: str) -> tuple[Held, ...]:
        """Return those where no other living client of this machine sits."""
        return tuple(seat for seat in self.held(server, name) if not _sits(seat.pid))

    def keep(self, held: Held) -> None:
        """Note a seat; what this player had at the same table is replaced."""
        others = self._without(held.server, held.table, held.name)
        self._write((*others, replace(held, pid=os.getpid()))[-KEPT:])

    def drop(self, server: str, table: str, name: str) -> None:
        """Forget a seat that is given up."""
        seats = self._read()
        others = self._without(server, table, name)
        if len(others) < len(seats):
            self._write(others)

    def rise(self, server: str, table: str, name: str, ply: int) -> None:
        """Note that this client no longer sits there, and how far it had come."""
        for held in self.held(server, name):
            if held.table == table:
                others = self._without(server, table, name)
                self._write((*others, replace(held, ply=ply, pid=0)))

    def pin(self, address: Address) -> str:
        """Return the pin by which a server is known, or "" if it is not."""
        return self._known().get(address.whole, "")

    def know(self, address: Address, pin: str) -> None:
        """Know a server by its pin from now on."""
        self._write_known({**self._known(), address.whole: pin})

    def forget(self, address: Address) -> bool:
        """Know a server no longer; tell whether it was known."""
        known = self._known()
        found = known.pop(address.whole, "")
        if found:
            self._write_known(known)
        return bool(found)

    def _known(self) -> dict[str, str]:
        path = self._file(KNOWN_HOSTS)
        if path is not None:
            with suppress(FileNotFoundError):
                lines = path.read_text("ascii", "replace").splitlines()
                self._pins = dict(line.split(" ") for line in lines if line.count(" ") == 1)
        return dict(self._pins)

    def _write_known(self, known: Mapping[str, str]) -> None:
        self._pins = dict(known)
        path = self._file(KNOWN_HOSTS)
        if path is not None:
            write(path, "".join(f"{where} {pin}\n" for where, pin in known.items()))

    def history(self) -> Path | None:
        """Return the file for the lines a player has typed."""
        return self._file("history")

    def records(self) -> Path | None:
        """Return the folder for what was seen of matches."""
        return self._file("records")

    def _without(self, server: str, table: str, name: str) -> tuple[Held, ...]:
        given_up = server, table, name
        return tuple(
            seat for seat in self._read() if (seat.server, seat.table, seat.name) != given_up
        )

    def _read(self) -> tuple[Held, ...]:
        path = self._file("seats.json")
        if path is not None:
            with suppress(FileNotFoundError):
                self._seats = _parse(path.read_bytes())
        return self._seats

    def _write(self, seats: Sequence[Held]) -> None:
        self._seats = tuple(seats)
        path = self._file("seats.json")
        if path is not None:
            write(path, json.dumps([asdict(seat) for seat in seats], indent=1))

    def _file(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / name


def folder() -> Path:
    """Return where this user's state is kept; XDG_STATE_HOME counts on every system."""
    if base := os.environ.get("XDG_STATE_HOME"):
        return Path(base) / "haydes"
    from platformdirs import user_state_path  # noqa: PLC0415 - costs some milliseconds

    return user_state_path("haydes", appauthor=False)


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all, readable by its owner only."""
    path.parent.mkdir(FOLDER, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w") as file:
        file.write(text)
    draft.replace(path)


def lengthen(path: Path) -> int:
    """Open a file of lines to add some, readable by its owner only; return the descriptor.

    What is at its end of a line that was not written whole is cut off.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, OWNER_ONLY)
    start = max(0, os.fstat(file).st_size - LONGEST)
    os.lseek(file, start, os.SEEK_SET)
    tail = os.read(file, LONGEST)
    if not tail.endswith(b"\n"):
        os.ftruncate(file, start + tail.rfind(b"\n") + 1)
    return file


def _parse(data: bytes) -> tuple[Held, ...]:
    """Read the file of seats; a damaged one holds none."""
    try:
        return tuple(Held(**seat) for seat in json.loads(data))
    except (ValueError, TypeError):
        return ()


def _sits(pid: int) -> bool:
    """Whether another client that sits in a seat is still alive."""
    if pid in (0, os.getpid()) or os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
