"""Servers that are broken on purpose: the simulation must notice each of them."""

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from haydes.engine.game import Seat
from haydes.server.house import House
from haydes.server.outbox import Outbox
from haydes.server.play import Play
from haydes.server.session import Session
from haydes.server.table import Table

Mutant = Callable[[], AbstractContextManager[None]]


@contextmanager
def _changed(kind: type, name: str, function: Callable[..., Any]) -> Generator[None]:
    proper = getattr(kind, name)
    setattr(kind, name, function)
    try:
        yield
    finally:
        setattr(kind, name, proper)


def _sound() -> AbstractContextManager[None]:
    return _changed(Outbox, "release", Outbox.release)


def _unfenced() -> AbstractContextManager[None]:
    """Let an older connection stay in its seat when a newer one comes."""

    def reopen(_: House, session: Session, table: Table, seat: Seat, *__: float) -> None:
        table.resume(session, seat)

    return _changed(House, "reopen", reopen)


def _hasty() -> AbstractContextManager[None]:
    """Tell everybody what has happened before it is durable."""

    def release(outbox: Any) -> None:
        signs, outbox._signs = outbox._signs, {}
        held, outbox._held = outbox._held, {}
        outbox._appended = False
        outbox._hand_over(signs)
        outbox._hand_over(held)
        outbox._journal.commit(lambda: None)

    return _changed(Outbox, "release", release)


def _forgetful() -> AbstractContextManager[None]:
    """Do not recognise an act that comes again."""
    return _changed(Play, "is_retry", lambda *_: False)


MUTANTS: Mapping[str, Mutant] = {
    "": _sound,
    "no-fence": _unfenced,
    "hasty": _hasty,
    "no-retry": _forgetful,
}
