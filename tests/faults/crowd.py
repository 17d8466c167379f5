"""A thousand hostile connections of mixed kinds, from many addresses of this machine.

`python -m tests.faults.crowd PORT COUNT SEED TABLE...` goes on until it is killed. Each line of
standard output counts the connections made so far.
"""

import os
import random
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

import trio

from haydes.protocol.codec import pack
from haydes.protocol.messages import Browse, Hello, Pong, Resume, Watch

NICE = 15
SOURCES = 200
GREETINGS = (
    b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n",
    b"SSH-2.0-OpenSSH_9.2p1\r\n",
    bytes.fromhex("16030100c4010000c00303") + bytes(185),
    b"EHLO example.org\r\n",
    b"*1\r\n$4\r\nPING\r\n",
    b"\x05\x01\x00",
)
_END = 64 * 1024


class Attacker:
    """One connection after another from one address."""

    def __init__(self, number: int, port: int, tables: list[str], chance: random.Random) -> None:
        self.name = f"M{number}"
        self.tables = tables
        self.chance = chance
        self.made = 0
        self._source = f"127.0.{number % SOURCES // 100 + 1}.{number % 100 + 1}"
        self._port = port

    async def connect(self) -> trio.SocketStream:
        sock = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_BIND_ADDRESS_NO_PORT, 1)
        await sock.bind((self._source, 0))
        await sock.connect(("127.0.0.1", self._port))
        self.made += 1
        return trio.SocketStream(sock)

    def hello(self, token: str = "") -> bytes:
        return pack(Hello(protocols=[1], name=self.name, token=token))

    def junk(self, size: int) -> bytes:
        return self.chance.randbytes(size)

    def token(self) -> str:
        return "".join(self.chance.choices("abcdefghijklmnopqrstuvwxyz", k=43))


Kind: TypeAlias = Callable[[Attacker, trio.SocketStream], Awaitable[None]]


async def silent(_: Attacker, stream: trio.SocketStream) -> None:
    await _to_the_end(stream)


async def slow_hello(attacker: Attacker, stream: trio.SocketStream) -> None:
    for byte in attacker.hello():
        await stream.send_all(bytes([byte]))
        await trio.sleep(0.5)


async def garbage(attacker: Attacker, stream: trio.SocketStream) -> None:
    await stream.send_all(attacker.junk(64))
    await _to_the_end(stream)


async def oversize(_: Attacker, stream: trio.SocketStream) -> None:
    await stream.send_all(b"\x7f\xff\xff\xff")
    await _to_the_end(stream)


async def churn(_: Attacker, _stream: trio.SocketStream) -> None:
    pass


async def foreign(attacker: Attacker, stream: trio.SocketStream) -> None:
    await stream.send_all(attacker.chance.choice(GREETINGS))
    await _to_the_end(stream)


async def garbage_inside(attacker: Attacker, stream: trio.SocketStream) -> None:
    await stream.send_all(attacker.hello())
    while True:
        size = attacker.chance.randrange(1, 1024)
        await stream.send_all(size.to_bytes(4, "big") + attacker.junk(size))
        await trio.sleep(1)


async def deaf_spectator(attacker: Attacker, stream: trio.SocketStream) -> None:
    watch = Watch(ref=2, table=attacker.chance.choice(attacker.tables))
    await stream.send_all(attacker.hello() + pack(Browse(ref=1)) + pack(watch))
    while True:
        await trio.sleep(4)
        await stream.send_all(pack(Pong()))


async def resume_guess(attacker: Attacker, stream: trio.SocketStream) -> None:
    await stream.send_all(attacker.hello(attacker.token()))
    for ref in range(20):
        await stream.send_all(pack(Resume(ref=ref, token=attacker.token())))
        await trio.sleep(0.2)
    await _to_the_end(stream)


# what, and how many of a hundred
KINDS: Mapping[Kind, int] = {
    slow_hello: 25,
    silent: 15,
    garbage: 15,
    oversize: 10,
    churn: 10,
    foreign: 10,
    garbage_inside: 5,
    deaf_spectator: 5,
    resume_guess: 5,
}


async def _to_the_end(stream: trio.SocketStream) -> None:
    while await stream.receive_some(_END):
        pass


async def attack(attacker: Attacker, kind: Kind) -> None:
    """Do the same again and again."""
    await trio.sleep(attacker.chance.random())
    while True:
        with suppress(OSError, trio.BrokenResourceError):
            async with await attacker.connect() as stream:
                await kind(attacker, stream)
        await trio.sleep(attacker.chance.uniform(0.1, 0.5))


async def main(port: int, count: int, seed: int, tables: list[str]) -> None:
    chance = random.Random(seed)
    attackers = [
        Attacker(number, port, tables, random.Random(chance.random())) for number in range(count)
    ]
    kinds = [kind for kind, share in KINDS.items() for _ in range(share)]
    async with trio.open_nursery() as nursery:
        for number, attacker in enumerate(attackers):
            # every kind from the start, whatever the count
            nursery.start_soon(attack, attacker, kinds[number * 37 % len(kinds)])
        while True:
            await trio.sleep(1)
            sys.stdout.write(f"{sum(attacker.made for attacker in attackers)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.setpriority(os.PRIO_PROCESS, 0, NICE)
    port, count, seed, *tables = sys.argv[1:]
    trio.run(main, int(port), int(count), int(seed), tables)
