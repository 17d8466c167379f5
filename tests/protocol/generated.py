"""What SPEC.md and schema.json take from the code, and schema.json from SPEC.md.

`python -m tests.protocol.generated` writes it there.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Struct, UnsetType
from msgspec import json as schemas
from msgspec.structs import FieldInfo
from msgspec.structs import fields as struct_fields
from tests.protocol import games, recording, trees
from tests.protocol.strategies import CLIENT_TYPES, SERVER_TYPES

from haydes.protocol import fair, limits, messages
from haydes.protocol.codes import CLOSES, REFUSALS
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Clock

PROTOCOL = Path(__file__).parents[2] / "protocol"
SPEC = PROTOCOL / "SPEC.md"
SCHEMA = PROTOCOL / "schema.json"

LINE = 24  # bytes
WHOLE = 100  # bytes of a frame that is shown whole
WIDTH = 400  # characters of a field

Part: TypeAlias = dict[str, Any]  # of a schema; JSON

BOTH = tuple(kind for kind in CLIENT_TYPES if kind in SERVER_TYPES)

# alias: (its name in SPEC.md, what it is)
TYPES: tuple[tuple[Any, str, str], ...] = (
    (bool, "boolean", "true or false"),
    (messages.Int, "integer", f"-{limits.LARGEST} to {limits.LARGEST}"),
    (messages.Count, "count", f"0 to {limits.LARGEST}"),
    (messages.Ref, "ref", "0 to 2147483647"),
    (messages.Seat, "seat", f"0 to {limits.SEATS - 1}"),
    (messages.TableId, "table id", f"string of at most {limits.TABLE} code points"),
    (messages.Token, "token", f"string of at most {limits.TOKEN} code points"),
    (
        messages.Dictionary,
        "dictionary",
        f"string of at most {limits.DICTIONARY} code points, base64url without padding",
    ),
    (messages.Key, "short", f"string of at most {limits.KEY} code points"),
    (messages.Digest, "digest", f"string of {fair.DIGEST} hexadecimal digits, in small letters"),
    (messages.String, "string", f"string of at most {limits.STRING} code points"),
    (messages.Scalar, "scalar", "string, boolean or integer"),
    (
        messages.Tree,
        "tree",
        f"map of scalars, lists and maps; no nil; keys up to {limits.KEY} code points; TYPE-5",
    ),
    (messages.Patch, "patch", "tree in which nil removes a key, but not inside a list (see Views)"),
    (messages.Described, "action", "map of at most 16 scalars"),
    (Clock, "clock", "map, see Clocks"),
)


def tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def meanings(kind: type[object]) -> dict[str, str]:
    """Return what the comments beside a class's fields say."""
    found: dict[str, str] = {}
    for part in reversed([base for base in kind.__mro__ if base.__module__ == kind.__module__]):
        above = ""
        for line in inspect.getsource(part).splitlines():
            if comment := re.fullmatch(r"    # (.+)", line):
                above = comment[1]
            elif field := re.fullmatch(r"    (\w+): .*?(?:  # (.+))?", line):
                found[field[1]] = field[2] or above
                above = ""
    return found


# ---------------------------------------------------------------- schema.json


def schema() -> Part:
    """Return one schema for every message, by type name under $defs."""
    kinds: tuple[type[Struct], ...] = (*dict.fromkeys((*CLIENT_TYPES, *SERVER_TYPES)), Clock)
    _, parts = schemas.schema_components(kinds, ref_template="#/$defs/{name}")
    defs = {_name(kind): _linked(parts[kind.__name__]) for kind in kinds}
    for kind in kinds:
        defs[_name(kind)]["title"] = _name(kind)
        for field, meaning in meanings(kind).items():
            defs[_name(kind)]["properties"][field]["description"] = meaning
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:haydes:protocol:{limits.PROTOCOL}",
        "title": f"Messages of protocol {limits.PROTOCOL}",
        "anyOf": [_ref("client"), _ref("server")],
        "$defs": {
            "client": {"anyOf": [_ref(_name(kind)) for kind in CLIENT_TYPES]},
            "server": {"anyOf": [_ref(_name(kind)) for kind in SERVER_TYPES]},
            **defs,
            **_recursive("tree", "value", []),
            **_recursive("patch", "patch_value", [{"type": "null"}]),
            **trees.trees(SPEC.read_text("utf-8")),
        },
    }


# what has no type of its own: a part of messages
_NAMES: dict[type[Struct], str] = {Clock: "clock"}


def _name(kind: type[Struct]) -> str:
    return _NAMES.get(kind) or tag(kind)


def _ref(name: str) -> Part:
    return {"$ref": f"#/$defs/{name}"}


def _linked(part: Part) -> Part:
    """Put references in the place of unrolled trees."""
    text = json.dumps(part).replace("#/$defs/Clock", "#/$defs/clock")
    for name, hint in (("tree", messages.Tree), ("patch", messages.Patch)):
        text = text.replace(json.dumps(schemas.schema(hint))[1:-1], json.dumps(_ref(name))[1:-1])
    linked: Part = json.loads(text)
    return linked


def _recursive(name: str, inner: str, more: list[Part]) -> Part:
    scalars: list[Part] = schemas.schema(messages.Scalar)["anyOf"]
    entries = {"type": "array", "maxItems": limits.ELEMENTS, "items": _ref("value")}
    return {
        name: {
            "type": "object",
            "description": f"at most {limits.TREE_DEPTH} deep, which is not said here",
            "maxProperties": limits.ELEMENTS,
            "propertyNames": {"maxLength": limits.KEY},
            "additionalProperties": _ref(inner),
        },
        inner: {"anyOf": [*scalars, *more, entries, _ref(name)]},
    }


def schema_text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


# -------------------------------------------------------------------- SPEC.md


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (head, tuple("---" for _ in head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _type(hint: Any) -> str:
    for known, name, _ in TYPES:
        if hint == known:
            return name
    args = [arg for arg in get_args(hint) if arg is not UnsetType]
    origin = get_origin(hint)
    if origin is Annotated:
        return f"{_type(args[0])}, {_bounds(args[1])}"
    if origin is list:
        return f"list of {_type(args[0])}"
    if origin is dict:
        return f"map of {_type(args[1])}"
    if hint is int:
        return "integer"
    (only,) = args
    return _type(only)


def _bounds(meta: Any) -> str:
    if meta.le is not None:
        return f"{meta.ge} to {meta.le}"
    low = f"{meta.min_length} to " if meta.min_length else "at most "
    return f"{low}{meta.max_length}"


def _default(field: FieldInfo) -> str:
    if field.required:
        return "required"
    if field.default is UNSET:
        return "absent"
    default = field.default_factory() if field.default is NODEFAULT else field.default
    return f"`{json.dumps(default)}`"


def _fields(kind: type[Struct]) -> str:
    hints, means = get_type_hints(kind, include_extras=True), meanings(kind)
    return _table(
        ("field", "type", "if absent", "meaning"),
        (
            (f"`{field.name}`", _type(hints[field.name]), _default(field), means[field.name])
            for field in struct_fields(kind)
        ),
    )


def _messages(kinds: Iterable[type[Struct]]) -> str:
    return "\n\n".join(
        f"#### `{tag(kind)}`\n\n{inspect.getdoc(kind)}\n\n{_fields(kind)}" for kind in kinds
    )


def _codes(codes: dict[Any, tuple[str, str]]) -> str:
    return _table(
        ("code", "meaning", "what to do"), ((f"`{code}`", *texts) for code, texts in codes.items())
    )


def _sizes() -> str:
    found = re.findall(r"^([A-Z_]+) = .+?  # (.+)$", inspect.getsource(limits), re.MULTILINE)
    return _table(
        ("size", "value", "what"),
        ((name.lower(), str(getattr(limits, name)), what) for name, what in found),
    )


def _announced() -> str:
    means = meanings(Limits)
    return _table(
        ("limit", "here", "what"),
        ((f"`{f.name}`", str(f.default), means[f.name]) for f in fields(Limits)),
    )


def _walk() -> str:
    return "\n\n".join(
        f"**{n}. {step['from'].capitalize()}.** {step['words']}\n\n{_frame(step)}"
        for n, step in enumerate(recording.session(), 1)
    )


def _frame(step: recording.Message) -> str:
    """Show a frame byte by byte with its message, or the beginning of both if they are long."""
    frame = bytes.fromhex(step["hex"])
    lines = [frame[at : at + LINE].hex(" ") for at in range(0, len(frame), LINE)]
    fields = [f"{json.dumps(k)}: {_json(v)}" for k, v in step["message"].items()]
    if len(frame) <= WHOLE:
        whole = f"{{{', '.join(fields)}}}"
        return "\n".join(("```hex", *lines, "```", "", "```json", whole, "```"))
    some = [f"  {part}" if len(part) <= WIDTH else f"  {part[:WIDTH]}..." for part in fields]
    return "\n".join(("```text", f"{lines[0]} ... {len(frame)} bytes in all", *some, "```"))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


BLOCKS: dict[str, Callable[[], str]] = {
    "types": lambda: _table(("type", "what"), ((name, what) for _, name, what in TYPES)),
    "sizes": _sizes,
    "limits": _announced,
    "clock": lambda: _fields(Clock),
    "messages both ways": lambda: _messages(BOTH),
    "messages from the client": lambda: _messages(k for k in CLIENT_TYPES if k not in BOTH),
    "messages from the server": lambda: _messages(k for k in SERVER_TYPES if k not in BOTH),
    "refusals": lambda: _codes(REFUSALS),
    "closes": lambda: _codes(CLOSES),
    "session": _walk,
    **dict(games.blocks()),
}


def filled(spec: str) -> str:
    """Return SPEC.md with every marked block as the code has it."""
    for name, block in BLOCKS.items():
        begin, end = f"<!-- from the code: {name} -->", "<!-- end -->"
        before, rest = spec.split(begin)
        _, after = rest.split(end, 1)
        spec = f"{before}{begin}\n\n{block()}\n\n{end}{after}"
    return spec


if __name__ == "__main__":
    SPEC.write_text(filled(SPEC.read_text("utf-8")), "utf-8")
    SCHEMA.write_text(schema_text(), "utf-8")
