"""What durability costs: the same tables play with the journal and without it, by turns.

    python -m bench.journal                      # 1, 25 and 100 tables, medians of 3 runs
    python -m bench.journal --tables 100 --seconds 10 --folder /somewhere/on/the/disk

With the journal nobody has an update before it is on disk. An act of the table's game waits for
one commit, which takes along whatever else has happened meanwhile. "Of off" is the rate with the
journal beside that without, in percent.
"""

from bench.figures import Row, medians, parser, show, write
from bench.load import SEATS, full, load
from bench.machine import Machine
from bench.serving import serving

GOAL = 60  # percent of the rate without a journal
DIGITS = {"acts": 0, "of off": 0, "least acts": 0, "most acts": 0}


def measure(
    tables: int, game: str, seconds: float, within: str | None, *, durable: bool
) -> dict[str, float]:
    with serving(durable=durable, within=within) as server:
        return load(full(server.port, tables, game), seconds, server)


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--tables", type=int, nargs="+", default=[1, 25, 100])
    arguments.add_argument("--seconds", type=float, default=4.0)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--game", default="haydes")
    arguments.add_argument("--folder", help="where the data is kept for the while of a run")
    given = arguments.parse_args()
    machine = Machine()
    runs: dict[str, list[Row]] = {}
    for _ in range(given.runs):
        for tables in given.tables:
            for durable in (True, False):
                row = measure(tables, given.game, given.seconds, given.folder, durable=durable)
                runs.setdefault(f"{tables}, {'on' if durable else 'off'}", []).append(row)
    rows: dict[str, Row] = {}
    for name, found in runs.items():
        off = medians(runs[name.replace("on", "off")])["acts"]
        rates = [row["acts"] for row in found]
        rows[name] = medians(found) | {
            "least acts": min(rates),
            "most acts": max(rates),
            "of off": 100 * medians(found)["acts"] / off,
        }
    print(f"{given.game}, tables of {SEATS}, medians of {given.runs}; {machine.tell()}")
    show("tables, journal", rows, DIGITS)
    for tables in given.tables:
        share = rows[f"{tables}, on"]["of off"]
        told = "met" if share >= GOAL else "missed"
        print(
            f"goal: {tables} tables, at least {GOAL} % of the rate without: {share:.0f} %, {told}"
        )
    write(given.json, machine, {"game": given.game, "runs": runs})


if __name__ == "__main__":
    main()
