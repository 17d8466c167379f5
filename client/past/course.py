"""How a match went for somebody, in numbers: what a game's own recap is made of."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from haydes.client.model import View
from haydes.client.past.film import Film

_BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Course:
    """One line of a recap: who, a number for each turn and at the end, and luck."""

    name: str
    values: tuple[int, ...]
    luck: tuple[str, ...] = ()  # "calls 14/22 (12.3)": what came, and what was to be expected

    def bars(self, most: int, columns: int) -> str:
        """Return the numbers as a row of bars of at most so many columns, `most` being full."""
        shown = thinned(self.values, columns)
        top = len(_BARS) - 1
        return "".join(_BARS[max(0, min(top, round(top * n / max(1, most))))] for n in shown)


@dataclass(frozen=True, slots=True)
class Recap:
    """How a match went."""

    measure: str = ""  # what the numbers of its courses are
    courses: tuple[Course, ...] = ()

    @property
    def most(self) -> int:
        return max((max(course.values) for course in self.courses if course.values), default=0)


def thinned(values: Sequence[int], columns: int) -> list[int]:
    """Return at most so many of the values, evenly chosen, the first and the last among them."""
    if columns < 1 or len(values) <= columns:
        return list(values[: max(0, columns)])
    if columns == 1:
        return [values[-1]]
    return [values[n * (len(values) - 1) // (columns - 1)] for n in range(columns)]


def over_turns(film: Film, measure: Callable[[View], int | None]) -> tuple[int, ...]:
    """Return a number for the beginning of every turn, and for the end, where there is one."""
    at = dict.fromkeys((*film.turns, film.last))
    numbers = (measure(film.steps[n].view) for n in at)
    return tuple(n for n in numbers if n is not None)


def compared(what: str, came: int, of: int, expected: float) -> str:
    """Return how often something came, with what was to be expected; "" if it could not come."""
    return f"{what} {came}/{of} ({expected:.1f})" if of else ""


def mean(what: str, rolls: Sequence[int], expected: float) -> str:
    """Return the mean of some rolls beside what was to be expected; "" without rolls."""
    if not rolls:
        return ""
    return f"{what} {sum(rolls) / len(rolls):.1f} ({expected:.1f})"


def said(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(part for part in parts if part)
