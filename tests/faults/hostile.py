"""Hostile load: honest tables play and honest people come while a thousand attackers crowd in.

    python -m tests.faults.hostile --seconds 60 --seed 1

starts a server, lets the tables play in quiet, then among the attackers (at nice 15), then in
quiet again, prints figures and gates, and ends with 1 if a gate was not passed. With
`--mutant no-eviction` the server keeps every stranger it has let in; the gates must notice.
On a machine that has other things to do, `--right-of-way` (for root) lets server and players run
before all else, so that what is measured is what the attackers cost and not what the others do.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from tests.faults.honest import Player, Tally, sit_down, visit
from tests.server.processes import CODE, ENVIRONMENT, open_files, processor_seconds, server

ROOT = Path(__file__).parents[2]
JOIN_SECONDS = 2.0
SLOWER = 3.0  # times the quiet p99 that play may take
MEMORY = 16  # MiB that the server may have grown by afterwards
_SETTLE = 30.0  # seconds for the server to close what the attackers have left behind

NO_EVICTION = """
from haydes.protocol.codes import Close
from haydes.server import main
from haydes.server.door import Door
class Hard(Door):
    def turns_away(self, source, now):
        full = len(self.strangers) >= self.limits.strangers
        return Close.FULL if full else super().turns_away(source, now)
    def enter(self, session):
        super().enter(session)
main.Door = Hard
main.main()
"""
MUTANTS = {"no-eviction": NO_EVICTION}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    seconds: float = 60.0
    seed: int = 1
    tables: int = 25
    attackers: int = 1000
    joins: int = 100
    patience: float = JOIN_SECONDS  # seconds of who comes
    mutant: str = ""
    right_of_way: bool = False


@dataclass(slots=True)
class Phase:
    """Figures of a stretch of play."""

    latencies: list[float]
    seconds: float
    processor: float  # seconds of the server's

    def __add__(self, other: "Phase") -> "Phase":
        return Phase(
            self.latencies + other.latencies,
            self.seconds + other.seconds,
            self.processor + other.processor,
        )

    def __str__(self) -> str:
        per_second = len(self.latencies) / self.seconds
        p50, p99, top = (1000 * quantile(self.latencies, q) for q in (0.5, 0.99, 1.0))
        return (
            f"{per_second:.0f} acts/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {top:.1f} ms, "
            f"server {self.processor / self.seconds:.0%} of a core"
        )


@dataclass(slots=True, kw_only=True)
class Result:
    """What a run has shown."""

    quiet: Phase
    hostile: Phase
    joins: list[float | str]
    lost: list[str]
    matches: int
    connections: int  # that attackers have made
    files: tuple[int, int]  # before and after
    memory: tuple[int, int, int]  # MiB before, among the attackers, after
    log_lines: int = 0
    took: float = 0.0

    def gates(self) -> dict[str, bool]:
        slow = quantile(self.hostile.latencies, 0.99), quantile(self.quiet.latencies, 0.99)
        return {
            "no seat lost": not self.lost,
            f"every honest join within {JOIN_SECONDS:.0f} s": all(
                isinstance(join, float) for join in self.joins
            ),
            f"p99 of play at most {SLOWER:.0f} times the quiet one": slow[0] <= SLOWER * slow[1],
            "descriptors back": self.files[1] <= self.files[0],
            f"memory back within {MEMORY} MiB": self.memory[2] - self.memory[0] <= MEMORY,
        }

    def report(self, plan: Plan) -> str:
        joined = [join for join in self.joins if isinstance(join, float)]
        failed = [join for join in self.joins if isinstance(join, str)]
        lines = [
            f"seed {plan.seed}, {plan.tables} tables of 4, {plan.attackers} attackers"
            + (f", mutant {plan.mutant}" if plan.mutant else "")
            + (", with right of way" if plan.right_of_way else ""),
            f"quiet:   {self.quiet}",
            f"hostile: {self.hostile}",
            f"attackers made {self.connections} connections; {self.matches} matches were played",
            f"joins: {len(joined)} of {len(self.joins)}"
            + (f", the slowest took {max(joined):.2f} s" if joined else ""),
            *(f"  {count} x {why}" for why, count in Counter(failed).most_common(5)),
            f"seats lost: {len(self.lost)}",
            *(f"  {why}" for why in self.lost[:10]),
            f"descriptors: {self.files[0]} before, {self.files[1]} after",
            "memory: {} MiB before, {} among attackers, {} after".format(*self.memory),
            f"log: {self.log_lines} lines",
            f"took {self.took:.0f} s",
            *(f"{'passed' if good else 'FAILED'}: {gate}" for gate, good in self.gates().items()),
        ]
        return "\n".join(lines)


def quantile(values: Sequence[float], q: float) -> float:
    """Return the value below which the share q of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else 0.0


@dataclass(slots=True)
class Scene:
    """A server with its tables, and what is measured of it."""

    process: subprocess.Popen[str]
    port: int
    plan: Plan
    tally: Tally
    players: list[Player]

    async def measure(self, seconds: float) -> Phase:
        """Let them play for so long; return how it went."""
        first, worked = len(self.tally.latencies), processor_seconds(self.process.pid)
        began = trio.current_time()
        await trio.sleep(seconds)
        worked = processor_seconds(self.process.pid) - worked
        return Phase(self.tally.latencies[first:], trio.current_time() - began, worked)

    async def visits(self, joins: list[float | str]) -> None:
        """Let honest people come in, one after the other, all through the hostile phase."""
        pause = self.plan.seconds / self.plan.joins
        async with trio.open_nursery() as nursery:
            for number in range(self.plan.joins):
                nursery.start_soon(self._visit, number, joins)
                await trio.sleep(pause)

    async def _visit(self, number: int, joins: list[float | str]) -> None:
        joins.append(await visit(self.port, number, self.plan.patience))

    async def among(self, crowd: subprocess.Popen[str]) -> tuple[Phase, list[float | str]]:
        """Play and let people come while the crowd is there."""
        joins: list[float | str] = []
        with trio.fail_after(_SETTLE):
            assert crowd.stdout
            await trio.lowlevel.wait_readable(crowd.stdout.fileno())  # it has begun to count
        await trio.sleep(self.warming_up)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.visits, joins)
            hostile = await self.measure(self.plan.seconds)
        crowd.kill()
        return hostile, joins

    async def settle(self, files: int) -> None:
        """Wait until the server has closed what the attackers have left behind."""
        with trio.move_on_after(_SETTLE):
            while open_files(self.process.pid) > files:  # noqa: ASYNC110 - another process's
                await trio.sleep(0.2)

    @property
    def warming_up(self) -> float:
        return min(3.0, self.plan.seconds / 4)

    @property
    def lost(self) -> list[str]:
        gone = [f"{player.name}: someone is gone" for player in self.players if player.misses()]
        return self.tally.lost + gone


async def run(plan: Plan) -> Result:
    """Play a plan through."""
    began = time.monotonic()
    tally = Tally()
    with (
        TemporaryDirectory(prefix="haydes-hostile-") as folder,
        server("--data", folder, code=MUTANTS.get(plan.mutant, CODE)) as (process, port),
    ):
        players = await sit_down(port, plan.tables, random.Random(plan.seed), tally)
        scene = Scene(process, port, plan, tally, players)
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.play)
            result = await _phases(scene)
            nursery.cancel_scope.cancel()
        for player in players:
            player.client.close()
        process.terminate()
        process.wait(10)
        assert process.stderr
        result.log_lines = len(list(process.stderr))
    result.took = time.monotonic() - began
    return result


async def _phases(scene: Scene) -> Result:
    process = scene.process.pid
    await trio.sleep(scene.warming_up)
    quiet = await scene.measure(scene.plan.seconds / 2)
    files, memory = open_files(process), resident(process)
    with _crowd(scene) as crowd:
        hostile, joins = await scene.among(crowd)
        crowded = resident(process)
        assert crowd.stdout
        connections = max(map(int, crowd.stdout.read().split()), default=0)
    await scene.settle(files)
    await scene.measure(scene.warming_up)
    again = await scene.measure(scene.plan.seconds / 2)
    return Result(
        quiet=quiet + again,
        hostile=hostile,
        joins=joins,
        lost=scene.lost,
        matches=scene.tally.matches,
        connections=connections,
        files=(files, open_files(process)),
        memory=(memory, crowded, resident(process)),
    )


def _crowd(scene: Scene) -> subprocess.Popen[str]:
    plan = scene.plan
    tables = sorted({str(player.client.table["id"]) for player in scene.players})
    numbers = map(str, (scene.port, plan.attackers, plan.seed))
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.crowd", *numbers, *tables],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    )


def resident(process: int) -> int:
    """Return the MiB of memory that a process has in use."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.hostile",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    usual = Plan()
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--attackers", type=int, default=usual.attackers)
    parser.add_argument("--joins", type=int, default=usual.joins)
    parser.add_argument("--right-of-way", action="store_true")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), default="")
    return parser


def main() -> int:
    """Run the command; return its exit code."""
    plan = Plan(**vars(_parser().parse_args()))
    if plan.right_of_way:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))  # children inherit it
    result = trio.run(run, plan)
    sys.stdout.write(f"{result.report(plan)}\n")
    return 0 if all(result.gates().values()) else 1


if __name__ == "__main__":
    sys.exit(main())
