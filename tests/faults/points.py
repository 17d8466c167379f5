"""Named points on the path of an input where a server dies, and faults put into it on purpose.

Both wrap functions of the server in a process that was forked for that; the server itself
knows nothing of them.
"""

import os
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from tests.faults.calls import AVAILABLE, Call, Deleted, Synced, Written, noted

import haydes.server.committer as committing
import haydes.server.restore as restoring
from haydes.server.chain import Ledger
from haydes.server.committer import Committer
from haydes.server.core import Core
from haydes.server.outbox import Outbox
from haydes.server.play import Play
from haydes.server.service import Service
from haydes.server.store import Store
from haydes.server.table import Table
from haydes.server.transport import SocketTransport

# Any: functions of the server, whatever they take and return
_Function = Callable[..., Any]
_Wrapper = Callable[[_Function], _Function]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def replace(owner: Any, name: str, value: Any) -> None:
    """Change something of the server in this process; it must be there."""
    assert hasattr(owner, name)
    setattr(owner, name, value)


def _before(function: _Function) -> _Function:
    def dying(*args: Any) -> Any:
        if _is_due():
            die()
        return function(*args)

    return dying


def _after(function: _Function) -> _Function:
    def dying(*args: Any) -> Any:
        result = function(*args)
        if _is_due():
            die()
        return result

    return dying


def _halfway(try_send: _Function) -> _Function:
    def dying(transport: SocketTransport, data: bytes) -> int:
        if _is_due():
            try_send(transport, data[: len(data) // 2])
            die()
        return int(try_send(transport, data))

    return dying


POINTS: Mapping[str, tuple[Any, str, _Wrapper]] = {
    "bytes have come": (Core, "receive", _before),
    "a request is decoded": (Core, "_hear", _before),
    "an input is legal": (Table, "_put", _before),
    "a record is applied": (Outbox, "append", _before),
    "a record is appended": (Outbox, "append", _after),
    "what to say is held": (Outbox, "release", _before),
    "a commit begins": (Store, "write", _before),
    "a commit is done": (Store, "write", _after),
    "nothing is said yet": (Committer, "_end", _before),
    "one is told": (Service, "_tell", _after),
    "an answer is half sent": (SocketTransport, "try_send", _halfway),
    "the log is to be folded": (Store, "tidy", _before),
    "the log is folded": (Store, "tidy", _after),
    "a chain is verified": (Ledger, "verify", _after),
    "a record is done again": (restoring, "fold", _before),
    "all is restored": (Service, "restore", _after),
}

# The same inside of SQLite: the calls that it makes, and what they are named after
CALLS: Mapping[str, type[Call]] = {
    "a piece is to be written": Written,
    "a file is synced": Synced,
    "a file is to be deleted": Deleted,
}
PLACES = (*POINTS, *CALLS) if AVAILABLE else tuple(POINTS)

_for_ever = ExitStack()
_left = 0  # times that the point is reached until it is due


def _is_due() -> bool:
    global _left  # noqa: PLW0603 - of this process, which was forked to die
    _left -= 1
    return not _left


def arm(place: str, times: int) -> None:
    """Let this process die when it reaches a place so many times."""
    global _left  # noqa: PLW0603 - as above
    _left = times
    if place in CALLS:
        _die_at(CALLS[place])
    else:
        owner, name, wrapper = POINTS[place]
        replace(owner, name, wrapper(getattr(owner, name)))


def _die_at(kind: type[Call]) -> None:
    def note(call: Call) -> None:
        if isinstance(call, kind) and _is_due():
            die()

    _for_ever.enter_context(noted(note))


def fold_often() -> None:
    """Let the log be folded within the short life of these servers."""
    replace(committing, "_TIDY_IF_IDLE", 5)
    replace(committing, "_TIDY_ANYHOW", 30)


def _say_early(early: Callable[[bytes], bool]) -> None:
    release: _Function = Outbox.release

    def hasty(outbox: Any) -> None:
        held = outbox._held
        if not outbox._journal._running:  # else it would overtake what was said before
            now = {s: p for s, p in held.items() if early(p.data)}
            outbox._held = {s: p for s, p in held.items() if s not in now}
            outbox._hand_over(now)
        release(outbox)

    replace(Outbox, "release", hasty)


def _answers(data: bytes) -> bool:
    return b"\xa4done" in data


def _updates(data: bytes) -> bool:
    return b"\xa6update" in data


def acknowledge_early() -> None:
    """Answer before the commit."""
    _say_early(_answers)


def broadcast_early() -> None:
    """Tell the others before the commit."""
    _say_early(_updates)


def _never(*_: object) -> bool:
    return False


def forget_retries() -> None:
    """Take every act for a new one."""
    replace(Play, "is_retry", _never)


def forget_prompts() -> None:
    """Apply every act that is legal, whatever it answers."""
    forget_retries()
    check: _Function = Play.check

    def careless(play: Play, seat: int, _: int, action: Any) -> Any:
        return check(play, seat, play.questions[seat].prompt, action)

    replace(Play, "check", careless)


def nothing() -> None:
    """Leave the server as it is."""


MUTANTS: Mapping[str, Callable[[], None]] = {
    "": nothing,
    "acknowledge-early": acknowledge_early,
    "broadcast-early": broadcast_early,
    "no-retry": forget_retries,
    "no-prompt": forget_prompts,
}
