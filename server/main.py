"""The command `haydes-server`."""

import gc
import json
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

import trio

from haydes import __version__
from haydes.engine.registry import GAMES
from haydes.protocol.limits import Limits
from haydes.protocol.nearby import Advert
from haydes.protocol.pin import spoken
from haydes.server.chain import Kept, Ledger
from haydes.server.committer import Committer
from haydes.server.control import Control, open_socket
from haydes.server.database import UnreadableError
from haydes.server.discovery import Beacon, announce, nearby_address
from haydes.server.door import Door
from haydes.server.figures import Observer, rules
from haydes.server.folder import BusyError, FolderError
from haydes.server.identity import Identity, IdentityError, load, own
from haydes.server.invite import invite
from haydes.server.journal import VolatileJournal
from haydes.server.listen import listen, name_of
from haydes.server.log import log, log_failure, set_up
from haydes.server.nature import NATURE, Nature
from haydes.server.rehearsal import Rehearsal
from haydes.server.service import Service
from haydes.server.settings import (
    OTHER_FILES,
    Settings,
    SettingsError,
    UseTls,
    data_folder,
    read,
)
from haydes.server.store import StorageError, Store
from haydes.server.tls import Tls
from haydes.server.tools.main import TOOLS, use

# A bot thinks in a thread; with the usual 5 ms everybody else would wait that long for a turn
_SWITCH_INTERVAL = 0.0005
# What an act makes for a thousand spectators is gone again before so many objects have come
_GC_THRESHOLDS = 10_000, 5, 2
_MIB = 1 << 20
_PATIENCE = 2.0  # seconds for the server before us to let go of the folder
_FLUSH = 5.0  # seconds for what is not yet on disk when everybody has gone


def main() -> None:
    """Run the command and exit with its code."""
    os.umask(0o077)  # whatever is written is nobody else's to read
    sys.exit(run(sys.argv[1:]))


class ListenError(Exception):
    """The address cannot be listened on."""


_CODES: Mapping[type[Exception], int] = {
    SettingsError: os.EX_USAGE,
    ListenError: os.EX_CANTCREAT,
    FolderError: os.EX_CANTCREAT,
    BusyError: os.EX_CANTCREAT,
    IdentityError: os.EX_CANTCREAT,
    UnreadableError: os.EX_IOERR,
    StorageError: os.EX_TEMPFAIL,
}


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    if arguments and arguments[0] in TOOLS:
        return use(arguments, os.environ)
    try:
        settings, only_limits = read(arguments, os.environ)
        if only_limits:
            sys.stdout.write(f"{json.dumps(settings.limits.tree(), indent=2)}\n")
        else:
            _open_and_serve(settings)
    except tuple(_CODES) as error:
        return _complain(str(error), _CODES[type(error)])
    except Exception as error:  # noqa: BLE001 - the last place where a failure can be told
        log_failure("server failed", error)
        return _complain("internal error; the log says where", os.EX_SOFTWARE)
    return os.EX_OK


def _open_and_serve(settings: Settings) -> None:
    """Serve until told to end; raises what stands in the way."""
    with ExitStack() as stack:
        listeners = _listen(settings)
        for listener in listeners:
            stack.enter_context(listener)
        set_up(settings.log_level)
        settings = replace(settings, limits=_affordable(settings.limits))
        sys.setswitchinterval(_SWITCH_INTERVAL)
        gc.disable()  # until all is loaded: looking for garbage took a sixth of a restart
        if settings.volatile:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            identity = _identity(settings, folder)
            problem = trio.run(serve, settings, listeners, VolatileJournal(), (), identity)
        else:
            store = stack.enter_context(_store(settings))
            identity = _identity(settings, settings.data or data_folder())
            ledger = Ledger(store.identity)
            kept = ledger.verify_all(store.read())
            committer = Committer(store, ledger)
            problem = trio.run(serve, settings, listeners, committer, kept, identity)
    if problem:
        log(logging.CRITICAL, "storage failed", why=str(problem))
        raise StorageError(f"the storage failed: {problem}") from problem
    log(logging.INFO, "ended")


def _store(settings: Settings) -> Store:
    folder = settings.data or data_folder()
    return Store(folder, settings.keep_free * _MIB, _PATIENCE)


def _listen(settings: Settings) -> list[socket.socket]:
    try:
        return listen(settings.host, settings.port)
    except OSError as error:
        where = f"{settings.host or 'all addresses'}, port {settings.port}"
        raise ListenError(f"cannot listen on {where}: {error.strerror}") from None


def _identity(settings: Settings, folder: Path) -> Identity | None:
    """Return what the server shows of itself under TLS; None: it speaks no TLS."""
    if settings.tls is UseTls.NO:
        return None
    if settings.tls_cert:
        return load(settings.tls_cert, settings.tls_key or settings.tls_cert)
    return own(folder)


def _affordable(limits: Limits) -> Limits:
    """Lower the number of connections if the system does not allow so many open files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY or files >= limits.connections + OTHER_FILES:
        return limits
    connections = max(1, files - OTHER_FILES)
    log(logging.WARNING, "few open files allowed", files=files, connections=connections)
    return replace(limits, connections=connections)


def _complain(sentence: str, code: int) -> int:
    sys.stderr.write(f"haydes-server: {sentence}\n")
    return code


async def serve(
    settings: Settings,
    listeners: Sequence[socket.socket],
    journal: Committer | VolatileJournal,
    kept: Sequence[Kept],
    identity: Identity | None = None,
) -> StorageError | None:
    """Serve until a signal, or what else is to end it; return what the storage failed of."""
    program = f"haydes-server {__version__}"
    service = Service(
        GAMES,
        Door(settings.limits, word=settings.word, exempt=settings.exempt),
        journal,
        name=f"{settings.name} ({program})" if settings.name else program,
        bot_pause=settings.bot_pause,
        nature=_nature(settings),
    )
    service.restore(kept)
    gc.freeze()  # what is loaded stays: looking it through again took 30 ms each time
    gc.set_threshold(*_GC_THRESHOLDS)
    gc.enable()
    problem = None
    async with trio.open_nursery() as nursery:

        async def keep(committer: Committer) -> None:
            nonlocal problem
            problem = await committer.run()
            nursery.cancel_scope.cancel()

        await nursery.start(heed_signals, service, nursery.cancel_scope)
        if settings.until_stdin_closes:
            nursery.start_soon(watch_stdin, service)
        if isinstance(journal, Committer):
            nursery.start_soon(keep, journal)
            names = [name_of(listener) for listener in listeners]
            _open_control(_observer(settings, identity, names, service), service, journal, nursery)
        port = int(listeners[0].getsockname()[1])
        _say(f"listening on {name_of(listener)}" for listener in listeners)
        _say([f"invite {invite(settings.host, port, identity.pin if identity else '')}"])
        if settings.word:
            _say(["word: everybody is asked for it; tell it with the invite"])
        if identity:
            _say([f"fingerprint {spoken(identity.pin)}"])
        address = nearby_address(listeners[0])
        if settings.discovery and address:
            nursery.start_soon(
                announce, Beacon(address, port), partial(_advert, settings, identity, service)
            )
        tls = Tls(identity.context, only=settings.tls is UseTls.ONLY) if identity else None
        await service.run(listeners, tls)
        if isinstance(journal, Committer) and (needed := rules(service.house.tables)):
            log(logging.INFO, "tables kept, for these rules only", **needed)
        if isinstance(journal, Committer):
            with trio.move_on_after(_FLUSH):
                await journal.settle()
        nursery.cancel_scope.cancel()
    return problem


def _nature(settings: Settings) -> Nature:
    if not settings.rehearse:
        return NATURE
    rehearsal = Rehearsal(settings.rehearse)
    return Nature(rehearsal, secret=rehearsal.secret)


def _observer(
    settings: Settings, identity: Identity | None, names: Sequence[str], service: Service
) -> Observer:
    folder = settings.data or data_folder()
    pin = identity.pin if identity else ""
    return Observer(service.house, folder, names, pin, settings.keep_free * _MIB)


def _open_control(
    observer: Observer, service: Service, committer: Committer, nursery: trio.Nursery
) -> None:
    """Let the operator's tools reach the server."""
    folder = observer.folder
    sock = open_socket(folder)
    if sock is None:
        return

    async def delete(table: str) -> bool:
        removed = service.remove(table)
        await committer.settle()
        return removed

    control = Control(
        folder,
        look=lambda: observer.look(committer.seconds),
        copy=committer.copy,
        delete=delete,
    )
    nursery.start_soon(control.run, sock)


def _advert(settings: Settings, identity: Identity | None, service: Service) -> Advert:
    tables, free = service.house.lobby.openings
    pin = identity.pin if identity else ""
    return Advert(settings.name, __version__, pin, tables, free)


def _say(lines: Iterable[str]) -> None:
    """Print lines; without them the server serves as well."""
    out: TextIO | None = sys.stdout  # None: whoever started us has closed it
    with suppress(OSError):
        if out:
            out.writelines(f"{line}\n" for line in lines)
            out.flush()


async def heed_signals(
    service: Service,
    everything: trio.CancelScope,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Stop politely at the first signal, at once at the second."""
    heeded = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup has it
        heeded.append(signal.SIGHUP)
    with trio.open_signal_receiver(*heeded) as signals:
        task_status.started()
        await anext(signals)
        service.stop()
        await anext(signals)
        everything.cancel()


async def watch_stdin(service: Service) -> None:
    """Stop politely when standard input ends."""
    # Not sys.stdin: its lock, held by a thread, would crash the interpreter at its end
    while await trio.to_thread.run_sync(os.read, 0, 1024, abandon_on_cancel=True):
        pass
    service.stop()
