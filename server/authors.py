"""A server for the test suites of other authors: what happens once, happens again.

The n-th table that is opened has the same id in every run, the n-th seat the same token, and the
n-th match that is started the same secret. Nothing is kept, nothing is secret: it listens on this
machine only.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_network
from random import Random  # noqa: TID251 - chance that can be repeated is what it is for
from typing import TypeVar

import trio

from haydes.engine.registry import GAMES
from haydes.protocol.limits import Limits
from haydes.server.door import Door
from haydes.server.journal import VolatileJournal
from haydes.server.listen import listen, name_of
from haydes.server.log import set_up
from haydes.server.main import heed_signals, watch_stdin
from haydes.server.nature import Nature
from haydes.server.service import Service

T = TypeVar("T")

HOST = "127.0.0.1"
_OURSELVES = (ip_network("127.0.0.0/8"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What `haydes-kit server` hands over, as JSON."""

    port: int
    seed: str
    deals: Sequence[str] = ()  # secrets of the first matches, in hexadecimal
    limits: Mapping[str, int]
    until_stdin_closes: bool = False


def main() -> None:
    """Run the server that the first argument describes, and exit with its code."""
    sys.exit(run(Plan(**json.loads(sys.argv[1]))))


def run(plan: Plan) -> int:
    try:
        listeners = listen(HOST, plan.port)
    except OSError as error:
        sys.stderr.write(f"cannot listen on {HOST}, port {plan.port}: {error.strerror}\n")
        return os.EX_CANTCREAT
    set_up("warning")
    secrets = _secrets(plan)

    async def serve() -> None:
        service = Service(
            GAMES,
            Door(Limits(**plan.limits), exempt=_OURSELVES),
            VolatileJournal(),
            name="haydes-kit server",
            bot_pause=0.0,
            nature=Nature(Repeated(plan.seed), secret=lambda: next(secrets)),
        )
        async with trio.open_nursery() as nursery:
            await nursery.start(heed_signals, service, nursery.cancel_scope)
            if plan.until_stdin_closes:
                nursery.start_soon(watch_stdin, service)
            sys.stdout.writelines(f"listening on {name_of(listener)}\n" for listener in listeners)
            sys.stdout.flush()
            await service.run(listeners)
            nursery.cancel_scope.cancel()

    trio.run(serve)
    return os.EX_OK


class Repeated:
    """Chance that is the same in each run; each kind of draw has a stream of its own.

    So what a bot draws, whenever it does, changes no token and no table's id.
    """

    def __init__(self, seed: str) -> None:
        self._bytes, self._bots, self._choices = (
            Random(f"{seed} {n}")  # noqa: S311 - secrets are what it must not have
            for n in range(3)
        )

    def randbytes(self, n: int, /) -> bytes:
        return self._bytes.randbytes(n)

    def random(self) -> float:
        return self._bots.random()

    def choice(self, seq: Sequence[T], /) -> T:
        return self._choices.choice(seq)


def _secrets(plan: Plan) -> Iterator[bytes]:
    yield from map(bytes.fromhex, plan.deals)
    number = len(plan.deals)
    while True:
        number += 1
        yield sha256(f"{plan.seed} {number}".encode()).digest()
