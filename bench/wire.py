"""What an act costs the server: processor time, rate, latency and bytes, beside others and a limit.

    python -m bench.wire                         # 25 tables of 4 clients, medians of 3 runs
    python -m bench.wire --tables 100 --seconds 8 --runs 5 --json wire.json
    python -m bench.wire --only sync limit
    python -m bench.wire --peers FOLDER          # installs Colyseus and boardgame.io there, once

The contestants take turns, so that what slows the machine slows them all. "Ratio" is the rate
beside that of `sync`; "load" and "others" are the processors that the load itself and all other
programs kept busy. `limit` is a server under Trio that has no game; the peers play `sync`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bench import foreign
from bench.figures import Row, medians, parser, show, verdict, write
from bench.load import SEATS, Thrifty, bare, full, load
from bench.machine import Machine
from bench.serving import limit, serving
from bench.sync import GAME

from haydes.client.kit.load import Client

COLUMNS = {
    "acts": "acts/s",
    "us": "us/act",
    "system": "kernel",
    "p50": "p50 ms",
    "p99": "p99 ms",
    "bytes": "bytes",
    "load": "load",
    "others": "others",
}
DIGITS = {"acts/s": 0, "ratio": 2, "load": 2, "others": 2}
GOAL_US, GOAL_RATIO = 37, 1.2  # microseconds an act; times the rate of Colyseus

Contest: TypeAlias = Callable[[int, float], Mapping[str, float]]  # takes tables and seconds


def ours(
    game: str, kind: type[Client], *, durable: bool, tables: int, seconds: float
) -> Mapping[str, float]:
    with serving(durable=durable) as server:
        return load(full(server.port, tables, game, kind=kind), seconds, server)


def least(tables: int, seconds: float) -> Mapping[str, float]:
    with limit() as server:
        return load(bare(server.port, tables), seconds, server)


def other(folder: Path, kind: foreign.Kind, tables: int, seconds: float) -> Mapping[str, float]:
    with foreign.serving(folder, kind.program) as server:
        return load(kind.tables(server.port, tables), seconds, server)


def _ours(game: str, kind: type[Client] = Client, *, durable: bool = False) -> Contest:
    return lambda tables, seconds: ours(game, kind, durable=durable, tables=tables, seconds=seconds)


OURS: Mapping[str, Contest] = {
    "limit": least,
    "sync": _ours(GAME.name),
    "sync, deflate": _ours(GAME.name, Thrifty),
    "sync, journal": _ours(GAME.name, durable=True),
    "haydes": _ours("haydes"),
    "haydes, journal": _ours("haydes", durable=True),
    "hounds": _ours("hounds"),
    "holyquest": _ours("holyquest"),
}


def contests(folder: Path | None) -> dict[str, Contest]:
    """Return who takes part; without a folder, or what it needs, there are no peers."""
    why = foreign.why_not(folder) if folder else "name a folder for them: --peers FOLDER"
    if why or folder is None:
        print(f"no peers: {why}")
        return dict(OURS)
    peers = {name: partial(other, folder, kind) for name, kind in foreign.KINDS.items()}
    return {**OURS, **peers}


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--tables", type=int, default=25)
    arguments.add_argument("--seconds", type=float, default=4.0)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--only", nargs="+", choices=[*OURS, *foreign.KINDS])
    arguments.add_argument("--peers", type=Path, metavar="FOLDER", help="where peers are installed")
    given = arguments.parse_args()
    machine = Machine()
    all_of_them = contests(given.peers)
    rows: dict[str, list[Row]] = {name: [] for name in given.only or all_of_them}
    for _ in range(given.runs):
        for name, found in rows.items():
            if name in all_of_them:
                found.append(all_of_them[name](given.tables, given.seconds))
    rows = {name: found for name, found in rows.items() if found}
    if not rows:
        raise SystemExit("nobody takes part")
    middle = {name: medians(found) for name, found in rows.items()}
    base = middle.get(GAME.name, next(iter(middle.values())))["acts"]
    print(machine.tell())
    show(
        f"{given.tables} tables of {SEATS}, medians of {given.runs}",
        {
            name: {title: row[column] for column, title in COLUMNS.items()}
            | {
                "least us": min(run["us"] for run in rows[name]),
                "most us": max(run["us"] for run in rows[name]),
                "ratio": row["acts"] / base,
            }
            for name, row in middle.items()
        },
        DIGITS,
    )
    if GAME.name in middle:
        verdict("sync, us an act", middle[GAME.name]["us"], GOAL_US)
        if "Colyseus" in middle:
            needed = GOAL_RATIO * middle["Colyseus"]["acts"] / middle[GAME.name]["acts"]
            verdict(f"{GOAL_RATIO} times Colyseus's rate, of that of sync", needed, 1)
            peer = middle["Colyseus"]["p99"] / middle[GAME.name]["p99"]
            verdict("p99 of sync, of that of Colyseus", 1 / peer, 1)
    write(given.json, machine, {"tables": given.tables, "runs": rows})


if __name__ == "__main__":
    main()
