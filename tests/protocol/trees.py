"""JSON Schemas of what a server's own trees hold, from the tables of SPEC.md that tell it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from haydes.protocol import fair, limits

Part: TypeAlias = dict[str, Any]  # of a schema; JSON

# where a table stands: the name of its schema
HEADINGS: Mapping[str, str] = {
    "### `lobby.games`: name of the game to": "game_entry",
    "### `lobby.tables`: id of the table to": "table_entry",
    "### `table`": "table_branch",
    "### `table.seats.N`": "seat_entry",
    "### `you`": "you_branch",
    "### `table.fair`: of the latest start": "fair",
    "### `script.deal`": "deal",
    "### An entry of `script.inputs`": "input",
}
SCALAR: Part = {"type": ["string", "boolean", "integer"]}
SEAT: Part = {"type": "integer", "minimum": 0, "maximum": limits.SEATS - 1}
COUNT: Part = {"type": "integer", "minimum": 0, "maximum": limits.LARGEST}
DIGEST: Part = {"type": "string", "pattern": f"^[0-9a-f]{{{fair.DIGEST}}}$"}
TYPES: Mapping[str, Part] = {
    "string": {"type": "string", "maxLength": limits.STRING},
    "short": {"type": "string", "maxLength": limits.KEY},
    "table id": {"type": "string", "maxLength": limits.TABLE},
    "true": {"const": True},
    "count": COUNT,
    "seat": SEAT,
    "digest": DIGEST,
    "tree": {"type": "object"},
    "list": {"type": "array"},
    "map of scalar": {"type": "object", "additionalProperties": SCALAR},
    "list of seat": {"type": "array", "items": SEAT},
    "list of short": {"type": "array", "items": {"type": "string", "maxLength": limits.KEY}},
    "list of string": {"type": "array", "items": {"type": "string", "maxLength": limits.STRING}},
    "list of 2 counts": {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2},
}
ABSENT = ", or absent"


def trees(spec: str) -> dict[str, Part]:
    """Return the schemas by name; what they do not have is not sent."""
    defs = {name: _object(_rows(spec, heading)) for heading, name in HEADINGS.items()}
    seats = {"type": "object", "additionalProperties": _ref("seat_entry")}
    defs["table_branch"]["properties"]["seats"] |= seats
    defs["table_branch"]["properties"]["fair"] |= _ref("fair")
    defs["deal"]["properties"] |= defs["fair"]["properties"]
    defs["deal"]["required"] += defs["fair"]["required"]
    del defs["you_branch"]["additionalProperties"]  # games add keys of their own
    return defs


def _ref(name: str) -> Part:
    return {"$ref": f"#/$defs/{name}"}


def _rows(spec: str, heading: str) -> Iterator[tuple[str, str, str]]:
    """Yield key, type and meaning from the table behind a heading."""
    _, section = spec.split(f"\n{heading}\n")
    table = re.search(r"^\| key \|.*?\n\n", section, re.MULTILINE | re.DOTALL)
    assert table, heading
    for line in table[0].strip().splitlines()[2:]:
        found = re.fullmatch(r"\| `(\w+)` \| (.+?) \| (.+) \|", line)
        assert found, repr(line)
        yield found[1], found[2], found[3]


def _object(rows: Iterator[tuple[str, str, str]]) -> Part:
    properties: Part = {}
    required: list[str] = []
    for key, kind, meaning in rows:
        properties[key] = {**TYPES[kind.removesuffix(ABSENT)], "description": meaning}
        required += [] if kind.endswith(ABSENT) else [key]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
