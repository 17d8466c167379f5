"""The seats this player may come back to at one server, and the one this client sits in."""

from contextlib import suppress
from dataclasses import replace

from haydes.client.model import Model, engaged
from haydes.client.read import text
from haydes.client.store import Held, Store
from haydes.protocol.codes import Refusal
from haydes.protocol.messages import (
    Done,
    Join,
    Left,
    Open,
    Refused,
    Request,
    Resume,
    ServerMessage,
    Snapshot,
    Welcome,
)


class Holding:
    """Learns tokens from what goes over the wire, and knows which one to use."""

    def __init__(self, store: Store, server: str) -> None:
        self._store = store
        self._server = server
        self._placing: dict[int, Request] = {}  # requests for a seat by ref, not answered yet
        self.seated: Held | None = None
        self.greeted: Held | None = None  # whose token went into the last hello

    def come_to(self, server: str) -> None:
        """Look for seats at this server from now on; a seat goes with its own."""
        if server != self._server:
            self._server = server
            self.seated = self.greeted = None

    def seats(self, name: str) -> tuple[Held, ...]:
        """Return a player's seats to come back to, where no other client of this machine sits."""
        return self._store.free(self._server, name)

    def greet(self, first: Held | None) -> Held | None:
        """Return the seat to name in a hello: one's own, else `first`."""
        self.greeted = self.seated or first
        return self.greeted

    def sent(self, request: Request) -> None:
        """Remember a request that may bring a seat."""
        if isinstance(request, Open | Join | Resume):
            self._placing[request.ref] = request

    def instead(self, request: Request, name: str) -> Request:
        """Turn a wish to join a table where a seat is held into taking that seat back."""
        if isinstance(request, Join):
            for held in self.seats(name):
                if held.table == request.table:
                    return Resume(ref=0, token=held.token, ply=held.ply)
        return request

    def note(self, message: ServerMessage, model: Model) -> None:
        """Learn from a message, before the model does."""
        match message:
            case Welcome():
                self._welcomed(message)
            case Done():
                self._placed(self._placing.pop(message.ref, None), message, model.name)
            case Refused():
                request = self._placing.pop(message.ref, None)
                if isinstance(request, Resume) and message.code == Refusal.UNKNOWN_TOKEN:
                    self._forget(request.token, model.name)
            case Snapshot(table=table) if self.seated and not self.seated.game:
                self._sit(replace(self.seated, game=text(table, "game")))
            case Left():
                self._left(message, model)
            case _:
                pass

    def rise(self, model: Model) -> None:
        """Note that the client goes: only in a match is there a seat to come back to."""
        if self.seated and model.view:
            with suppress(OSError):
                if not engaged(model.view) and model.link.up:
                    self._store.drop(self._server, self.seated.table, self.seated.name)
                self._store.rise(self._server, self.seated.table, self.seated.name, model.view.ply)
        self.seated = None

    def _welcomed(self, message: Welcome) -> None:
        self._placing.clear()
        if self.greeted and message.table == self.greeted.table:
            self._sit(self.greeted)
        elif not message.table:
            self.seated = None
            if self.greeted and message.refused == Refusal.UNKNOWN_TOKEN:
                self._store.drop(self._server, self.greeted.table, self.greeted.name)

    def _placed(self, request: Request | None, done: Done, name: str) -> None:
        if isinstance(request, Resume):
            for held in self._store.held(self._server, name):
                if held.token == request.token:
                    self._sit(held)
        elif request is not None and done.token:
            game = request.game if isinstance(request, Open) else ""
            self._sit(Held(self._server, done.table, done.token, name, game))

    def _left(self, message: Left, model: Model) -> None:
        """A seat left in the middle of a match is kept by the server; any other is gone."""
        playing = model.view is not None and engaged(model.view)
        if message.code == "left" and playing:
            self.rise(model)
        else:
            self._store.drop(self._server, message.table, model.name)
        self.seated = None

    def _sit(self, held: Held) -> None:
        self.seated = held
        with suppress(OSError):  # a full disk must not end the game
            self._store.keep(held)

    def _forget(self, token: str, name: str) -> None:
        for held in self._store.held(self._server, name):
            if held.token == token:
                self._store.drop(self._server, held.table, name)
