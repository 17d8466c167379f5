"""The tables that a simulation prints."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from haydes.client.kit.plan import Plan, Result
from haydes.client.kit.published import PUBLISHED, Measure, Published
from haydes.client.kit.samples import quantile
from haydes.engine.game import Game, OptionValue

Table: TypeAlias = list[list[str]]
BySize: TypeAlias = Mapping[int, Sequence[Result]]


def report(game: Game, plan: Plan, results: Sequence[Result]) -> str:
    """Write the tables for people."""
    by_size: dict[int, list[Result]] = {}
    for result in results:
        by_size.setdefault(result.seats, []).append(result)
    head = f"{game.title}: {pairs(plan.options)}; bots {', '.join(plan.bots)}; seed {plan.seed}"
    known = _published(game, plan)
    rounds = any(result.rounds for result in results)
    measures = (Measure.WON, Measure.SEATS, *([Measure.ROUNDS] if rounds else ()))
    compared = [_compared(measure, by_size, known) for measure in measures]
    tables = [*compared, _seats(by_size), _length(by_size), _ends(by_size)]
    notes: list[str] = []
    if not known and game.name in PUBLISHED:
        others = "; ".join(pairs(other.options) for other in PUBLISHED[game.name])
        notes.append(f"Published figures to compare with, for {next(iter(game.bots))}: {others}")
    return "\n\n".join([head, *map(_layout, tables), *notes]) + "\n"


def _published(game: Game, plan: Plan) -> Published | None:
    """Return what was published about the same options, played by the game's own first bot."""
    if {*plan.bots} != {next(iter(game.bots))}:
        return None
    fitting = (p for p in PUBLISHED.get(game.name, ()) if p.options.items() <= plan.options.items())
    return next(fitting, None)


def _compared(measure: Measure, by_size: BySize, known: Published | None) -> Table:
    """Set a figure with its interval beside the published one, if there is one."""
    if known and measure not in known.figures:
        known = None
    heads = ["seats", "games", measure.value, "95 % interval"]
    table = [[*heads, *([f"published ({known.games} games)", "difference"] if known else [])]]
    for seats, results in by_size.items():
        mean = sum(map(measure.of, results)) / len(results)
        low, high = map(measure.written, measure.interval(results))
        row = [str(seats), str(len(results)), measure.written(mean), f"{low} to {high}"]
        if known:
            row += [known.written(measure, seats), known.verdict(measure, results)]
        table.append(row)
    return table


def _seats(by_size: BySize) -> Table:
    """Tell how often each seat wins."""
    most = max(by_size)
    table = [["seats", *(f"seat {seat} wins" for seat in range(most))]]
    for seats, results in by_size.items():
        wins = Counter(seat for result in results for seat in result.winners)
        shares = [_percent(wins[seat] / len(results)) for seat in range(seats)]
        table.append([str(seats), *shares, *[""] * (most - seats)])
    return table


def _length(by_size: BySize) -> Table:
    plies = {seats: [result.plies for result in results] for seats, results in by_size.items()}
    turns = {seats: [result.turns for result in results] for seats, results in by_size.items()}
    measures = {"actions": plies}
    if any(map(any, turns.values())):  # some games know no turns
        measures["turns"] = turns
    heads = [f"{word}: {kind}" for word in measures for kind in ("mean", "median", "95th")]
    table = [["seats", *heads]]
    for seats in by_size:
        row = [str(seats)]
        for numbers in (sorted(measure[seats]) for measure in measures.values()):
            row += [f"{sum(numbers) / len(numbers):.1f}"]
            row += [str(quantile(numbers, percent)) for percent in (50, 95)]
        table.append(row)
    return table


def _ends(by_size: BySize) -> Table:
    counts = {seats: Counter(r.reason for r in results) for seats, results in by_size.items()}
    reasons = sorted({reason for count in counts.values() for reason in count})
    rows = [
        [str(seats), *(_percent(count[reason] / count.total()) for reason in reasons)]
        for seats, count in counts.items()
    ]
    return [["seats", *reasons], *rows]


def _layout(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def word(value: OptionValue) -> str:
    """Write an option's value in one line."""
    if isinstance(value, bool):
        return ("off", "on")[value]
    return "/".join(str(value).split("\n"))


def pairs(options: Mapping[str, OptionValue]) -> str:
    return ", ".join(f"{name}={word(value)}" for name, value in options.items())
