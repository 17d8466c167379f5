"""How fast a script may act without being refused: what the server allows, and a little less."""

from collections.abc import Mapping

MARGIN = 0.8  # of the server's limits; messages bunch up on their way


class Pace:
    """A bucket of acts that fills as time goes by."""

    def __init__(self) -> None:
        self._tokens = 1.0
        self._at = 0.0

    def wait(self, limits: Mapping[str, int], now: float) -> float:
        """Count one act, and return how many seconds to wait before it."""
        burst = max(1.0, MARGIN * limits.get("acts_burst", 1))
        rate = max(0.1, MARGIN * limits.get("acts_per_second", 1))
        first = self._at == 0.0
        gained = burst if first else (now - self._at) * rate
        self._tokens = min(burst, self._tokens + gained) - 1
        self._at = now
        return max(0.0, -self._tokens / rate)
