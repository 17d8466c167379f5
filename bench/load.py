"""Tables of four clients that play on servers of this machine, and what that costs the servers.

The load is one process, the server another.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from bench.machine import busy_seconds, cpu
from bench.serving import Server

from haydes.client.kit.load import NONE, RECEIVED, Client, Table, seated
from haydes.client.kit.load import Load as Playing
from haydes.protocol.deflate import MARK, from_text, inflate
from haydes.protocol.features import DEFLATE

SEATS = 4
_decode = msgspec.msgpack.Decoder().decode


class Thrifty(Client):
    """A client that has its updates deflated."""

    dictionary = b""

    def greet(self, name: str) -> None:
        self.send({"type": "hello", "protocols": [1], "name": name, "features": [DEFLATE]})
        while not self.is_welcome:
            self.receive()

    def hear(self, frame: bytes) -> None:
        if self.dictionary and frame.startswith(MARK):
            frame = inflate(frame, self.dictionary, RECEIVED)
        elif not self.is_welcome:
            self.dictionary = from_text(_decode(frame)["dictionary"])
        super().hear(frame)


def crowd(port: int, count: int, name: str = "p", kind: type[Client] = Client) -> list[Client]:
    """Connect so many clients, all of them in the lobby."""
    return [kind(port, f"{name}{number}") for number in range(count)]


def full(
    port: int,
    tables: int,
    game: str,
    options: Mapping[str, str | int] = NONE,
    kind: type[Client] = Client,
) -> list[Table]:
    """Open so many tables and fill them."""
    return seated(crowd(port, tables * SEATS, kind=kind), SEATS, game, options)


class Bare(Client):
    """A connection to the server that has no game; that says by a frame that one is seated."""

    def greet(self, name: str) -> None:
        self.receive()

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
    return [BareTable([Bare(port, "") for _ in range(SEATS)]) for _ in range(tables)]


@dataclass(kw_only=True)
class Load(Playing):
    """Tables that play on one server."""

    server: Server

    def used(self) -> Sequence[float]:
        """Return the seconds that the server, its kernel, the load and everybody have worked."""
        return (*cpu(self.server.pid), time.process_time(), busy_seconds())

    def costs(self, spent: Sequence[float], acts: int, seconds: float) -> Mapping[str, float]:
        """Return what the server and others have worked.

        us: processor time of the server an act; system: the part of it in the kernel; load,
        others: processors that the load itself and all other programs kept busy.
        """
        user, system, own, busy = spent
        return {
            "us": (user + system) * 1e6 / acts,
            "system": system * 1e6 / acts,
            "load": own / seconds,
            "others": max(0.0, busy - user - system - own) / seconds,
        }

    def state(self) -> str:
        return self.server.state()


def load(people: Sequence[Table], seconds: float, server: Server) -> dict[str, float]:
    """Play for so long on a server that is then done with; return what `measure` does."""
    running = Load(people, server=server)
    found = running.measure(seconds)
    running.close()
    return found
