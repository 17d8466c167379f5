"""The command `haydes-server`."""

import json
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

import trio

from haydes import __version__
from haydes.engine.registry import GAMES
from haydes.protocol.limits import Limits
from haydes.protocol.pin import spoken
from haydes.server.folder import data_folder
from haydes.server.identity import Identity, IdentityError, load, own
from haydes.server.invite import invite
from haydes.server.journal import VolatileJournal
from haydes.server.listen import listen, name_of
from haydes.server.log import log, log_failure, set_up
from haydes.server.service import Service
from haydes.server.settings import Settings, SettingsError, UseTls, read
from haydes.server.tls import Tls

# A bot thinks in a thread; with the usual 5 ms everybody else would wait that long for a turn
_SWITCH_INTERVAL = 0.0005
_OTHER_FILES = 64  # open files that are no connections


def main() -> None:
    """Run the command and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    try:
        settings, only_limits = read(arguments, os.environ)
    except SettingsError as error:
        return _complain(str(error), os.EX_USAGE)
    if only_limits:
        sys.stdout.write(f"{json.dumps(settings.limits.tree(), indent=2)}\n")
        return os.EX_OK
    try:
        identity = _identity(settings)
    except IdentityError as error:
        return _complain(str(error), os.EX_USAGE if settings.tls_cert else os.EX_CANTCREAT)
    try:
        listeners = listen(settings.host, settings.port)
    except OSError as error:
        where = f"{settings.host or 'all addresses'}, port {settings.port}"
        return _complain(f"cannot listen on {where}: {error.strerror}", os.EX_CANTCREAT)
    set_up(settings.log_level)
    settings = replace(settings, limits=_affordable(settings.limits))
    sys.setswitchinterval(_SWITCH_INTERVAL)
    try:
        with ExitStack() as stack:
            for listener in listeners:
                stack.enter_context(listener)
            trio.run(_serve, settings, identity, listeners)
        log(logging.INFO, "ended")
    except Exception as error:  # noqa: BLE001 - the last place where a failure can be told
        log_failure("server failed", error)
        return _complain("internal error; the log says where", os.EX_SOFTWARE)
    return os.EX_OK


def _identity(settings: Settings) -> Identity | None:
    """Return what the server shows of itself under TLS; None: it speaks no TLS."""
    if settings.tls is UseTls.NO:
        return None
    if settings.tls_cert:
        return load(settings.tls_cert, settings.tls_key or settings.tls_cert)
    return own(data_folder())


def _affordable(limits: Limits) -> Limits:
    """Lower the number of connections if the system does not allow so many open files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY or files >= limits.connections + _OTHER_FILES:
        return limits
    connections = max(1, files - _OTHER_FILES)
    log(logging.WARNING, "few open files allowed", files=files, connections=connections)
    return replace(limits, connections=connections)


def _complain(sentence: str, code: int) -> int:
    sys.stderr.write(f"haydes-server: {sentence}\n")
    return code


async def _serve(
    settings: Settings, identity: Identity | None, listeners: Sequence[socket.socket]
) -> None:
    program = f"haydes-server {__version__}"
    service = Service(
        GAMES,
        settings.limits,
        VolatileJournal(),
        name=f"{settings.name} ({program})" if settings.name else program,
        bot_pause=settings.bot_pause,
    )
    async with trio.open_nursery() as nursery:
        await nursery.start(_heed_signals, service, nursery.cancel_scope)
        if settings.until_stdin_closes:
            nursery.start_soon(_watch_stdin, service)
        for listener in listeners:
            sys.stdout.write(f"listening on {name_of(listener)}\n")
        port = int(listeners[0].getsockname()[1])
        sys.stdout.write(
            f"invite {invite(settings.host, port, identity.pin if identity else '')}\n"
        )
        if identity:
            sys.stdout.write(f"fingerprint {spoken(identity.pin)}\n")
        sys.stdout.flush()
        tls = Tls(identity.context, only=settings.tls is UseTls.ONLY) if identity else None
        await service.run(listeners, tls)
        nursery.cancel_scope.cancel()


async def _heed_signals(
    service: Service,
    everything: trio.CancelScope,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Stop politely at the first signal, at once at the second."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        await anext(signals)
        service.stop()
        await anext(signals)
        everything.cancel()


async def _watch_stdin(service: Service) -> None:
    # Not sys.stdin: its lock, held by a thread, would crash the interpreter at its end
    while await trio.to_thread.run_sync(os.read, 0, 1024, abandon_on_cancel=True):
        pass
    service.stop()
