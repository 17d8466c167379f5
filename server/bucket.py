"""A token bucket: how much of something may happen now."""


class Bucket:
    """Holds up to `burst` tokens and gains `per_second` of them; starts full."""

    __slots__ = ("_at", "_burst", "_per_second", "_tokens")

    def __init__(self, burst: float, per_second: float, now: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        self._tokens, self._at = self.holds(now), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def holds(self, now: float) -> float:
        """Return how many tokens there are."""
        return min(self._burst, self._tokens + (now - self._at) * self._per_second)
