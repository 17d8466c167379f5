"""One server on a virtual clock, and everybody who is connected to it over simulated links."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import trio
from tests.faults.broken import BrokenError
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Link, Weather
from tests.faults.twins.plan import Plan
from tests.faults.twins.staged import Stage, StagedGame
from tests.server.world import GENEROUS

from haydes.engine.game import Seat
from haydes.protocol.codec import HEADER
from haydes.protocol.connection import Connection, Role
from haydes.protocol.messages import (
    Act,
    ClientMessage,
    Described,
    Done,
    Hello,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    Update,
)
from haydes.protocol.tree import Tree, merge
from haydes.server.adviser import Consultation
from haydes.server.bots import Thought
from haydes.server.door import Door
from haydes.server.journal import VolatileJournal
from haydes.server.nature import Nature
from haydes.server.service import Service

Heard: TypeAlias = list[tuple[float, bytes]]  # when, what

SPECTATOR, LATE, BACK, LOBBY = "spectator", "late", "back", "lobby"
SETTLED = 0.05  # virtual seconds after which an input is over and told
_DATE = 1_800_000_000


class _Chance:
    """The server's chance, each kind of it from a source of its own."""

    def __init__(self, fate: Fate) -> None:
        self._bytes, self._numbers, self._choices = (fate.of(n) for n in range(3))

    def randbytes(self, n: int, /) -> bytes:
        return self._bytes.randbytes(n)

    def random(self) -> float:
        return self._numbers.random()

    def choice(self, seq: Any, /) -> Any:
        return self._choices.choice(seq)


@dataclass(slots=True)
class Show:
    """What has come of a plan at one server."""

    heard: dict[str, Heard] = field(default_factory=dict[str, Heard])
    faults: list[str] = field(default_factory=list[str])  # what somebody was told too early
    log: list[str] = field(default_factory=list[str])  # of the server
    thoughts: list[int] = field(default_factory=list[int])  # what a bot in the viewer's seat chose
    failure: str = ""  # why the match was not played as planned


class Member:
    """Somebody connected."""

    def __init__(self, link: Link, heard: Heard) -> None:
        self.link = link
        self.heard = heard
        self.seat: Seat | None = None
        self.you: Tree = {}
        self.table = ""
        self.token = ""
        self.answers: dict[int, Done | Refused] = {}
        self.looked = 0  # pieces that were looked through for what was told early
        self._connection = Connection(Role.CLIENT, GENEROUS)
        self._refs = 0

    async def listen(self) -> None:
        while data := await self.link.client.receive():
            self.heard.append((trio.current_time(), data))
            self._connection.receive_data(data)
            while (message := self._connection.next_message()) is not None:
                self._take(message)

    def say(self, message: ClientMessage) -> None:
        self.link.client.try_send(self._connection.send(message))

    def write(self, payload: bytes) -> None:
        """Send a frame, whatever is in it."""
        self.link.client.try_send(len(payload).to_bytes(HEADER, "big") + payload)

    async def ask(self, make: Callable[[int], Request]) -> Done | Refused:
        """Make a request and return the answer."""
        self._refs += 1
        self.say(make(self._refs))
        await trio.sleep(SETTLED)
        return self.answers.pop(self._refs)

    async def do(self, make: Callable[[int], Request]) -> Done:
        answer = await self.ask(make)
        if isinstance(answer, Refused):
            raise BrokenError("PLAN", f"refused: {answer.code}")
        return answer

    def acting(self, ref: int, described: Tree) -> Act:
        """Return an act that answers what is asked here."""
        prompt = cast(int, self.you.get("prompt", 0))
        return Act(ref=ref, prompt=prompt, action=cast(Described, described))

    def _take(self, message: object) -> None:
        match message:
            case Ping():
                self.say(Pong(ref=message.ref))
            case Done() | Refused():
                self.answers[message.ref] = message
                if isinstance(message, Done):
                    self.table = message.table or self.table
                    self.token = message.token or self.token
            case Snapshot():
                self.you = message.you
            case Update():
                self.you = merge(self.you, message.you)
            case _:
                pass


class Hall:
    """One server and all who are connected to it."""

    def __init__(self, plan: Plan, seed: int, *, second: bool, nursery: trio.Nursery) -> None:
        self.plan = plan
        self.second = second
        self.show = Show()
        self.fate = Fate("twins", seed)
        self.stage = Stage((plan.other if second else plan.start).clone())
        self.secret = Fate("secret", seed, second).randbytes(32)
        self.members: dict[str, Member] = {}
        self.sitters: dict[Seat, str] = {}  # the name of whom a seat's person now goes by
        self.thoughts: dict[Seat, trio.MemorySendChannel[int]] = {}
        self._nursery = nursery
        nature = Nature(_Chance(self.fate), self._date, self._aside, lambda: self.secret)
        game = StagedGame(plan.game, self.stage)
        self.service = Service(
            {game.name: game},
            Door(GENEROUS),
            VolatileJournal(),
            name="twins",
            bot_pause=0.0,
            nature=nature,
        )

    async def enter(self, name: str, token: str = "") -> Member:
        link = Link(Weather(), self.fate.of(name), 1)
        heard = self.show.heard[name] = []
        if self.service.connect(link.server, "10.0.0.1"):
            raise BrokenError("PLAN", "turned away")
        member = self.members[name] = Member(link, heard)
        self._nursery.start_soon(member.listen)
        member.say(Hello(protocols=[1], name=name, token=token))
        await trio.sleep(SETTLED)
        return member

    @property
    def table(self) -> str:
        return self.members["P0"].table

    def person(self, seat: Seat) -> Member:
        return self.members[self.sitters[seat]]

    async def act(self, seat: Seat, action: int) -> None:
        """Let a seat act, whoever has it."""
        if seat in self.sitters:
            its, described = self.person(seat), self.stage.position.describe(action)
            await its.do(lambda ref: its.acting(ref, described))
        else:
            self.thoughts.pop(seat).send_nowait(action)
            await trio.sleep(SETTLED)

    def _date(self) -> int:
        return _DATE + int(trio.current_time())

    async def _aside(self, choose: Callable[[], int], limiter: trio.CapacityLimiter) -> int:
        method: Any = choose
        thought: Thought = method.__self__
        if isinstance(thought, Consultation):
            return choose()
        if thought.seat == self.plan.viewer:  # what it knows is the same at both servers
            self.show.thoughts.append(choose())
        send, receive = trio.open_memory_channel[int](1)
        self.thoughts[thought.seat] = send
        return await receive.receive()
