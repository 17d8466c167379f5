"""How each cost grows: with tables, spectators, the length of the journal, the size of the map.

    python -m bench.scale                        # medians of 3 runs of 2 s each
    python -m bench.scale --only tables --tables 1 400 --seconds 5
    python -m bench.scale --only spectators --spectators 0 1000 --pace 0.1

Tables play as fast as they can, the one that is watched at a pace: so many seconds lie between
two acts. Who watches is a process of its own. "of the first" compares an act's processor time, or
for spectators the players' p99, with that of the first row.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.figures import Row, medians, parser, show, verdict, write
from bench.load import SEATS, Load, full
from bench.machine import Machine
from bench.recovery import fill
from bench.serving import running, serving, started
from bench.sync import GAME

COLUMNS = ("acts", "us", "system", "p50", "p99", "max", "bytes", "others")
DIGITS = {"acts": 0, "us": 1, "system": 1, "bytes": 1, "of the first": 2, "others": 2}
PACED = 100  # acts at a pace, at least: with fewer p99 is the slowest one
INPUTS = 200  # of each table that is in the journal already
MAPS: Mapping[str, tuple[str, Mapping[str, str | int]]] = {
    "haydes, 54 tiles": ("haydes", {"map": "quick"}),
    "haydes, 106 tiles": ("haydes", {"map": "block"}),
}
TILES: Mapping[str, tuple[str, Mapping[str, str | int]]] = {
    "sync, 54 tiles": (GAME.name, {"tiles": 54}),
    "sync, 106 tiles": (GAME.name, {"tiles": 106}),
    "sync, 500 tiles": (GAME.name, {"tiles": 500}),
    "sync, 5000 tiles": (GAME.name, {"tiles": 5000}),
}
GOAL_TABLES, GOAL_SPECTATORS = 1.3, 3.0  # times the first row


def tables(count: int, game: str, seconds: float) -> dict[str, float]:
    """Play at so many tables."""
    with serving() as server:
        return Load(full(server.port, count, game), server=server).measure(seconds)


def spectators(count: int, game: str, seconds: float, pace: float) -> dict[str, float]:
    """Play at one table that so many watch."""
    with serving() as server, ExitStack() as stack:
        people = full(server.port, 1, game)
        if count:
            stack.enter_context(
                running("bench.listeners", str(server.port), people[0].id, str(count))
            )
        return Load(people, pace, server=server).measure(seconds)


def journal(inputs: int, game: str, seconds: float, count: int) -> dict[str, float]:
    """Play on a server whose journal has so many inputs of other tables already."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, inputs // INPUTS, INPUTS, game)
        with started(folder, folder / "data") as server:
            return Load(full(server.port, count, game), server=server).measure(seconds)


def size(
    game: str, options: Mapping[str, str | int], seconds: float, count: int
) -> dict[str, float]:
    """Play on a map."""
    with serving() as server:
        return Load(full(server.port, count, game, options), server=server).measure(seconds)


def interleaved(
    contests: Mapping[str, Callable[[], Mapping[str, float]]], runs: int
) -> dict[str, list[Row]]:
    """Let contests take turns."""
    found: dict[str, list[Row]] = {name: [] for name in contests}
    for _ in range(runs):
        for name, contest in contests.items():
            row = contest()
            found[name].append({column: row[column] for column in COLUMNS})
    return found


def compared(found: Mapping[str, Sequence[Row]], by: str) -> dict[str, dict[str, float]]:
    """Return medians, and each one compared with the first."""
    middle = {name: medians(rows) for name, rows in found.items()}
    first = next(iter(middle.values()))[by]
    return {
        name: row
        | {
            "least us": min(run["us"] for run in found[name]),
            "most us": max(run["us"] for run in found[name]),
            "of the first": row[by] / first,
        }
        for name, row in middle.items()
    }


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--tables", type=int, nargs="+", default=[1, 4, 25, 100, 400])
    arguments.add_argument("--spectators", type=int, nargs="+", default=[0, 10, 100, 1000])
    arguments.add_argument("--inputs", type=int, nargs="+", default=[0, 20_000, 100_000])
    arguments.add_argument("--pace", type=float, default=0.05, help="seconds between two acts")
    arguments.add_argument("--game", default="haydes")
    arguments.add_argument("--seconds", type=float, default=2.0)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument(
        "--beside", type=int, default=25, help="tables of journal, map and tiles"
    )
    parts = ("tables", "spectators", "journal", "map", "tiles")
    arguments.add_argument("--only", nargs="+", choices=parts, default=parts)
    given = arguments.parse_args()
    machine = Machine()
    game, seconds, beside = given.game, given.seconds, given.beside
    plans: Mapping[str, Mapping[str, Callable[[], Mapping[str, float]]]] = {
        "tables": {str(n): partial(tables, n, game, seconds) for n in given.tables},
        "spectators": {
            str(n): partial(spectators, n, game, max(seconds, PACED * given.pace), given.pace)
            for n in given.spectators
        },
        "journal": {str(n): partial(journal, n, game, seconds, beside) for n in given.inputs},
        "map": {name: partial(size, *MAPS[name], seconds, beside) for name in MAPS},
        "tiles": {name: partial(size, *TILES[name], seconds, beside) for name in TILES},
    }
    document: dict[str, object] = {}
    print(f"{game}, tables of {SEATS}, medians of {given.runs} runs of {seconds:g} s")
    for part in given.only:
        found = interleaved(plans[part], given.runs)
        rows = compared(found, "p99" if part == "spectators" else "us")
        show(part, rows, DIGITS)
        most = max(row["of the first"] for row in rows.values())
        if part == "tables":
            verdict("an act, at any number of tables, of the first", most, GOAL_TABLES)
        elif part == "spectators":
            verdict("the players' p99, of that without any", most, GOAL_SPECTATORS)
        document[part] = {"runs": found, "medians": rows}
    print(f"\n{machine.tell()}")
    write(given.json, machine, document)


if __name__ == "__main__":
    main()
