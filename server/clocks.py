"""A table's two clocks: how long a turn may take, and how long the match may.

Law: they run down together or not at all, and only between two calls with `running` set.
"""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from haydes.protocol.messages import Clock


class Clocks:
    """Seconds left of turn and match; None where there is no such clock now."""

    __slots__ = ("_at", "_question", "_turn_seconds", "match", "running", "turn")

    def __init__(self, turn_seconds: int) -> None:
        self._turn_seconds = turn_seconds
        self._question: Sequence[object] = ()
        self._at = 0.0
        self.running = False
        self.turn: float | None = None
        self.match: float | None = None

    def begin(self, match_seconds: float, now: float) -> None:
        """Set the match's clock; 0: it has none."""
        self.advance(now)
        self.match = match_seconds or None

    def ask(self, question: Sequence[object], now: float) -> None:
        """Give the turn its full time if the question is a new one; empty: nobody is asked."""
        if question == self._question or not self._turn_seconds:
            return
        self.advance(now)
        self._question = question
        self.turn = self._turn_seconds if question else None

    def stop(self, now: float) -> None:
        """Put both away: the match is over."""
        self.ask((), now)
        self.match = None

    def run(self, now: float, *, running: bool) -> None:
        if running is not self.running:
            self.advance(now)
            self.running = running

    def is_turn_up(self) -> bool:
        return self.turn is not None and self.turn <= 0

    def is_match_up(self) -> bool:
        return self.match is not None and self.match <= 0

    def advance(self, now: float) -> None:
        """Bring what is left up to date."""
        if self.running:
            elapsed = now - self._at
            if self.turn is not None:
                self.turn -= elapsed
            if self.match is not None:
                self.match -= elapsed
        self._at = now

    @property
    def match_ms(self) -> int | None:
        """Milliseconds left of the match; None where there is no such clock now."""
        return None if self.match is None else _milliseconds(self.match)

    def message(self, now: float) -> Clock | UnsetType:
        """Return the clocks for the wire; nothing if there is neither."""
        if self.turn is None and self.match is None:
            return UNSET
        self.advance(now)
        clock: dict[str, int] = {}
        if self.turn is not None:
            clock["turn"] = _milliseconds(self.turn)
        if self.match is not None:
            clock["match"] = _milliseconds(self.match)
        return Clock(running=self.running, **clock)


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))
