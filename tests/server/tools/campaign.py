"""Data folders with tables in them, and the command as a process of its own."""

import sqlite3
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from tests.server.processes import COMMAND, ENVIRONMENT, PATIENCE
from tests.server.world import World, started

from haydes.engine.registry import GAMES
from haydes.protocol.messages import Open
from haydes.server.chain import Ledger
from haydes.server.journal import Record
from haydes.server.main import run
from haydes.server.store import FILE, Store

ACTS = 6


def campaign(folder: Path, *games: str) -> list[str]:
    """Make a journal with a match of each game that is under way; return the tables' ids."""
    world = World(GAMES)
    tables: list[str] = []
    for number, game in enumerate(games):
        people = started(
            world, f"Ann{number}", f"Bob{number}", wish=Open(ref=1, game=game, seats=0)
        )
        for _ in range(ACTS):
            asked = [one for one in people if one.choices]
            asked[0].act()
        tables.append(people[0].id)
    write(folder, *world.journal.records)
    return tables


def write(folder: Path, *records: Record) -> None:
    """Make a journal of records."""
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        for record in records:
            ledger.add(record)
        store.write(ledger.take())


def edit(folder: Path, statement: str, *values: str) -> None:
    """Change the file behind the server's back."""
    database = sqlite3.connect(folder / FILE, isolation_level=None)
    database.execute(statement, values)
    database.close()


def spoil(folder: Path, table: str) -> None:
    """Change a record of a table."""
    edit(folder, "UPDATE records SET body = x'00' || body WHERE table_id = ? AND n = 4", table)


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder but the lock's, which is empty."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.name != "lock"
    }


class Ended(NamedTuple):
    """How the command has ended."""

    returncode: int
    stdout: str
    stderr: str


def tool(*arguments: str) -> Ended:
    """Run the command to its end in this process, which is quicker."""
    out, err = TextIOWrapper(BytesIO(), "utf-8"), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    out.seek(0)
    return Ended(code, out.read(), err.getvalue())


def command(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    ended = subprocess.run(
        [*COMMAND, *arguments], env=ENVIRONMENT, input=stdin, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert "Traceback" not in ended.stderr
    return ended
