"""What samples say about what they were taken from: intervals, quantiles, differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

NORMAL_95 = 1.959964  # standard deviations either side that hold 95 %


@dataclass(frozen=True, slots=True)
class Sample:
    """How many numbers were seen, their mean, and their standard deviation."""

    size: int
    mean: float
    deviation: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Self:
        size, mean = len(numbers), sum(numbers) / len(numbers)
        squares = sum((number - mean) ** 2 for number in numbers)
        return cls(size, mean, sqrt(squares / max(1, size - 1)))

    def interval(self) -> tuple[float, float]:
        """Return where the mean of all lies, in 95 of 100 such samples."""
        reach = NORMAL_95 * self.deviation / sqrt(self.size)
        return self.mean - reach, self.mean + reach

    def sigmas(self, mean: float, size: int) -> float:
        """Return by how many deviations we are above the mean of another sample of the same."""
        deviation = self.deviation * sqrt(1 / self.size + 1 / size)
        return (self.mean - mean) / deviation if deviation else 0.0


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share."""
    share, z2 = hits / of, NORMAL_95**2
    middle = share + z2 / (2 * of)
    reach = NORMAL_95 * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return (middle - reach) / (1 + z2 / of), (middle + reach) / (1 + z2 / of)


def quantile(ordered: Sequence[int], percent: int) -> int:
    """Return the smallest number that `percent` of all do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def sigmas(hits: float, of: int, other_hits: float, other_of: int) -> float:
    """Return how many standard deviations two shares are apart, were they samples of one."""
    pooled = (hits + other_hits) / (of + other_of)
    deviation = sqrt(pooled * (1 - pooled) * (1 / of + 1 / other_of))
    return (hits / of - other_hits / other_of) / deviation if deviation else 0.0
