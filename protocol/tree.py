"""Trees of plain data and the patches between them (RFC 7396, JSON merge patch).

A tree has string keys and holds maps (each a dict), lists, integers, strings and booleans. A
patch names only what differs; None in it removes a key; a list is replaced whole.
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
    added = 0
    for key, value in new.items():
        if key not in old:
            added += 1
            patch[key] = value
        elif (before := old[key]) is not value:
            if isinstance(value, dict) and isinstance(before, dict):
                if inner := diff(before, value):
                    patch[key] = inner
            elif before != value or not _alike(before, value):
                patch[key] = value
    if len(old) + added != len(new):
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


def _alike(one: PatchValue, other: PatchValue) -> bool:
    """Tell whether two equal values are of the same types all through: 1 is not True."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return all(map(_alike, one, other))
    return type(one) is type(other)
