"""Figures that were published with the games, from other programs' simulations of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from haydes.client.kit.plan import Result
from haydes.client.kit.samples import Sample, sigmas, wilson
from haydes.engine.game import OptionValue

SIGMAS = 3  # further apart than so many standard deviations is hardly chance


class Measure(Enum):
    """What is counted of a game, and how its published figures are rounded."""

    WON = "somebody wins"  # a share of the games
    SEATS = "seats that win"  # a share of the seats
    ROUNDS = "rounds"  # a mean

    @property
    def is_share(self) -> bool:
        return self is not Measure.ROUNDS

    def of(self, result: Result) -> float:
        match self:
            case Measure.WON:
                return float(bool(result.winners))
            case Measure.SEATS:
                return len(result.winners) / result.seats
            case Measure.ROUNDS:
                return float(result.rounds)

    def interval(self, results: Sequence[Result]) -> tuple[float, float]:
        """Return the 95 % interval for what the results are a sample of."""
        numbers = [self.of(result) for result in results]
        if self is Measure.WON:
            return wilson(int(sum(numbers)), len(numbers))
        return Sample.of(numbers).interval()

    def written(self, number: float, digits: int = 1) -> str:
        return f"{100 * number:.{digits}f} %" if self.is_share else f"{number:.{digits}f}"


Figures: TypeAlias = Mapping[int, float]  # by number of seats


@dataclass(frozen=True, slots=True)
class Published:
    """Figures of so many games for each number of seats, to hold the game's first bot against.

    Of a `floor` a better bot than that of the other program may reach more.
    """

    options: Mapping[str, OptionValue]
    games: int
    figures: Mapping[Measure, Figures]
    floor: bool = False

    def written(self, measure: Measure, seats: int) -> str:
        figures = self.figures[measure]
        return (
            measure.written(figures[seats], 0 if measure.is_share else 1)
            if seats in figures
            else ""
        )

    def verdict(self, measure: Measure, results: Sequence[Result]) -> str:
        """Say by how many standard deviations, at least, our figure is above the published one."""
        figures = self.figures[measure]
        if results[0].seats not in figures:
            return ""
        apart = self.difference(measure, results)
        if abs(apart) <= SIGMAS:
            word = "agrees"
        else:
            word = "a better bot" if self.floor and apart > 0 else "differs"
        return f"{apart:+.1f} sigma, {word}"

    def difference(self, measure: Measure, results: Sequence[Result]) -> float:
        """Compare with what of all that rounds to the published figure is nearest to ours."""
        numbers = [measure.of(result) for result in results]
        ours, figure = Sample.of(numbers), self.figures[measure][results[0].seats]
        rounding = 0.005 if measure.is_share else 0.05
        nearest = min(max(ours.mean, figure - rounding), figure + rounding)
        if measure is Measure.WON:
            return sigmas(sum(numbers), len(numbers), nearest * self.games, self.games)
        return ours.sigmas(nearest, self.games)


def _haydes(games: int, *per_cents: int, **options: OptionValue) -> Published:
    """Give the per cents of matches that somebody won for one seat, two, and so on."""
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
    return Published(usual | options, games, {Measure.WON: shares})


def _quest(difficulty: str, won: float) -> Published:
    options: Mapping[str, OptionValue] = {
        "goal": "long",
        "difficulty": difficulty,
        "gentle_start": False,
        "slip_past": False,
    }
    return Published(options, 600, {Measure.WON: {1: won}}, floor=True)


PUBLISHED: Mapping[str, Sequence[Published]] = {
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
    ),
    "hounds": (
        Published(
            {"fight": "sum", "one_hound_short": False},
            2000,
            {
                Measure.SEATS: {2: 0.63, 3: 0.54, 4: 0.50, 6: 0.47, 8: 0.44},
                Measure.ROUNDS: {2: 5.6, 3: 6.5, 4: 7.2, 6: 8.0, 8: 8.7},
            },
        ),
    ),
    "holyquest": (_quest("standard", 0.40), _quest("easy", 0.63), _quest("hard", 0.20)),
}
