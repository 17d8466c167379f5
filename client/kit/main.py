"""The command `haydes-kit`: tools for authors of clients and for researchers."""

import argparse
import os
import sys
from collections.abc import Sequence

from haydes import __version__
from haydes.client.exits import DONE, MISUSED
from haydes.client.kit import UsageError, bench, proxy, serve, simulate, tap, verify
from haydes.client.kit.conformance import command as conformance
from haydes.client.usage import Parser

TOOLS = {
    "bench": bench,
    "conformance": conformance,
    "proxy": proxy,
    "server": serve,
    "simulate": simulate,
    "tap": tap,
    "verify": verify,
}

# What no tool needs to say of itself
_CODES = f"""\
haydes-kit COMMAND --help says what a tool takes.

exit codes: 0 done, {MISUSED} wrong usage, 130 interrupted; a tool's --help tells others it has.
"""


def main() -> None:
    """Run the command and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    given = parser().parse_args(arguments)
    try:
        code: int = given.run(given)
        sys.stdout.flush()
    except UsageError as error:
        sys.stderr.write(f"haydes-kit {given.tool}: {error}\n")
        return MISUSED
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130
    return code


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    words = Parser(
        prog="haydes-kit",
        description="Tools for authors of other clients and for researchers.",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words.add_argument("--version", action="version", version=__version__)
    commands = words.add_subparsers(dest="tool", metavar="COMMAND", required=True)
    for name, tool in TOOLS.items():
        tool.declare(
            commands.add_parser(
                name,
                help=tool.SUMMARY,
                description=tool.SUMMARY[0].upper() + tool.SUMMARY[1:] + ".",
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
        )
    return words
