"""How often somebody won in the simulations that games were published with.

Beside them `haydes-kit simulate` puts what it finds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from haydes.engine.game import OptionValue

ROUNDING = 0.005


@dataclass(frozen=True, slots=True)
class Published:
    """Shares of matches that somebody won, by number of seats, under certain options.

    The shares are whole per cents, so what they stand for lies within ROUNDING of them.
    """

    options: Mapping[str, OptionValue]
    games: int
    shares: Mapping[int, float]

    def difference(self, seats: int, hits: int, of: int) -> float:
        """Return by how many standard deviations, at least, a share of ours is above theirs."""
        share, low, high = hits / of, self.shares[seats] - ROUNDING, self.shares[seats] + ROUNDING
        nearest = min(max(share, low), high)
        return sigmas(hits, of, nearest * self.games, self.games)


def sigmas(hits: float, of: int, other_hits: float, other_of: int) -> float:
    """Return how many standard deviations two shares are apart, were they samples of one."""
    pooled = (hits + other_hits) / (of + other_of)
    deviation = sqrt(pooled * (1 - pooled) * (1 / of + 1 / other_of))
    return (hits / of - other_hits / other_of) / deviation if deviation else 0.0


def _haydes(games: int, *per_cents: int, **options: OptionValue) -> Published:
    """Give the per cents for one seat, two, and so on."""
    usual: dict[str, OptionValue] = {
        "map": "block",
        "exhaustion": "either",
        "turn_limit": 0,
        "encounter": "test",
        "tuybe": False,
    }
    if options.get("encounter") == "brawl":
        del usual["exhaustion"]  # it does not apply
    shares = {seats: per_cent / 100 for seats, per_cent in enumerate(per_cents, 1)}
    return Published(usual | options, games, shares)


PUBLISHED: Mapping[str, tuple[Published, ...]] = {
    "haydes": (
        _haydes(600, 23, 45, 61, 83),
        _haydes(600, 42, 79, 96, 99, map="quick"),
        _haydes(500, 21, 47, 62, 80, map="blob"),
        _haydes(500, 21, 39, 60, 74, map="cross"),
        _haydes(500, 19, 38, 56, 69, map="gallery"),
        _haydes(500, 21, 45, 65, 76, map="lattice"),
        _haydes(500, 16, 41, 60, 72, map="streets"),
        # Alone the walker does better here (18 %): on open cards it goes back to where a guess
        # is best. One that takes whatever tile is nearest escapes in 15 % of games.
        _haydes(500, 10, 30, 47, 59, map="fishbone"),
        _haydes(600, 28, 57, 80, 94, encounter="denizens"),
        _haydes(600, 24, 46, 66, 82, encounter="brawl"),
        _haydes(600, 48, 80, 96, 100, encounter="brawl", map="quick"),
        _haydes(600, 32, tuybe=True),  # how many games it was is not known
    )
}
