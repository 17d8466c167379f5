"""Chance that comes out alike each time, for a private server on which a game is taught."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from haydes.engine.dealer import FairDealer
from haydes.server.chance import CHANCE

T = TypeVar("T")

_STEPS = 1 << 32  # from 0 to 1


class Rehearsal:
    """Everything that follows from a text: tables' ids, what is dealt, what bots do.

    Tokens do not: they stay secrets.
    """

    def __init__(self, text: str) -> None:
        self._secret = sha256(text.encode()).digest()
        self._dealer = FairDealer(self._secret)

    def randbytes(self, n: int, /) -> bytes:
        return CHANCE.randbytes(n)

    def random(self) -> float:
        return self._dealer.below(_STEPS) / _STEPS

    def choice(self, seq: Sequence[T], /) -> T:
        return seq[self._dealer.below(len(seq))]

    def secret(self) -> bytes:
        """Return the secret of every match; the seed counts the matches too."""
        return self._secret
