"""Chance for the suites of faults, from a seed that they print."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from haydes.engine.dealer import FairDealer

T = TypeVar("T")


def luck(*seed: object) -> FairDealer:
    """Return a stream of chance that is another one for every seed."""
    return FairDealer(sha256(repr(seed).encode()).digest())


def pick(dealer: FairDealer, things: Sequence[T]) -> T:
    return things[dealer.below(len(things))]


def odds(dealer: FairDealer, percent: int) -> bool:
    """Be true so many times in a hundred."""
    return dealer.below(100) < percent
