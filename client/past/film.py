"""A match that was seen, step by step, out of the record that a client has kept of it.

The steps are what the client itself made of the messages, so a film shows what its owner saw,
and needs no rules. What is in a file of somebody else's is no more trusted than a server.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from haydes.client.cards import Cards
from haydes.client.changes import receive
from haydes.client.model import (
    LOG_LINES,
    Line,
    Link,
    LinkState,
    Model,
    View,
    my_seat,
    new_lines,
    phase,
    seat_name,
)
from haydes.client.record import LARGEST, Head, Noted, read
from haydes.protocol.messages import Snapshot, Update
from haydes.protocol.tree import Tree

MOST_STEPS = 20_000  # more than any match has; each takes memory
TURN = "turn"  # the event with which a turn begins, in every game
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


def load(path: Path, cards: Cards = Cards.WORDS) -> Film:
    """Read a record; raises FilmError if it shows no match."""
    try:
        small = path.stat().st_size <= LARGEST
        # the size first: what is larger has no end that could be waited for
        return shot(read(path) if small else iter(()), cards, str(path))
    except OSError as error:
        raise FilmError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except FilmError:
        raise
    except ValueError as error:
        raise FilmError(f"{path} shows no match: {error}") from None


def shot(record: Iterator[Head | Noted], cards: Cards, name: str) -> Film:
    """Return the film of a record; raises FilmError, which calls it by `name`."""
    model = Model(name="", cards=cards, link=Link(LinkState.LIVE))
    steps: list[Step] = []
    lines: list[Line] = []
    for line in record:
        if not isinstance(line, Snapshot | Update):
            continue
        before, logged = model.view, model.logged
        model = replace(receive(model, line, 0.0).model, asked={}, due=frozenset())
        view = model.view
        lines += new_lines(model, logged)
        if view is None or view is before or phase(view) not in ("playing", "over"):
            continue
        events = (*line.events, *line.private_events) if isinstance(line, Update) else ()
        step = Step(replace(view, clock=None), events, len(lines))
        if steps and not events and before is not None and view.game == before.game:
            steps[-1] = replace(step, events=steps[-1].events)  # no more than who is there
        elif len(steps) < MOST_STEPS:
            steps.append(step)
        else:
            raise FilmError(f"{name} shows a match of more than {MOST_STEPS} steps")
        if phase(view) == "over":
            break
    if not steps:
        raise FilmError(f"{name} shows no match: it is empty, too large, or ends too early")
    begins = (n for n, step in enumerate(steps) if not n or _begins_turn(step))
    return Film(tuple(steps), tuple(lines), tuple(begins))


def _begins_turn(step: Step) -> bool:
    return any(event.get("event") == TURN for event in step.events)
