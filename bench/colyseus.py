"""Clients of Colyseus, as its own client speaks, so far as a load needs it."""

import msgspec
from bench.load import SEATS
from bench.websocket import Turns, WebSocket, post, sync_act

JOIN, SAY, STATE, PATCH = (bytes([code]) for code in (10, 13, 14, 15))
_encode = msgspec.msgpack.Encoder().encode
_ACT = SAY + _encode("act")


class Colyseus(WebSocket):
    def hear(self, frame: bytes) -> None:
        if frame[:1] == PATCH:
            super().hear(frame)

    def act(self, n: int) -> None:
        self.say(_ACT + _encode(sync_act(n)))


class ColyseusTable(Turns):
    def marks(self, n: int) -> tuple[bytes, ...]:
        return (n.to_bytes(4, "little"),)  # turn.number as a patch carries it


def tables(port: int, count: int) -> list[ColyseusTable]:
    """Open rooms and fill them."""
    found: list[ColyseusTable] = []
    for _ in range(count):
        clients: list[Colyseus] = []
        room = ""
        for seat in range(SEATS):
            way = f"joinById/{room}" if room else "create/sync"
            place = post(port, f"/matchmake/{way}", {"seat": seat})
            room = place["roomId"]
            path = f"/{place['processId']}/{room}?sessionId={place['sessionId']}"
            client = Colyseus(port, path)
            client.wait(JOIN)
            client.say(JOIN)
            client.wait(STATE)
            clients.append(client)
        found.append(ColyseusTable(clients))
    return found
