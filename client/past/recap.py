"""How a match went, in the numbers of its game: every game that the client knows has some."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from haydes.client.haydes.recap import recap as haydes
from haydes.client.holyquest.recap import recap as holyquest
from haydes.client.hounds.recap import recap as hounds
from haydes.client.model import game_name
from haydes.client.past.course import Recap
from haydes.client.past.film import Film

Recapper: TypeAlias = Callable[[Film], Recap]
RECAPS: Mapping[str, Recapper] = {"haydes": haydes, "hounds": hounds, "holyquest": holyquest}
EXPECTED = "In brackets: what was to be expected of chance."


def recap(film: Film) -> Recap:
    """Return how a match went; of an unknown game nothing."""
    known = RECAPS.get(game_name(film.steps[-1].view))
    return known(film) if known else Recap()


def sentences(told: Recap) -> Iterable[str]:
    """Yield a recap in sentences."""
    for course in told.courses:
        numbers = ", ".join(str(value) for value in course.values)
        yield f"{course.name}, {told.measure}: {numbers}."
        if course.luck:
            yield f"{course.name}, luck: {', '.join(course.luck)}."
    if any(course.luck for course in told.courses):
        yield EXPECTED
