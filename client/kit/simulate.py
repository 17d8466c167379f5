"""`haydes-kit simulate`: bots play many games, and a table says how they end.

The same command prints the same table, and games are the same however many processes share
the work.
"""

import argparse
import csv
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from typing import TextIO

from haydes.client.exits import DONE, MISUSED
from haydes.client.kit import UsageError
from haydes.client.kit.plan import Plan, Result
from haydes.client.kit.report import report, word
from haydes.engine.game import Game, Option, OptionError, OptionValue
from haydes.engine.registry import GAMES

SUMMARY = "have bots play many games, and print how they end"

CHUNK = 25  # games that a process plays at a time
BEAT = 0.1  # seconds between two signs of progress
SWITCHES = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=simulate)
    parser.epilog = f"{_games()}\nexit codes: 0 done, {MISUSED} wrong usage.\n"
    parser.add_argument("game", metavar="GAME", help="one of those below")
    parser.add_argument("--games", type=_count, default=600, metavar="N", help="per table size")
    parser.add_argument("--seats", metavar="N,...", help="table sizes (default: all)")
    parser.add_argument("--bots", metavar="BOT,...", help="by seat, repeated as needed")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="see below"
    )
    parser.add_argument("--seed", default="1", help="another seed, other games")
    parser.add_argument("--csv", metavar="FILE", help="write a line for each game")
    parser.add_argument("--jobs", type=_count, default=1, metavar="N", help="processes")


def simulate(given: argparse.Namespace) -> int:
    """Run the tool and return the exit code; raises UsageError."""
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
    return DONE


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
    sizes = [int(size) if size.isdecimal() else 0 for size in text.split(",")]
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
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"an option is NAME=VALUE, not {pair!r}")
        chosen[name] = _value(known[name], value) if name in known else value
    try:
        return game.settle(chosen)
    except OptionError as error:
        raise UsageError(str(error)) from None


def _value(option: Option, typed: str) -> OptionValue:
    """Return the value that is meant; what has no meaning is left for the game to refuse."""
    if isinstance(option.default, bool):
        return SWITCHES.get(typed, typed)
    if isinstance(option.default, int) and typed.isdecimal():
        return int(typed)
    return typed


def _open(name: str) -> TextIO:
    try:
        return open(name, "w", encoding="utf-8", newline="")  # noqa: PTH123 - the caller closes
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from None


def _write(file: TextIO, results: Sequence[Result]) -> None:
    lines = csv.writer(file)
    lines.writerow(["seats", "number", "actions", "turns", "rounds", "reason", "winners"])
    for result in results:
        winners = " ".join(map(str, result.winners))
        counts = [result.seats, result.number, result.plies, result.turns, result.rounds]
        lines.writerow([*counts, result.reason, winners])


def _count(typed: str) -> int:
    if not typed.isdecimal() or not int(typed):
        raise argparse.ArgumentTypeError(f"a number from 1, not {typed!r}")
    return int(typed)


def _games() -> str:
    """List what can be simulated."""
    lines = ["games, with their options and bots:"]
    for game in GAMES.values():
        lines.append(f"  {game.name}")
        lines += [
            f"    {option.name}: {option.allowed()} (default: {word(option.default)})"
            for option in game.options
        ]
        lines.append(f"    bots: {', '.join(game.bots)} (default: {next(iter(game.bots))})")
    return "\n".join(lines)
