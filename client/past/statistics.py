"""What a player's finished games come to, game by game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from haydes.client.past.finished import Finished

LATEST = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """One game's figures; games that were only watched count for nothing."""

    game: str
    played: int
    won: int
    turns: float  # mean length
    latest: tuple[bool, ...]  # the last ten, the latest last: won or not

    @property
    def percent(self) -> int:
        """Return the share that was won."""
        return round(100 * self.won / self.played)

    @property
    def form(self) -> str:
        """Return the last ten in letters: "LLWL"."""
        return "".join("W" if won else "L" for won in self.latest)


def added_up(games: Iterable[Finished]) -> list[Tally]:
    """Return the figures of every game, the one played most first; `games` is latest first."""
    by_name: dict[str, list[Finished]] = {}
    for one in games:
        if one.seat is not None:
            by_name.setdefault(one.game, []).append(one)
    tallies = [_tally(name, played) for name, played in by_name.items()]
    return sorted(tallies, key=lambda tally: (-tally.played, tally.game))


def told(tally: Tally, title: str) -> str:
    """Return a game's figures in a sentence."""
    few = len(tally.latest)
    which = "the last" if few == 1 else f"the last {few}"
    return (
        f"{title}: {tally.played} played, {tally.won} won ({tally.percent} %), "
        f"{tally.turns:.0f} turns on average; {which}, latest at the end: {tally.form}."
    )


def _tally(name: str, games: Sequence[Finished]) -> Tally:
    latest = tuple(one.won for one in reversed(games[:LATEST]))
    mean = sum(one.turns for one in games) / len(games)
    return Tally(name, len(games), sum(one.won for one in games), mean, latest)
