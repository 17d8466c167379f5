"""What all tables work with."""

from collections.abc import Callable
from dataclasses import dataclass

from haydes.protocol.limits import Limits
from haydes.server.bots import Think
from haydes.server.chance import Chance
from haydes.server.outbox import Outbox


@dataclass(frozen=True, slots=True)
class Means:
    """What is the same for every table of a server."""

    limits: Limits
    outbox: Outbox
    think: Think
    chance: Chance
    date: Callable[[], int]  # seconds since 1970
    secret: Callable[[], bytes] | None = None  # of the next match; None: from `chance`
