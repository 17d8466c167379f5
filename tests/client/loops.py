"""An asyncio loop whose clock jumps: a wait takes no time, unless for bytes on their way."""

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 60.0  # real seconds for what a thread or another program does
ON_THEIR_WAY = 0.002  # real seconds that bytes on the loopback may take
START = 1000.0  # seconds on the clock when a loop begins


class _JumpSelector(selectors.BaseSelector):
    """Looks for bytes; where there are none, puts the clock forward."""

    def __init__(self) -> None:
        self._real = selectors.DefaultSelector()
        self.now = START

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = self._real.select(0)
        if not events and timeout is None:
            events = self._real.select(PATIENCE)
            assert events, "nothing will ever happen"
        if not events and timeout:
            events = self._real.select(ON_THEIR_WAY)
        if not events and timeout:
            self.now += timeout
        return events

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.modify(fileobj, events, data)

    def close(self) -> None:
        self._real.close()

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map()


class _JumpLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumps = _JumpSelector()
        super().__init__(self._jumps)

    def time(self) -> float:
        return self._jumps.now


def jumping(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on a clock that jumps."""
    with asyncio.Runner(loop_factory=_JumpLoop) as runner:
        return runner.run(main)


def now() -> float:
    """Return how many seconds have gone by on the loop's clock."""
    return asyncio.get_running_loop().time() - START
