"""A match that was seen, step by step, with what was told on the way."""

from collections.abc import Iterator
from dataclasses import dataclass

from haydes.client.model import (
    LOG_LINES,
    Line,
    Link,
    LinkState,
    Model,
    View,
    my_seat,
    phase,
    seat_name,
)
from haydes.protocol.tree import Tree

_NO_LINK = Link(LinkState.CLOSED)


class FilmError(ValueError):
    """A file shows no match; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was seen when something had happened."""

    view: View
    events: tuple[Tree, ...]  # that led here
    told: int  # lines of the film told by now


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A match as its owner saw it; there is at least one step. It is equal to itself alone."""

    steps: tuple[Step, ...]
    lines: tuple[Line, ...]
    turns: tuple[int, ...]  # the steps at which turns begin, the first step among them

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    @property
    def is_whole(self) -> bool:
        """Whether it shows the match's end."""
        return phase(self.steps[-1].view) == "over"

    @property
    def events(self) -> Iterator[Tree]:
        """Everything that happened, in order."""
        return (event for step in self.steps for event in step.events)

    def turn(self, at: int) -> int:
        """Return in which turn a step is, counted from 1."""
        return sum(start <= at for start in self.turns)

    def model(self, at: int) -> Model:
        """Return what the client knew at a step."""
        step = self.steps[at]
        seat = my_seat(step.view)
        return Model(
            name="" if seat is None else seat_name(step.view, seat),
            link=_NO_LINK,
            view=step.view,
            log=self.lines[max(0, step.told - LOG_LINES) : step.told],
            logged=step.told,
        )
