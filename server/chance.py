"""The one source of the server's chance: ids, tokens, seeds, waits, the bots' dealers."""

from collections.abc import Sequence
from secrets import SystemRandom
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """What a test may replace by something that it can repeat."""

    def randbytes(self, n: int, /) -> bytes: ...
    def random(self) -> float: ...
    def choice(self, seq: Sequence[T], /) -> T: ...


CHANCE: Chance = SystemRandom()
