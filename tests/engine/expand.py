"""What a client does with a group of choices."""

from itertools import product

from haydes.engine.choices import Group
from haydes.engine.plain import Tree


def expand(group: Group) -> list[Tree]:
    """Give every action that a group stands for."""
    names = [name for name in group if name != "do"]
    combinations = product(*(group[name] for name in names))
    return [{"do": group["do"], **dict(zip(names, c, strict=True))} for c in combinations]
