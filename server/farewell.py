"""The last message of a connection."""

from msgspec import UNSET

from haydes.protocol.codes import Close
from haydes.protocol.messages import Bye

_CROWDED = frozenset({Close.FULL, Close.RATE})
_LATER_MS = 5000


def farewell(code: Close, text: str, retry_ms: int | None = None) -> Bye:
    """Return the bye with a code; it tells who was one too many not to come back at once.

    `retry_ms`: after how many milliseconds a client may connect again.
    """
    if code is Close.LEFT:
        return Bye(text=text)  # by the default, which is left out
    later = _LATER_MS if retry_ms is None and code in _CROWDED else retry_ms
    return Bye(code=code, text=text, retry_ms=UNSET if later is None else later)
