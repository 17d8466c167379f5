"""Tables of four clients that play as fast as a server lets them, and the servers they play on.

Each table has one act under way. An act is complete when all four clients have its update and who
acted has its answer. The load is one process, the server another.
"""

import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

SERVER = [sys.executable, "-m", "bench.sync"]  # haydes-server with one more game
LIMIT = [sys.executable, "-m", "bench.limit"]
SEATS = 4
LIMITS = """\
log_level = "error"
[limits]
connections = 5000
connections_per_source = 5000
strangers = 5000
strangers_per_source = 5000
tables_per_player = 5000
tables_per_source = 5000
accepts_burst = 5000
joins_burst = 5000
joins_burst_per_source = 5000
changes_burst = 1000000
acts_burst = 1000000
acts_per_second = 1000000
"""
RECEIVED = 1 << 16
WARM = 1.0  # seconds of play before what is measured
STALL = 10.0
TICKS = os.sysconf("SC_CLK_TCK")
HEADER = 4  # bytes before a frame
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class Client:
    """One connection. It looks into a message only if the message may ask something of it."""

    def __init__(self, port: int, name: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = b""
        self.received = 0
        self.updates = 0
        self.dones = 0
        self.prompt = -1
        self.choices: list[dict[str, Any]] = []
        self.done: dict[str, Any] = {}
        self.send({"type": "hello", "protocols": [1], "name": name})

    def send(self, message: dict[str, Any]) -> None:
        body = _encode(message)
        self.socket.sendall(len(body).to_bytes(4, "big") + body)

    def receive(self) -> None:
        data = self.socket.recv(RECEIVED)
        self.received += len(data)
        data = self.unread + data
        start = 0
        while len(data) - start >= HEADER:
            end = start + HEADER + int.from_bytes(data[start : start + HEADER], "big")
            if end > len(data):
                break
            self.hear(data[start + HEADER : end])
            start = end
        self.unread = data[start:]

    def hear(self, frame: bytes) -> None:
        if b"choices" not in frame and b"update" in frame[:16]:
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
            case "ping":
                self.send({"type": "pong"})
            case "refused" | "bye":
                raise SystemExit(f"the server says {message}")
            case _:
                pass

    def answer(self) -> None:
        """Take one of the choices."""
        group: dict[str, str | int | list[str]] = self.choices[0]
        n = self.prompt // SEATS
        action = {k: v[n % len(v)] if isinstance(v, list) else v for k, v in group.items()}
        self.send({"type": "act", "ref": 1, "prompt": self.prompt, "action": action})


@dataclass
class Table:
    """Four clients, and the request that is under way."""

    clients: list[Client]
    asker: Client = field(init=False)
    since: float = 0.0
    starting: bool = True

    def go_on(self) -> None:
        """Make the next request: an act of whoever is asked, or a new match."""
        self.since = time.perf_counter()
        asked = [client for client in self.clients if client.choices]
        self.starting = not asked
        self.asker = asked[0] if asked else self.clients[0]
        for client in self.clients:
            client.updates = client.dones = 0
        if asked:
            self.asker.answer()
        else:
            self.asker.send({"type": "start", "ref": 1})

    def is_complete(self) -> bool:
        return self.asker.dones > 0 and all(client.updates for client in self.clients)


def seated(port: int, tables: int, game: str) -> list[Table]:
    """Open tables and fill them."""
    people: list[Table] = []
    for number in range(tables):
        clients = [Client(port, f"p{number}s{seat}") for seat in range(SEATS)]
        host, *guests = clients
        host.send({"type": "open", "ref": 1, "game": game, "seats": SEATS})
        while not host.dones:
            host.receive()
        for guest in guests:
            guest.send({"type": "join", "ref": 1, "table": host.done["table"]})
            while not guest.dones:
                guest.receive()
        people.append(Table(clients))
    return people


class Bare(Client):
    """A connection to the server that has no game."""

    def hear(self, frame: bytes) -> None:
        self.updates += 1
        self.dones += 1

    def answer(self) -> None:
        self.send({"type": "act", "ref": 1, "prompt": 1, "action": {"do": "move", "dx": 1}})


class BareTable(Table):
    """Four of them, who ask in turn."""

    def go_on(self) -> None:
        self.clients = [*self.clients[1:], self.clients[0]]
        self.clients[0].choices = [{}]
        self.clients[-1].choices = []
        super().go_on()


def bare(port: int, tables: int) -> list[Table]:
    """Fill the tables of the server that has no game."""
    people: list[Table] = []
    for _ in range(tables):
        clients: list[Client] = [Bare(port, "") for _ in range(SEATS)]
        people.append(BareTable(clients))
    return people


def load(people: Sequence[Table], seconds: float, pid: int) -> dict[str, float]:
    """Play; return what was measured after a second of warming up.

    acts: a second; p50, p99, max: milliseconds an act; us: processor time of the server an act;
    system: the part of it in the kernel;
    bytes: received by each client for each act.
    """
    selector = selectors.DefaultSelector()
    for table in people:
        for client in table.clients:
            selector.register(client.socket, selectors.EVENT_READ, (client, table))
    time.sleep(0.3)
    for table in people:
        table.go_on()
    play(selector, time.perf_counter() + WARM)
    before, at, received = cpu(pid), time.perf_counter(), read(people)
    took = sorted(play(selector, at + seconds))
    wall, received = time.perf_counter() - at, read(people) - received
    user, system = (now - then for now, then in zip(cpu(pid), before, strict=True))
    for table in people:
        for client in table.clients:
            client.socket.close()
    return {
        "acts": len(took) / wall,
        "p50": took[len(took) // 2] * 1e3,
        "p99": took[len(took) * 99 // 100] * 1e3,
        "max": took[-1] * 1e3,
        "us": (user + system) * 1e6 / len(took),
        "system": system * 1e6 / len(took),
        "bytes": received / len(took) / SEATS,
    }


def play(selector: selectors.BaseSelector, end: float) -> list[float]:
    """Play until `end`; return how many seconds each act took."""
    took: list[float] = []
    last = time.perf_counter()
    while last < end:
        ready = selector.select(STALL)
        if not ready:
            raise SystemExit(f"no update for {STALL} s")
        for key, _ in ready:
            client, table = key.data
            client.receive()
            if table.is_complete():
                last = time.perf_counter()
                if not table.starting:
                    took.append(last - table.since)
                table.go_on()
    return took


def read(people: Sequence[Table]) -> int:
    return sum(client.received for table in people for client in table.clients)


@contextmanager
def serving(folder: Path, flags: Sequence[str]) -> Generator[tuple[int, int]]:
    """Run our server with its files in `folder`; give its port and process id."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    usual = [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-tls",
        "--no-discovery",
        "--config",
        str(config),
    ]
    with running([*SERVER, *usual, *flags]) as (port, pid):
        yield port, pid


@contextmanager
def running(command: Sequence[str]) -> Generator[tuple[int, int]]:
    """Run a server that says first where it listens; give its port and process id."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            yield int(said.rpartition(":")[2]), process.pid
        finally:
            process.kill()


def cpu(pid: int) -> tuple[float, float]:
    """Return how many seconds of processor time a process has used: its own, the kernel's."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # not on this system
        return 0.0, 0.0
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS
