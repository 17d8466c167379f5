"""A player on a plain socket who notes what it asked for, what came of it, and all it saw."""

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from tests.faults.broken import BrokenError

from haydes.protocol.connection import Connection, Role, State
from haydes.protocol.fair import FEATURE
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    Bye,
    ClientMessage,
    Done,
    Hello,
    Leave,
    Left,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    Update,
    Welcome,
)
from haydes.protocol.tree import Tree, merge

_CHUNK = 1 << 18
_SECONDS = 10.0  # to wait for a socket at most


@dataclass(slots=True)
class Deed:
    """An act: what it was, and every answer to it; none: nobody knows what became of it."""

    action: Tree
    answers: list[str] = field(default_factory=list[str])  # "done", or why it was refused
    applied: bool = False  # it stands in the journal


@dataclass(frozen=True, slots=True)
class Sight:
    """A view of a table as it was seen; `events`: what led to it, None if it was a snapshot."""

    line: int  # the player's connection on which it came
    ply: int
    table: Tree
    game: Tree
    you: Tree
    events: list[Tree] | None

    @property
    def name(self) -> str:
        return str(self.table["id"])


Note: TypeAlias = Callable[["Player", object], None]


class Player:
    def __init__(self, name: str, note: Note | None = None) -> None:
        """`note` is called with all that matters: what is asked for, and what has been heard."""
        self.name = name
        self.nonces: dict[str, bytes] = {}  # by commitment
        self._note = note
        self.table = ""  # where I sit, as far as I know
        self.token = ""
        self.leaving = False  # I have asked to leave, and may have left
        self.deeds: dict[tuple[str, int], Deed] = {}  # by table and prompt
        self.unanswered: Act | None = None
        self.sights: list[Sight] = []  # not yet looked at by the audit
        self.asked: dict[int, Request] = {}  # on this connection, by ref
        self.view: Sight | None = None
        self.sock: socket.socket | None = None
        self.line = 0
        self.acknowledged = self.again = 0  # acts; those of them whose answer had been lost
        self._connection = Connection(Role.CLIENT, Limits())
        self.seq = 0  # of the latest view
        self._ref = 0

    @property
    def welcomed(self) -> bool:
        return self.sock is not None and self._connection.state is State.OPEN

    def connect(self, port: int) -> None:
        self.drop()
        self.line += 1
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=_SECONDS)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection = Connection(Role.CLIENT, Limits())
        ply = self.view.ply if self.view else 0
        self.view = None
        hello = Hello(protocols=[1], name=self.name, token=self.token, ply=ply, features=[FEATURE])
        self._say(hello)

    def drop(self) -> None:
        """Lose the connection; nobody knows what becomes of what was asked for."""
        if self.sock:
            self.sock.close()
        self.sock = None
        self.asked.clear()

    def next_ref(self) -> int:
        self._ref += 1
        return self._ref

    def ask(self, *requests: Request) -> None:
        """Send requests in one piece."""
        for request in requests:
            self.asked[request.ref] = request
            if isinstance(request, Act):
                self.unanswered = request
                self.deeds.setdefault((self.table, request.prompt), Deed(request.action))
            self.leaving |= isinstance(request, Leave)
            if self._note:
                self._note(self, request)
        self._say(*requests)

    def read(self, *, to_the_end: bool = False) -> list[tuple[Request, Done | Refused]]:
        """Take in what has come, or all that comes; return what was answered."""
        answers: list[tuple[Request, Done | Refused]] = []
        while self.sock:
            self.sock.settimeout(_SECONDS if to_the_end else 0)
            try:
                data = self.sock.recv(_CHUNK)
            except BlockingIOError:
                break
            except ConnectionError:
                data = b""
            self._connection.receive_data(data)
            while (message := self._connection.next_message()) is not None:
                answer = self._hear(message)
                if self._note:
                    self._note(self, message)
                if answer:
                    answers.append(answer)
            if not data or self._connection.state is State.CLOSED:
                self.drop()
        return answers

    def _say(self, *messages: ClientMessage) -> None:
        if self.sock:
            self.sock.settimeout(_SECONDS)
            with suppress(ConnectionError):  # the reader will notice
                self.sock.sendall(b"".join(map(self._connection.send, messages)))

    def _hear(self, message: object) -> tuple[Request, Done | Refused] | None:
        match message:
            case Ping(ref=ref):
                self._say(Pong(ref=ref))
            case Welcome():
                self._come_in(message)
            case Snapshot():
                self.seq = message.seq
                self._look(message.ply, message.table, message.game, message.you, None)
            case Update():
                self._follow(message)
            case Left():
                self._be_out()
            case Done() | Refused():
                return self._take(message)
            case Bye() | _:
                pass
        return None

    def _come_in(self, welcome: Welcome) -> None:
        if not self.token:
            return
        if welcome.table != self.table:
            if not self.leaving:
                said = welcome.refused or f"opens {welcome.table}"
                raise BrokenError("I1", f"the token of {self.name} at {self.table}: {said}")
            self._be_out()
        elif self.unanswered:
            self.ask(Act(self.next_ref(), self.unanswered.prompt, self.unanswered.action))

    def _take(self, answer: Done | Refused) -> tuple[Request, Done | Refused] | None:
        request = self.asked.pop(answer.ref, None)
        if request is None:
            raise BrokenError("I5", f"{self.name} hears of request {answer.ref}, and asked none")
        if isinstance(request, Act):
            said = "done" if isinstance(answer, Done) else answer.code
            deed = self.deeds[self.table, request.prompt]
            self.acknowledged += said == "done" and "done" not in deed.answers
            self.again += said == "done" and request is not self.unanswered
            deed.answers.append(said)
            if self.unanswered and self.unanswered.prompt == request.prompt:
                self.unanswered = None
        return request, answer

    def _follow(self, update: Update) -> None:
        old = self.view
        if old is None or update.seq != self.seq + 1:
            raise BrokenError("I5", f"{self.name} hears update {update.seq} after {self.seq}")
        self.seq = update.seq
        self._look(
            update.ply,
            merge(old.table, update.table),
            merge(old.game, update.game),
            merge(old.you, update.you),
            [*update.events, *update.private_events],
        )

    def _look(
        self, ply: int, table: Tree, game: Tree, you: Tree, events: list[Tree] | None
    ) -> None:
        self.view = Sight(self.line, ply, table, game, you, events)
        self.sights.append(self.view)

    def _be_out(self) -> None:
        self.table = self.token = ""
        self.leaving = False
        self.view = self.unanswered = None


def seat_trees(sight: Sight) -> dict[str, dict[str, Any]]:
    return cast(dict[str, dict[str, Any]], sight.table["seats"])
