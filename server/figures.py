"""How a running server is, in figures: what `haydes-server doctor` asks it."""

import os
import resource
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import trio
from msgspec import Struct

from haydes import __version__
from haydes.protocol.codes import Refusal
from haydes.server.folder import free
from haydes.server.house import House
from haydes.server.log import TROUBLES
from haydes.server.store import size
from haydes.server.tables import Tables

_OPEN_FILES = Path("/dev/fd")


class Figures(Struct, frozen=True, kw_only=True):
    """Bytes and microseconds are whole numbers; of a pair, the second is the most there may be."""

    version: str
    process: int
    seconds: int  # since the start
    addresses: list[str]
    pin: str  # of the server's key; empty: no TLS
    is_closing: bool
    connections: tuple[int, int]
    strangers: int  # connections that have not said hello
    tables: tuple[int, int]  # that count against the limit
    parked: tuple[int, int]
    rules: dict[str, int]  # "game version", and how many tables are played by it
    other_rules: dict[str, str]  # tables that are kept but not served, and why
    damaged: dict[str, str]
    journal: int  # bytes
    free: int  # bytes on the disk
    keep_free: int  # bytes, below which no table is opened
    commits: int  # the latest ones, whose time is known
    commit_p50: int  # microseconds
    commit_p99: int
    files: tuple[int, int]
    errors: list[str]  # the latest lines of the log


class Observer:
    """Counts when asked."""

    def __init__(
        self, house: House, folder: Path, addresses: Sequence[str], pin: str, keep_free: int
    ) -> None:
        self._house = house
        self.folder = folder
        self._addresses = list(addresses)
        self._pin = pin
        self._keep_free = keep_free
        self._begun = trio.current_time()

    def look(self, commits: Sequence[float]) -> Figures:
        """Return the figures; `commits`: how many seconds the latest ones took."""
        house, limits = self._house, self._house.limits
        parked = sum(table.is_parked for table in house.tables)
        times = sorted(commits) or [0.0]
        return Figures(
            version=__version__,
            process=os.getpid(),
            seconds=round(trio.current_time() - self._begun),
            addresses=self._addresses,
            pin=self._pin,
            is_closing=house.is_closing,
            connections=(house.door.inside, limits.connections),
            strangers=len(house.door.strangers),
            tables=(len(list(house.tables)) - parked, limits.tables),
            parked=(parked, limits.parked_tables),
            rules=rules(house.tables),
            other_rules=_unserved(house.tables, Refusal.OTHER_RULES),
            damaged=_unserved(house.tables, Refusal.DAMAGED),
            journal=size(self.folder),
            free=free(self.folder),
            keep_free=self._keep_free,
            commits=len(commits),
            commit_p50=_microseconds(times[len(times) // 2]),
            commit_p99=_microseconds(times[len(times) * 99 // 100]),
            files=open_files(),
            errors=list(TROUBLES.lines),
        )


def rules(tables: Tables) -> dict[str, int]:
    """Return by which rules tables are played, and how many by each."""
    games = (table.setup.game for table in tables)
    return dict(Counter(f"{game.name} {game.version}" for game in games))


def open_files() -> tuple[int, int]:
    """Return how many files this process has open, and how many it may have."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sum(1 for _ in _OPEN_FILES.iterdir()), most


def _unserved(tables: Tables, code: Refusal) -> dict[str, str]:
    return {name: str(why) for name, why in tables.unserved.items() if why.code is code}


def _microseconds(seconds: float) -> int:
    return round(seconds * 1e6)
