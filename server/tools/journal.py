"""`haydes-server journal`: verify, show, export and delete what is kept of tables."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from msgspec import json, msgpack

from haydes import __version__
from haydes.engine.registry import GAMES
from haydes.server.chain import Ledger
from haydes.server.control import Ask
from haydes.server.journal import SeatTaken, TableClosed
from haydes.server.store import Store
from haydes.server.tools import ToolError
from haydes.server.tools.reach import journal, reached
from haydes.server.tools.readable import date, printable, readable, told
from haydes.server.tools.survey import Found, count, survey

_FORMAT = 1
_WITHOUT = "seeds, nonces and digests are left out; with --secrets they are there"
_WITH = "seeds and digests are here: whoever reads this knows all cards to come"


def verify(folder: Path, _given: argparse.Namespace) -> int:
    with journal(folder) as reading:
        found = list(survey(reading, GAMES))
    for one in found:
        if one.code:
            say(f"{one.kept.table}  {one.state}: {one.why}{_opens_with(one)}")
    say(summary(found))
    return os.EX_IOERR if any(one.state == "damaged" for one in found) else os.EX_OK


def show(folder: Path, given: argparse.Namespace) -> int:
    if given.table:
        one = _find(folder, given.table)
        for n, record in enumerate(one.kept.records, 1):
            say(f"{n:>5}  {told(record, one.table, secrets=given.secrets)}")
        if one.code:
            say(f"{one.state}: {one.why}{_opens_with(one)}")
        return os.EX_OK
    with journal(folder) as reading:
        for one in survey(reading, GAMES):
            say(_row(one))
    return os.EX_OK


def export(folder: Path, given: argparse.Namespace) -> int:
    one = _find(folder, given.table)
    opened = one.opened
    tree = {
        "haydes": "table",
        "format": _FORMAT,
        "table": one.kept.table,
        "exported_by": __version__,
        "opens_with": {"release": opened.release, "game": opened.game, "rules": opened.version}
        if opened
        else {},
        "state": one.state,
        "why": one.why,
        "secrets": _WITH if given.secrets else _WITHOUT,
        "records": [readable(record, secrets=given.secrets) for record in one.kept.records],
    }
    data = msgpack.encode(tree) if given.msgpack else json.format(json.encode(tree)) + b"\n"
    sys.stdout.buffer.write(data)
    sys.stderr.write(f"{tree['secrets']}\n")
    return os.EX_OK


def delete(folder: Path, given: argparse.Namespace) -> int:
    _confirm(given.table, yes=given.yes)
    with reached(folder) as line:
        answer = line.ask(Ask("delete", given.table)) if line else None
    if not (answer.deleted if answer else _delete(folder, given.table)):
        raise _missing(given.table, folder)
    say(f"deleted table {given.table} and all that was kept of it")
    return os.EX_OK


def summary(found: Iterable[Found]) -> str:
    """Return in words how many tables are in which state."""
    states = count(found)
    total = states.total()
    parts = ", ".join(f"{number} {state}" for state, number in sorted(states.items()))
    return f"{total} {'table' if total == 1 else 'tables'}{': ' if parts else ''}{parts}"


def say(line: str) -> None:
    sys.stdout.write(f"{printable(line)}\n")


def _delete(folder: Path, table: str) -> bool:
    """Delete a table where no server runs; False if there is none."""
    with Store(folder) as store:
        if all(name != table for name, _ in store.read()):
            return False
        ledger = Ledger(store.identity)
        ledger.add(TableClosed(table))
        store.write(ledger.take())
    return True


def _find(folder: Path, table: str) -> Found:
    with journal(folder) as reading:
        for one in survey(reading, GAMES):
            if one.kept.table == table:
                return one
    raise _missing(table, folder)


def _missing(table: str, folder: Path) -> ToolError:
    return ToolError(os.EX_NOINPUT, f"there is no table {table!r:.80} in {folder}")


def _row(one: Found) -> str:
    opened = one.opened
    kept = one.kept
    parts = [f"{kept.table:<8}{one.state:<12}{len(kept.records):>6} records"]
    if opened:
        names = {r.seat: r.name for r in kept.records if isinstance(r, SeatTaken)}
        parts += [f"{opened.game} {opened.version}", f"opened {date(opened.at)}"]
        parts += [f"seats: {', '.join(names[seat] for seat in sorted(names))}" if names else ""]
    return "  ".join(filter(None, parts))


def _opens_with(one: Found) -> str:
    opened = one.opened
    if one.state != "other rules" or opened is None:
        return ""
    return f"; release {opened.release or 'unknown'} of haydes-server has opened it"


def _confirm(table: str, *, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise ToolError(os.EX_USAGE, "nobody is here to confirm that; --yes does")
    sys.stderr.write(f"Delete table {table} for good? Type its id once more: ")
    sys.stderr.flush()
    if sys.stdin.readline().strip() != table:
        raise ToolError(os.EX_USAGE, "nothing is deleted")
