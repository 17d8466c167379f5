"""Trees of plain data and the patches between them (RFC 7396, JSON merge patch).

A tree has string keys and holds maps, lists, integers, strings and booleans. A patch names
only what differs; None in it removes a key; a list is replaced whole.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | int | bool | Sequence[Value] | Mapping[str, Value]"
Tree: TypeAlias = Mapping[str, Value]
PatchValue: TypeAlias = "str | int | bool | Sequence[Value] | Mapping[str, PatchValue] | None"
Patch: TypeAlias = Mapping[str, PatchValue]


def diff(old: Tree, new: Tree) -> Patch:
    """Return the patch that turns `old` into `new`; empty if they are equal.

    Sub-trees that are the same object are passed over without a look inside.
    """
    patch: dict[str, PatchValue] = {}
    for key, value in new.items():
        before = old.get(key)
        if before is value:
            continue
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            if inner := diff(before, value):
                patch[key] = inner
        elif before != value or type(before) is not type(value):
            patch[key] = value
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


def merge(tree: Tree, patch: Patch) -> dict[str, Value]:
    """Return `tree` with `patch` applied; `tree` stays as it is, untouched parts are shared."""
    merged = dict(tree)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            before = merged.get(key)
            merged[key] = merge(before if isinstance(before, Mapping) else {}, value)
        else:
            merged[key] = value
    return merged
