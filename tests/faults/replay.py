"""Tables played again from the records of a journal, by other code than the server's."""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.faults.broken import BrokenError
from tests.faults.player import Sight, seat_trees
from tests.protocol.strangers import packed, unpacked

from haydes.engine.match import Input, Kind, Match
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES
from haydes.protocol.fair import Terms, commitment, seed

_msgpack: Any = import_module("msgpack")  # has no types
# Any: whatever stands in a file or came over the wire
_Seat = dict[str, Any]  # as the branch `table` shows it
_Told = list[tuple[int | None, Any]]  # events, each with the one seat that may hear it


def stored(folder: Path, scratch: Path) -> tuple[bytes, dict[str, list[bytes]]]:
    """Read a journal without touching it: the store's identity, the records of each table.

    A chain that does not hold is broken, wherever it breaks.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for path in folder.glob("journal.db*"):
        shutil.copyfile(path, scratch / path.name)
    with closing(sqlite3.connect(scratch / "journal.db")) as database:
        if not database.execute("SELECT * FROM sqlite_schema").fetchall():
            return b"", {}
        [(identity,)] = database.execute("SELECT identity FROM store").fetchall()
        tables: dict[str, list[bytes]] = {}
        last: dict[str, bytes] = {}
        for name, n, body, link in database.execute("SELECT * FROM records ORDER BY 1, 2"):
            bodies = tables.setdefault(name, [])
            bodies.append(body)
            before = last.get(name) or blake2b(identity + name.encode(), digest_size=16).digest()
            last[name] = blake2b(before + body, digest_size=16).digest()
            if n != len(bodies) or link != last[name]:
                raise BrokenError("I4", f"record {n} of {name} does not follow")
        return identity, tables


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after one of its records, and what the record told."""

    ply: int
    match: int
    host: int
    seats: Mapping[str, _Seat]
    fair: Any
    game: Any
    you: Mapping[int, Any]
    events: _Told

    def shows(self, sight: Sight) -> bool:
        table, you = sight.table, sight.you
        seats = {
            seat: {key: value for key, value in tree.items() if key != "presence"}
            for seat, tree in seat_trees(sight).items()
        }
        return (
            (sight.ply, table["match"], table["host"]) == (self.ply, self.match, self.host)
            and sight.game == self.game
            and you == self.you.get(int(str(you["seat"])))
            and seats == self.seats
            and table.get("fair", {}) == self.fair
        )


@dataclass(slots=True)
class Replayed:
    """A table played again from its records, one after the other."""

    name: str
    bodies: list[bytes] = field(default_factory=list[bytes])
    moments: list[Moment] = field(default_factory=list[Moment])
    seats: dict[str, _Seat] = field(default_factory=dict[str, _Seat])
    tokens: dict[str, bytes] = field(default_factory=dict[str, bytes])  # by name
    host: int = 0
    match: Match | None = None
    matches: int = 0
    before: int = 0  # inputs of earlier matches
    asked: dict[int, tuple[int, tuple[int, ...]]] = field(
        default_factory=dict[int, tuple[int, tuple[int, ...]]]
    )
    acts: list[tuple[str, int, Any]] = field(default_factory=list[tuple[str, int, Any]])
    fair: dict[str, Any] = field(default_factory=dict[str, Any])
    _opened: list[Any] = field(default_factory=list[Any])
    _secret: bytes = b""
    _nonces: dict[int, bytes] = field(default_factory=dict[int, bytes])

    @property
    def ply(self) -> int:
        return self.before + (self.match.ply if self.match else 0)

    def add(self, body: bytes) -> None:
        values: list[Any] = _msgpack.unpackb(body, strict_map_key=False)
        events: _Told = []
        match values:
            case ["TableOpened", _, *opened]:
                self._opened, seats = opened, range(opened[2])
                self.seats = {str(seat): {"kind": "open"} for seat in seats}
                self.asked = dict.fromkeys(seats, (0, ()))
            case ["SeatTaken", _, seat, name, bot, token]:
                self._sit(str(seat), name, bot, token)
            case ["SeatOpened", _, seat]:
                self.tokens.pop(self.seats[str(seat)]["name"], None)
                self.seats[str(seat)] = {"kind": "open"}
            case ["SeatReady", _, seat, promise]:
                mark = {"ready": True} | ({"commitment": promise} if promise else {})
                self.seats[str(seat)] = _unready(self.seats[str(seat)]) | mark
            case ["HostChanged", _, seat]:
                self.host = seat
            case ["SecretDrawn", _, secret, promises]:
                self._draw(secret, promises)
            case ["NonceOpened", _, seat, nonce]:
                self._open(seat, nonce)
            case ["StartCancelled", _]:
                self._cancel()
            case ["MatchStarted", _, seed_, *_]:
                self._begin(seed_)
            case ["InputTaken", _, entry, prompt, *_]:
                events = self._play(Input(*entry), prompt)
            case _:
                raise BrokenError("I2", f"{self.name} has a {values[0]}, which nobody caused")
        self.bodies.append(body)
        self.moments.append(self._moment(events))

    def _sit(self, seat: str, name: str, bot: str, token: bytes) -> None:
        if bot:
            self.seats[seat] = {"kind": "bot", "name": name, "bot": bot}
        else:
            self.seats[seat] = {"kind": "person", "name": name}
            self.tokens[name] = token

    def _draw(self, secret: bytes, promises: dict[int, str]) -> None:
        self._secret, self._nonces = secret, {}
        self.fair = {
            "match": self.matches + 1,
            "version": self._opened[1],
            "commitment": commitment(secret),
            "commitments": {str(seat): promise for seat, promise in promises.items()},
            "opened": [],
        }

    def _open(self, seat: int, nonce: bytes) -> None:
        if commitment(nonce) != self.fair["commitments"][str(seat)]:
            raise BrokenError("I2", f"{self.name}: seat {seat} has not promised this nonce")
        self._nonces[seat] = nonce
        self.fair = self.fair | {"opened": sorted(self._nonces)}

    def _cancel(self) -> None:
        self.fair = dict(self.fair)
        opened = self.fair.pop("opened")
        promised = [int(seat) for seat in self.fair["commitments"]]
        self.fair["missing"] = [seat for seat in promised if seat not in opened]
        self.seats = {seat: _unready(tree) for seat, tree in self.seats.items()}

    def _begin(self, dealt: bytes) -> None:
        game, version, seats, options, *_ = self._opened
        assert GAMES[game].version == version
        self.before, self.match = self.ply, Match(GAMES[game], seats, options, dealt)
        self.matches += 1
        terms = Terms(
            table=self.name, match=self.matches, game=game, version=version, options=options
        )
        nonces = [self._nonces.get(seat, b"") for seat in range(seats)]
        if dealt != seed(terms, self._secret, nonces):
            raise BrokenError("I4", f"{self.name}: the seed does not follow from the nonces")
        self.fair = {key: value for key, value in self.fair.items() if key != "opened"}
        self.seats = {seat: _unready(tree) for seat, tree in self.seats.items()}
        self._ask(None)

    def _play(self, entry: Input, prompt: int | None) -> _Told:
        assert self.match
        sitter = self.seats[str(entry.seat)]
        if prompt is not None:
            action = self.match.describe(entry.action)
            if self.asked[entry.seat][0] != prompt:
                raise BrokenError("I4", f"{self.name}: prompt {prompt} was not put")
            self.acts.append((sitter["name"], prompt, _plain(action)))
        elif sitter["kind"] != "bot":
            raise BrokenError("I2", f"{self.name}: an input of {sitter} that nobody asked for")
        events = self.match.put(entry._replace(kind=Kind(entry.kind)))
        if self.match.outcome:
            nonces = {str(seat): nonce.hex() for seat, nonce in self._nonces.items()}
            self.fair = self.fair | {"secret": self._secret.hex(), "nonces": nonces}
        self._ask(entry.seat)
        return [(event.only, _plain(event.tree)) for event in events]

    def _ask(self, acted: int | None) -> None:
        assert self.match
        for seat, (_, before) in self.asked.items():
            legal = tuple(self.match.legal(seat))
            if legal != before or seat == acted:
                self.asked[seat] = self.ply, legal

    def _moment(self, events: _Told) -> Moment:
        match = self.match
        game: Any = _plain(match.public()) if match else {}
        you: dict[int, Any] = {}
        for seat, (prompt, legal) in self.asked.items():
            if self.seats[str(seat)]["kind"] != "person":
                continue
            choices: Any = match.choices(seat) if match and legal else []
            tree: dict[str, Any] = {"seat": seat, "prompt": prompt, "choices": choices}
            you[seat] = _plain(tree | (dict(match.private(seat)) if match else {}))
        return Moment(
            self.ply, self.matches, self.host, dict(self.seats), self.fair, game, you, events
        )


def _unready(tree: _Seat) -> _Seat:
    return {key: value for key, value in tree.items() if key not in ("ready", "commitment")}


def _plain(tree: Tree) -> Any:
    """Return a tree as it comes over the wire."""
    return unpacked(packed(tree))
