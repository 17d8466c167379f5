"""Chances in Escape from Haydes, counted from what everybody sees.

A face-down tile that may hide the red Joker hides it with 1 in as many as there are such
tiles; any other card is as likely as its unseen copies. Until somebody fails to enter the red
Joker the chances are exact: unsearched tiles hold cards of the map, searched ones cards of the
Replacement Deck. After a failed entry the table no longer shows which searched tile is which;
then each counts as the average of all of them.
"""

from dataclasses import dataclass

from haydes.client.haydes import ground
from haydes.client.read import branch, number
from haydes.protocol.tree import Tree

RANKS = "A23456789TJQK"
COURT = "JQK"
# ways of 36 that two dice show at most so much
_WAYS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)


@dataclass(frozen=True, slots=True)
class Guess:
    """Percents for flipping a card; higher, lower and equal add up to 100."""

    higher: int
    lower: int
    equal: int
    creature: int  # beside the three: that it is a court card
    best: str  # "higher" or "lower"


def guess(game: Tree, start: str, place: str) -> Guess | None:
    """Return the chances of the card at `place` for one who stands on `start`.

    None if no card lies face down there.
    """
    face = ground.lies(game, place)
    weights = _weights(game, face) if ground.is_down(face) else {}
    total = sum(weights.values())
    if not total:
        return None
    here = ground.value(ground.lies(game, start))
    higher = sum(weight for value, weight in weights.items() if value > here)
    equal = weights.get(here, 0)
    lower = total - higher - equal
    shares = _percents((higher, lower, equal), total)
    court = sum(weights.get(ground.value(rank), 0) for rank in COURT)
    best = "higher" if higher >= lower else "lower"
    return Guess(*shares, creature=_percent(court, total), best=best)


def test(points: int) -> int:
    """Return the percent of two dice that show at most `points`."""
    return _percent(_WAYS[max(0, min(points, 12))], 36)


def blow(lead: int) -> int:
    """Return the percent of a die and `lead` that are more than another die."""
    dice = range(1, 7)
    return _percent(sum(ours + lead > theirs for ours in dice for theirs in dice), 36)


def joker(game: Tree, place: str) -> int:
    """Return the percent that the red Joker lies face down at `place`."""
    hiding = _count(game, ground.HIDING)
    return _percent(1, hiding) if ground.lies(game, place) == ground.HIDING else 0


def _weights(game: Tree, face: str) -> dict[int, int]:
    """Return how likely each value is, as whole numbers to be set against their sum."""
    laid, filled = _unseen(game, "map"), _unseen(game, "replacement")
    cards, fills = sum(laid.values()), sum(filled.values())
    hiding = _count(game, ground.HIDING)
    fresh = cards == hiding - 1  # nobody has failed to enter the red Joker
    if face == ground.HIDING:
        mix = laid if fresh else filled
        weights = {value: (hiding - 1) * count for value, count in mix.items()}
        # alone it is the Joker for certain, whatever the decks hold
        return weights | {0: sum(mix.values()) if hiding > 1 else 1}
    if fresh or not cards:
        return filled
    searched = max(_count(game, ground.SEARCHED), cards)
    others = searched - cards
    return {value: laid[value] * max(fills, 1) + others * filled[value] for value in laid}


def _unseen(game: Tree, origin: str) -> dict[int, int]:
    counts = branch(game, "unseen", origin)
    return {value: number(counts, rank) for value, rank in enumerate(RANKS, 1)}


def _count(game: Tree, face: str) -> int:
    return sum(lying == face for _, lying in ground.tiles(game))


def _percent(part: int, whole: int) -> int:
    return (200 * part + whole) // (2 * whole)


def _percents(parts: tuple[int, int, int], whole: int) -> tuple[int, int, int]:
    """Return three shares as percents that add up to 100, rounded by largest remainder."""
    shares = [100 * part // whole for part in parts]
    rest = sorted(range(3), key=lambda n: 100 * parts[n] % whole, reverse=True)
    for n in rest[: 100 - sum(shares)]:
        shares[n] += 1
    return shares[0], shares[1], shares[2]
