"""What other people's programs pack, unpack and check messages with."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

_msgpack: Any = import_module("msgpack")  # has no types
_jsonschema: Any = import_module("jsonschema")  # nor has this

TIME: Any = _msgpack.Timestamp(1)  # an extension type


def packed(message: object) -> bytes:
    data: bytes = _msgpack.packb(message)
    return data


def unpacked(data: bytes) -> Any:
    return _msgpack.unpackb(data)


def validator(schema: object) -> Any:
    """Return a validator of JSON Schema 2020-12, with `is_valid` and `iter_errors`."""
    _jsonschema.Draft202012Validator.check_schema(schema)
    return _jsonschema.Draft202012Validator(schema)


def validator_of_parts(defs: Mapping[str, object]) -> Any:
    """Return a validator of maps that hold, by the name of a part, something for it to check."""
    parts = {name: {"$ref": f"#/$defs/{name}"} for name in defs}
    return validator({"$defs": defs, "properties": parts, "additionalProperties": False})
