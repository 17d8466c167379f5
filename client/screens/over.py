"""A match that is over: how it ended, how it went, and how it was dealt."""

from functools import lru_cache

from haydes.client import dealing
from haydes.client.fair import Verdict
from haydes.client.model import Model, View, seat_name
from haydes.client.past.course import Course, Recap
from haydes.client.past.film import Film
from haydes.client.past.recap import EXPECTED, recap
from haydes.client.read import branch, many
from haydes.client.screens.result import result
from haydes.client.screens.rows import Area, Drawing, Row, Spot, cells, fill, pad, plain, row, wrap
from haydes.client.screens.ui import Ui
from haydes.protocol.fair import FEATURE as FAIR

NAME = 12  # columns of a name
NUMBERS = 10  # of the first and the last number of a course
GAP = 1
BARS = 24  # most columns of the bars of a course
LEAST = 8  # with fewer of them luck goes below
MORE = "There is more: i shows all."
COLOURS = {Verdict.FAIR: "good", Verdict.UNFAIR: "bad", Verdict.UNKNOWN: "warn"}


def height(ui: Ui) -> int:
    told = _recap(ui.latest.film) if ui.latest else Recap()
    return 10 + len(told.courses)


def body(model: Model, view: View, ui: Ui, area: Area) -> Drawing:
    rows = page(model, view, ui, area.columns - 4)
    if len(rows) > area.rows:
        rows = [*rows[: area.rows - 1], row(("dim", MORE))]
    return Drawing(fill([row("  ", *line) for line in rows], area), Spot(0, 2))


def page(model: Model, view: View, ui: Ui, columns: int) -> list[Row]:
    """Return all there is to say, most important first."""
    rows = [*result(view, columns), *_dealt(model, columns), row()]
    told = _recap(ui.latest.film) if ui.latest else Recap()
    if not told.courses:
        return rows
    rows.append(row(("title", "How it went: "), told.measure))
    won = {seat_name(view, n) for n in many(branch(view.table, "outcome"), "winners")
           if isinstance(n, int)}  # fmt: skip
    lucky = [", ".join(course.luck) for course in told.courses]
    room = columns - NAME - NUMBERS - GAP
    beside = room - max(map(cells, lucky)) >= LEAST
    bars = min(BARS, room - (max(map(cells, lucky)) if beside else 0))
    for course, luck in zip(told.courses, lucky, strict=True):
        line = _course(course, told.most, bars, won=course.name in won)
        rows.append(row(*line, ("dim", luck)) if beside else line)
    if any(lucky) and not beside:
        rows += [row(), row(("title", "Luck"))]
        rows += [
            row(pad(plain(course.name), NAME), " ", ("dim", luck))
            for course, luck in zip(told.courses, lucky, strict=True)
        ]
    if any(lucky):
        rows += [row(("dim", part)) for part in wrap(EXPECTED, columns)]
    return rows


def _dealt(model: Model, columns: int) -> list[Row]:
    if FAIR not in model.features:
        return []  # as with a server of one's own, which need not be checked
    role = COLOURS.get(model.fair.verdict, "dim")
    told = [part for line in dealing.explained(model.fair) for part in wrap(plain(line), columns)]
    return [row((role, part)) for part in told]


def _course(course: Course, most: int, bars: int, *, won: bool) -> Row:
    start, end = (str(course.values[n]) if course.values else "" for n in (0, -1))
    return row(
        ("good" if won else "", pad(plain(course.name), NAME)),
        f"{start:>4} ",
        ("full", pad(course.bars(most, bars), bars)),
        f" {end:<4}",
        " " * GAP,
    )


@lru_cache(maxsize=4)  # every redraw asks for it
def _recap(film: Film) -> Recap:
    return recap(film)
