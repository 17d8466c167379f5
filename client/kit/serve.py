"""`haydes-kit server`: a server for test suites, in a process of its own."""

import argparse
import json
import os
import sys
from dataclasses import replace

from haydes.client.exits import MISUSED
from haydes.client.kit import UsageError
from haydes.client.kit.arguments import between
from haydes.protocol.fair import DIGEST, unhex
from haydes.protocol.limits import DEFAULT_PORT, Limits

SUMMARY = "serve this machine's test suites, with matches that can be repeated and short clocks"

_SERVER = "from haydes.server.authors import main; main()"
# Short, so that a test need not wait; not shorter, as machines that run tests are busy
_LIMITS = replace(
    Limits(),
    hello_seconds=2,
    ping_seconds=1,
    away_seconds=2,
    dead_seconds=4,
    opening_seconds=2,
    empty_table_seconds=2,
    accepts_per_second=500,
)
_EPILOG = f"""\
In each run the n-th table has the same id, the n-th seat that is taken the same token, and the
n-th match that is started the same secret; so with the same options, bots and acts, and without
nonces of players, it brings the same cards and dice. Bots act at once, and nothing is kept.
The first line on standard output is "listening on 127.0.0.1:PORT". What is usually counted by
address is not counted. It speaks no TLS and listens on this machine only: nothing here is secret.

  haydes-kit server --port 0 --seed 7 --limit acts_burst=1000 --limit acts_per_second=1000

exit codes: 0 ended as asked, {MISUSED} wrong usage, {os.EX_CANTCREAT} cannot listen.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=serve)
    parser.epilog = _EPILOG
    parser.add_argument(
        "--port",
        type=between(0, (1 << 16) - 1),
        default=DEFAULT_PORT,
        metavar="PORT",
        help=f"0: any free one (default: {DEFAULT_PORT})",
    )
    parser.add_argument("--seed", default="1", help="another seed, other ids and matches")
    parser.add_argument(
        "--deal",
        action="append",
        default=[],
        metavar="SECRET",
        help="secret of the first match, then of the second, ...: 64 hexadecimal digits each",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="a limit of SPEC.md, section 3; may be given again",
    )
    parser.add_argument(
        "--until-stdin-closes", action="store_true", help="end when standard input does"
    )


def serve(given: argparse.Namespace) -> int:
    """Become the server; raises UsageError."""
    limits = _LIMITS.tree()
    for text in given.limit:
        name, _, number = text.partition("=")
        if name not in limits or not (number.isascii() and number.isdecimal() and int(number) > 0):
            raise UsageError(f"--limit: {text!r:.60} is no limit with a number")
        limits[name] = int(number)
    for secret in given.deal:
        if not unhex(secret):
            raise UsageError(f"--deal: a secret has {DIGEST} hexadecimal digits")
    plan = {
        "port": given.port,
        "seed": given.seed,
        "deals": given.deal,
        "limits": limits,
        "until_stdin_closes": given.until_stdin_closes,
    }
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-c", _SERVER, json.dumps(plan)])  # noqa: S606
