"""What durability costs: the same tables play with the journal and without it, by turns.

    python bench/durable.py                      # 25 tables of 4 clients, medians of 5 runs
    python bench/durable.py --tables 100 --seconds 10 --folder /somewhere/on/the/disk

Each table has one act under way. An act is complete when all four clients have its update; with
the journal, none of them has it before it is on disk. The load is a process of its own.
"""

import argparse
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

SERVER = [sys.executable, "-c", "from haydes.server.main import main; main()"]
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
joins_burst = 5000
accepts_burst = 5000
joins_burst_per_source = 5000
changes_burst = 1000000
acts_burst = 1000000
acts_per_second = 1000000
"""
RECEIVED = 1 << 16
HEADER = 4  # bytes before a frame
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class Client:
    """One connection. It looks into a message only if the message may ask something of it."""

    def __init__(self, port: int, name: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = b""
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
        data = self.unread + self.socket.recv(RECEIVED)
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
        """Take the first of the choices."""
        group: dict[str, str | int | list[str]] = self.choices[0]
        action = {k: v[0] if isinstance(v, list) else v for k, v in group.items()}
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


def load(port: int, tables: int, seconds: float, game: str) -> dict[str, float]:
    """Play; return acts a second and how long they took, in milliseconds."""
    selector = selectors.DefaultSelector()
    people = seated(port, tables, game)
    for table in people:
        for client in table.clients:
            selector.register(client.socket, selectors.EVENT_READ, (client, table))
    time.sleep(0.3)
    for table in people:
        table.go_on()
    warm = time.perf_counter() + 1.0
    end = warm + seconds
    took: list[float] = []
    while (now := time.perf_counter()) < end:
        for key, _ in selector.select(1.0):
            client, table = key.data
            client.receive()
            if table.is_complete():
                now = time.perf_counter()
                if now >= warm and not table.starting:
                    took.append(now - table.since)
                table.go_on()
    took.sort()
    return {
        "acts": len(took) / seconds,
        "p50": took[len(took) // 2] * 1e3,
        "p99": took[len(took) * 99 // 100] * 1e3,
        "max": took[-1] * 1e3,
    }


@contextmanager
def serving(folder: Path, flags: Sequence[str]) -> Generator[tuple[int, int]]:
    """Run a server; give its port and process id."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    flags = ["--host", "127.0.0.1", "--port", "0", "--config", str(config), *flags]
    with subprocess.Popen([*SERVER, *flags], stdout=subprocess.PIPE, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            yield int(said.rpartition(":")[2]), process.pid
        finally:
            process.kill()


def cpu(pid: int) -> float:
    """Return how many seconds of processor time a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # not on this system
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100


def measure(arguments: argparse.Namespace, *, durable: bool) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        with serving(folder, ["--data", str(folder / "data")] if durable else ["--volatile"]) as (
            port, pid,
        ):  # fmt: skip
            before = cpu(pid)
            row = load(port, arguments.tables, arguments.seconds, arguments.game)
            row["us"] = (cpu(pid) - before) * 1e6 / (row["acts"] * (arguments.seconds + 1.0))
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--game", default="haydes")
    parser.add_argument("--folder", help="where the data is kept for the while of a run")
    arguments = parser.parse_args()
    rows: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    print(f"{arguments.tables} tables of {SEATS} clients, {arguments.game}")
    for _ in range(arguments.runs):
        for durable, found in rows.items():
            row = measure(arguments, durable=durable)
            found.append(row)
            show("journal" if durable else "volatile", row)
    medians = {
        durable: {name: statistics.median(row[name] for row in found) for name in found[0]}
        for durable, found in rows.items()
    }
    print("medians")
    show("journal", medians[True])
    show("volatile", medians[False])
    ratio = medians[True]["acts"] / medians[False]["acts"]
    print(f"journal on / off: {ratio:.0%} (goal 60 %), p99 {medians[True]['p99']:.1f} ms (goal 10)")


def show(name: str, row: dict[str, float]) -> None:
    print(
        f"  {name:8}  {row['acts']:7.0f} acts/s  p50 {row['p50']:5.2f}  p99 {row['p99']:5.2f}"
        f"  max {row['max']:6.1f} ms  server CPU {row['us']:4.0f} us an act"
    )


if __name__ == "__main__":
    main()
