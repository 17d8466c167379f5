"""Tables of honest people who play on and on, and people who come to have a look."""

import random
import socket
from dataclasses import dataclass, field
from typing import cast

import trio
from tests.server.client import Client

from haydes.protocol.messages import (
    Act,
    Browse,
    Bye,
    Described,
    Done,
    Hello,
    Join,
    Lobby,
    Open,
    Refused,
    Scalar,
    Start,
    Welcome,
)

SEATS = 4
GAMES = ("haydes", "hounds", "holyquest")
_THINK = (0.1, 0.4)  # seconds


def call(port: int, source: str) -> Client:
    """Connect from an address of this machine."""
    return Client(
        socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
    )


@dataclass(slots=True)
class Tally:
    """What has happened to the players."""

    latencies: list[float] = field(default_factory=list[float])  # seconds from act to answer
    matches: int = 0
    lost: list[str] = field(default_factory=list[str])  # who lost the connection, and why


class Player:
    """Someone in a seat who acts at random, and starts the next match if host."""

    def __init__(self, name: str, client: Client, chance: random.Random, tally: Tally) -> None:
        self.name = name
        self.client = client
        self._chance = chance
        self._tally = tally
        self._ref = 10
        self._sent: dict[int, float] = {}
        self._doing: tuple[object, ...] = ()  # what it acts upon already

    async def play(self) -> None:
        """Play for ever; losing the connection is noted."""
        async with trio.open_nursery() as nursery:
            self._look(nursery)
            while (message := await self.client.hear()) is not None:
                if isinstance(message, Bye):
                    self._tally.lost.append(f"{self.name}: {message.code}")
                if isinstance(message, Done | Refused) and message.ref in self._sent:
                    elapsed = trio.current_time() - self._sent.pop(message.ref)
                    self._tally.latencies.append(elapsed)
                self._look(nursery)
            self._tally.lost.append(f"{self.name}: the stream has ended")
            nursery.cancel_scope.cancel()

    def misses(self) -> bool:
        """Tell whether someone of the table is not connected."""
        return "'presence': 'gone'" in str(self.client.table)

    def _look(self, nursery: trio.Nursery) -> None:
        table, you = self.client.table, self.client.you
        doing: tuple[object, ...] = ()
        if table["phase"] != "playing":
            doing = ("start", table["match"]) if you.get("seat") == table["host"] else ()
        elif you.get("choices"):
            doing = ("act", table["match"], you["prompt"])
        if doing and doing != self._doing:
            self._doing = doing
            nursery.start_soon(self._do, doing)

    async def _do(self, doing: tuple[object, ...]) -> None:
        await trio.sleep(self._chance.uniform(*_THINK))
        if doing != self._doing:
            return
        self._ref += 1
        if doing[0] == "start":
            self._tally.matches += 1
            self.client.send(Start(ref=self._ref))
        elif self.client.choices:
            self._sent[self._ref] = trio.current_time()
            prompt = int(str(self.client.you["prompt"]))
            self.client.send(Act(ref=self._ref, prompt=prompt, action=self._action()))

    def _action(self) -> Described:
        action: Described = {}
        for key, value in self._chance.choice(self.client.choices).items():
            several = isinstance(value, list)
            action[key] = self._chance.choice(cast(list[Scalar], value)) if several else value
        return action


async def sit_down(port: int, tables: int, chance: random.Random, tally: Tally) -> list[Player]:
    """Open tables and take all their seats, each from an address of its own."""
    players: list[Player] = []
    for number in range(tables):
        table = ""
        for seat in range(SEATS):
            name = f"P{number}-{seat}"
            client = call(port, f"127.1.{number + 1}.{seat + 1}")
            await client.greet(name)
            if seat:
                await client.do(Join(ref=1, table=table))
            else:
                game = GAMES[number % len(GAMES)]
                table = (await client.do(Open(ref=1, game=game, seats=SEATS))).table
            players.append(Player(name, client, random.Random(chance.random()), tally))
    for player in players:
        while not player.client.table or "'open'" in str(player.client.table):
            await player.client.hear()
    return players


async def visit(port: int, number: int, seconds: float) -> float | str:
    """Come in, look at the lobby, go; return how long it took, or what went wrong."""
    began = trio.current_time()
    try:
        with trio.fail_after(seconds):
            stream = await trio.open_tcp_stream(
                "127.0.0.1", port, local_address=f"127.2.{number // 250 + 1}.{number % 250 + 1}"
            )
            async with stream:
                client = Client(socket.socket(fileno=stream.socket.detach()))
                try:
                    client.send(Hello(protocols=[1], name=f"V{number}"))
                    welcome = await client.hear()
                    if not isinstance(welcome, Welcome):
                        return f"{welcome}"
                    await client.do(Browse(ref=1))
                    await client.until(Lobby)
                    elapsed = trio.current_time() - began
                    client.send(Bye())
                finally:
                    client.close()
    except (trio.TooSlowError, OSError, EOFError, AssertionError) as problem:
        return f"{type(problem).__name__} {problem}"
    return elapsed
