"""The server's time, which stands still while the process is stopped or starved.

Law: a second in which the server could hear nobody is nobody's: no clock runs down in it, and
nobody has been silent.
"""

import logging

import trio

from haydes.server.log import log

_GAP = 2.0  # seconds; a server that runs looks at its watch several times in one


class Watch:
    """Tells the time; to be looked at at least once a second."""

    def __init__(self) -> None:
        self._seen = trio.current_time()
        self._lost = 0.0

    def now(self) -> float:
        """Return the time in seconds, without those that were lost."""
        time = trio.current_time()
        gap, self._seen = time - self._seen, time
        if gap >= _GAP:
            self._lost += gap
            log(logging.WARNING, "stood still", seconds=round(gap))
        return time - self._lost
