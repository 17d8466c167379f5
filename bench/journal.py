"""What durability costs: the same tables play with the journal and without it, by turns.

    python -m bench.journal                      # 1, 25 and 100 tables, medians of 3 runs
    python -m bench.journal --tables 100 --seconds 10 --folder /somewhere/on/the/disk

With the journal nobody has an update before it is on disk. An act of the table's game waits for
one commit, which takes along whatever else has happened meanwhile.
"""

import argparse
import json
import os
import statistics
import tempfile
from pathlib import Path

from bench.load import SEATS, load, seated, serving

COLUMNS = {
    "acts": "acts/s", "p50": "p50 ms", "p99": "p99 ms", "max": "max ms", "us": "us/act",
}  # fmt: skip
GOAL = 60  # percent of the rate without a journal


def measure(
    tables: int, game: str, seconds: float, within: str | None, *, durable: bool
) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=within) as name:
        folder = Path(name)
        flags = ["--data", str(folder / "data")] if durable else ["--volatile"]
        with serving(folder, flags) as (port, pid):
            return load(seated(port, tables, game), seconds, pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 25, 100])
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--game", default="haydes")
    parser.add_argument("--folder", help="where the data is kept for the while of a run")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    rows: dict[int, dict[bool, list[dict[str, float]]]] = {}
    for tables in arguments.tables:
        rows[tables] = {True: [], False: []}
        for _ in range(arguments.runs):
            for durable, found in rows[tables].items():
                row = measure(
                    tables, arguments.game, arguments.seconds, arguments.folder, durable=durable
                )
                found.append(row)
    load_average = os.getloadavg()[0]
    print(f"{arguments.game}, tables of {SEATS}, load of the machine {load_average:.1f}; medians")
    print("tables  journal" + "".join(f"{title:>9}" for title in COLUMNS.values()))
    for tables, both in rows.items():
        rates: list[float] = []
        for durable, found in both.items():
            middle = {name: statistics.median(row[name] for row in found) for name in COLUMNS}
            rates.append(middle["acts"])
            figures = "".join(
                f"{value:9.{0 if name == 'acts' else 1}f}" for name, value in middle.items()
            )
            print(f"{tables:6}  {'on' if durable else 'off':7}{figures}")
        print(f"{tables:6}  on / off: {100 * rates[0] / rates[1]:.0f} % (goal {GOAL} %)")
    if arguments.json:
        document = {
            str(tables): {"on": both[True], "off": both[False]} for tables, both in rows.items()
        }
        arguments.json.write_text(json.dumps({"load": load_average, "tables": document}, indent=2))


if __name__ == "__main__":
    main()
