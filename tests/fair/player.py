"""A player with the real client's head, at a server that may lie: no sockets, no screens."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec import convert, to_builtins
from tests.server.world import Peer, World

from haydes.client import changes, pledge
from haydes.client.model import Link, LinkState, Model, choices, my_turn, phase, prompt
from haydes.client.record import Recorder
from haydes.engine.dealer import FairDealer
from haydes.protocol.fair import FEATURE
from haydes.protocol.messages import Act, Done, Hello, Ready, Request, Reveal, Script
from haydes.server.session import Session

Lie: TypeAlias = Callable[[dict[str, Any]], bool]  # changes a message; tells whether it did
T = TypeVar("T")


class Repeatable:
    """Chance that comes out alike each time."""

    def __init__(self, number: int) -> None:
        self._dealer = FairDealer(number.to_bytes(32, "big"))

    def randbytes(self, n: int, /) -> bytes:
        return bytes(self._dealer.below(256) for _ in range(n))

    def random(self) -> float:
        return self._dealer.below(1 << 32) / (1 << 32)

    def choice(self, seq: Sequence[T], /) -> T:
        return seq[self._dealer.below(len(seq))]


class Player(Peer):
    """Someone whose client checks and records; what the server says goes through `lie` first."""

    def __init__(
        self, world: World, name: str, folder: Path, chance: Repeatable, token: str = ""
    ) -> None:
        session = world.core.connect("10.0.0.1", world.now)
        assert isinstance(session, Session)
        super().__init__(world, session)
        self.model = Model(name=name, link=Link(state=LinkState.LIVE, server="test"))
        self.folder = folder
        self.recorder = Recorder(folder, "test")
        self.lie: Lie | None = None
        self.lied = 0
        self.is_done = False  # the script is whole
        self.is_mute = False  # opens no nonce
        self.twist: Callable[[Request], Request] | None = None  # what the server hears instead
        self.chance = chance
        self._waiting: list[Request] = []
        self.token = token
        self.send(Hello(protocols=[1], name=name, features=[FEATURE], token=token))

    # `hear` calls `_look` for every message; what follows is sent later, by `settle`

    def _look(self, message: object) -> None:
        told: Any = message
        if self.lie is not None:
            plain = to_builtins(message)
            if self.lie(plain):
                self.lied += 1
                told = convert(plain, type(message))
        super()._look(told)
        if isinstance(told, Done) and told.token:
            self.token = told.token
        reply = changes.receive(self.model, told, self.world.now)
        self.recorder.heard(told, reply.model)
        self._follow(reply)
        if pledge.has_lost_nonce(self.model):
            self.wish(Ready(ref=0))
        if isinstance(told, Script) and told.first + len(told.inputs) >= told.total:
            self.is_done = True
            self.recorder.close()

    def wish(self, request: Request) -> None:
        """Ask for something as a front end does."""
        self.model, requests = pledge.pledged(self.model, request, lambda: self._draw().hex())
        for each in requests:
            self._follow(changes.ask(self.model, each, self.world.now))

    def settle(self) -> bool:
        """Send what waits to be sent; tell whether there was anything."""
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self.recorder.asked(request)
            self.send(self.twist(request) if self.twist else request)
        return bool(waiting)

    def move(self) -> bool:
        """Do anything that may be done; False: nothing may."""
        view = self.model.view
        acting = any(isinstance(request, Act) for request in self.model.asked.values())
        if view is None or phase(view) != "playing" or not my_turn(view) or acting:
            return False
        action = self.chance.choice(choices(view))
        self.wish(Act(ref=0, prompt=prompt(view), action=action))
        return True

    @property
    def faults(self) -> tuple[str, ...]:
        return self.model.fair.faults

    def _follow(self, reply: changes.Reply) -> None:
        self.model = reply.model
        self._waiting += [
            request for request in reply.send if not (self.is_mute and isinstance(request, Reveal))
        ]

    def _draw(self) -> bytes:
        return self.chance.randbytes(32)


def settle(*players: Player) -> None:
    """Let everybody send and hear until nobody has anything to say."""
    while sum(player.settle() for player in players):
        pass


def play(*players: Player, most: int = 5000) -> None:
    """Play until nobody may do anything more, or for so many acts."""
    for _ in range(most):
        settle(*players)
        if not any(player.move() for player in players):
            return
    settle(*players)
