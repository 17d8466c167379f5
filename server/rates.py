"""Token buckets by key, for what no single connection is the measure of.

Law: what is kept is bounded. A bucket that is full again says nothing and is forgotten, as is the
one that was used longest ago when there are too many.
"""

from haydes.server.bucket import Bucket

MOST = 4096  # buckets; 0.5 MB


class Rates:
    """One bucket for each key that has been seen lately."""

    def __init__(self, burst: float, per_second: float, most: int = MOST) -> None:
        self._burst = burst
        self._per_second = per_second
        self._most = most
        self._buckets: dict[str, Bucket] = {}  # the one used last is the last

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float) -> bool:
        """Take one token; False if there is none."""
        bucket = self._buckets.pop(key, None) or Bucket(self._burst, self._per_second, now)
        self._buckets[key] = bucket
        while self._is_needless(oldest := next(iter(self._buckets)), now):
            del self._buckets[oldest]
        return bucket.take(now)

    def has(self, key: str, now: float) -> bool:
        """Tell whether there is a token to take."""
        bucket = self._buckets.get(key)
        return self._burst >= 1 if bucket is None else bucket.holds(now) >= 1

    def _is_needless(self, key: str, now: float) -> bool:
        bucket = self._buckets[key]
        full = bucket.holds(now) >= self._burst
        return len(self._buckets) > 1 and (full or len(self._buckets) > self._most)
