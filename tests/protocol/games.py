"""What SPEC.md takes from the schemas of the games, protocol/games/NAME.json.

The schemas are written by hand, in a small part of JSON Schema that can be read aloud: objects of
named or of any keys, lists, words, numbers, and references to what stands under `$defs`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from haydes.engine.game import Option
from haydes.engine.registry import GAMES

FOLDER = Path(__file__).parents[2] / "protocol" / "games"
MANY = 5  # more words of one letter than that are told as a range

Part: TypeAlias = dict[str, Any]  # of a schema; JSON

SHARED = ("seat", "prompt", "choices", "banned")  # keys of `you` that every game has
SPECIAL = ("choice", "event", "private_event", "reason")  # have tables of their own kind


def schema_of(name: str) -> Part:
    schema: Part = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return schema


# ------------------------------------------------------------------ in words


def spoken(part: Part) -> str:
    """Say what a value is."""
    kind = next(word for word in SPOKEN if word in part)
    return SPOKEN[kind](part)


def _name(name: str) -> str:
    return name.replace("_", " ")


def _word(word: object) -> str:
    return f"`{word}`" if isinstance(word, str) else json.dumps(word)


def _words(words: list[str]) -> str:
    *others, last = [_word(word) for word in words]
    if len(words) > MANY and all(len(word) == 1 for word in words):
        return f"{others[0]} to {last}"
    return f"{', '.join(others)} or {last}"


def _list(part: Part) -> str:
    number = f"{part['minItems']} " if "maxItems" in part else ""
    return f"list of {number}{spoken(part['items'])}"


def _map(part: Part) -> str:
    key = part["propertyNames"]
    by = key["description"] if "pattern" in key else spoken(key)
    return f"map of {spoken(part['additionalProperties'])}, by {by}"


def _integer(part: Part) -> str:
    low, high = part.get("minimum"), part.get("maximum")
    if low is None:
        return "integer"
    return f"integer, {low} or more" if high is None else f"integer, {low} to {high}"


TYPES: Mapping[str, Callable[[Part], str]] = {
    "array": _list,
    "object": _map,
    "integer": _integer,
    "string": lambda _: "string",
    "boolean": lambda _: "boolean",
}
SPOKEN: Mapping[str, Callable[[Part], str]] = {
    "$ref": lambda part: _name(part["$ref"].rsplit("/", 1)[1]),
    "const": lambda part: _word(part["const"]),
    "enum": lambda part: _words(part["enum"]),
    "anyOf": lambda part: " or ".join(spoken(branch) for branch in part["anyOf"]),
    "type": lambda part: TYPES[part["type"]](part),
}


# -------------------------------------------------------------------- tables


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (head, tuple("---" for _ in head), *rows)
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def _meaning(part: Part) -> str:
    return str(part.get("description", ""))


def _object(part: Part) -> str:
    if "properties" not in part:
        return f"{_meaning(part).capitalize()}: {spoken(part)}." if _meaning(part) else spoken(part)
    return _table(
        ("key", "type", "meaning"),
        (
            (
                f"`{key}`",
                spoken(inner) + ("" if key in part["required"] else ", or absent"),
                _meaning(inner),
            )
            for key, inner in part["properties"].items()
        ),
    )


def _types(defs: Part) -> Iterator[tuple[str, str, str]]:
    for name, part in defs.items():
        if name not in SPECIAL and part.get("type") != "object":
            yield _name(name), "string" if "pattern" in part else spoken(part), _meaning(part)


def _trees(defs: Part) -> str:
    blocks = [_table(("type", "what", "meaning"), _types(defs))]
    you = defs["you"]
    own = {key: inner for key, inner in you["properties"].items() if key not in SHARED}
    for name, part in {**defs, "you": {**you, "properties": own}}.items():
        if part.get("type") == "object" and (part.get("properties") or "properties" not in part):
            blocks.append(f"#### {_name(name)}: {_meaning(part)}\n\n{_object(part)}")
    return "\n\n".join(blocks)


def _choices(defs: Part) -> str:
    return _table(
        ("`do`", "parameters", "meaning"),
        (
            (spoken(part["properties"]["do"]), _keys(part, of_list=True), _meaning(part))
            for part in defs["choice"]["anyOf"]
        ),
    )


def _events(defs: Part) -> str:
    kinds = [(part, "") for part in defs["event"]["anyOf"]]
    kinds += [(part, "(private) ") for part in defs.get("private_event", {"anyOf": []})["anyOf"]]
    return _table(
        ("`event`", "further keys", "what happened"),
        (
            (spoken(part["properties"]["event"]), _keys(part), private + _meaning(part))
            for part, private in kinds
        ),
    )


def _keys(part: Part, *, of_list: bool = False) -> str:
    said: list[str] = []
    for key, inner in part["properties"].items():
        if key in ("do", "event"):
            continue
        absent = "" if key in part["required"] else ", or absent"
        meaning = f" ({_meaning(inner)})" if _meaning(inner) else ""
        said.append(f"`{key}`: {spoken(inner['items'] if of_list else inner)}{absent}{meaning}")
    return "; ".join(said)


def _reasons(defs: Part) -> str:
    return _table(
        ("`reason`", "meaning"),
        ((spoken(part), _meaning(part)) for part in defs["reason"]["oneOf"]),
    )


def _options(name: str) -> str:
    return _table(
        ("option", "values", "default", "meaning"),
        (
            (f"`{option.name}`", _values(option), _word(option.default), option.summary)
            for option in GAMES[name].options
        ),
    )


def _values(option: Option) -> str:
    if isinstance(option.values, range):
        return f"{option.values[0]} to {option.values[-1]}"
    text = ", or a text" if option.read else ""
    return ", ".join(_word(value) for value in option.values) + text


TABLES: dict[str, Callable[[Part], str]] = {
    "trees": _trees,
    "choices": _choices,
    "events": _events,
    "reasons": _reasons,
}


def blocks() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name and the maker of every table about a game."""
    for name in GAMES:
        defs = schema_of(name)["$defs"]
        yield f"options of {name}", partial(_options, name)
        for kind, table in TABLES.items():
            yield f"{kind} of {name}", partial(table, defs)
