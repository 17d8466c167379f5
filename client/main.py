"""The command `haydes-client`: reads what is asked for and chooses a front end.

Only the standard library is imported until that is settled, so that help, version and the
first line of line mode come at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from haydes.client.arguments import NO_BOTS_GIVEN, parser
from haydes.client.cards import Cards
from haydes.client.config import ON, ConfigError, load, settle
from haydes.client.config import file as config_file
from haydes.client.exits import DONE, FAILED, MISUSED, UNREACHABLE
from haydes.client.options import TAUGHT, Address, Colour, Glyphs, Options, Theme, UseTls
from haydes.protocol.invite import Invite, InviteError, is_invite, read_address, read_invite
from haydes.protocol.limits import NAME, WORD
from haydes.protocol.text import TextError, check_name

if TYPE_CHECKING:
    from haydes.client.session import Where
    from haydes.client.store import Store

# returns the exit code, or the game whose tutorial is wanted now
FrontEnd: TypeAlias = "Callable[[Options, Store, Where | None], int | str]"

NOTHING: Mapping[str, str] = {}
FLAGS = ("name", "color", "glyphs", "theme", "bell", "cards")  # those of the settings that have one
# flags of the server of a tutorial, besides the text it deals by; bots take their time
UNHURRIED = ("--bot-pause", "1")  # seconds, to see what each bot does
TEACHING = ("--volatile", "--bot-pause", "1.5", "--rehearse")
SIGNALLED = 128  # exit codes above it tell which signal has ended the program
SMALLEST = (40, 8)  # columns and rows; with less there is only line mode


class UsageError(ValueError):
    """The command line cannot be meant; the sentence says why."""


class Front(Enum):
    """What shows the game."""

    FULL = "full screen"
    PLAIN = "plain mode"
    JSON = "JSON mode"


def main() -> None:
    """Run the command and exit with its code."""
    sys.exit(run(sys.argv[1:], os.environ))


def run(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run the command and return its exit code."""
    given = parser().parse_args(arguments)
    try:
        if given.print_paths or given.print_completion or given.forget or given.stats:
            return _do_and_end(given)
        path, saved = _settings(given.config)
        options = replace(read(given, environment, saved), config=path)
        reason = "" if given.json else plain_reason(given, environment, saved)
        front = Front.JSON if given.json else Front.PLAIN if reason else Front.FULL
    except (UsageError, ConfigError) as error:
        return _complain(str(error), MISUSED)
    if reason and sys.stdin.isatty() and sys.stdout.isatty() and not given.plain:
        sys.stderr.write(f"haydes-client: plain mode, because {reason}\n")
    try:
        return _start(options, front)
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the last place where a failure can be told
        return _complain(f"internal error; {_report(error, options.log)}", FAILED)


def read(
    given: argparse.Namespace, environment: Mapping[str, str], saved: Mapping[str, str] = NOTHING
) -> Options:
    """Settle what the command line says; raise UsageError or ConfigError if it cannot be meant.

    `saved` are the settings of the file.
    """
    if given.give_up < 0:
        raise UsageError("--give-up takes a number of seconds from 0")
    if given.seats < 0 or given.bots < NO_BOTS_GIVEN:
        raise UsageError("--seats takes a number from 1, --bots a number from 0")
    _take_game(given)
    _check_own_server(given)
    if given.replay and (given.address or given.solo or given.tutorial or given.table):
        raise UsageError("--replay shows a file and needs no server; leave the others out")
    invite = _invite(given.address) if given.address else Invite(Address().host)
    if given.watch and not (given.table or invite.table):
        raise UsageError("--watch needs --table")
    if given.table and invite.table not in ("", given.table.lower()):
        raise UsageError("--table and the invite name different tables")
    if invite.pin and given.use_tls == UseTls.NEVER:
        raise UsageError("an invite with a fingerprint needs TLS; leave --no-tls out")
    flags = {name: str(getattr(given, name)) for name in FLAGS}
    settled = settle(flags, environment, saved)
    name = settled.get("name") or _own_name(environment)
    try:
        check_name(name)
    except TextError as error:
        raise UsageError(f"--name: {error}" if given.name else f"your name: {error}") from None
    server_word = given.server_word or environment.get("HAYDES_WORD", "")
    if len(server_word) > WORD:
        raise UsageError(f"--server-word: a word has at most {WORD} characters")
    return Options(
        address=Address(invite.host, invite.port),
        near=not (given.address or _is_alone(given) or given.json),
        pin=invite.pin,
        use_tls=UseTls(given.use_tls),
        name=name,
        chosen=bool(given.name),
        table=given.table.lower() or invite.table,
        watch=given.watch,
        word=given.word,
        server_word=server_word,
        solo=given.solo,
        replay=given.replay,
        tutorial=given.tutorial,
        new=given.new,
        seats=given.seats,
        bots=given.bots,
        settings=dict(_setting(text) for text in given.option),
        colour=Colour(settled["color"]),
        glyphs=Glyphs(settled["glyphs"]),
        theme=Theme(settled["theme"]),
        bell=settled["bell"] == ON,
        cards=Cards(settled["cards"]),
        choices=settled["choices"] == ON,
        interrupt=settled["interrupt"] == ON,
        settled=settled,
        give_up=given.give_up,
        log=Path(given.log) if given.log else None,
    )


def _is_alone(given: argparse.Namespace) -> bool:
    """Tell whether nobody else's server is wanted."""
    return bool(given.solo or given.tutorial or given.replay)


def _take_game(given: argparse.Namespace) -> None:
    """Take a game named in place of an address for the one of --solo or --tutorial."""
    if given.address not in TAUGHT:
        return
    if given.solo:
        given.solo, given.address = given.address, ""
    elif given.tutorial:
        given.tutorial, given.address = given.address, ""


def _check_own_server(given: argparse.Namespace) -> None:
    """Check what is for a server of one's own; raise UsageError if it cannot be meant."""
    if not given.solo and (given.new or given.seats or given.bots >= 0 or given.option):
        raise UsageError(
            "--new, --seats, --bots and --option need --solo; or type: new haydes bots 1"
        )
    if given.address and (given.solo or given.tutorial):
        flag = "--solo plays" if given.solo else "--tutorial is"
        raise UsageError(
            f"{flag} on a server of your own, not on {given.address!r}; leave the address out, or "
            f"name a game: {', '.join(TAUGHT)}"
        )
    if given.tutorial and (given.solo or given.json):
        raise UsageError("--tutorial goes without --solo and --json")
    if given.tutorial not in ("", *TAUGHT):
        raise UsageError(f"--tutorial takes {', '.join(TAUGHT)}, not {given.tutorial!r}")


def read_place(text: str) -> Invite:
    """Read an invite or an address; raise InviteError if it is none."""
    return read_invite(text) if is_invite(text) else Invite(*read_address(text))


def _invite(text: str) -> Invite:
    """Read an invite or an address; raise UsageError if it is none."""
    try:
        return read_place(text)
    except InviteError as error:
        raise UsageError(str(error)) from None


def plain_reason(
    given: argparse.Namespace, environment: Mapping[str, str], saved: Mapping[str, str] = NOTHING
) -> str:
    """Return why there is to be line mode, or "" for the full screen."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if given.full and not terminal:
        raise UsageError("--full needs a terminal on both sides")
    variable = environment.get("HAYDES_PLAIN", "")
    reasons = (
        ("it was asked for", given.plain),
        ("this is no terminal", not terminal),
        ("the terminal is a simple one", environment.get("TERM", "dumb") == "dumb"),
        ("ACCESSIBLE is set", environment.get("ACCESSIBLE", "0") not in ("", "0")),
        ("HAYDES_PLAIN is set", variable not in ("", "0")),
        ("the configuration says so", not variable and saved.get("plain") == ON),
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


def _start(options: Options, front: Front) -> int:
    """Play, and come back after each tutorial that was asked for on the way."""
    if front is not Front.FULL:
        _forgive()
    if front is Front.PLAIN and options.near and sys.stdin.isatty():
        near = _choose(options)
        if near is None:
            return DONE
        options = near
    game = options.tutorial
    while True:
        if game:
            ended = _start_tutorial(replace(options, tutorial=game), front)
        else:
            ended = _play(options, front)
        if isinstance(ended, str):
            game = ended
        elif game and not options.tutorial and ended < SIGNALLED:
            game = ""
        else:
            return ended


def _choose(options: Options) -> Options | None:
    """Let a server nearby be chosen, once for all the run; None: the input has ended."""
    from haydes.client.choosing import choose  # noqa: PLC0415 - with an address it is not needed

    chosen = choose(read_place)
    if chosen is None:
        return None
    return replace(
        options,
        address=Address(chosen.host, chosen.port),
        pin=chosen.pin,
        table=options.table or chosen.table,
    )


def _play(options: Options, front: Front) -> int | str:
    if options.solo:
        return _start_solo(options, front)
    if options.replay and front is not Front.FULL:
        from haydes.client.past.reel_lines import play  # noqa: PLC0415 - few want it

        return play(options, as_json=front is Front.JSON)
    _begin(front, options, f"connecting to {options.server}")
    from haydes.client.store import Store, folder  # noqa: PLC0415 - after the first line

    return _front_end(front)(options, Store(folder()), None)


def _start_solo(options: Options, front: Front) -> int | str:
    from haydes.client.solo import Solo, SoloError  # noqa: PLC0415 - few games need it
    from haydes.client.store import Store, folder  # noqa: PLC0415 - after the first line

    paced = "HAYDES_BOT_PAUSE" in os.environ
    solo = Solo(None, *(() if paced else UNHURRIED))
    try:
        joined = solo.start()  # it comes up while the front end is loaded
        begun = "joining your running server" if joined else "starting your own server"
        _begin(front, options, begun)
        return _front_end(front)(options, Store(folder()), solo.address)
    except SoloError as error:
        return _complain(str(error), UNREACHABLE)
    finally:
        solo.end()


def _start_tutorial(options: Options, front: Front) -> int | str:
    """Teach a game on a server that ends with it, and leaves nothing behind."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - few games need it

    from haydes.client.solo import Solo, SoloError  # noqa: PLC0415
    from haydes.client.store import Store  # noqa: PLC0415
    from haydes.client.tutor import load  # noqa: PLC0415

    course = load(options.tutorial)
    options = replace(
        options,
        near=False,
        table="",
        watch=False,
        pin="",
        solo=options.tutorial,
        new=True,
        seats=course.seats,
        bots=course.bots,
        settings=course.options,
    )
    with TemporaryDirectory() as folder:
        solo = Solo(Path(folder), *TEACHING, course.seed)
        try:
            solo.start()
            _begin(front, options, "starting your own server")
            return _front_end(front)(options, Store(Path(folder)), solo.address)
        except SoloError as error:
            return _complain(str(error), UNREACHABLE)
        finally:
            solo.end(kills=True)  # or it would write into the folder while that is removed


def _begin(front: Front, options: Options, sentence: str) -> None:
    """Write the first line of a mode of lines, before anything that takes time."""
    if front is Front.FULL:
        return
    first = f"Link: {sentence}.\n"
    if front is Front.JSON:
        from haydes.client.json_lines import line  # noqa: PLC0415 - only for this mode

        fields = {"server": options.server, "name": options.name, "reason": "", "pin": ""}
        first = line("link", state="connecting", **fields)
    sys.stdout.write(first)
    sys.stdout.flush()


def _front_end(front: Front) -> "FrontEnd":
    # each in its own time: a mode of lines must not load what only the full screen needs
    if front is Front.JSON:
        from haydes.client.json_mode import run as run_json  # noqa: PLC0415

        return run_json
    if front is Front.PLAIN:
        from haydes.client.plain import run as run_plain  # noqa: PLC0415

        return run_plain
    from haydes.client.full import run as run_full  # noqa: PLC0415

    return run_full


def _own_name(environment: Mapping[str, str]) -> str:
    """Return a name for a player who gave none."""
    for variable in ("USER", "LOGNAME", "USERNAME"):
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


def _report(error: Exception, log: Path | None) -> str:
    """Write down a failure of ours; return where, or what it is if that cannot be done."""
    from traceback import format_exception, format_exception_only  # noqa: PLC0415 - seldom

    from haydes.client.store import FOLDER, folder  # noqa: PLC0415

    path = log or folder() / "client.log"
    try:
        path.parent.mkdir(FOLDER, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(format_exception(error))
    except OSError as problem:
        known = format_exception_only(error)[-1].strip()
        return f"{path} cannot be written ({problem.strerror}): {known}"
    return f"see {path}"


def _do_and_end(given: argparse.Namespace) -> int:
    """Do what is no game."""
    if given.print_paths:
        return _print_paths()
    if given.print_completion:
        return _print_completion(given.print_completion)
    if given.stats:
        return _print_stats()
    return _forget(_invite(given.forget))


def _forget(invite: Invite) -> int:
    from haydes.client.store import Store, folder  # noqa: PLC0415 - seldom wanted

    address = Address(invite.host, invite.port)
    if not Store(folder()).forget(address):
        return _complain(f"{address} is not known", MISUSED)
    sys.stdout.write(f"{address} is forgotten; its next key will be taken as new.\n")
    return DONE


def _settings(given: str) -> tuple[Path | None, Mapping[str, str]]:
    """Return the file of settings and what is in it; one that was named has to be there."""
    path = Path(given) if given else config_file()
    settings: Mapping[str, str] = load(path) if path else {}  # which tells what cannot be read
    if given and not Path(given).exists():
        raise UsageError(f"--config: there is no file {given}")
    return path, settings


def _print_completion(shell: str) -> int:
    script = Path(__file__).parent / "completions" / f"haydes.{shell}"
    sys.stdout.write(script.read_text("utf-8"))
    return DONE


def _print_stats() -> int:
    from haydes.client.past.finished import Shelf  # noqa: PLC0415 - seldom wanted
    from haydes.client.past.telling import statistics  # noqa: PLC0415
    from haydes.client.store import Store, folder  # noqa: PLC0415

    rows = statistics(Shelf(Store(folder()).records()).games())
    sys.stdout.writelines(f"{row[:1].upper()}{row[1:]}\n" for row in rows)
    return DONE


def _print_paths() -> int:
    from haydes.client.solo import runtime_folder  # noqa: PLC0415 - after the first line
    from haydes.client.store import KNOWN_HOSTS, folder  # noqa: PLC0415

    state = folder()
    for what, path in (
        ("config", config_file()),
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
