"""`haydes-kit simulate`: bots play many games, and a table says how they end.

A game is played from seed and number alone, so the same command prints the same table, and
games are the same however many processes share the work.
"""

import argparse
import csv
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from math import sqrt
from random import Random  # noqa: TID251 - what the dealers of simulated games draw from
from typing import TextIO, TypeAlias

from haydes.client.kit import UsageError
from haydes.client.kit.published import PUBLISHED, Published
from haydes.engine.dealer import FastDealer
from haydes.engine.game import Event, Game, Option, OptionError, OptionValue
from haydes.engine.registry import GAMES

SUMMARY = "have bots play many games, and print how they end"

Table: TypeAlias = list[list[str]]

LONGEST = 20_000  # actions; bots that take longer are going round in circles
STALLED = "stalled"
CHUNK = 25  # games that a process plays at a time
BEAT = 0.1  # seconds between two signs of progress
NORMAL_95 = 1.959964  # standard deviations either side that hold 95 %
SIGMAS = 3  # further apart than so many standard deviations is hardly chance
SWITCHES = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went. `turns` counts the turns it told of, if it has any."""

    seats: int
    number: int
    plies: int
    turns: int
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated; `bots` take the seats one after the other, again and again."""

    game: str
    options: Mapping[str, OptionValue]
    bots: Sequence[str]
    seed: str

    def play(self, seats: int, number: int) -> Result:
        """Play one game; bots get concealed positions and chance of their own."""
        game = GAMES[self.game]
        dealer, bot_dealer = (
            FastDealer(Random(f"{self.seed} {use} {seats} {number}").random)  # noqa: S311 - no secret
            for use in ("game", "bots")
        )
        bots = [game.bots[self.bots[seat % len(self.bots)]] for seat in range(seats)]
        state = game.new(seats, self.options, dealer)
        plies = turns = 0
        log: list[Event] = []
        while not (outcome := state.outcome()) and plies < LONGEST:
            seat = next(seat for seat in range(seats) if state.legal(seat))
            action = bots[seat](state.conceal(seat, bot_dealer), seat, bot_dealer)
            log.clear()
            state.apply(seat, action, dealer, log)
            plies += 1
            turns += sum(event.tree["event"] == "turn" for event in log)
        reason, winners = (outcome.reason, outcome.winners) if outcome else (STALLED, ())
        return Result(seats, number, plies, turns, reason, winners)

    def play_some(self, seats: int, numbers: range) -> list[Result]:
        return [self.play(seats, number) for number in numbers]


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=simulate)
    parser.epilog = _games()
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=_count, default=600, metavar="N", help="per table size")
    parser.add_argument("--seats", metavar="N,...", help="table sizes (default: all)")
    parser.add_argument("--bots", metavar="BOT,...", help="by seat, repeated as needed")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="1", help="another seed, other games")
    parser.add_argument("--csv", metavar="FILE", help="write a line for each game")
    parser.add_argument("--jobs", type=_count, default=1, metavar="N", help="processes")


def simulate(given: argparse.Namespace) -> None:
    """Run the tool; raises UsageError."""
    game = _game(given.game)
    sizes = _sizes(game, given.seats)
    plan = Plan(game.name, _options(game, given.option), _bots(game, given.bots), given.seed)
    started = time.monotonic()
    with ExitStack() as stack:
        file = stack.enter_context(_open(given.csv)) if given.csv else None
        results = list(_watched(_results(plan, sizes, given), len(sizes) * given.games))
        if file:
            _write(file, results)
    sys.stdout.write(report(game, plan, results))
    sys.stderr.write(f"{len(results)} games in {time.monotonic() - started:.1f} s\n")


def _results(plan: Plan, sizes: Sequence[int], given: argparse.Namespace) -> Iterator[Result]:
    chunks = [
        (seats, range(first, min(first + CHUNK, given.games)))
        for seats in sizes
        for first in range(0, given.games, CHUNK)
    ]
    if given.jobs == 1:
        for chunk in chunks:
            yield from plan.play_some(*chunk)
        return
    ignore = (signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the first process to answer
    with ProcessPoolExecutor(given.jobs, initializer=signal.signal, initargs=ignore) as pool:
        for results in pool.map(plan.play_some, *zip(*chunks, strict=True)):
            yield from results


def _watched(results: Iterable[Result], total: int) -> Iterator[Result]:
    """Pass results on, counting them where somebody may be looking."""
    terminal, shown = sys.stderr.isatty(), -BEAT
    for done, result in enumerate(results, 1):
        if terminal and time.monotonic() - shown >= BEAT:
            shown = time.monotonic()
            sys.stderr.write(f"\r{done} of {total} games ")
            sys.stderr.flush()
        yield result
    if terminal:
        sys.stderr.write("\r" + " " * len(f"{total} of {total} games ") + "\r")


def _game(name: str) -> Game:
    if name not in GAMES:
        raise UsageError(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    return GAMES[name]


def _sizes(game: Game, text: str | None) -> list[int]:
    if text is None:
        return list(game.seats)
    sizes = [int(word) if word.isdecimal() else 0 for word in text.split(",")]
    if not set(sizes) <= set(game.seats):
        low, high = game.seats[0], game.seats[-1]
        raise UsageError(f"{game.title} has {low} to {high} seats, not {text!r}")
    return sorted(set(sizes))


def _bots(game: Game, text: str | None) -> list[str]:
    names = text.split(",") if text else [*game.bots][:1]
    for name in names:
        if name not in game.bots:
            raise UsageError(f"{game.title} has no bot {name!r}; it has {', '.join(game.bots)}")
    return names


def _options(game: Game, pairs: Sequence[str]) -> Mapping[str, OptionValue]:
    known = {option.name: option for option in game.options}
    chosen: dict[str, OptionValue] = {}
    for pair in pairs:
        name, equals, word = pair.partition("=")
        if not equals:
            raise UsageError(f"an option is NAME=VALUE, not {pair!r}")
        chosen[name] = _value(known[name], word) if name in known else word
    try:
        return game.settle(chosen)
    except OptionError as error:
        raise UsageError(str(error)) from None


def _value(option: Option, word: str) -> OptionValue:
    """Return the value that a word means; what has no meaning is left for the game to refuse."""
    if isinstance(option.default, bool):
        return SWITCHES.get(word, word)
    if isinstance(option.default, int) and word.isdecimal():
        return int(word)
    return word


def _open(name: str) -> TextIO:
    try:
        return open(name, "w", encoding="utf-8", newline="")  # noqa: PTH123 - the caller closes
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from None


def _write(file: TextIO, results: Sequence[Result]) -> None:
    lines = csv.writer(file)
    lines.writerow(["seats", "number", "actions", "turns", "reason", "winners"])
    for result in results:
        winners = " ".join(map(str, result.winners))
        lines.writerow(
            [result.seats, result.number, result.plies, result.turns, result.reason, winners]
        )


def report(game: Game, plan: Plan, results: Sequence[Result]) -> str:
    """Write the tables for people."""
    by_size: dict[int, list[Result]] = {}
    for result in results:
        by_size.setdefault(result.seats, []).append(result)
    head = f"{game.title}: {_pairs(plan.options)}; bots {', '.join(plan.bots)}; seed {plan.seed}"
    known = _published(game, plan)
    tables = [_won(by_size, known), _length(by_size), _ends(by_size)]
    notes: list[str] = []
    if not known and game.name in PUBLISHED:
        about = f"Published figures to compare with, for {next(iter(game.bots))}:"
        others = [f"  {_pairs(other.options)}" for other in PUBLISHED[game.name]]
        notes.append("\n".join([about, *others]))
    return "\n\n".join([head, *map(_layout, tables), *notes]) + "\n"


def _published(game: Game, plan: Plan) -> Published | None:
    """Return what was published about the same options, played by the game's own first bot."""
    if {*plan.bots} != {next(iter(game.bots))}:
        return None
    fitting = (p for p in PUBLISHED.get(game.name, ()) if p.options.items() <= plan.options.items())
    return next(fitting, None)


def _won(by_size: Mapping[int, Sequence[Result]], known: Published | None) -> Table:
    most = max(by_size)
    heads = ["seats", "games", "somebody wins", "95 % interval"]
    if known:
        heads += [f"published ({known.games} games)", "difference"]
    table = [[*heads, *(f"seat {seat}" for seat in range(most))]]
    for seats, results in by_size.items():
        games, won = len(results), sum(bool(result.winners) for result in results)
        low, high = wilson(won, games)
        row = [
            str(seats),
            str(games),
            _percent(won / games),
            f"{_percent(low)} to {_percent(high)}",
        ]
        if known and seats not in known.shares:
            row += ["", ""]
        elif known:
            apart = known.difference(seats, won, games)
            verdict = "agrees" if abs(apart) <= SIGMAS else "differs"
            row += [f"{known.shares[seats]:.0%}", f"{apart:+.1f} sigma, {verdict}"]
        wins = Counter(seat for result in results for seat in result.winners)
        row += [_percent(wins[seat] / games) if seat < seats else "" for seat in range(most)]
        table.append(row)
    return table


def _length(by_size: Mapping[int, Sequence[Result]]) -> Table:
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


def _ends(by_size: Mapping[int, Sequence[Result]]) -> Table:
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


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share."""
    share, z2 = hits / of, NORMAL_95**2
    middle = share + z2 / (2 * of)
    reach = NORMAL_95 * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return (middle - reach) / (1 + z2 / of), (middle + reach) / (1 + z2 / of)


def quantile(ordered: Sequence[int], percent: int) -> int:
    """Return the smallest number that `percent` of all do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return ("off", "on")[value]
    return "/".join(str(value).split("\n"))


def _pairs(options: Mapping[str, OptionValue]) -> str:
    return ", ".join(f"{name}={_word(value)}" for name, value in options.items())


def _count(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"a number from 1, not {word!r}")
    return int(word)


def _games() -> str:
    """List what can be simulated."""
    lines = ["games, with their options and bots:"]
    for game in GAMES.values():
        lines.append(f"  {game.name}")
        lines += [
            f"    {option.name}: {option.allowed()} (default: {_word(option.default)})"
            for option in game.options
        ]
        lines.append(f"    bots: {', '.join(game.bots)} (default: {next(iter(game.bots))})")
    return "\n".join(lines)
