"""How long a server takes to be back: tables with a match under way, read from its journal.

    python -m bench.recovery                     # 1,000 tables with 200 inputs each, and fewer
    python -m bench.recovery --tables 100 --inputs 50 --runs 1 --json recovery.json

Each run starts the server itself, and ends when it says that it listens; "empty" is a server that
has nothing to bring back, and "us an input" is processor time beyond that.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random  # noqa: TID251  # a bench plays no match: any inputs will do

from bench.figures import parser, show, spread, verdict, write
from bench.machine import Machine, cpu
from bench.serving import started

from haydes.engine.match import Kind
from haydes.engine.registry import GAMES
from haydes.server.chain import Ledger
from haydes.server.deal import Deals
from haydes.server.fold import fold
from haydes.server.journal import (
    InputTaken,
    MatchStarted,
    Record,
    SeatTaken,
    SecretDrawn,
    TableOpened,
)
from haydes.server.play import Play
from haydes.server.seats import Seats
from haydes.server.store import Store

SEATS = 4
WHOLE = 1000, 200  # tables, and inputs of each, that the goal is for
GOAL = 5.0  # seconds


def table(name: str, game_name: str, inputs: int, chance: Random) -> Iterator[Record]:
    """Make the records of a table that plays at random, match after match."""
    game, at = GAMES[game_name], int(time.time())
    options = game.settle({})
    seats, play, deals = Seats(SEATS), Play(game, SEATS, options), Deals(name, game, SEATS, options)
    yield TableOpened(name, game_name, game.version, SEATS, options, "", b"", 0, at)

    def done(record: Record) -> Record:
        fold(record, seats, play, deals)
        return record

    for seat in range(SEATS):
        token = seat.to_bytes(16, "big") + name.encode().ljust(16)
        yield done(SeatTaken(name, seat, f"p{seat}", token=token))
    left = inputs
    while left:
        if not play.is_running:
            yield done(SecretDrawn(name, chance.randbytes(32), {}))
            yield done(MatchStarted(name, deals.latest.seed() if deals.latest else b"", at))
        seat = next(seat for seat in range(SEATS) if play.asks(seat))
        question = play.questions[seat]
        entry = play.entry(Kind.ACT, seat, chance.choice(question.legal))
        yield done(InputTaken(name, entry, question.prompt, None, at))
        left -= 1


def fill(folder: Path, tables: int, inputs: int, game: str) -> int:
    """Write a journal; return its size in bytes."""
    chance = Random(tables)  # noqa: S311 - as above
    with Store(folder / "data") as store:
        ledger = Ledger(store.identity)
        for number in range(tables):
            for record in table(f"t{number}", game, inputs, chance):
                ledger.add(record)
        batch = ledger.take()
        if batch:
            store.write(batch)
        store.tidy()
    return sum(path.stat().st_size for path in (folder / "data").iterdir())


def start(folder: Path) -> tuple[float, float]:
    """Return how many seconds a server takes until it listens, and of processor time."""
    at = time.perf_counter()
    with started(folder, folder / "data") as server:
        return time.perf_counter() - at, sum(cpu(server.pid))


def measure(tables: int, inputs: int, game: str, runs: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = fill(folder, tables, inputs, game)
        took, used = zip(*[start(folder) for _ in range(runs)], strict=True)
    return {
        "file MB": size / 1e6,
        **{f"{name} s": figure for name, figure in spread(took).items()},
        "processor s": statistics.median(used),
    }


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--tables", type=int, default=1000)
    arguments.add_argument("--inputs", type=int, default=200)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--game", choices=GAMES, default="haydes")
    given = arguments.parse_args()
    machine = Machine()
    tables, inputs = given.tables, given.inputs
    steps = [(0, 0), (tables // 4, inputs), (tables, inputs // 4), (tables, inputs)]
    rows: dict[str, dict[str, float]] = {}
    for step in steps:
        row = measure(*step, given.game, given.runs)
        count = step[0] * step[1]
        empty = rows["empty"]["processor s"] if rows else row["processor s"]
        row["us an input"] = (row["processor s"] - empty) * 1e6 / count if count else 0.0
        rows[f"{step[0]} x {step[1]}" if count else "empty"] = row
    print(f"{given.game}, medians of {given.runs}; {machine.tell()}")
    show("tables x inputs each", rows, 2)
    if (tables, inputs) == WHOLE:
        verdict("seconds", rows[f"{tables} x {inputs}"]["median s"], GOAL)
    write(given.json, machine, {"game": given.game, "rows": rows})


if __name__ == "__main__":
    main()
