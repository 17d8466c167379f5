"""The command `haydes-client`: reads what is asked for and chooses a front end.

Only the standard library is imported until that is settled, so that help, version and the
first line of line mode come at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from haydes import __version__
from haydes.client.exits import DONE, FAILED, MISUSED, TEXT, UNREACHABLE
from haydes.client.options import Address, Colour, Glyphs, Options, UseTls
from haydes.protocol.invite import Invite, InviteError, is_invite, read_address, read_invite
from haydes.protocol.limits import NAME, WORD
from haydes.protocol.text import TextError, check_name

if TYPE_CHECKING:
    from haydes.client.session import Where
    from haydes.client.store import Store

FrontEnd: TypeAlias = "Callable[[Options, Store, Where | None], int]"

SMALLEST = (40, 8)  # columns and rows; with less there is only line mode
SOLO_GAME = "haydes"
NO_BOTS_GIVEN = -1
EPILOG = """\
examples:
  haydes-client --solo haydes --bots 2 --option map=quick --option turn_limit=20
  haydes-client play.example.net --name Ann --table rimuta --word sesame
  haydes-client haydes://play.example.net/rimuta#FINGERPRINT

Without an address, on a terminal, the servers nearby are listed to choose from; otherwise the
server on this machine is meant. Links to other machines are encrypted. A server is known by its
key from the first time on; if it has another one later, nothing is sent. An invite (type: invite)
tells the key beforehand.

A private table is opened from the lobby: new haydes word sesame. It is in no list; others
join it by its id and that word.

"""


class UsageError(ValueError):
    """The command line cannot be meant; the sentence says why."""


def main() -> None:
    """Run the command and exit with its code."""
    sys.exit(run(sys.argv[1:], os.environ))


def run(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run the command and return its exit code."""
    given = parser().parse_args(arguments)
    if given.print_paths:
        return _print_paths()
    try:
        if given.forget:
            return _forget(_invite(given.forget))
        options = read(given, environment)
        reason = plain_reason(given, environment)
    except UsageError as error:
        return _complain(str(error), MISUSED)
    if reason and sys.stdin.isatty() and sys.stdout.isatty() and not given.plain:
        sys.stderr.write(f"haydes-client: plain mode, because {reason}\n")
    try:
        return _start(options, plain=bool(reason))
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the last place where a failure can be told
        return _complain(f"internal error; see {_report(error, options.log)}", FAILED)


def read(given: argparse.Namespace, environment: Mapping[str, str]) -> Options:
    """Settle what the command line says; raise UsageError if it cannot be meant."""
    if not given.solo and (given.new or given.seats or given.bots >= 0 or given.option):
        raise UsageError(
            "--new, --seats, --bots and --option need --solo; or type: new haydes bots 1"
        )
    if given.seats < 0 or given.bots < NO_BOTS_GIVEN:
        raise UsageError("--seats takes a number from 1, --bots a number from 0")
    if given.address and given.solo:
        raise UsageError("--solo plays on a server of your own; leave the address out")
    invite = _invite(given.address) if given.address else Invite(Address().host)
    if given.watch and not (given.table or invite.table):
        raise UsageError("--watch needs --table")
    if given.table and invite.table not in ("", given.table.lower()):
        raise UsageError("--table and the invite name different tables")
    if invite.pin and given.use_tls == UseTls.NEVER:
        raise UsageError("an invite with a fingerprint needs TLS; leave --no-tls out")
    name = given.name or _own_name(environment)
    try:
        check_name(name)
    except TextError as error:
        raise UsageError(f"--name: {error}") from None
    server_word = given.server_word or environment.get("HAYDES_WORD", "")
    if len(server_word) > WORD:
        raise UsageError(f"--server-word: a word has at most {WORD} characters")
    return Options(
        address=Address(invite.host, invite.port),
        near=not (given.address or given.solo),
        pin=invite.pin,
        use_tls=UseTls(given.use_tls),
        name=name,
        chosen=bool(given.name),
        table=given.table.lower() or invite.table,
        watch=given.watch,
        word=given.word,
        server_word=server_word,
        solo=given.solo,
        new=given.new,
        seats=given.seats,
        bots=given.bots,
        settings=dict(_setting(text) for text in given.option),
        colour=Colour(given.color),
        glyphs=Glyphs(given.glyphs),
        log=Path(given.log) if given.log else None,
    )


def read_place(text: str) -> Invite:
    """Read an invite or an address; raise InviteError if it is none."""
    return read_invite(text) if is_invite(text) else Invite(*read_address(text))


def _invite(text: str) -> Invite:
    """Read an invite or an address; raise UsageError if it is none."""
    try:
        return read_place(text)
    except InviteError as error:
        raise UsageError(str(error)) from None


def plain_reason(given: argparse.Namespace, environment: Mapping[str, str]) -> str:
    """Return why there is to be line mode, or "" for the full screen."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if given.full and not terminal:
        raise UsageError("--full needs a terminal on both sides")
    reasons = (
        ("it was asked for", given.plain),
        ("this is no terminal", not terminal),
        ("the terminal is a simple one", environment.get("TERM", "dumb") == "dumb"),
        ("ACCESSIBLE is set", environment.get("ACCESSIBLE", "0") not in ("", "0")),
        ("HAYDES_PLAIN is set", environment.get("HAYDES_PLAIN", "0") not in ("", "0")),
        ("the window is tiny", terminal and _is_tiny()),
    )
    return "" if given.full else next((reason for reason, holds in reasons if holds), "")


def _is_tiny() -> bool:
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    # some terminals say 0 by 0 when they do not know
    return 0 < columns < SMALLEST[0] or 0 < rows < SMALLEST[1]


@runtime_checkable
class _Text(Protocol):
    """A text stream as far as its errors go."""

    def reconfigure(self, *, errors: str) -> None: ...


def _forgive() -> None:
    """Let no odd byte, and no sign that this locale lacks, end the program."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, _Text):
            stream.reconfigure(errors="replace")


def _start(options: Options, *, plain: bool) -> int:
    if plain:
        _forgive()
    if options.solo:
        return _start_solo(options, plain=plain)
    if plain and options.near and sys.stdin.isatty():
        from haydes.client.choosing import choose  # noqa: PLC0415 - with an address it is not needed

        chosen = choose(read_place)
        if chosen is None:
            return DONE
        options = replace(
            options,
            address=Address(chosen.host, chosen.port),
            pin=chosen.pin,
            table=options.table or chosen.table,
        )
    if plain:
        _begin(f"connecting to {options.server}")
    from haydes.client.store import Store, folder  # noqa: PLC0415 - after the first line

    return _front_end(plain=plain)(options, Store(folder()), None)


def _start_solo(options: Options, *, plain: bool) -> int:
    from haydes.client.solo import Solo, SoloError  # noqa: PLC0415 - few games need it
    from haydes.client.store import Store, folder  # noqa: PLC0415 - after the first line

    solo = Solo()
    try:
        joined = solo.start()  # it comes up while the front end is loaded
        if plain:
            _begin("joining your running server" if joined else "starting your own server")
        return _front_end(plain=plain)(options, Store(folder()), solo.address)
    except SoloError as error:
        return _complain(str(error), UNREACHABLE)
    finally:
        solo.end()


def _begin(sentence: str) -> None:
    """Write the first line of line mode, before anything that takes time."""
    sys.stdout.write(f"Link: {sentence}.\n")
    sys.stdout.flush()


def _front_end(*, plain: bool) -> "FrontEnd":
    # each in its own time: line mode must not load what only the full screen needs
    if plain:
        from haydes.client.plain import run as run_plain  # noqa: PLC0415

        return run_plain
    from haydes.client.app import run as run_full  # noqa: PLC0415

    return run_full


def _own_name(environment: Mapping[str, str]) -> str:
    """Return a name for a player who gave none."""
    for variable in ("HAYDES_NAME", "USER", "LOGNAME", "USERNAME"):
        name = environment.get(variable, "")[:NAME].strip()
        try:
            return check_name(name)
        except TextError:
            continue
    return "Guest"


def _setting(text: str) -> tuple[str, str | int | bool]:
    """Read NAME=VALUE; numbers and yes or no are taken as such."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise UsageError(f"--option takes NAME=VALUE, not {text!r}")
    if value.isascii() and value.isdecimal():
        return name, int(value)
    return name, {"yes": True, "on": True, "no": False, "off": False}.get(value.lower(), value)


def _complain(sentence: str, code: int) -> int:
    sys.stderr.write(f"haydes-client: {sentence}\n")
    return code


def _report(error: Exception, log: Path | None) -> Path:
    """Write down a failure of ours; return where."""
    from traceback import format_exception  # noqa: PLC0415 - nobody hopes to need it

    from haydes.client.store import FOLDER, folder  # noqa: PLC0415

    path = log or folder() / "client.log"
    path.parent.mkdir(FOLDER, parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(format_exception(error))
    return path


def _forget(invite: Invite) -> int:
    from haydes.client.store import Store, folder  # noqa: PLC0415 - seldom wanted

    address = Address(invite.host, invite.port)
    if not Store(folder()).forget(address):
        return _complain(f"{address} is not known", MISUSED)
    sys.stdout.write(f"{address} is forgotten; its next key will be taken as new.\n")
    return DONE


def _print_paths() -> int:
    from haydes.client.solo import runtime_folder  # noqa: PLC0415 - after the first line
    from haydes.client.store import KNOWN_HOSTS, folder  # noqa: PLC0415

    state = folder()
    for what, path in (
        ("seats", state / "seats.json"),
        ("known servers", state / KNOWN_HOSTS),
        ("history", state / "history"),
        ("records", state / "records"),
        ("log", state / "client.log"),
        ("own server", runtime_folder() / "solo.json"),
        ("own games", state / "solo"),
    ):
        sys.stdout.write(f"{what}: {path}\n")
    return DONE


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    words = argparse.ArgumentParser(
        prog="haydes-client",
        description="Play small tabletop games on a haydes-server.",
        epilog=EPILOG + TEXT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = words.add_argument
    add("address", nargs="?", default="", metavar="HOST[:PORT]|INVITE",
        help="default: on a terminal, what is near; else localhost")  # fmt: skip
    add("--name", default="", help="your name, as others see it")
    add("--table", default="", metavar="ID", help="join this table at once")
    add("--watch", action="store_true", help="watch it, without a seat")
    add("--word", default="", help="the word of a private table")
    add("--server-word", default="", metavar="WORD",
        help="the word that the server asks everybody for (or HAYDES_WORD)")  # fmt: skip
    add("--solo", nargs="?", const=SOLO_GAME, default="", metavar="GAME",
        help=f"play against bots on a server of your own (default: {SOLO_GAME})")  # fmt: skip
    add("--new", action="store_true", help="solo: begin anew, even if a game of this kind is kept")
    add(
        "--seats",
        type=int,
        default=0,
        metavar="N",
        help="solo: how many seats (default: you and the bots)",
    )
    add(
        "--bots",
        type=int,
        default=NO_BOTS_GIVEN,
        metavar="N",
        help="solo: how many bots; 0: you alone (default: 1)",
    )
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="solo: a rule, such as map=block or turn_limit=12")  # fmt: skip
    tls = words.add_mutually_exclusive_group()
    tls.add_argument("--tls", action="store_const", const="always", dest="use_tls",
                     help="encrypt the link even to a server on this machine")  # fmt: skip
    tls.add_argument("--no-tls", action="store_const", const="never", dest="use_tls",
                     help="do not encrypt it: others on the way can read along")  # fmt: skip
    add("--forget", default="", metavar="HOST[:PORT]", help="forget a server's key, and end")
    front = words.add_mutually_exclusive_group()
    front.add_argument("--plain", action="store_true", help="line by line; for screen readers")
    front.add_argument("--full", action="store_true", help="full screen, even in a small window")
    glyphs = words.add_mutually_exclusive_group()
    glyphs.add_argument("--ascii", action="store_const", const="ascii", dest="glyphs",
                        help="draw with ASCII only")  # fmt: skip
    glyphs.add_argument("--unicode", action="store_const", const="unicode", dest="glyphs",
                        help="draw with all signs")  # fmt: skip
    add("--color", choices=[colour.value for colour in Colour], default="auto")
    add("--log", default="", metavar="FILE", help="write failures to this file")
    add("--print-paths", action="store_true", help="print where files are kept")
    add("--version", action="version", version=f"haydes-client {__version__}")
    words.set_defaults(glyphs="auto", use_tls="auto")
    return words
