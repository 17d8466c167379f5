"""A server without sockets or waiting, and people who talk to it in frames.

What the server says to someone is decoded by the client's own half of the protocol and, where
it changes the view, merged into it: a test sees what a client would see.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from msgspec.structs import replace
from tests.engine.toy import PIG

from haydes.engine.game import Game
from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    ClientMessage,
    Described,
    Done,
    Hello,
    Join,
    Open,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    Start,
    Update,
    Welcome,
)
from haydes.protocol.tree import Tree, merge
from haydes.server.bots import Thought
from haydes.server.chance import CHANCE, Chance
from haydes.server.core import Core
from haydes.server.door import Door
from haydes.server.house import House
from haydes.server.journal import Record
from haydes.server.means import Means
from haydes.server.outbox import Outbox, Parcel
from haydes.server.session import Session
from haydes.server.table import Table
from haydes.server.tables import Tables

GENEROUS = Limits(
    acts_burst=10_000,
    chat_burst=10_000,
    joins_burst=10_000,
    connections_per_source=1000,
    strangers_per_source=1000,
    tables_per_player=100,
    accepts_burst=10_000,
    joins_burst_per_source=10_000,
    chat_burst_per_source=10_000,
    chat_burst_per_place=10_000,
    changes_burst=10_000,
    guesses_per_minute=10_000,
    guesses_per_minute_per_table=10_000,
)
DATE = 1_800_000_000

WISH = Open(ref=1, game="pig", seats=0)
WITH_BOT = Open(ref=1, game="pig", seats=0, bots=["careful"])

ROLL: Described = {"do": "roll"}
BANK: Described = {"do": "bank", "charm": False}
BANK_WITH_CHARM: Described = {"do": "bank", "charm": True}

M = TypeVar("M")


class Diary:
    """A journal that shows what was appended, and commits when it is told to."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.is_slow = False
        self.is_full = False
        self.commits = 0
        self._waiting: list[Callable[[], None]] = []

    def append(self, record: Record) -> None:
        self.records.append(record)

    def has_room(self) -> bool:
        return not self.is_full

    def of(self, kind: type[M]) -> list[M]:
        return [record for record in self.records if isinstance(record, kind)]

    def commit(self, then: Callable[[], None]) -> None:
        self.commits += 1
        self._waiting.append(then)
        if not self.is_slow:
            self.finish()

    def finish(self) -> None:
        waiting, self._waiting = self._waiting, []
        for then in waiting:
            then()


class World:
    """A server and everybody connected to it."""

    def __init__(
        self,
        games: Mapping[str, Game] | None = None,
        limits: Limits = GENEROUS,
        chance: Chance = CHANCE,
        door: Door | None = None,
    ) -> None:
        self.now = 100.0
        self.date = DATE
        door = door or Door(limits)
        self.limits = limits = door.limits
        self.journal = Diary()
        self.thoughts: list[Thought] = []
        self.peers: dict[Session, Peer] = {}
        self.ended: list[Session] = []  # streams that the server has closed
        outbox = Outbox(self.journal, self._deliver)
        means = Means(limits, outbox, self.thoughts.append, chance, lambda: self.date)
        self.tables = Tables(games or {"pig": PIG}, means)
        self.house = House(self.tables, means, door, name="test")
        self.core = Core(self.house)

    def stranger(self, source: str = "10.0.0.1") -> "Peer":
        """Connect without a word."""
        session = self.core.connect(source, self.now)
        self.close_ended()
        assert isinstance(session, Session), session
        return Peer(self, session)

    def join(
        self,
        name: str,
        token: str = "",
        ply: int = 0,
        features: Sequence[str] = (),
        *,
        source: str = "10.0.0.1",
    ) -> "Peer":
        """Connect and say hello."""
        peer = self.stranger(source)
        hello = Hello(protocols=[1], name=name, token=token, ply=ply, features=[*features])
        peer.send(hello)
        return peer

    def wait(self, seconds: float) -> None:
        """Let time pass, and the server do what is due."""
        for _ in range(round(seconds * 5)):
            self.now += 0.2
            self.core.tick(self.now)
            self.close_ended()
            for peer in list(self.peers.values()):
                peer.answer_pings()

    def close_ended(self) -> None:
        """Do what follows a bye: the stream is closed, and the server told so."""
        while self.ended:
            self.core.disconnect(self.ended.pop(), self.now)

    def bots_play(self, most: int = 1000) -> int:
        """Let bots answer until none is asked any more; return how often one did."""
        for count in range(most):
            if not self.thoughts:
                return count
            thought = self.thoughts.pop(0)
            self.core.bot_acts(thought, thought.choose(), self.now)
        raise AssertionError("the bots play for ever")

    @property
    def only_table(self) -> Table:
        (table,) = self.tables
        return table

    def _deliver(self, parcels: Mapping[Session, Parcel]) -> None:
        for session, parcel in parcels.items():
            self.peers[session].hear(parcel.data, last=bool(parcel.bye))


class Peer:
    """Someone connected to the server."""

    def __init__(self, world: World, session: Session) -> None:
        self.world = world
        self.session = session
        self.connection = Connection(Role.CLIENT, world.limits)
        self.heard: list[object] = []  # messages not looked at yet
        self.writes: list[bytes] = []  # what came in one piece each
        self.welcome = Welcome(protocol=0, server="", name="", limits={})
        self.table: Tree = {}
        self.game: Tree = {}
        self.you: Tree = {}
        self.seq: int = 0
        self.ply: int = 0
        self.is_closed = False
        self.is_silent = False  # does not answer pings
        self.pings = 0
        world.peers[session] = self

    def send(self, message: ClientMessage) -> None:
        self.write(self.connection.send(message))

    def write(self, data: bytes) -> None:
        self.world.core.receive(self.session, data, self.world.now)
        self.world.close_ended()

    def ask(self, request: Request) -> Done | Refused:
        """Make a request and return the answer, which must come first."""
        self.heard.clear()
        self.send(request)
        answer = self.heard.pop(0)
        assert isinstance(answer, Done | Refused)
        assert answer.ref == request.ref
        return answer

    def do(self, request: Request) -> Done:
        """Make a request that is carried out."""
        answer = self.ask(request)
        assert isinstance(answer, Done), answer
        return answer

    def refusal(self, request: Request) -> str:
        """Make a request that is refused; return the code."""
        answer = self.ask(request)
        assert isinstance(answer, Refused), answer
        assert answer.text
        return answer.code

    @property
    def id(self) -> str:
        """Of the table that was seen last."""
        return cast(str, self.table["id"])

    @property
    def choices(self) -> list[dict[str, Any]]:
        return cast(list[dict[str, Any]], self.you["choices"])

    @property
    def prompt(self) -> int:
        return cast(int, self.you["prompt"])

    def act(self, choice: int = 0) -> Act:
        """Do the first thing that one of the groups of choices offers; return the act."""
        act = Act(ref=1, prompt=self.prompt, action=self.action(choice))
        self.do(act)
        return act

    def action(self, choice: int = 0) -> dict[str, Any]:
        group = self.choices[choice]
        return {k: v[0] if isinstance(v, list) else v for k, v in group.items()}

    def seat(self, seat: int) -> Tree:
        """Return what the table's tree says of a seat."""
        return cast(dict[str, Tree], self.table["seats"])[str(seat)]

    def find(self, kind: type[M]) -> list[M]:
        """Return what has been heard of one kind."""
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        return self.find(kind)[-1]

    def answer_pings(self) -> None:
        """Show life, if asked for and not silent."""
        if self.pings and not (self.is_silent or self.is_closed):
            self.pings = 0
            self.send(Pong())

    def score(self, seat: int) -> int:
        """Return the points of a seat in the toy game."""
        return cast(dict[str, int], self.game["scores"])[str(seat)]

    def leave(self) -> None:
        """Vanish, as a broken connection does."""
        self.is_closed = True
        self.world.core.disconnect(self.session, self.world.now)

    def hear(self, data: bytes, *, last: bool) -> None:
        assert not self.is_closed
        self.writes.append(data)
        self.connection.receive_data(data)
        while (message := self.connection.next_message()) is not None:
            self._look(message)
            self.heard.append(message)
        if last:
            self.is_closed = True
            self.world.ended.append(self.session)

    def _look(self, message: object) -> None:
        if isinstance(message, Ping):
            self.pings += 1
        elif isinstance(message, Welcome):
            self.welcome = message
        elif isinstance(message, Snapshot):
            self.seq, self.ply = message.seq, message.ply
            self.table, self.game, self.you = message.table, message.game, message.you
        elif isinstance(message, Update):
            assert message.seq == self.seq + 1, "an update is missing"
            self.seq, self.ply = message.seq, message.ply
            self.table = merge(self.table, message.table)
            self.game = merge(self.game, message.game)
            self.you = merge(self.you, message.you)


def opened(world: World, *names: str, wish: Open = WISH, spare: int = 0) -> list[Peer]:
    """Return people at a table of theirs, the first one as host.

    `wish` says what kind of table; bots and `spare` open seats come on top of the people.
    """
    people = [world.join(name) for name in names]
    done = people[0].do(replace(wish, seats=len(names) + len(wish.bots) + spare))
    for person in people[1:]:
        person.do(Join(ref=1, table=done.table, word=wish.word))
    return people


def started(world: World, *names: str, wish: Open = WISH) -> list[Peer]:
    """Return people in a match."""
    people = opened(world, *names, wish=wish)
    people[0].do(Start(ref=1))
    return people
