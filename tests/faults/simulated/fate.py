"""Everything that is left to chance in a simulation, so that it comes out alike each time."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Fate:
    """A stream of chance; each thing that happens has one of its own, by name."""

    def __init__(self, *name: object) -> None:
        self._name = name
        self._random = Random("/".join(map(str, name)))

    def of(self, *name: object) -> "Fate":
        return Fate(*self._name, *name)

    # what the server draws from

    def randbytes(self, n: int, /) -> bytes:
        return self._random.randbytes(n)

    def random(self) -> float:
        return self._random.random()

    def choice(self, seq: Sequence[T], /) -> T:
        return self._random.choice(seq)

    # what the simulation draws from

    def between(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def number(self, low: int, high: int) -> int:
        """Return one of low, ..., high."""
        return self._random.randint(low, high)

    def odds(self, chance: float) -> bool:
        return self._random.random() < chance

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self._random.sample(things, len(things))
