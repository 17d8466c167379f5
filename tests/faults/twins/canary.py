"""What stands in a stream before it may: cards, secrets, what opens another's seat.

Each card is its own canary: whoever is sent its name must have been shown it by the rules.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from tests.faults.twins.staged import Stage

from haydes.engine.game import Seat, State

_Shown: TypeAlias = Callable[[State, Seat | None], set[str]]

# A string of msgpack that is a card's name, or that of a creature that was overcome
_NAMED = re.compile(rb"[\xa2\xa3]([A2-9TJQK][CDHS]|J[BR])x?(?![0-9a-z])")


class Listener(Protocol):
    """Somebody who hears what the server says."""

    seat: Seat | None
    token: str
    heard: list[tuple[float, bytes]]
    looked: int  # pieces that were looked through


class Cards:
    """What may be named of the cards, from one moment to another."""

    def __init__(
        self, listeners: Mapping[str, Listener], stage: Stage, shown: _Shown | None
    ) -> None:
        """`shown`: which cards may be named to a seat; None: there is nothing to hide."""
        self._listeners = listeners
        self._stage = stage
        self._shown = shown
        self.begin()

    def begin(self) -> None:
        """Note what may be named now; what is said from here on is judged by this too."""
        self._seats = {name: its.seat for name, its in self._listeners.items()}
        self._before = self._may_be_named()
        self._piles = self._count_piles()

    def told_early(self) -> Iterator[str]:
        """Yield who was told since the last time of a card that was not shown to them."""
        before, after = self._before, self._may_be_named()
        # what was discarded and shuffled at once is not to be seen any more
        (filling, left, discards), (filled, more, fewer) = self._piles, self._count_piles()
        renewed = filled != filling or more > left or fewer < discards
        for name, listener in self._listeners.items():
            pieces = b"".join(data for _, data in listener.heard[listener.looked :])
            listener.looked = len(listener.heard)
            told = {found.decode() for found in _NAMED.findall(pieces)}
            if self._shown is None or renewed:
                continue
            seat = self._seats.get(name)
            hidden = told - before[seat] - after[seat] - after[listener.seat]
            if hidden:
                yield f"{name} hears of {sorted(hidden)}"

    def _may_be_named(self) -> Mapping[Seat | None, set[str]]:
        if self._shown is None:
            return {}
        position = self._stage.position
        seats = {None, *self._seats.values(), *(its.seat for its in self._listeners.values())}
        return {seat: self._shown(position, seat) for seat in seats}

    def _count_piles(self) -> tuple[int, int, int]:
        """Return what tells that the discards were made the deck, as far as a game has it."""
        position: Any = self._stage.position
        filling, left = getattr(position, "filling", 0), getattr(position, "left", 0)
        return filling, left, len(position.discards)


def told_secrets(listeners: Mapping[str, Listener], secret: bytes) -> Iterator[str]:
    """Yield who has heard the server's secret, or a token that is not of their seat."""
    tokens = {(its.seat, its.token) for its in listeners.values() if its.token}
    for name, listener in listeners.items():
        heard = b"".join(data for _, data in listener.heard)
        if secret in heard or secret.hex().encode() in heard:
            yield f"{name} hears the server's secret"
        for seat, token in tokens:
            if seat != listener.seat and token.encode() in heard:
                yield f"{name} hears the token of seat {seat}"
