"""What an operator may set: by flags, else by the environment, else in a TOML file."""

import argparse
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NoReturn, cast

from haydes import __version__
from haydes.protocol.limits import DEFAULT_PORT, WORD, Limits
from haydes.protocol.text import check_title
from haydes.server.door import Network
from haydes.server.listen import ANY
from haydes.server.tokens import digest

_LEVELS = ("debug", "info", "warning", "error")
_PAUSE = 0.6
_LONGEST_PAUSE = 60.0
_KEEP_FREE = 64
_OWN = ("127.0.0.1", "::1")  # addresses of this machine alone
OTHER_FILES = 64  # open files that are no connections


def data_folder() -> Path:
    """Return where a server keeps its tables unless told otherwise."""
    if base := os.environ.get("XDG_STATE_HOME"):
        return Path(base) / "haydes" / "server"
    from platformdirs import user_state_path  # noqa: PLC0415 - costs some milliseconds

    return user_state_path("haydes", appauthor=False) / "server"


class SettingsError(ValueError):
    """A setting has no such name or value; the sentence says which."""


class UseTls(StrEnum):
    """Whether connections are encrypted; the first byte of each tells which it is."""

    YES = "yes"  # as the client likes
    NO = "no"
    ONLY = "only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server runs."""

    host: str = ANY
    port: int = DEFAULT_PORT
    name: str = ""
    bot_pause: float = _PAUSE  # seconds
    log_level: str = "info"
    word: bytes = field(default=b"", repr=False)  # SHA-256; empty: none is asked for
    exempt: tuple[Network, ...] = ()
    tls: UseTls = UseTls.YES
    tls_cert: Path | None = None  # None: the server's own
    tls_key: Path | None = None  # None: it is in the same file
    data: Path | None = None  # the folder for what outlives the server; None: `data_folder`
    keep_free: int = _KEEP_FREE  # MiB
    volatile: bool = False  # nothing outlives the server
    discovery: bool = True  # tell the local network of it
    until_stdin_closes: bool = False
    rehearse: str = ""  # what all chance follows from; empty: nothing
    limits: Limits = field(default_factory=Limits)


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdecimal() else -1
    if not 0 <= port < 1 << 16:
        raise ValueError("a port is a number from 0 to 65535")
    return port


def _pause(text: str) -> float:
    pause = float(text)
    if not (math.isfinite(pause) and 0 <= pause <= _LONGEST_PAUSE):
        raise ValueError(f"a pause is 0 to {_LONGEST_PAUSE:.0f} seconds")
    return pause


def _level(text: str) -> str:
    if text not in _LEVELS:
        raise ValueError(f"a level is one of {', '.join(_LEVELS)}")
    return text


def _use_tls(text: str) -> UseTls:
    if text not in tuple(UseTls):
        raise ValueError(f"tls is one of {', '.join(UseTls)}")
    return UseTls(text)


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("it is yes or no")
    return text == "yes"


def _mebibytes(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError("space is a whole number of MiB")
    return int(text)


def _word(text: str) -> bytes:
    if not 0 < len(text) <= WORD:
        raise ValueError(f"a word has 1 to {WORD} characters")
    return digest(text)


def _word_of_file(path: str) -> bytes:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        # not the error's own words, which may quote the file
        raise ValueError(f"cannot read {path!r:.80}: {type(error).__name__}") from None
    return _word(lines[0] if lines else "")


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def _folder(text: str) -> Path:
    if not text:
        raise ValueError("a folder has a name")
    return Path(text).expanduser()


@dataclass(frozen=True, slots=True)
class _Setting:
    """How one setting is read and explained."""

    parse: Callable[[str], object]
    metavar: str = ""  # empty: its flags have no value, see _FIXED
    summary: str = ""


MOST_TABLES = 256  # 205 KB of lobby at the worst, where a frame has 256 KB

_SETTINGS: Mapping[str, _Setting] = {
    "host": _Setting(str, "HOST", "name or address to listen on (default: all addresses)"),
    "port": _Setting(_port, "PORT", f"port; 0: any free one (default: {DEFAULT_PORT})"),
    "name": _Setting(check_title, "NAME", "name of this server, shown to players"),
    "bot_pause": _Setting(_pause, "SECONDS", f"least time of a bot's act (default: {_PAUSE})"),
    "word": _Setting(_word, "WORD", "word that everybody who connects has to know"),
    "word_file": _Setting(_word_of_file, "FILE", "file whose first line is that word"),
    "exempt": _Setting(
        _networks, "NETS", "networks, such as 192.0.2.0/24, whose addresses stand for many people"
    ),
    "data": _Setting(_folder, "FOLDER", "folder for the tables (default: see below)"),
    "keep_free": _Setting(
        _mebibytes, "MIB", f"no new tables with less space on the disk (default: {_KEEP_FREE})"
    ),
    "log_level": _Setting(_level, "LEVEL", f"{', '.join(_LEVELS)} (default: info)"),
    "discovery": _Setting(_yes_or_no),
    "tls": _Setting(_use_tls),
    "tls_cert": _Setting(Path, "FILE", "certificate in PEM (default: one of its own)"),
    "tls_key": _Setting(Path, "FILE", "its key (default: in the same file)"),
}
_FIXED: Mapping[str, tuple[str, str, str]] = {  # flag: setting, its value, what that means
    "--no-discovery": ("discovery", "no", "do not tell the local network of this server"),
    "--tls-only": ("tls", UseTls.ONLY, "turn plain connections away"),
    "--no-tls": ("tls", UseTls.NO, "plain connections only"),
}

_EPILOG = """\
Settings may also come from the environment (HAYDES_HOST, HAYDES_PORT, HAYDES_NAME,
HAYDES_BOT_PAUSE, HAYDES_WORD, HAYDES_WORD_FILE, HAYDES_EXEMPT, HAYDES_DATA,
HAYDES_KEEP_FREE, HAYDES_LOG_LEVEL, HAYDES_DISCOVERY, HAYDES_TLS, HAYDES_TLS_CERT,
HAYDES_TLS_KEY, HAYDES_CONFIG) and from the file (host, port, name, bot_pause, word, word_file,
exempt, data, keep_free, log_level, discovery, tls, tls_cert, tls_key, and a table [limits] with
names as --print-limits shows them). Flags win over the environment, the environment over the
file. discovery is yes or no; tls is yes, no or only. Other users of this machine can see flags; a
word is better kept in a file. NETS are separated by commas; no address of theirs is held to the
limits per address, such as a classroom behind one.

The first line on standard output is "listening on ADDRESS:PORT"; an invite and the fingerprint
follow. Logs are JSON lines on standard error. SIGINT, SIGTERM or SIGHUP ends the server politely, a
second one at once.

Tables are kept in a folder, haydes/server in the user's folder for state unless --data says
otherwise, and are there again when the server is started again, however it ended. Each server
needs a folder of its own.

Commands, each with a --help of its own: `haydes-server doctor` says how the server is,
`haydes-server journal` verifies, shows, exports and deletes tables, `haydes-server backup FILE`
copies them all. They work while the server runs, too.

TLS and plain connections share the port. The key is made at the first start and kept as
identity.pem in the folder; clients know the server by it, so keep it.

Exit codes: 0 ended as asked; 64 wrong usage; 70 internal error; 73 cannot listen, or cannot use
the folder or the certificate; 74 the journal in the folder cannot be read; 75 the storage failed.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SettingsError(message)


def read(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[Settings, bool]:
    """Return the settings, and whether no more is wanted than a look at the limits.

    Raises SettingsError, and SystemExit after --help and --version.
    """
    given = vars(parser().parse_args(arguments))
    file = _load(given["config"] or environment.get("HAYDES_CONFIG", ""))
    limits = _limits(file.pop("limits", {}))
    texts = {name: (name, str(value)) for name, value in file.items()}
    for name in _SETTINGS:
        variable, flag = f"HAYDES_{name.upper()}", _flag(name)
        if variable in environment:
            texts[name] = variable, environment[variable]
        if given[name] is not None:
            texts[name] = flag, given[name]
    # Any: each value has the type that its own parser gives it
    values: dict[str, Any] = {name: _parse(name, *text) for name, text in texts.items()}
    if given["rehearse"] and not (given["volatile"] and values.get("host") in _OWN):
        raise SettingsError(f"--rehearse is for --volatile and --host {' or '.join(_OWN)} only")
    if "tls_key" in values and "tls_cert" not in values:
        raise SettingsError("a key (tls_key) needs its certificate (tls_cert)")
    if "word" in values and "word_file" in values:
        sources = f"{texts['word'][0]} and {texts['word_file'][0]}"
        raise SettingsError(f"{sources}: only one of them can give the word")
    if "word_file" in values:
        values["word"] = values.pop("word_file")
    wanted = Settings(
        until_stdin_closes=given["until_stdin_closes"],
        volatile=given["volatile"],
        rehearse=given["rehearse"],
        limits=limits,
        **values,
    )
    return wanted, bool(given["print_limits"])


def _parse(name: str, source: str, text: str) -> object:
    setting = _SETTINGS.get(name)
    if setting is None:
        raise SettingsError(f"there is no setting {source!r:.40}")
    try:
        return setting.parse(text)
    except ValueError as error:
        raise SettingsError(f"{source}: {error}") from None


# Any: whatever a TOML file holds
def _load(path: str) -> dict[str, Any]:
    if not path:
        return {}
    import tomllib  # noqa: PLC0415 - few servers have a file, and starting up is to be quick

    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {error}") from None


def _limits(table: object) -> Limits:
    if not isinstance(table, dict):
        raise SettingsError("limits is a table")
    known = {limit.name for limit in fields(Limits)}
    values: dict[str, int] = {}
    for name, value in cast(dict[str, object], table).items():
        if name not in known:
            raise SettingsError(f"there is no limit {name!r:.40}")
        if type(value) is not int or value < 0:
            raise SettingsError(f"limit {name}: a limit is a whole number")
        if name == "tables" and value > MOST_TABLES:
            raise SettingsError(f"limit tables: at most {MOST_TABLES}, as a lobby fits in a frame")
        values[name] = value
    return Limits(**values)


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def parser() -> _Parser:
    """Return what reads the command line."""
    words = _Parser(
        prog="haydes-server",
        description="Serve tables of small tabletop games over TCP.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for name, setting in _SETTINGS.items():
        if setting.metavar:
            words.add_argument(_flag(name), metavar=setting.metavar, help=setting.summary)
    for flag, (name, value, summary) in _FIXED.items():
        words.add_argument(flag, action="store_const", const=value, dest=name, help=summary)
    words.add_argument("--config", metavar="FILE", help="TOML file with settings")
    words.add_argument(
        "--until-stdin-closes",
        action="store_true",
        help="end when standard input does: for a program that starts its own server",
    )
    words.add_argument(
        "--volatile", action="store_true", help="keep nothing: tables end with the server"
    )
    words.add_argument(
        "--rehearse",
        default="",
        metavar="TEXT",
        help="let all chance follow from a text, to teach: with --volatile, for this machine only",
    )
    words.add_argument("--print-limits", action="store_true", help="print the limits as JSON")
    words.add_argument("--version", action="version", version=f"haydes-server {__version__}")
    return words
