"""A reader of the games' schemas that is fast enough for whole matches, and notes what it saw.

It knows the few words of JSON Schema that those schemas are written in, and stumbles over others.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from tests.protocol.games import Part, schema_of
from tests.protocol.strangers import validator_of_parts

from haydes.engine.plain import Value

KNOWN = {
    "$ref", "const", "enum", "anyOf", "oneOf", "type", "pattern", "minimum", "maximum",
    "items", "minItems", "maxItems", "properties", "required", "additionalProperties",
    "propertyNames", "minProperties", "maxProperties", "if", "then", "else", "description",
}  # fmt: skip
TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "object": (dict, MappingProxyType),
    "array": (list, tuple, range),
}
SAMPLE = 3  # values of each part that a stranger's validator checks too
TAGS = ("event", "do")  # tell an event and a choice from others


class Eye:
    """Checks what it is shown, and keeps the names of the keys and words that came up."""

    def __init__(self, name: str) -> None:
        self.defs: Mapping[str, Part] = schema_of(name)["$defs"]
        self.seen: set[str] = set()
        self._stranger = validator_of_parts(self.defs)
        self._left = dict.fromkeys(self.defs, SAMPLE)
        self._known: dict[tuple[int, int], Value] = {}  # views share what has not changed

    def look(self, part: str, tree: Value) -> None:
        """Fail with an AssertionError unless the schema takes the tree."""
        self._read(part, self.defs[part], tree)
        if self._left[part]:
            self._left[part] -= 1
            assert self._stranger.is_valid({part: plainly(tree)}), (part, tree)

    def _read(self, path: str, part: Part, value: Any) -> None:
        if type(value) in TYPES["object"]:
            sight = id(part), id(value)
            if sight in self._known:
                return
            self._known[sight] = value
        if "$ref" in part:
            path = part["$ref"].rsplit("/", 1)[1]
            part = self.defs[path]
        assert part.keys() <= KNOWN, part.keys() - KNOWN
        if "anyOf" in part:
            branch = next((b for b in part["anyOf"] if self._suits(b, value)), None)
            assert branch is not None, (path, value)
            self._read(named(path, branch), branch, value)
            return
        fault = _fault(part, value)
        assert not fault, f"{path}: {fault}: {value!r:.200}"
        if "enum" in part or "oneOf" in part:
            self.seen.add(f"{path} = {value}")
        if "propertyNames" in part:
            for key in value:
                self._read(f"{path} key", part["propertyNames"], key)
        for key, inner, below in _parts(part, value):
            if "properties" in part:
                self.seen.add(f"{path}.{key}")
                self._read(f"{path}.{key}", inner, below)
            else:
                self._read(path, inner, below)

    def _suits(self, branch: Part, value: Any) -> bool:
        """Tell whether a branch is the one for a value, by its word and its keys."""
        if "$ref" in branch:
            branch = self.defs[branch["$ref"].rsplit("/", 1)[1]]
        if "properties" not in branch:
            return not _fault(branch, value)
        tag = next(tag for tag in TAGS if tag in branch["properties"])
        is_named = value.get(tag) == branch["properties"][tag]["const"]
        return is_named and {*branch["required"]} <= {*value} <= {*branch["properties"]}


def declared(path: str, part: Part) -> Iterator[str]:
    """Yield the name of every key and word of a part of a schema, as an Eye notes them."""
    for branch in part.get("anyOf", ()):
        yield from declared(named(path, branch), branch)
    for key, inner in part.get("properties", {}).items():
        yield f"{path}.{key}"
        yield from declared(f"{path}.{key}", inner)
    for key in ("items", "additionalProperties"):
        if isinstance(part.get(key), dict):
            yield from declared(path, part[key])
    if "propertyNames" in part:
        yield from declared(f"{path} key", part["propertyNames"])
    yield from (f"{path} = {word}" for word in part.get("enum", ()))
    yield from (f"{path} = {word['const']}" for word in part.get("oneOf", ()) if "const" in word)


def named(path: str, branch: Part) -> str:
    """Name a branch by the word that tells it from others, and by its parameters."""
    properties: Part = branch.get("properties", {})
    for tag in TAGS:
        if tag in properties:
            return f"{path} {properties[tag]['const']} {' '.join([*properties][1:])}".strip()
    return path


def plainly(tree: Value) -> Any:
    """Return a tree as JSON has it."""
    if isinstance(tree, str | int):
        return tree
    if isinstance(tree, Mapping):
        return {key: plainly(value) for key, value in tree.items()}
    return [plainly(value) for value in tree]


def _parts(part: Part, value: Any) -> Iterator[tuple[str, Part, Any]]:
    """Yield what is inside a value, with its schema."""
    if type(value) in TYPES["object"]:
        for key in value:
            inner = (
                part["properties"][key] if "properties" in part else part["additionalProperties"]
            )
            yield key, inner, value[key]
    elif type(value) in TYPES["array"]:
        yield from (("", part["items"], below) for below in value)


def _fault(part: Part, value: Any) -> str:
    """Say what is wrong with a value by itself, not with what is inside it."""
    words = [part["const"]] if "const" in part else part.get("enum", [value])
    if not any(type(word) is type(value) and word == value for word in words):
        return "another word"
    if "oneOf" in part and sum(not _fault(branch, value) for branch in part["oneOf"]) != 1:
        return "not one of the kinds"
    if "type" in part and type(value) not in TYPES[part["type"]]:
        return "another type"
    if type(value) in TYPES["object"]:
        return _fault_of_map(part, value)
    if "pattern" in part and not re.search(part["pattern"], value):
        return "another pattern"
    size: int = value if isinstance(value, int) else len(value)
    low: Any = part.get("minItems", part.get("minimum", size))
    high: Any = part.get("maxItems", part.get("maximum", size))
    return "" if low <= size <= high else "out of range"


def _fault_of_map(part: Part, value: Mapping[str, Value]) -> str:
    if not {*part.get("required", ())} <= {*value}:
        return "a key is missing"
    if part.get("additionalProperties") is False and not {*value} <= {*part["properties"]}:
        return "a key too many"
    if not part.get("minProperties", 0) <= len(value) <= part.get("maxProperties", len(value)):
        return "another number of keys"
    return ""
