"""Where chance comes from.

A dealer is an argument and never part of a position, so positions can be cloned,
compared and replayed; every draw of a match goes through its one dealer, in order.
"""

import hmac
from collections.abc import Callable, Iterable
from math import trunc
from typing import Protocol

SEED_BYTES = 32
WORD = 1 << 32  # a draw reads one 32-bit number


class Dealer(Protocol):
    """A source of uniform numbers."""

    def below(self, n: int) -> int:
        """Return a number drawn uniformly from range(n); `n` is at least 1."""
        ...


class FairDealer:
    """The dealer of real matches: a keyed stream that anyone can compute again from the seed.

    Number i of the stream is the first four bytes, big-endian, of
    HMAC-SHA256(seed, i as eight bytes, big-endian), i = 0, 1, 2, ...
    `below(n)` takes the next number x, passes over x >= 2**32 - 2**32 % n, and returns x % n
    (SPEC.md, "Dealing"; cases in protocol/vectors/dealing.json).
    """

    __slots__ = ("_drawn", "_keyed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        self._keyed = hmac.new(seed, digestmod="sha256")  # of nothing yet; a copy takes a number
        self._drawn = 0

    @property
    def drawn(self) -> int:
        """How many numbers of the stream have been read."""
        return self._drawn

    def below(self, n: int) -> int:
        if not 0 < n <= WORD:
            raise ValueError(f"below() takes 1 to 2**32, not {n}")
        bound = WORD - WORD % n
        while True:
            block = self._keyed.copy()
            block.update(self._drawn.to_bytes(8, "big"))
            self._drawn += 1
            x = int.from_bytes(block.digest()[:4], "big")
            if x < bound:
                return x % n


class FastDealer:
    """A dealer for simulations: as fast and as fair as the `random()` it is given."""

    __slots__ = ("_random",)

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random

    def below(self, n: int) -> int:
        return trunc(self._random() * n)  # faster than int()


class ScriptedDealer:
    """A dealer for tests: hands out the given numbers and no others."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)

    @property
    def left(self) -> int:
        """How many numbers have not been drawn yet."""
        return len(self._numbers)

    def below(self, n: int) -> int:
        if not self._numbers:
            raise IndexError(f"the script has no number left for below({n})")
        x = self._numbers.pop(0)
        if not 0 <= x < n:
            raise ValueError(f"the script says {x} where below({n}) was asked for")
        return x
