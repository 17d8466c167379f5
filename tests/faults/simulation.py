"""Whole games under faults on a virtual clock.

    python -m tests.faults.simulation --games 2000 --seed 1
    python -m tests.faults.simulation --replay SEED

Each world has one server, two tables and everybody at them; what goes wrong follows from the
world's seed. A seed that breaks a promise is printed, and `--replay` shows it again.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import trio
import trio.testing
from tests.faults.broken import BrokenError
from tests.faults.simulated.mutants import MUTANTS
from tests.faults.simulated.world import TABLES, Tally, World


@dataclass(frozen=True, slots=True)
class Finding:
    """What has come of one world."""

    seed: int
    trace: str = ""
    broken: str = ""
    tally: Tally = field(default_factory=Tally)


def simulate(seed: int, mutant: str = "") -> Finding:
    """Run one world."""
    worlds: list[World] = []

    async def live() -> None:
        worlds.append(World(seed, Path(folder)))
        await worlds[0].run()

    with MUTANTS[mutant](), in_order(seed), TemporaryDirectory() as folder:
        try:
            trio.run(live, clock=trio.testing.MockClock(autojump_threshold=0))
        except Exception as error:  # noqa: BLE001 - whatever it is, the seed must be told
            return Finding(seed, broken=_told(error))
    return Finding(seed, worlds[0].trace.digest(), tally=worlds[0].tally)


@contextmanager
def in_order(seed: int) -> Generator[None]:
    """Let Trio choose by the seed what runs next; these two switches are private to it."""
    scheduler: Any = import_module("trio._core._run")
    name = "_ALLOW_DETERMINISTIC_SCHEDULING"
    usual = getattr(scheduler, name)
    scheduler._r.seed(seed)
    setattr(scheduler, name, True)
    try:
        yield
    finally:
        setattr(scheduler, name, usual)


def _told(error: Exception) -> str:
    for one in _leaves(error):
        if isinstance(one, BrokenError):
            return str(one)
    return "".join(traceback.format_exception(error))


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        # the type parameter of a group is lost on its way here
        for one in cast(BaseExceptionGroup[BaseException], error).exceptions:
            yield from _leaves(one)
    else:
        yield error


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code: 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.simulation")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first world")
    parser.add_argument("--streams", type=int, default=2, help="processes")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), default="")
    parser.add_argument("--replay", type=int, metavar="SEED", help="run one world only")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    count = 1 if given.replay is not None else -(-given.games // TABLES)
    first = given.seed if given.replay is None else given.replay
    seeds = range(first, first + count)
    total, broken = Tally(), 0
    with ProcessPoolExecutor(min(given.streams, count)) as pool:
        found = pool.map(simulate, seeds, [given.mutant] * count, chunksize=1)
        for finding in found:
            total += finding.tally
            if finding.broken:
                broken += 1
                sys.stdout.write(f"seed {finding.seed}: {finding.broken}\n")
                sys.stdout.flush()
            elif count == 1:
                sys.stdout.write(f"seed {finding.seed}: trace {finding.trace}\n")
    seconds = time.monotonic() - began
    games = total.games.total()
    by_game = ", ".join(f"{n} {name}" for name, n in sorted(total.games.items()))
    facts = ", ".join(f"{n} {what}" for what, n in sorted(total.facts.items()))
    sys.stdout.write(
        f"{games} whole games ({by_game}), {facts}; {broken} worlds of {count} broke a promise; "
        f"seeds {first} to {first + count - 1}, {seconds:.1f} s\n"
    )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
