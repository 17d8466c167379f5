"""Films out of the records that a client has kept.

The steps are what the client itself made of the messages, so a film shows what its owner saw,
and needs no rules. What is in a file of somebody else's is no more trusted than a server.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from haydes.client.cards import Cards
from haydes.client.changes import receive
from haydes.client.model import Line, Link, LinkState, Model, new_lines, phase
from haydes.client.past.film import Film, FilmError, Step
from haydes.client.read import branch, text
from haydes.client.record import LARGEST, Head, Noted, read
from haydes.protocol.messages import Snapshot, Update
from haydes.protocol.text import safe

MOST_STEPS = 20_000  # more than any match has; each takes memory
TURN = "turn"  # the event with which a turn begins, in every game
SPLIT = "split"  # the phase in which points are shared out, before the first turn


def load(path: Path, cards: Cards = Cards.WORDS) -> Film:
    """Read a record; raises FilmError if it shows no match."""
    name = safe(str(path))
    try:
        small = path.stat().st_size <= LARGEST
        # the size first: what is larger has no end that could be waited for
        return shot(read(path) if small else iter(()), cards, name)
    except OSError as error:
        raise FilmError(f"cannot read {name}: {(error.strerror or str(error)).lower()}") from None
    except FilmError:
        raise
    except ValueError as error:
        raise FilmError(f"{name} shows no match: {safe(str(error))}") from None


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
    begins = tuple(n for n, step in enumerate(steps) if _begins_turn(step, first=not n))
    return Film(tuple(steps), tuple(lines), begins or (0,))


def _begins_turn(step: Step, *, first: bool) -> bool:
    """Tell whether a step begins a turn; the first one does if a turn goes on already."""
    if first:
        return text(branch(step.view.game, "turn"), "phase") != SPLIT
    return any(event.get("event") == TURN for event in step.events)
