"""Records as plain data for people and for JSON, with or without what is secret.

Law: all bytes in a record are secret (seeds, nonces, digests of tokens and words), and only they.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

from msgspec.json import encode

from haydes.engine.match import Input, Kind
from haydes.engine.plain import Tree
from haydes.server.journal import Record
from haydes.server.table import Table

HIDDEN = "hidden"
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def readable(record: Record, *, secrets: bool) -> dict[str, object]:
    """Return a record with its name first; secret fields that hold something are hex or hidden."""
    fields = {name: getattr(record, name) for name in record.__struct_fields__ if name != "table"}
    return {
        "record": _CAPITAL.sub(" ", type(record).__name__).lower(),
        **{name: _plain(value, secrets=secrets) for name, value in fields.items()},
    }


def told(record: Record, table: Table | None, *, secrets: bool) -> str:
    """Return a record as one line of text; acts in words if the table can be played on."""
    tree = readable(record, secrets=secrets)
    name = tree.pop("record")
    if table and isinstance(described := _act(record, table), dict):
        tree["input"] = described
    if at := tree.pop("at", 0):
        tree["at"] = date(int(str(at)))
    parts = (f"{key}={_text(value)}" for key, value in tree.items() if not _is_empty(value))
    return " ".join((f"{name}:", *parts))


def date(seconds: int) -> str:
    """Return a time as a date that is read the same everywhere."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def printable(text: str) -> str:
    """Return text in which nothing can control a terminal."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _act(record: Record, table: Table) -> Tree | None:
    entry = getattr(record, "input", None)
    if not isinstance(entry, Input) or entry.kind is not Kind.ACT or table.play.match is None:
        return None
    described = table.play.match.describe(entry.action)
    return {"ply": entry.ply, "seat": entry.seat, **described}


def _plain(value: object, *, secrets: bool) -> object:
    match value:
        case bytes():
            return "" if not value else value.hex() if secrets else HIDDEN
        case Input():
            return {
                "ply": value.ply,
                "kind": value.kind.value,
                "seat": value.seat,
                "action": value.action,
            }
        case dict():
            items = cast(Mapping[object, object], value)
            return {str(key): _plain(one, secrets=secrets) for key, one in items.items()}
        case _:
            return value


def _is_empty(value: object) -> bool:
    return value in ("", None, {}, [])


def _text(value: object) -> str:
    return value if isinstance(value, str) and value.isalnum() else encode(value).decode()
