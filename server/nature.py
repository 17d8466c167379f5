"""What the server takes from the world around it, and a simulation makes up."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import trio

from haydes.server.chance import CHANCE, Chance

Choose: TypeAlias = Callable[[], int]
Aside: TypeAlias = Callable[[Choose, trio.CapacityLimiter], Awaitable[int]]


def _today() -> int:
    return int(time.time())


async def _in_a_thread(choose: Choose, limiter: trio.CapacityLimiter) -> int:
    return await trio.to_thread.run_sync(choose, abandon_on_cancel=True, limiter=limiter)


@dataclass(frozen=True, slots=True)
class Nature:
    """Chance, the calendar, and how long thoughts are thought while others go on."""

    chance: Chance = CHANCE
    date: Callable[[], int] = _today  # seconds since 1970
    aside: Aside = _in_a_thread
    secret: Callable[[], bytes] | None = None  # of the next match; None: from `chance`


NATURE = Nature()
