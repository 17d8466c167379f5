"""`haydes-server doctor`: how a server is, line by line, and what to do about it."""

import os
import stat
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from haydes import __version__
from haydes.engine.registry import GAMES
from haydes.protocol.codes import Refusal
from haydes.protocol.pin import spoken
from haydes.server.control import Ask
from haydes.server.database import ASIDE, UnreadableError
from haydes.server.figures import Figures, open_files
from haydes.server.folder import FolderError, free
from haydes.server.reading import Reading
from haydes.server.settings import OTHER_FILES, Settings
from haydes.server.store import FILE, size
from haydes.server.tools import ToolError
from haydes.server.tools.journal import say
from haydes.server.tools.reach import reached
from haydes.server.tools.survey import Found, survey

_MIB = 1 << 20
_SLOW_MS = 100.0  # p99 of commits that players notice
_NEARLY = 0.9  # of what there may be
_NAMED = 5  # tables named in a line
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_SUBJECTS = {ToolError: "server", FolderError: "folder", UnreadableError: "journal"}
_CURES = {
    ToolError: "see that the folder is right, then start the server, or end one that hangs",
    FolderError: "run this as the user whose server it is",
    UnreadableError: "it was left as it is; a server that starts mends what it can, else restore",
}
_START = "start haydes-server with this folder when people are to play"


class Grade(IntEnum):
    """The command's exit code is the worst of them."""

    OK = 0
    WARN = 1
    FAIL = 2


@dataclass(frozen=True, slots=True)
class Finding:
    grade: Grade
    subject: str
    text: str
    cure: str = ""  # what to do, if it is not OK


def doctor(folder: Path, settings: Settings) -> int:
    worst = 0
    for one in _findings(folder, settings):
        worst = max(worst, one.grade.value)
        say(f"{one.grade.name:<5} {one.subject:<12} {one.text}")
        if one.cure and one.grade is not Grade.OK:
            say(f"{'':<18} do: {one.cure}")
    return worst


def _findings(folder: Path, settings: Settings) -> Iterator[Finding]:
    try:
        with reached(folder) as line:
            if line:
                yield from _running(line.ask(Ask("figures")).figures, folder)
            else:
                yield Finding(Grade.WARN, "server", f"none runs on {folder}", _START)
                yield from _resting(folder, settings)
    except (ToolError, FolderError, UnreadableError) as error:
        yield Finding(Grade.FAIL, _SUBJECTS[type(error)], str(error), _CURES[type(error)])
        if not _is_there(folder):
            return
    yield from _aside(folder)
    yield _folder(folder)


def _is_there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:  # it lies where nobody may look, or cannot be
        return False


def _running(seen: Figures | None, folder: Path) -> Iterator[Finding]:
    if seen is None:
        raise ToolError(os.EX_UNAVAILABLE, "the server gave no figures")
    yield _server(seen)
    yield Finding(Grade.OK, "address", ", ".join(seen.addresses))
    yield _key(seen.pin)
    crowd = f", {seen.strangers} of them have not said hello" if seen.strangers else ""
    yield _share("connections", seen.connections, f"open{crowd}", "raise limits.connections")
    yield _share("tables", seen.tables, "in use", "raise limits.tables")
    yield _share("parked", seen.parked, "parked", "raise limits.parked_tables")
    yield from _kept(seen.other_rules, seen.damaged)
    yield _rules(seen.rules)
    yield _journal(seen.journal, folder)
    yield _space(seen.free, seen.keep_free)
    yield _commits(seen)
    yield _share("files", seen.files, "open", "raise the limit for open files (ulimit -n)")
    if seen.errors:
        text = f"{len(seen.errors)} of late, the last: {seen.errors[-1]}"
        yield Finding(Grade.WARN, "errors", text, "read the log; report what looks like a bug")
    else:
        yield Finding(Grade.OK, "errors", "none since the start")


def _resting(folder: Path, settings: Settings) -> Iterator[Finding]:
    with Reading(folder / FILE) as reading:
        found = list(survey(reading, GAMES))
    yield Finding(Grade.OK, "version", f"haydes-server {__version__}")
    yield Finding(Grade.OK, "tables", f"{len(found)} kept")
    yield from _kept(_named(found, Refusal.OTHER_RULES), _named(found, Refusal.DAMAGED))
    playable = (one.table.setup.game for one in found if one.table)
    yield _rules(Counter(f"{game.name} {game.version}" for game in playable))
    yield _journal(size(folder), folder)
    yield _space(free(folder), settings.keep_free * _MIB)
    yield _descriptors(settings)


def _server(seen: Figures) -> Finding:
    minutes = seen.seconds // 60
    uptime = f"{minutes // 1440} d {minutes // 60 % 24} h {minutes % 60} min"
    text = f"haydes-server {seen.version}, process {seen.process}, up {uptime}"
    if seen.is_closing:
        return Finding(Grade.WARN, "server", f"{text}; it is about to end", "start it again")
    if seen.version != __version__:
        cure = f"restart it to run the installed release, {__version__}"
        return Finding(Grade.WARN, "server", text, cure)
    return Finding(Grade.OK, "server", text)


def _key(pin: str) -> Finding:
    if not pin:
        return Finding(Grade.OK, "key", "none: no TLS, as it was started")
    return Finding(Grade.OK, "key", f"{spoken(pin)} ({pin})")


def _share(subject: str, pair: tuple[int, int], what: str, cure: str) -> Finding:
    there, most = pair
    if most < 0:  # as the system says it
        return Finding(Grade.OK, subject, f"{there} {what}, with no limit")
    grade = Grade.WARN if there >= most * _NEARLY else Grade.OK
    return Finding(grade, subject, f"{there} of {most} {what}", cure)


def _kept(other_rules: Mapping[str, str], damaged: Mapping[str, str]) -> Iterator[Finding]:
    if other_rules:
        text = f"{_some(other_rules)}: kept, not served"
        cure = "`haydes-server journal export TABLE` names the release that opens it"
        yield Finding(Grade.WARN, "other rules", text, cure)
    if damaged:
        text = f"{_some(damaged)}: kept, not served"
        cure = "`haydes-server journal verify` says where; restore a backup, or delete the table"
        yield Finding(Grade.FAIL, "damaged", text, cure)
    else:
        yield Finding(Grade.OK, "damaged", "none")


def _rules(rules: Mapping[str, int]) -> Finding:
    text = ", ".join(f"{rule} ({_tables(number)})" for rule, number in sorted(rules.items()))
    warning = "; after an upgrade that changes those rules they are kept, but not served"
    return Finding(Grade.OK, "rules", f"{text}{warning}" if rules else "no table depends on any")


def _journal(used: int, folder: Path) -> Finding:
    return Finding(Grade.OK, "journal", f"{_mib(used)} in {folder}")


def _space(available: int, floor: int) -> Finding:
    text = f"{_mib(available)} free, {_mib(floor)} to be kept free"
    if available < floor:
        return Finding(Grade.FAIL, "space", f"{text}: no new tables", "make room on the disk")
    if available < 2 * floor:
        return Finding(Grade.WARN, "space", text, "make room on the disk")
    return Finding(Grade.OK, "space", text)


def _commits(seen: Figures) -> Finding:
    if not seen.commits:
        return Finding(Grade.OK, "commits", "none yet")
    p50, p99 = seen.commit_p50 / 1000, seen.commit_p99 / 1000
    text = f"p50 {p50:.1f} ms, p99 {p99:.1f} ms (last {seen.commits})"
    grade = Grade.WARN if p99 > _SLOW_MS else Grade.OK
    return Finding(grade, "commits", text, "see what else keeps the disk busy")


def _descriptors(settings: Settings) -> Finding:
    _, most = open_files()
    wanted = settings.limits.connections + OTHER_FILES
    if 0 <= most < wanted:
        text = f"{most} allowed here, {wanted} wanted: fewer connections would be let in"
        return Finding(Grade.WARN, "files", text, "raise the limit for open files (ulimit -n)")
    return Finding(Grade.OK, "files", f"as many as wanted ({wanted}) may be open")


def _aside(folder: Path) -> Iterator[Finding]:
    names = sorted(path.name for path in folder.glob(ASIDE))
    if names:
        text = f"{', '.join(names[:_NAMED])}: of a journal that was damaged, and mended"
        cure = "see with `haydes-server journal show` what is there; keep or delete these files"
        yield Finding(Grade.WARN, "set aside", text, cure)


def _folder(folder: Path) -> Finding:
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & _OTHERS:
        text = f"{folder} is open to others (mode {mode:o})"
        return Finding(Grade.WARN, "folder", text, f"chmod 700 {folder}")
    return Finding(Grade.OK, "folder", f"{folder} is its owner's alone")


def _named(found: list[Found], code: Refusal) -> dict[str, str]:
    return {one.kept.table: one.why for one in found if one.code is code}


def _some(tables: Mapping[str, str]) -> str:
    names = sorted(tables)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _mib(size: int) -> str:
    return f"{size / _MIB:.1f} MiB"
