"""`haydes-kit conformance server HOST:PORT` and `haydes-kit conformance client -- COMMAND`."""

import argparse
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from haydes.client.exits import DONE, MISUSED, UNFIT
from haydes.client.kit import UsageError
from haydes.client.kit.arguments import address, between
from haydes.client.kit.conformance.case import Book, Case, Verdict
from haydes.client.kit.conformance.report import Result, junit, line, summary
from haydes.client.kit.conformance.run import chosen, run
from haydes.client.kit.conformance.world import World

SUMMARY = "test a server or a client against the requirements of SPEC.md"

W = TypeVar("W")

_EPILOG = f"""\
exit codes: 0 no case failed, {UNFIT} a case failed, {MISUSED} wrong usage.
"""
_SERVER = f"""\
The server should exempt the kit's address from what it counts by address (haydes-server --exempt
127.0.0.1), or the kit will wait a lot, and have short clocks, or some cases are not covered
(haydes-kit server has both). The cases open tables of their own and leave others alone.
What comes with a server's end and return is tested on one that --own starts, such as
--own "haydes-server --no-tls --exempt 127.0.0.1 --port {{port}} --data {{folder}}".

{_EPILOG}"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes."""
    parser.epilog = _EPILOG
    sides = parser.add_subparsers(dest="side", metavar="SIDE", required=True)
    server = sides.add_parser(
        "server",
        help="test a server",
        description="Drive a server through the cases.",
        epilog=_SERVER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    server.add_argument(
        "address", metavar="HOST:PORT", type=address, nargs="?", help="where it listens"
    )
    server.add_argument(
        "--slow",
        metavar="SECONDS",
        type=float,
        default=10.0,
        help="longest clock of the server that a case waits for (default: 10)",
    )
    server.add_argument(
        "--own",
        metavar="COMMAND",
        default="",
        help="starts a server for the cases that stop it, on {port} of this machine, with its "
        "tables in {folder}",
    )
    server.add_argument("--word", default="", help="what the server asks everybody for")
    _declare_common(server)
    server.set_defaults(run=_test_server)
    client = sides.add_parser(
        "client",
        help="test a client",
        description="Drive a client through the cases, by a server that is not always polite.",
        epilog=_CLIENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _declare_common(client)
    client.add_argument("--on-start", metavar="LINE", default="", help="typed for it at the start")
    client.add_argument("--on-turn", metavar="LINE", default="", help="typed when it is to act")
    client.add_argument("command", metavar="COMMAND", nargs="*", help="after --; starts it once")
    client.set_defaults(run=_test_client)


_CLIENT = f"""\
COMMAND is started anew for each case. It gets the address as HOST:PORT in place of {{}}, or as its
last argument if there is none, and in HAYDES_ADDRESS. It opens a table, with any game and any
number of seats that the lobby allows, or joins "conformance"; the match is on when it comes in, and
it acts by itself. For a client that waits for a person, --on-start and --on-turn are typed into its
standard input.

  haydes-kit conformance client -- python3 minimal.py {{}} join conformance

{_EPILOG}"""


def _declare_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--only",
        metavar="CASE",
        action="append",
        default=[],
        help="a number, some (600-699), or a requirement (ACT-3); may be given again",
    )
    parser.add_argument("--junit", metavar="FILE", type=Path, help="write JUnit XML too")
    parser.add_argument("--list", action="store_true", help="list the cases, and test nothing")
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        type=float,
        default=10.0,
        help="for an answer to come (default: 10)",
    )
    parser.add_argument(
        "--jobs",
        metavar="NUMBER",
        type=between(1, 64),
        default=1,
        help="of cases at a time, 1 to 64 (default: 1)",
    )
    parser.add_argument("--quiet", action="store_true", help="show only what does not pass")


def _test_server(given: argparse.Namespace) -> int:
    from haydes.client.kit.conformance.server import BOOK  # noqa: PLC0415 - only who tests needs it

    cases = chosen(BOOK, given.only)
    if given.list:
        return _list(BOOK, cases)
    if given.address is None:
        raise UsageError("HOST:PORT of a server is needed")
    world = World(given.address, given.patience, given.slow, given.word, given.own)
    world.look_round()

    @contextmanager
    def stage(_: Case[World]) -> Generator[World]:
        beside = world.beside()
        with beside.visit():
            yield beside

    return _report(given, "server", run(BOOK, cases, stage, given.jobs))


def _test_client(given: argparse.Namespace) -> int:
    from haydes.client.kit.conformance.client import BOOK  # noqa: PLC0415 - only who tests needs it
    from haydes.client.kit.conformance.stage import Stage  # noqa: PLC0415

    cases = chosen(BOOK, given.only)
    if given.list:
        return _list(BOOK, cases)
    if not given.command:
        raise UsageError("a COMMAND is needed, after --")

    def stage(_: Case[Stage]) -> Stage:
        return Stage(given.command, given.patience, entry=given.on_start, turn=given.on_turn)

    return _report(given, "client", run(BOOK, cases, stage, given.jobs))


def _list(book: Book[W], cases: Sequence[Case[W]]) -> int:
    for case in cases:
        rules = " ".join(case.rules)
        sys.stdout.write(f"{case.number:>5} {book.category(case)}: {case.title} [{rules}]\n")
    return DONE


def _report(given: argparse.Namespace, suite: str, running: Generator[Result]) -> int:
    results: list[Result] = []
    category = ""
    for result in running:
        results.append(result)
        if given.quiet and result.verdict is Verdict.PASS:
            continue
        if result.category != category:
            category = result.category
            sys.stdout.write(f"{category}\n")
        sys.stdout.write(f"{line(result)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{summary(results)}\n")
    if given.junit:
        try:
            given.junit.write_bytes(junit(results, f"haydes.{suite}"))
        except OSError as error:
            raise UsageError(f"cannot write {given.junit}: {error.strerror}") from None
    return UNFIT if any(result.verdict is Verdict.FAIL for result in results) else DONE
