"""Clients of boardgame.io, as its own client speaks, so far as a load needs it."""

import json

from bench.load import SEATS
from bench.websocket import TEXT, Turns, WebSocket, post, sync_act

SPACE = b"/sync,"  # the game's, of Socket.IO
EVENT = b"42" + SPACE
PING, PONG = b"2", b"3"


class BoardgameIo(WebSocket):
    opcode = TEXT

    def __init__(self, port: int, match: str, seat: int) -> None:
        self._match = match
        self._seat = str(seat)
        self._secret = ""
        super().__init__(port, "/socket.io/?EIO=4&transport=websocket")

    def hear(self, frame: bytes) -> None:
        if frame == PING:
            self.say(PONG)
        elif frame.startswith(EVENT):
            super().hear(frame)

    def sit(self, secret: str) -> None:
        """Take the seat, and wait for the state."""
        self._secret = secret
        self.say(b"40" + SPACE)
        self.wait(b"40" + SPACE[:-1])
        self._emit("sync", self._match, self._seat, secret, SEATS)
        self.wait(EVENT + b'["sync"')

    def act(self, n: int) -> None:
        move = {
            "type": "act",
            "args": [sync_act(n)],
            "playerID": self._seat,
            "credentials": self._secret,
        }
        request = {"type": "MAKE_MOVE", "payload": move}
        self._emit("update", request, n - 1, self._match, self._seat)

    def _emit(self, *what: object) -> None:
        self.say(EVENT + json.dumps(what, separators=(",", ":")).encode())


class BoardgameIoTable(Turns):
    def marks(self, n: int) -> tuple[bytes, ...]:
        return (b'"number":%d}' % n,)  # the end of G.turn


def tables(port: int, count: int) -> list[BoardgameIoTable]:
    """Open matches and fill them."""
    found: list[BoardgameIoTable] = []
    for _ in range(count):
        match = post(port, "/games/sync/create", {"numPlayers": SEATS})["matchID"]
        clients: list[BoardgameIo] = []
        for seat in range(SEATS):
            person = {"playerID": str(seat), "playerName": f"p{seat}"}
            joined = post(port, f"/games/sync/{match}/join", person)
            client = BoardgameIo(port, match, seat)
            client.sit(joined["playerCredentials"])
            clients.append(client)
        found.append(BoardgameIoTable(clients))
    return found
