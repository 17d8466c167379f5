"""People at tables who play as fast as a server lets them.

Each table has one act under way. An act is complete when everybody there has its update and who
acted has its answer.
"""

import selectors
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import msgspec

NONE: Mapping[str, str | int] = {}
RECEIVED = 1 << 16
WARM = 1.0  # seconds of play before what is measured, if that is longer
QUIET = 0.3  # seconds in which nothing comes before play begins
STALL = 10.0
SHOWN = 3  # tables that stand still and are told of
HEADER = 4  # bytes before a frame
_APART = 4  # plies after which another value is taken
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class LoadError(Exception):
    """The load cannot go on; the sentence says what the server did."""


class Client:
    """One connection. It looks into a message only if the message may ask something of it."""

    def __init__(self, port: int, name: str, host: str = "127.0.0.1", word: str = "") -> None:
        self.socket = socket.create_connection((host, port), STALL)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = b""
        self.received = 0
        self.updates = 0
        self.dones = 0
        self.prompt = -1
        self.choices: list[dict[str, Any]] = []
        self.done: dict[str, Any] = {}
        self.is_welcome = False
        self.last = b""  # the last frame
        self.word = word  # that the server asks everybody for
        self.greet(name)

    def greet(self, name: str) -> None:
        word = {"word": self.word} if self.word else {}
        self.send({"type": "hello", "protocols": [1], "name": name, **word})
        while not self.is_welcome:
            self.receive()

    def send(self, message: Mapping[str, object]) -> None:
        body = _encode(message)
        self.socket.sendall(len(body).to_bytes(HEADER, "big") + body)

    def receive(self) -> None:
        data = self.socket.recv(RECEIVED)
        if not data:
            raise LoadError(f"the server has closed a connection; it said last: {self.last!r}")
        self.received += len(data)
        data = self.unread + data
        start = 0
        while len(data) - start >= HEADER:
            end = start + HEADER + int.from_bytes(data[start : start + HEADER], "big")
            if end > len(data):
                break
            self.last = data[start + HEADER : end]
            self.hear(self.last)
            start = end
        self.unread = data[start:]

    def hear(self, frame: bytes) -> None:
        if b"you" not in frame and b"update" in frame[:16]:
            self.updates += 1
            return
        message: dict[str, Any] = _decode(frame)
        match message["type"]:
            case "update" | "snapshot" as kind:
                self.updates += kind == "update"
                you = message.get("you", {})
                self.prompt = you.get("prompt", self.prompt)
                self.choices = you.get("choices", self.choices)
            case "done":
                self.dones += 1
                self.done = message
            case "welcome":
                self.is_welcome = True
            case "ping":
                self.send({"type": "pong"})
            case "refused" | "bye":
                raise LoadError(f"the server says {message}")
            case _:
                pass

    def ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        before = self.dones
        self.send({**request, "ref": 1})
        while self.dones == before:
            self.receive()
        return self.done

    def answer(self) -> None:
        """Take one of the choices."""
        group: dict[str, str | int | list[str]] = self.choices[0]
        n = self.prompt // _APART
        action = {k: v[n % len(v)] if isinstance(v, list) else v for k, v in group.items()}
        self.send({"type": "act", "ref": 1, "prompt": self.prompt, "action": action})

    def tell(self) -> str:
        return (
            f"  {self.updates} updates, {self.dones} answers, {len(self.unread)} bytes unread,"
            f" prompt {self.prompt}, {len(self.choices)} choices, last {self.last[:80]!r}"
        )


@dataclass(eq=False)
class Table:
    """Clients at one table, and the request that is under way."""

    clients: Sequence[Client]
    id: str = ""
    asker: Client = field(init=False)
    seen: int = 0  # updates that the asker had when it asked; everybody gets every one of them
    since: float = 0.0
    starting: bool = False

    def go_on(self) -> None:
        """Make the next request: an act of whoever is asked, or a new match."""
        asked = [client for client in self.clients if client.choices]
        self.starting = not asked
        self.begin(asked[0] if asked else self.clients[0])
        if asked:
            self.asker.answer()
        else:
            self.asker.send({"type": "start", "ref": 1})

    def begin(self, asker: Client) -> None:
        """Note who makes the next request, and when."""
        self.since = time.perf_counter()
        self.asker, self.seen = asker, asker.updates
        asker.dones = 0

    def is_complete(self) -> bool:
        asker = self.asker
        if not asker.dones or asker.updates == self.seen:
            return False
        return all(client.updates >= asker.updates for client in self.clients)

    def tell(self) -> str:
        """Tell what the clients have seen last."""
        what = "a start" if self.starting else "an act"
        of = self.clients.index(self.asker)
        lines = [f"table: {what} of client {of}, {time.perf_counter() - self.since:.1f} s ago"]
        return "\n".join([*lines, *(client.tell() for client in self.clients)])


def seated(
    clients: Sequence[Client], seats: int, game: str, options: Mapping[str, str | int] = NONE
) -> list[Table]:
    """Seat clients at tables of a game, so many at each."""
    people: list[Table] = []
    for first in range(0, len(clients), seats):
        host, *guests = clients[first : first + seats]
        opened = host.ask({"type": "open", "game": game, "seats": seats, "options": options})
        for guest in guests:
            guest.ask({"type": "join", "table": opened["table"]})
        people.append(Table([host, *guests], str(opened["table"])))
    return people


@dataclass
class Load:
    """Tables that play on one server. `pace`: seconds that one waits before its next act."""

    people: Sequence[Table]
    pace: float = 0.0
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def __post_init__(self) -> None:
        for table in self.people:
            for client in table.clients:
                client.socket.settimeout(None)  # from here on the selector says when to read
                self._selector.register(client.socket, selectors.EVENT_READ, (client, table))

    def measure(self, seconds: float) -> dict[str, float]:
        """Play; return what was measured after warming up, for as long but no longer than WARM.

        acts: a second; p50, p99, max: milliseconds an act; bytes: received by each client for
        each act. Raises LoadError and OSError.
        """
        for _ in self._ready(QUIET):
            pass
        for table in self.people:
            for client in table.clients:
                client.updates = 0
            table.go_on()
        self._play(time.perf_counter() + min(seconds, WARM))
        before, at, received = self.used(), time.perf_counter(), self._received()
        took = sorted(self._play(at + seconds))
        wall, received = time.perf_counter() - at, self._received() - received
        spent = [now - then for now, then in zip(self.used(), before, strict=True)]
        self._finish()
        return {
            "acts": len(took) / wall,
            "p50": took[len(took) // 2] * 1e3,
            "p99": took[len(took) * 99 // 100] * 1e3,
            "max": took[-1] * 1e3,
            "bytes": received / len(took) / len(self.people[0].clients),
            **self.costs(spent, len(took), wall),
        }

    def used(self) -> Sequence[float]:
        """Return the counters of what else is to be measured."""
        return ()

    def costs(self, spent: Sequence[float], acts: int, seconds: float) -> Mapping[str, float]:
        """Return what they come to: by how much each has grown over so many acts and seconds."""
        return {}

    def state(self) -> str:
        """Tell what is known of a server that stands still."""
        return ""

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            key.data[0].socket.close()
        self._selector.close()

    def _play(self, end: float) -> list[float]:
        """Play until `end`, and at least one act; return how many seconds each took."""
        took: list[float] = []
        last = time.perf_counter()
        for table in self._ready(STALL):
            if table.is_complete():
                last = time.perf_counter()
                if not table.starting:
                    took.append(last - table.since)
                if self.pace:
                    time.sleep(self.pace)
                table.go_on()
            if took and last >= end:
                return took
            if time.perf_counter() > end + STALL:
                break
        return self._stalled()

    def _finish(self) -> None:
        """Let the acts under way end: a table that stands still must not go unnoticed."""
        waiting = {table for table in self.people if not table.is_complete()}
        end = time.perf_counter() + STALL
        if not waiting:
            return
        for table in self._ready(STALL):
            if table.is_complete():
                waiting.discard(table)
            if not waiting:
                return
            if time.perf_counter() > end:
                break
        self._stalled()

    def _ready(self, seconds: float) -> Iterator[Table]:
        """Let clients receive, and yield their tables, until nothing comes for so long."""
        select: Callable[[float], Sequence[tuple[Any, int]]] = self._selector.select
        while ready := select(seconds):
            for key, _ in ready:
                client, table = key.data
                client.receive()
                yield table

    def _received(self) -> int:
        return sum(client.received for table in self.people for client in table.clients)

    def _stalled(self) -> NoReturn:
        still = [table for table in self.people if not table.is_complete()]
        told = [table.tell() for table in still[:SHOWN]]
        head = f"no update for {STALL} s at {len(still)} of {len(self.people)} tables"
        raise LoadError("\n".join([head, *told, self.state()]))
