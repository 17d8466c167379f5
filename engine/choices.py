"""Legal actions as short lists of choices, for clients that know no rules.

A group {"do": "move", "to": ["H8", "I9"], "call": ["higher", "lower"]} stands for every
combination of its values. Groups are disjoint, and together they are exactly the actions.
"""

from collections.abc import Iterable, Mapping, Sequence

from haydes.engine.plain import Tree, Value

Group = Mapping[str, str | Sequence[Value]]


def factor(actions: Iterable[Tree]) -> list[Group]:
    """Fold described actions into groups, in the order in which they first appear."""
    deeds: dict[str, list[dict[str, list[Value]]]] = {}
    for action in actions:
        deed = deeds.setdefault(str(action["do"]), [])
        deed.append({name: [value] for name, value in action.items() if name != "do"})
    return [{"do": do, **group} for do, deed in deeds.items() for group in _fold(deed)]


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
