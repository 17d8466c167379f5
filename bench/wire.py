"""What an act costs the server: processor time, rate, latency and bytes, beside the bare limit.

    python -m bench.wire                         # 25 tables of 4 clients, medians of 3 runs
    python -m bench.wire --tables 100 --seconds 8 --runs 5 --json wire.json
    python -m bench.wire --only sync limit

The contestants take turns, so that what slows the machine slows them all.
"""

import argparse
import json
import os
import statistics
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bench.load import LIMIT, SEATS, bare, load, running, seated, serving

COLUMNS = {
    "acts": "acts/s",
    "us": "us/act",
    "system": "kernel",
    "p50": "p50 ms",
    "p99": "p99 ms",
    "bytes": "bytes",
}


class Contest(NamedTuple):
    """What is played; no game is the server that has none."""

    game: str = ""
    durable: bool = False


CONTESTS: Mapping[str, Contest] = {
    "limit": Contest(),
    "sync": Contest("sync"),
    "sync, journal": Contest("sync", durable=True),
    "haydes": Contest("haydes"),
    "haydes, journal": Contest("haydes", durable=True),
    "hounds": Contest("hounds"),
    "holyquest": Contest("holyquest"),
}


def measure(contest: Contest, tables: int, seconds: float) -> dict[str, float]:
    if not contest.game:
        with running(LIMIT) as (port, pid):
            return load(bare(port, tables), seconds, pid)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        flags = ["--data", str(folder / "data")] if contest.durable else ["--volatile"]
        with serving(folder, flags) as (port, pid):
            return load(seated(port, tables, contest.game), seconds, pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=CONTESTS, default=list(CONTESTS))
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {name: [] for name in arguments.only}
    for _ in range(arguments.runs):
        for name, found in rows.items():
            found.append(measure(CONTESTS[name], arguments.tables, arguments.seconds))
    load_average = os.getloadavg()[0]
    print(f"{arguments.tables} tables of {SEATS}, load of the machine {load_average:.1f}; medians")
    print(f"{'':16}" + "".join(f"{title:>9}" for title in COLUMNS.values()) + "   us min - max")
    for name, found in rows.items():
        middle = {column: statistics.median(row[column] for row in found) for column in COLUMNS}
        figures = "".join(
            f"{middle[column]:9.{0 if column == 'acts' else 1}f}" for column in COLUMNS
        )
        spread = [row["us"] for row in found]
        print(f"{name:16}{figures}   {min(spread):.0f} - {max(spread):.0f}")
    if arguments.json:
        document = {"tables": arguments.tables, "load": load_average, "runs": rows}
        arguments.json.write_text(json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
