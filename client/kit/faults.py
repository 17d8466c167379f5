"""What a proxy does to a stream of bytes: decided from a seed and the count of bytes alone.

So the same stream meets the same faults in every run, however its bytes arrive; only waits
depend on the clock.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

from haydes.engine.dealer import FairDealer

Way: TypeAlias = Literal["up", "down"]  # towards the target, or back from it
WAYS: tuple[Way, Way] = ("up", "down")

# name: the usual value, what it does
FAULTS: Mapping[str, tuple[int, str]] = {
    "slice": (7, "pieces of 1 to N bytes"),
    "latency": (100, "everything comes N ms later"),
    "jitter": (100, "every piece comes 0 to N ms later, none before an earlier one"),
    "bandwidth": (4096, "N bytes a second"),
    "reset": (8192, "after 1 to N bytes the connection is reset, both ways"),
    "blackhole": (8192, "after 1 to N bytes nothing comes through any more, and nobody is told"),
    "slow_close": (1000, "the end of the stream comes N ms later"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    name: str  # of FAULTS
    value: int
    way: Way | None = None  # None: both


def read(text: str) -> Fault:
    """Read [up:|down:]NAME[=N]; ValueError says what is wrong."""
    way, colon, rest = text.rpartition(":")
    name, equals, number = rest.partition("=")
    if name not in FAULTS:
        raise ValueError(f"there is no fault {name!r:.30}; there is {', '.join(FAULTS)}")
    if colon and way not in WAYS:
        raise ValueError(f"a fault goes up or down, not {way!r:.30}")
    if equals and not (number.isascii() and number.isdecimal() and 0 < int(number) < 1 << 31):
        raise ValueError(f"{name} takes a whole number above 0, not {number!r:.30}")
    value = int(number) if equals else FAULTS[name][0]
    return Fault(name, value, next((one for one in WAYS if one == way), None))


@dataclass(frozen=True, slots=True)
class Piece:
    data: bytes
    due: float  # when to pass it on


class Harm:
    """What befalls one way of one connection."""

    def __init__(self, faults: Sequence[Fault], seed: str, connection: int, way: Way) -> None:
        own = {fault.name: fault.value for fault in faults if fault.way in (None, way)}
        key = f"{seed}/{connection}/{way}"
        self._cuts = FairDealer(sha256(f"{key}/cuts".encode()).digest())
        self._waits = FairDealer(sha256(f"{key}/waits".encode()).digest())
        ends = FairDealer(sha256(f"{key}/ends".encode()).digest())
        self.reset_at = 1 + ends.below(own["reset"]) if "reset" in own else None
        self.blackhole_at = 1 + ends.below(own["blackhole"]) if "blackhole" in own else None
        self.close_wait = own.get("slow_close", 0) / 1000
        self._slice = own.get("slice", 0)
        self._latency = own.get("latency", 0) / 1000
        self._jitter = own.get("jitter", 0)
        self._bandwidth = own.get("bandwidth", 0)
        self._left = self._cut()  # bytes until the next cut
        self._free = 0.0  # when what came before has passed
        self.taken = 0  # bytes

    @property
    def end(self) -> int | None:
        """After how many bytes the way ends, if it does."""
        return min((at for at in (self.reset_at, self.blackhole_at) if at), default=None)

    def pieces(self, data: bytes, now: float) -> Iterator[Piece]:
        """Yield what of the data still comes through, in pieces."""
        if self.end is not None:
            data = data[: max(0, self.end - self.taken)]
        while data:
            size = min(len(data), self._left) if self._slice else len(data)
            piece, data = data[:size], data[size:]
            self.taken += size
            self._left -= size
            if self._slice and not self._left:
                self._left = self._cut()
            yield Piece(piece, self._due(size, now))

    @property
    def has_ended(self) -> bool:
        return self.end is not None and self.taken >= self.end

    def _cut(self) -> int:
        return 1 + self._cuts.below(self._slice) if self._slice else 0

    def _due(self, size: int, now: float) -> float:
        wait = self._latency + (self._waits.below(self._jitter + 1) / 1000 if self._jitter else 0)
        passing = size / self._bandwidth if self._bandwidth else 0.0
        self._free = max(self._free, now + wait) + passing
        return self._free


def told(faults: Sequence[Fault]) -> str:
    """Return the faults in words."""
    return ", ".join(
        f"{fault.way + ' ' if fault.way else ''}{fault.name} {fault.value}" for fault in faults
    )
