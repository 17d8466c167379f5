"""Whole sessions of people who say anything, to the real server without sockets.

Nothing but answers comes of it: no exception, no frame that a client could not read, no gap in
the updates, and when all have gone and their tables were given up, nothing is left.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec import Struct, msgpack
from tests.faults.fuzzing.frames import WrongError
from tests.faults.fuzzing.makers import CLIENT, POOLS, made, mutated
from tests.server.world import GENEROUS, Peer, World

from haydes.engine.registry import GAMES
from haydes.protocol.codec import HEADER
from haydes.protocol.messages import (
    Act,
    AddBot,
    Bye,
    Done,
    Hello,
    Join,
    Leave,
    Open,
    Refused,
    Resume,
    Start,
    Watch,
)
from haydes.protocol.tree import Tree
from haydes.server.session import Place

_PEOPLE = 6
ROUND = 2000  # messages until all leave, and a new crowd comes
_TICK = 12  # messages between two ticks, or so
_GIVEN_UP = 91 * 24 * 3600  # seconds after which a table that rests is closed
_PARKED = 25  # ticks between two looks at such a table

# What people say most, where they are; else it is anything
_USUAL: dict[Place, Sequence[type[Struct]]] = {
    Place.LOBBY: (Open, Join, Join, Watch, Resume),
    Place.SEAT: (Act, Act, Act, Act, Act, Act, Start, AddBot),
    Place.WATCHING: (Leave,),
}


class Crowd:
    """Those who are connected to one server."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._names = 0
        self._tables: list[str] = []
        self._tokens: list[str] = []
        self.world = World(GAMES, GENEROUS)
        self.people: list[Peer] = []
        self.found: Counter[str] = Counter()

    def say(self, messages: int) -> None:
        """Let people say so many things."""
        random, people = self._random, self.people
        for _ in range(messages):
            while len(people) < _PEOPLE:
                people.append(self._newcomer())
            peer = random.choice(people)
            peer.write(self._frame(peer))
            for one in people:
                self._hear(one)
            self.people = people = [one for one in people if not one.is_closed]
            self._pass_time()

    def go(self) -> None:
        """Let everybody go, and see that nothing is left after a while."""
        world = self.world
        if any(table.is_broken for table in world.tables) or world.tables.unserved:
            raise WrongError("a table was set aside")
        for peer in self.people:
            peer.leave()
        self.people.clear()
        world.peers.clear()
        world.thoughts.clear()
        for _ in range(2 * _PARKED):
            world.core.tick(world.now)
        world.now += _GIVEN_UP
        for _ in range(2 * _PARKED):
            world.core.tick(world.now)
        world.journal.records.clear()
        left = len(list(world.tables)), len(world.house.people), len(world.house.door.strangers)
        if any(left):
            raise WrongError(f"tables, people and strangers are left over: {left}")
        self._tables.clear()
        self._tokens.clear()

    def _newcomer(self) -> Peer:
        peer = self.world.stranger()
        self._names += 1
        name = f"P{self._names}"
        token = self._random.choice(self._tokens) if self._tokens and self._odds(0.3) else ""
        greeting = peer.connection.send(Hello(protocols=[1], name=name, token=token))
        if self._odds(0.9):
            peer.write(greeting)
        return peer

    def _frame(self, peer: Peer) -> bytes:
        random = self._random
        usual = _USUAL[peer.session.place]
        kind = random.choice(usual) if self._odds(0.85) else random.choice(CLIENT)
        if kind is Bye and self._odds(0.8):
            kind = Act
        if kind is Act and self._odds(0.8) and (act := self._act(peer)):
            data = act
        else:
            pools = {**POOLS, "table": self._tables[-4:] or [""], "token": self._tokens or [""]}
            data = made(random, kind, pools)
        if self._odds(0.02):
            data = mutated(random, data, data)
        size = len(data) if self._odds(0.998) else int(random.random() * 2**20)
        return size.to_bytes(HEADER, "big") + data

    def _act(self, peer: Peer) -> bytes | None:
        """Return one of the things that a seat may do, if there is any."""
        groups = cast(Sequence[Tree], peer.you.get("choices") or ())
        if not groups:
            return None
        group = self._random.choice(groups)
        action = {
            key: value if isinstance(value, str) else self._random.choice(cast(list[str], value))
            for key, value in group.items()
        }
        prompt = peer.you["prompt"]
        return msgpack.encode({"type": "act", "ref": 1, "prompt": prompt, "action": action})

    def _hear(self, peer: Peer) -> None:
        for message in peer.heard:
            self.found[type(message).__name__.lower()] += 1
            if isinstance(message, Refused):
                self.found[f"refused {message.code}"] += 1
            elif isinstance(message, Done) and message.table:
                self._tables.append(message.table)
                if message.token:
                    self._tokens.append(message.token)
        peer.heard.clear()
        peer.writes.clear()

    def _pass_time(self) -> None:
        world = self.world
        world.journal.records.clear()
        if not self._odds(1 / _TICK):
            return
        world.now += self._random.choice((0.2, 0.2, 1.0, 5.0, 20.0))
        world.core.tick(world.now)
        world.close_ended()
        for peer in self.people:
            if self._odds(0.9):
                peer.answer_pings()
        thoughts, world.thoughts = world.thoughts[-4:], []
        for thought in thoughts:
            world.core.bot_acts(thought, thought.choose(), world.now)
        if self._odds(0.05) and self.people:
            self.people.pop().leave()

    def _odds(self, chance: float) -> bool:
        return self._random.random() < chance


def fuzz(random: Random, messages: int) -> Counter[str]:
    """Say so many messages; return how many of what the server has said."""
    crowd = Crowd(random)
    left = messages
    while left:
        some = min(left, ROUND)
        try:
            crowd.say(some)
            crowd.go()
        except WrongError:
            raise
        except Exception as error:
            raise WrongError(f"{type(error).__name__}: {error}") from error
        left -= some
    return crowd.found
