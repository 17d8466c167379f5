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
        gained = (now - self._at) * self._per_second
        self._at = now
        self._tokens = min(self._burst, self._tokens + gained)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
