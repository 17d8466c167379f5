"""What a case about a server works with: connections, tables, matches."""

import itertools
import socket
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from threading import Lock
from typing import Any, Self

from haydes.client.kit import UsageError
from haydes.client.kit.arguments import written
from haydes.client.kit.conformance.case import FailedError, NotCoveredError
from haydes.client.kit.conformance.own import Own, running
from haydes.client.kit.conformance.peer import Peer, combination
from haydes.client.kit.conformance.wire import EndError

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Door:
    """Lets cases connect one after the other: a server counts connections, unless it exempts us."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next = 0.0

    def wait(self, seconds: float) -> None:
        """Return so long after the last call has returned, or later."""
        with self._lock:
            time.sleep(max(0.0, self._next - time.monotonic()))
            self._next = time.monotonic() + seconds


class World:
    """The server under test, and who a case has brought to it."""

    def __init__(
        self,
        address: tuple[str, int],
        patience: float,
        slow: float,
        word: str = "",
        command: str = "",
    ) -> None:
        self.address = address
        self._command = command  # starts a server that a case may stop
        self.patience = patience
        self.slow = slow  # seconds that a case may wait for the server's own clocks
        self.word = word
        self.games: dict[str, Any] = {}
        self.limits: dict[str, int] = {}
        self.peers: list[Peer] = []
        self._salt = "".join(_LETTERS[int(time.time() / 26**n) % 26] for n in range(4))
        self._numbers = itertools.count()
        self._door = Door()

    def beside(self) -> Self:
        """Return a world for a case that runs at the same time as others."""
        world = copy(self)
        world.peers = []
        return world

    def look_round(self) -> None:
        """Learn what the server plays and allows; UsageError if nobody answers."""
        with self.visit():
            try:
                peer = self.guest()
            except OSError as error:
                told = f"nobody answers at {written(self.address)}: {error.strerror}"
                raise UsageError(told) from None
            peer.do("browse")
            self.limits = peer.welcome["limits"]
            self.games = peer.expect("lobby")["games"]

    @contextmanager
    def own(self) -> Generator[tuple[Own, "World"]]:
        """Start a server that the case may stop, and give its world."""
        if not self._command:
            raise NotCoveredError("the kit has started no server of its own; give --own COMMAND")
        with running(self._command, self.patience) as own:
            world = World(own.address, self.patience, self.slow, self.word)
            world.look_round()
            yield own, world
            for peer in world.peers:
                peer.close()

    @contextmanager
    def visit(self) -> Generator[None]:
        """Take everybody away at the end, so that no case meets what another has left."""
        try:
            yield
        finally:
            for peer in self.peers:
                if not peer.over:
                    if peer.table.get("phase") == "playing" and peer.you:
                        peer.send("resign", ref=1)
                    peer.send("bye")
                    peer.wire.shut()
            for peer in self.peers:
                self._drain(peer)
            self.peers.clear()

    def connect(self) -> socket.socket:
        """Connect, and leave the rest to the case."""
        self._door.wait(1.25 / self.limits.get("accepts_per_second", 20))
        sock = socket.create_connection(self.address, timeout=self.patience)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def meet(self, sock: socket.socket) -> Peer:
        """Return who is on a connection, to be taken away at the end."""
        peer = Peer(sock, self.patience)
        self.peers.append(peer)
        return peer

    def stranger(self) -> Peer:
        """Connect and say nothing."""
        return self.meet(self.connect())

    def name(self) -> str:
        """Return a name that nobody has."""
        return f"Kit {self._salt}{next(self._numbers)}"

    def guest(self, name: str = "", **fields: object) -> Peer:
        """Connect and be welcomed into the lobby, or to a seat if there is a token."""
        peer = self.stranger()
        if self.word:
            fields = {"word": self.word, **fields}
        peer.greet(name or self.name(), **fields)
        return peer

    def game(self, seats: int = 2) -> str:
        """Return a game for so many seats."""
        for name, game in self.games.items():
            if game["seats"][0] <= seats <= game["seats"][1]:
                return name
        raise NotCoveredError(f"no game here takes {seats} seats")

    def host(self, seats: int = 2, **fields: object) -> Peer:
        """Open a table for a new guest."""
        peer = self.guest()
        game = fields.pop("game", None) or self.game(seats)
        peer.enter("open", game=game, seats=seats, **fields)
        return peer

    def joiner(self, host: Peer, **fields: object) -> Peer:
        """Bring somebody to a table."""
        peer = self.guest()
        peer.enter("join", table=host.table["id"], **fields)
        return peer

    def spectator(self, host: Peer) -> Peer:
        peer = self.guest()
        peer.enter("watch", table=host.table["id"])
        return peer

    def pair(self, **fields: object) -> tuple[Peer, Peer]:
        """Seat two people at a table of two."""
        host = self.host(2, **fields)
        guest = self.joiner(host)
        host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "person", "who has come")
        return host, guest

    def match(self, **fields: object) -> tuple[Peer, Peer]:
        """Seat two people and start; the first that is returned has choices."""
        host, guest = self.pair(**fields)
        host.do("start")
        for peer in (host, guest):
            peer.see(lambda one: one.table["phase"] == "playing", "the match")
        if not (host.choices or guest.choices):
            raise NotCoveredError("nobody has choices at the beginning of this match")
        return (host, guest) if host.choices else (guest, host)

    def short(self) -> dict[str, Any]:
        """Return the fields of `open` for a match that is soon over, where one is known."""
        if "haydes" in self.games:
            options: dict[str, Any] = {"map": "quick", "turn_limit": 1}
            return {"game": "haydes", "options": options}
        return {}

    def moves(self, *peers: Peer, most: int = 12) -> None:
        """Act some times, by whoever of these has choices, and let all of them see it."""
        for _ in range(most):
            if peers[0].table["phase"] != "over" and not self._move(peers):
                return

    def play(self, *peers: Peer) -> None:
        """Play to the end of the match."""
        while peers[0].table["phase"] != "over":
            if not self._move(peers):
                raise NotCoveredError("nobody here has choices, and the match is not over")

    def _move(self, peers: Sequence[Peer]) -> bool:
        acting = next((peer for peer in peers if peer.choices), None)
        if acting is None:
            return False
        ply, pick = acting.ply, next(self._numbers)
        group = acting.choices[pick % len(acting.choices)]
        acting.do("act", prompt=acting.you["prompt"], action=combination(group, pick))
        for peer in peers:
            peer.reach(ply + 1)
        return True

    def waits(self, limit: str) -> float:
        """Return how long a limit of the server makes a case wait, if that is not too long."""
        seconds = self.limits.get(limit, 0)
        if not seconds or seconds > self.slow:
            raise NotCoveredError(f"{limit} is {seconds}; give --slow SECONDS to wait so long")
        return seconds + self.patience

    def _drain(self, peer: Peer) -> None:
        deadline = time.monotonic() + self.patience
        with suppress(EndError, FailedError):
            while not peer.over and time.monotonic() < deadline:
                peer.wire.read(0.5)
        peer.close()
