"""How long a server takes to be back: tables with a match under way, read from its journal.

    python -m bench.recovery                     # 1,000 tables with 200 inputs each, and fewer
    python -m bench.recovery --tables 100 --inputs 50 --runs 1 --json recovery.json

Each run starts the server itself, and ends when it says that it listens; "empty" is a server that
has nothing to bring back.
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random  # noqa: TID251  # a bench plays no match: any inputs will do

from bench.load import cpu, serving

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
GOAL = 5.0  # seconds for 1,000 tables with 200 inputs each


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
    with serving(folder, ["--data", str(folder / "data")]) as (_, pid):
        return time.perf_counter() - at, sum(cpu(pid))


def measure(tables: int, inputs: int, game: str, runs: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = fill(folder, tables, inputs, game)
        took, used = zip(*[start(folder) for _ in range(runs)], strict=True)
    return {
        "tables": tables,
        "inputs": inputs,
        "mb": size / 1e6,
        "seconds": statistics.median(took),
        "min": min(took),
        "max": max(took),
        "cpu": statistics.median(used),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--inputs", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--game", choices=GAMES, default="haydes")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    tables, inputs = arguments.tables, arguments.inputs
    steps = [(0, 0), (tables // 4, inputs), (tables, inputs // 4), (tables, inputs)]
    found = [measure(*step, arguments.game, arguments.runs) for step in steps]
    load_average = os.getloadavg()[0]
    print(f"{arguments.game}, load of the machine {load_average:.1f}; medians of {arguments.runs}")
    print("  tables  inputs each  file MB  seconds    min    max  CPU s   CPU us an input")
    for row in found:
        acts = row["tables"] * row["inputs"]
        each = f"{(row['cpu'] - found[0]['cpu']) * 1e6 / acts:8.1f}" if acts else ""
        print(
            f"{row['tables']:8.0f}{row['inputs']:13.0f}{row['mb']:9.1f}{row['seconds']:9.2f}"
            f"{row['min']:7.2f}{row['max']:7.2f}{row['cpu']:7.2f}{each}"
        )
    print(f"goal: 1,000 tables with 200 inputs each in under {GOAL:.0f} s")
    if arguments.json:
        arguments.json.write_text(json.dumps({"load": load_average, "rows": found}, indent=2))


if __name__ == "__main__":
    main()
