"""Logs: one JSON object a line on standard error; facts with fields, never a frame or a secret."""

import json
import logging
import traceback
from collections import deque
from typing import cast

_LOGGER = logging.getLogger("haydes.server")
_LATEST = 10  # errors that are remembered


def log(level: int, event: str, **facts: str | int) -> None:
    """Log an event with its facts."""
    if _LOGGER.isEnabledFor(level):
        _LOGGER.log(level, event, extra={"facts": facts})


def log_failure(event: str, error: Exception, **facts: str | int) -> None:
    """Log a failure of ours: where it happened, but not its message, which may quote input."""
    if isinstance(error, ExceptionGroup):
        # The type parameter of a group is lost on its way here
        group = cast(ExceptionGroup[Exception], error)
        for one in group.exceptions:
            log_failure(event, one, **facts)
        return
    stack = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in stack]
    named = {**facts, "error": type(error).__name__, "where": where}
    _LOGGER.error(event, extra={"facts": named})


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        return json.dumps(line)


class Troubles(logging.Handler):
    """Keeps the latest errors, to tell whoever asks how the server is."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.setFormatter(JsonLines())
        self.lines: deque[str] = deque(maxlen=_LATEST)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


TROUBLES = Troubles()  # of this process, as its loggers are


def set_up(level: str) -> None:
    """Send what is logged from this level on to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler, TROUBLES])
