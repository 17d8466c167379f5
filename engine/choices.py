"""Legal actions as short lists of choices, for clients that know no rules.

A group {"do": "move", "to": ["H8", "I9"], "call": ["higher", "lower"]} stands for every
combination of its values. Groups are disjoint, and together they are exactly the actions.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from haydes.engine.plain import Tree, Value

Group = Mapping[str, str | Sequence[Value]]


def factor(actions: Iterable[Tree]) -> list[Group]:
    """Fold described actions into groups, in the order in which they first appear."""
    deeds: dict[str, list[Tree]] = {}
    for action in actions:
        deeds.setdefault(str(action["do"]), []).append(action)
    groups: list[Group] = []
    for do, deed in deeds.items():
        whole = _whole(deed)
        if whole:
            groups.append({"do": do, **whole})
        else:
            groups += [{"do": do, **group} for group in _fold(_apart(deed))]
    return groups


def _whole(deed: Sequence[Tree]) -> dict[str, Sequence[Value]]:
    """Return the one group that actions make if they are all combinations; empty: they do not."""
    names = deed[0].keys()
    if any(action.keys() != names for action in deed):
        return {}
    columns = {name: [action[name] for action in deed] for name in names if name != "do"}
    if any(len(set(map(type, column))) > 1 for column in columns.values()):
        return {}  # 1 and True count as one, and are two values
    group: dict[str, Sequence[Value]] = {
        name: list(dict.fromkeys(column)) for name, column in columns.items()
    }
    return group if prod(map(len, group.values())) == len(deed) else {}


def _apart(deed: Sequence[Tree]) -> list[dict[str, list[Value]]]:
    return [{name: [value] for name, value in action.items() if name != "do"} for action in deed]


def _fold(groups: list[dict[str, list[Value]]]) -> list[dict[str, list[Value]]]:
    """Join groups that differ in one parameter only, one parameter after the other."""
    for name in dict.fromkeys(name for group in groups for name in group):
        folded: dict[tuple[bool, str], dict[str, list[Value]]] = {}
        for group in groups:
            rest = repr([(key, values) for key, values in group.items() if key != name])
            twin = folded.setdefault((name in group, rest), group)
            if twin is not group:
                twin[name] += group[name]
        groups = list(folded.values())
    return groups
