"""The operator's commands: `haydes-server doctor`, `journal` and `backup`."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from haydes.server.copying import CopyError
from haydes.server.database import UnreadableError
from haydes.server.folder import BusyError, FolderError
from haydes.server.settings import Settings, SettingsError, data_folder, read
from haydes.server.store import StorageError
from haydes.server.tools import ToolError
from haydes.server.tools.backup import backup
from haydes.server.tools.doctor import doctor
from haydes.server.tools.journal import delete, export, show, verify
from haydes.server.tools.readable import printable

TOOLS = ("doctor", "journal", "backup")

_Tool: TypeAlias = Callable[[Path, argparse.Namespace], int]

_CODES: Mapping[type[Exception], int] = {
    SettingsError: os.EX_USAGE,
    FolderError: os.EX_CANTCREAT,
    BusyError: os.EX_UNAVAILABLE,
    CopyError: os.EX_CANTCREAT,
    UnreadableError: os.EX_IOERR,
    StorageError: os.EX_TEMPFAIL,
}
_INTERRUPTED = 130

_WHERE = """\
Tables are in the folder that --data names, else HAYDES_DATA, else `data` in the file of settings
(--config, else HAYDES_CONFIG), else haydes/server in the user's folder for state.

"""
_DOCTOR = f"""\
{_WHERE}Exit codes: 0 all is well; 1 something should be looked at; 2 something is wrong; 64 wrong
usage.
"""
_OTHERS = f"""\
{_WHERE}Exit codes: 0 done; 64 wrong usage; 66 there is no such folder, journal or table; 69 a
server has the folder and does not answer; 73 no permission, or cannot write; 74 the journal
cannot be read, or a table in it is damaged; 75 the storage failed.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SettingsError(f"{message} (see {self.prog} --help)")


def use(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a command, which `arguments` begin with, and return its exit code."""
    try:
        given = parser().parse_args(arguments)
        settings = _settings(given, environment)
        folder = settings.data or data_folder()
        tool: _Tool | None = given.tool
        code = tool(folder, given) if tool else doctor(folder, settings)
        sys.stdout.flush()
    except ToolError as error:
        return _complain(error, error.code)
    except tuple(_CODES) as error:
        return _complain(error, _CODES[type(error)])
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return os.EX_OK
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _settings(given: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    flags = {"--data": given.data, "--config": given.config}
    words = [word for flag, value in flags.items() if value is not None for word in (flag, value)]
    settings, _ = read(words, environment)
    return settings


def _complain(error: Exception, code: int) -> int:
    sys.stderr.write(f"haydes-server: {printable(str(error))}\n")
    return code


def parser() -> _Parser:
    """Return what reads a command line that begins with one of TOOLS."""
    words = _Parser(prog="haydes-server", allow_abbrev=False)
    commands = words.add_subparsers(metavar="COMMAND", required=True)
    _add(commands.add_parser, "doctor", "say how a server is, running or not, and what to do", None)
    journal = commands.add_parser("journal", description="Look after what is kept of tables.")
    tables = journal.add_subparsers(metavar="WHAT", required=True)
    _add(
        tables.add_parser,
        "verify",
        "check all tables, and name those that cannot be played on",
        verify,
    )
    one = _add(tables.add_parser, "show", "list the tables, or the records of one", show)
    one.add_argument("table", metavar="TABLE", nargs="?", default="")
    _add_secrets(one)
    one = _add(tables.add_parser, "export", "write a table to standard output, as JSON", export)
    one.add_argument("table", metavar="TABLE")
    one.add_argument("--msgpack", action="store_true", help="as MessagePack")
    _add_secrets(one)
    one = _add(tables.add_parser, "delete", "delete a table and all that is kept of it", delete)
    one.add_argument("table", metavar="TABLE")
    one.add_argument("--yes", action="store_true", help="do not ask once more")
    one = _add(
        commands.add_parser, "backup", "copy all tables, as of one moment, to a new file", backup
    )
    one.add_argument("file", metavar="FILE", type=Path)
    return words


def _add(
    add_parser: Callable[..., _Parser], name: str, summary: str, tool: _Tool | None
) -> _Parser:
    parser = add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.",
        epilog=_OTHERS if tool else _DOCTOR,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="folder of the tables (default: see below)"
    )
    parser.add_argument("--config", metavar="FILE", help="TOML file with settings")
    parser.set_defaults(tool=tool)
    return parser


def _add_secrets(parser: _Parser) -> None:
    parser.add_argument(
        "--secrets", action="store_true", help="with seeds and digests: all cards to come follow"
    )
