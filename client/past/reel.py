"""Looking at a film: where one is in it, and the words that lead on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from haydes.client.model import Line, Model
from haydes.client.past.film import Film
from haydes.client.speech import listed, matches

PACES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # steps a second
USUAL = 2


@dataclass(frozen=True, slots=True)
class Reel:
    """A film and where it stands."""

    film: Film
    path: str = ""  # the file, to be given to somebody else
    at: int = 0
    since: int = -1  # the step after which it was told what led here
    rolls: bool = False  # by itself
    pace: int = USUAL  # which of PACES
    alone: bool = field(default=False, compare=False)  # there is no lobby to go back to

    @property
    def model(self) -> Model:
        """What the client knew then."""
        return self.film.model(self.at)

    @property
    def place(self) -> str:
        """Return where it stands: "step 12 of 48"."""
        return f"step {self.at + 1} of {self.film.last + 1}"

    @property
    def seconds(self) -> float:
        """Return how long a step is shown while it rolls."""
        return 1 / PACES[self.pace]


class LostError(ValueError):
    """A line leads nowhere; the sentence says why."""


def go(reel: Reel, to: int) -> Reel:
    """Return the reel at a step, or at the end that is nearer to it."""
    at = max(0, min(to, reel.film.last))
    return replace(reel, at=at, since=at - 1, rolls=reel.rolls and at < reel.film.last)


def run(reel: Reel, steps: int) -> Reel:
    """Return the reel so many steps on, with all that is told on the way."""
    there = go(reel, reel.at + steps)
    return replace(there, since=min(reel.at, there.at - 1)) if steps > 0 else there


def turn(reel: Reel, by: int) -> Reel:
    """Return the reel at the beginning of the next turn, or of this one or the last."""
    begins = reel.film.turns
    if by > 0:
        return go(reel, next((at for at in begins if at > reel.at), reel.film.last))
    return go(reel, next((at for at in reversed(begins) if at < reel.at), 0))


def faster(reel: Reel, by: int) -> Reel:
    return replace(reel, pace=max(0, min(reel.pace + by, len(PACES) - 1)))


def roll(reel: Reel) -> Reel:
    """Return the reel as it rolls by itself: from its beginning, if it is at its end."""
    return replace(reel, rolls=True, at=0 if reel.at == reel.film.last else reel.at)


def follow(reel: Reel, line: str) -> Reel:
    """Return where the words of a line lead; raises LostError."""
    word, *rest = line.lower().split()
    found = matches(word, WORDS)
    if word.isdecimal():
        found, rest = ["go"], [word]
    if len(found) != 1:
        raise LostError(f'a replay takes {listed(USAGES)}, not "{word}".')
    return WORDS[found[0]](reel, rest)


def told(reel: Reel) -> tuple[Line, ...]:
    """Return what is told at this place, or on the way to it."""
    film = reel.film
    first = film.steps[reel.since].told if reel.since >= 0 else 0
    return film.lines[first : film.steps[reel.at].told]


Lead: TypeAlias = Callable[[Reel, Sequence[str]], Reel]


def _by(step: int) -> Lead:
    def lead(reel: Reel, rest: Sequence[str]) -> Reel:
        return run(reel, step * (_number(rest) if rest else 1))

    return lead


def _to(at: Callable[[Film], int]) -> Lead:
    return lambda reel, _rest: go(reel, at(reel.film))


def _go(reel: Reel, rest: Sequence[str]) -> Reel:
    to, most = _number(rest), reel.film.last + 1
    if not 0 < to <= most:
        raise LostError(f"there are steps 1 to {most}.")
    return go(reel, to - 1)


def _turn(reel: Reel, rest: Sequence[str]) -> Reel:
    if not rest:
        return turn(reel, 1)
    to, most = _number(rest), len(reel.film.turns)
    if not 0 < to <= most:
        raise LostError(f"there are turns 1 to {most}.")
    return go(reel, reel.film.turns[to - 1])


def _pace(reel: Reel, rest: Sequence[str]) -> Reel:
    wanted = _number(rest)
    near = min(range(len(PACES)), key=lambda n: abs(PACES[n] - wanted))
    return replace(reel, pace=near)


def _number(rest: Sequence[str]) -> int:
    if len(rest) != 1 or not rest[0].isdecimal() or not rest[0].isascii():
        raise LostError("I need a number here.")
    return int(rest[0][:9])


WORDS: Mapping[str, Lead] = {
    "next": _by(1),
    "back": _by(-1),
    "go": _go,
    "turn": _turn,
    "first": _to(lambda _: 0),
    "last": _to(lambda film: film.last),
    "play": lambda reel, _: roll(reel),
    "stop": lambda reel, _: replace(reel, rolls=False),
    "pace": _pace,
}
USAGES = ("next", "back", "go N", "turn N", "play", "last")
