"""The lines of JSON mode, as `JSON.md` beside this file tells them."""

import json
from collections.abc import Mapping

VERSION = 1  # of the lines; a field or a type more does not raise it
NO_TABLE = -1  # instead of a seq


def line(type_: str, seq: int = NO_TABLE, /, **fields: object) -> str:
    """Return one line, in ASCII so that nothing in it can move a terminal."""
    told = {"v": VERSION, "type": type_, "seq": seq, **fields}
    return json.dumps(told, separators=(",", ":"), default=_plain) + "\n"


def _plain(value: object) -> object:
    """Return a map or a list of any kind as one that can be written."""
    return dict(value) if isinstance(value, Mapping) else list(value)  # type: ignore[call-overload]  # trees hold nothing else
