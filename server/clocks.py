"""A table's clocks: how long a turn may take, the match, and being gone from it.

Law: they run down together or not at all, and only between two calls with `running` set.
"""

from collections.abc import Collection, Sequence

from msgspec import UNSET, UnsetType

from haydes.engine.game import Seat
from haydes.protocol.messages import Clock

FLOOR = 5.0  # seconds that each question of a turn has at least, while there is any to spare


class Clocks:
    """Seconds left of turn, match and graces; None where there is no such clock now."""

    __slots__ = (
        "_at", "_grace_seconds", "_question", "_spare", "_turn", "_turn_seconds",
        "graces", "match", "running", "turn",
    )  # fmt: skip

    def __init__(self, turn_seconds: int, grace_seconds: int) -> None:
        self._turn_seconds = turn_seconds
        self._grace_seconds = grace_seconds
        self._turn: Sequence[object] = ()
        self._question: Sequence[object] = ()
        self._spare = 0.0  # what the turn may still get on top, for its later questions
        self._at = 0.0
        self.running = False
        self.turn: float | None = None
        self.match: float | None = None
        self.graces: dict[Seat, float] = {}  # of persons who are gone

    def begin(self, match_seconds: float, now: float) -> None:
        """Set the match's clock; 0: it has none."""
        self.advance(now)
        self.match = match_seconds or None

    def ask(self, turn: Sequence[object], question: Sequence[object], now: float) -> None:
        """Give a new turn its full time, and a new question of the same turn time to answer it.

        A question may stay the same in a new turn. Empty: nobody is asked. All the questions of
        a turn together get no more than the full time once again.
        """
        if not self._turn_seconds or (question == self._question and turn == self._turn):
            return
        self.advance(now)
        self._question = question
        if turn != self._turn:
            self._turn = turn
            self._spare = self._turn_seconds
            self.turn = self._turn_seconds if turn else None
        elif self.turn is not None:
            floor = min(FLOOR, self._turn_seconds)
            more = min(self._spare, max(0.0, floor - self.turn))
            self._spare -= more
            self.turn += more

    def miss(self, gone: Collection[Seat], now: float) -> None:
        """Give a grace to persons who have gone, and none to those who are back."""
        if self.graces.keys() != set(gone):
            self.advance(now)
            self.graces = {seat: self.graces.get(seat, self._grace_seconds) for seat in gone}

    def stop(self, now: float) -> None:
        """Put all of them away: the match is over."""
        self.ask((), (), now)
        self.miss((), now)
        self.match = None

    def run(self, now: float, *, running: bool) -> None:
        if running is not self.running:
            self.advance(now)
            self.running = running

    def is_turn_up(self) -> bool:
        return self.turn is not None and self.turn <= 0

    def is_match_up(self) -> bool:
        return self.match is not None and self.match <= 0

    def overdue(self) -> list[Seat]:
        """Return the seats whose persons have been gone for too long."""
        return [seat for seat, left in self.graces.items() if left <= 0]

    def advance(self, now: float) -> None:
        """Bring what is left up to date."""
        if self.running:
            elapsed = now - self._at
            if self.turn is not None:
                self.turn -= elapsed
            if self.match is not None:
                self.match -= elapsed
            for seat in self.graces:
                self.graces[seat] -= elapsed
        self._at = now

    @property
    def match_ms(self) -> int | None:
        """Milliseconds left of the match; None where there is no such clock now."""
        return None if self.match is None else _milliseconds(self.match)

    def message(self, now: float) -> Clock | UnsetType:
        """Return the clocks for the wire; nothing if there is none."""
        if self.turn is None and self.match is None and not self.graces:
            return UNSET
        self.advance(now)
        return Clock(
            running=self.running,
            turn=UNSET if self.turn is None else _milliseconds(self.turn),
            match=UNSET if self.match is None else _milliseconds(self.match),
            grace={str(seat): _milliseconds(left) for seat, left in self.graces.items()},
        )


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))
