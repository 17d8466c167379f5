"""`haydes-kit bench`: how many acts a server takes, and how soon everybody knows of them."""

import argparse
import json
import sys
from pathlib import Path

from haydes.client.exits import DONE, MISUSED, REFUSED, UNREACHABLE
from haydes.client.kit import UsageError
from haydes.client.kit.arguments import address
from haydes.client.kit.load import Client, Load, LoadError, seated

SUMMARY = "measure how fast a server tells the tables what was done"

_UNITS = {
    "acts": "acts a second",
    "p50": "ms until everybody at the table has an act, half of the time",
    "p99": "ms, 99 times in 100",
    "max": "ms, at worst",
    "bytes": "bytes for each client and act",
}
_EPILOG = f"""\
People at so many tables play one match after the other, each table with one act under way; the
time is that from the request until all at the table have its update. Server, load and link share
what is measured: let nothing else run, and compare only what was taken alike.

A server limits how many come from one address and how fast they act; what it refuses ends the
bench. Lift such limits in a file for haydes-server --config, or try it on the server for authors,
which counts nobody of this machine and keeps nothing on a disk:

  haydes-kit server --limit acts_burst=1000000 --limit acts_per_second=1000000 \
      --limit changes_burst=1000000

exit codes: 0 measured, {UNREACHABLE} cannot connect, {REFUSED} refused or stalled,
{MISUSED} wrong usage.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=bench)
    parser.epilog = _EPILOG
    parser.add_argument("server", metavar="HOST:PORT", type=address, help="where the server is")
    parser.add_argument("--game", metavar="GAME", default="haydes", help="what is played (haydes)")
    parser.add_argument("--tables", metavar="N", type=int, default=1, help="how many (1)")
    parser.add_argument("--seats", metavar="N", type=int, default=2, help="of each table (2)")
    parser.add_argument("--seconds", metavar="N", type=float, default=5.0, help="how long (5)")
    parser.add_argument("--server-word", default="", help="that the server asks everybody for")
    parser.add_argument("--json", metavar="FILE", type=Path, help="where figures are written too")


def bench(given: argparse.Namespace) -> int:
    """Run the tool, print what was measured, return the exit code; raises UsageError."""
    if min(given.tables, given.seats) < 1 or given.seconds <= 0:
        raise UsageError("--tables and --seats take numbers from 1, --seconds more than 0")
    host, port = given.server
    try:
        people = [
            Client(port, f"bench {number}", host, given.server_word)
            for number in range(given.tables * given.seats)
        ]
    except OSError as error:
        sys.stderr.write(f"haydes-kit bench: cannot reach {host}:{port}: {error}\n")
        return UNREACHABLE
    except LoadError as error:
        return _refused(error)
    try:
        running = Load(seated(people, given.seats, given.game))
        found = running.measure(given.seconds)
    except (LoadError, OSError) as error:
        return _refused(error)
    running.close()
    for name, unit in _UNITS.items():
        sys.stdout.write(f"{found[name]:10.1f} {unit}\n")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return DONE


def _refused(error: Exception) -> int:
    sys.stderr.write(f"haydes-kit bench: {error}\n")
    return REFUSED
