"""Reading trees that came over the wire: what is missing or of another kind reads as empty.

So no face and no sentence can be broken by a server that is newer, or wrong.
"""

from collections.abc import Sequence

from haydes.protocol.tree import Tree, Value

_NOTHING: Tree = {}


def branch(tree: Tree, *path: str) -> Tree:
    """Return the map at the end of `path`, or an empty one."""
    for key in path:
        inner = tree.get(key)
        if not isinstance(inner, dict):
            return _NOTHING
        tree = inner
    return tree


def text(tree: Tree, key: str, default: str = "") -> str:
    """Return a string, or a number or truth written out."""
    value = tree.get(key)
    return default if value is None or isinstance(value, dict | list) else written(value)


def number(tree: Tree, key: str, default: int = 0) -> int:
    value = tree.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def flag(tree: Tree, key: str) -> bool:
    return tree.get(key) is True


def many(tree: Tree, key: str) -> Sequence[Value]:
    """Return a list, or an empty one."""
    value = tree.get(key)
    return value if isinstance(value, list) else ()


def written(value: Value) -> str:
    """Return a value as a player would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(written(part) for part in value)
    return str(value)
