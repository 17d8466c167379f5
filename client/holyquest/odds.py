"""Chances of four Fudge dice."""

from collections import Counter
from itertools import product

DICE = 4
_SUMS = Counter(map(sum, product((-1, 0, 1), repeat=DICE)))
_LEADS = Counter(ours - theirs for ours, theirs in product(_SUMS.elements(), repeat=2))


def hit(lead: int) -> int:
    """Return the percent for a hit by an attacker whose power is greater by `lead`."""
    return _percent(sum(n for margin, n in _LEADS.items() if margin + lead > 0), _LEADS.total())


def skill() -> int:
    """Return the percent for a skill, which needs a sum of 0 or more."""
    return _percent(sum(n for total, n in _SUMS.items() if total >= 0), _SUMS.total())


def _percent(hits: int, of: int) -> int:
    return (200 * hits + of) // (2 * of)
