"""The part of WebSocket (RFC 6455) that a load needs on its own machine, as light as our frames."""

import http.client
import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from bench.load import SEATS

from haydes.client.kit.load import RECEIVED, Client, Table

BINARY, TEXT, PING, PONG, CLOSE = 2, 1, 9, 10, 8
HOST = "127.0.0.1"
_CONTROL = 8  # opcodes from here on
_SHORT, _LONG = 126, 127  # lengths that say that a length of 2 or 8 bytes follows
_PATIENCE = 10.0


class WebSocket(Client):
    """A connection to a server of another kind; it counts what carries the act under way."""

    opcode = BINARY

    def __init__(self, port: int, path: str) -> None:
        self.marks: tuple[bytes, ...] = ()  # what an update of the act under way has in it
        self._awaited = b""
        self._path = path
        self._port = port
        super().__init__(port, "")

    def greet(self, name: str) -> None:
        self.socket.sendall(
            f"GET {self._path} HTTP/1.1\r\nHost: {HOST}:{self._port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: YSBiZW5jaCBoYXMgbm9uZQ==\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.socket.recv(1)
        if b" 101 " not in head:
            raise SystemExit(f"no WebSocket: {head!r}")

    def say(self, payload: bytes, opcode: int | None = None) -> None:
        first, size = 0x80 | (opcode or self.opcode), len(payload)
        if size < _SHORT:
            head = struct.pack("!BB", first, 0x80 | size)
        else:
            head = struct.pack("!BBH", first, 0x80 | _SHORT, size)
        self.socket.sendall(head + bytes(4) + payload)  # a mask of zeros changes nothing

    def receive(self) -> None:
        data = self.socket.recv(RECEIVED)
        if not data:
            raise SystemExit(f"the server has closed a connection; it said last: {self.last!r}")
        self.received += len(data)
        data, start = self.unread + data, 0
        while (ends := _ends(data, start)) is not None:
            body, end = ends
            opcode = data[start] & 15
            if opcode == PING:
                self.say(data[body:end], PONG)
            elif opcode == CLOSE:
                raise SystemExit(f"the server says goodbye: {data[body:end]!r}")
            elif opcode < _CONTROL:
                self.last = data[body:end]
                if self._awaited and self.last.startswith(self._awaited):
                    self._awaited = b""
                self.hear(self.last)
            start = end
        self.unread = data[start:]

    def hear(self, frame: bytes) -> None:
        if any(mark in frame for mark in self.marks):
            self.updates += 1
            self.dones += 1

    def wait(self, start: bytes) -> None:
        """Wait for a message that begins so."""
        self._awaited = start
        while self._awaited:
            self.receive()

    def act(self, n: int) -> None:
        """Send the act number n of the table."""
        raise NotImplementedError


def _ends(data: bytes, start: int) -> tuple[int, int] | None:
    """Return where the first frame's payload begins and ends, None if it is not all there."""
    if len(data) - start < 2:  # noqa: PLR2004 - opcode and length
        return None
    size, body = data[start + 1], start + 2
    wide = {_SHORT: 2, _LONG: 8}.get(size, 0)
    if wide:
        body += wide
        size = int.from_bytes(data[start + 2 : body], "big")
    return (body, body + size) if len(data) >= body + size else None


class Turns(Table):
    """Four who act in turn."""

    def __init__(self, clients: Sequence[WebSocket]) -> None:
        super().__init__(clients)
        self._sockets = clients
        self._n = 0

    def go_on(self) -> None:
        self._n += 1
        asker = self._sockets[(self._n - 1) % SEATS]
        marks = self.marks(self._n)
        for client in self._sockets:
            client.marks = marks
        self.begin(asker)
        asker.act(self._n)

    def marks(self, n: int) -> tuple[bytes, ...]:
        """Return what updates of act number n have in them, one or the other."""
        raise NotImplementedError


def sync_act(n: int) -> Mapping[str, str | int]:
    """Return an act of `sync`, with its number as these servers want it."""
    dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[n % 4]
    return {"dx": dx, "dy": dy, "call": "higher" if n % 2 else "lower", "n": n}


def post(port: int, path: str, body: Mapping[str, object]) -> Any:
    """Return the JSON that answers: what the server says of itself has no type."""
    link = http.client.HTTPConnection(HOST, port, timeout=_PATIENCE)
    link.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = link.getresponse().read()
    link.close()
    try:
        return json.loads(answer)
    except ValueError:
        raise SystemExit(f"{path}: {answer!r}") from None
