"""Relays connections to another server, byte for byte, but for what a proxy does to them."""

import asyncio
import itertools
import signal
import socket
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from haydes.client.kit import UsageError
from haydes.client.kit.arguments import written
from haydes.client.kit.faults import Fault, Harm, Piece, Way

_CHUNK = 1 << 16
_WAITING = 256  # pieces on their way, before no more is read
_RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing sends a reset

Address = tuple[str, int]
Seen = Callable[[int, Way, bytes], None]  # which connection; no bytes: the end of that way


def _nothing(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Relay:
    """Where to, and what becomes of the bytes."""

    target: Address
    faults: Sequence[Fault] = ()
    seed: str = "1"
    log: Callable[[str], None] = _nothing
    seen: Seen = _nothing  # what has been passed on


def run(relay: Relay, listen: Address, listening: Callable[[Address], None]) -> None:
    """Relay until a signal ends it; raises UsageError if nobody can listen there."""
    asyncio.run(_run(relay, listen, listening))


async def _run(relay: Relay, listen: Address, listening: Callable[[Address], None]) -> None:
    end = asyncio.Event()
    for signal_ in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_, end.set)
    numbers = itertools.count(1)
    running: set[asyncio.Task[None]] = set()

    def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_connection(relay, next(numbers), (reader, writer)))
        running.add(task)
        task.add_done_callback(running.discard)

    try:
        server = await asyncio.start_server(accepted, *listen)
    except OSError as error:
        raise UsageError(f"cannot listen on {written(listen)}: {error.strerror}") from None
    try:
        listening(server.sockets[0].getsockname()[:2])
        await end.wait()
    finally:
        server.close()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


_Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _connection(relay: Relay, number: int, client: _Ends) -> None:
    """Relay one connection to its end."""
    try:
        server = await asyncio.open_connection(*relay.target)
    except OSError as error:
        # of several addresses that fail asyncio makes one error without a strerror
        relay.log(f"{number} cannot connect to the target: {error.strerror or error}")
        _close(client[1], reset=True)
        return
    relay.log(f"{number} open")
    harms = {way: Harm(relay.faults, relay.seed, number, way) for way in ("up", "down")}
    up = asyncio.create_task(_way(relay, number, "up", harms["up"], (client[0], server[1])))
    down = asyncio.create_task(_way(relay, number, "down", harms["down"], (server[0], client[1])))
    reset = False
    try:
        # whichever fails or is reset first ends both
        await asyncio.wait((up, down), return_when=asyncio.FIRST_EXCEPTION)
        reset = any(task.done() and task.exception() for task in (up, down))
    finally:
        for task in (up, down):
            task.cancel()
        await asyncio.gather(up, down, return_exceptions=True)
        for writer in (client[1], server[1]):
            _close(writer, reset=reset)
        told = ", ".join(f"{way} {harm.taken} bytes" for way, harm in harms.items())
        relay.log(f"{number} {'reset' if reset else 'closed'}: {told}")


async def _way(relay: Relay, number: int, way: Way, harm: Harm, ends: _Ends) -> None:
    """Pass on one way to its end; raises if both ways are to be reset."""
    pieces: asyncio.Queue[Piece | None] = asyncio.Queue(_WAITING)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_take(relay, number, way, harm, (ends[0], pieces)))
            group.create_task(_pass_on(relay, number, way, pieces, ends[1]))
    finally:
        relay.seen(number, way, b"")


async def _take(
    relay: Relay,
    number: int,
    way: Way,
    harm: Harm,
    between: "tuple[asyncio.StreamReader, asyncio.Queue[Piece | None]]",
) -> None:
    reader, pieces = between
    clock = asyncio.get_running_loop().time
    while not harm.has_ended and (data := await reader.read(_CHUNK)):
        for piece in harm.pieces(data, clock()):
            await pieces.put(piece)
    if harm.has_ended:
        await pieces.join()
        if harm.end == harm.reset_at:
            relay.log(f"{number} {way} reset after {harm.taken} bytes")
            raise ConnectionResetError
        relay.log(f"{number} {way} black hole after {harm.taken} bytes")
        while await reader.read(_CHUNK):
            pass
        await asyncio.Event().wait()  # not even the end comes through
    if harm.close_wait:
        relay.log(f"{number} {way} slow close: {harm.close_wait:g} s")
        await asyncio.sleep(harm.close_wait)
    await pieces.put(None)


async def _pass_on(
    relay: Relay,
    number: int,
    way: Way,
    pieces: "asyncio.Queue[Piece | None]",
    writer: asyncio.StreamWriter,
) -> None:
    clock = asyncio.get_running_loop().time
    while piece := await pieces.get():
        if (wait := piece.due - clock()) > 0:
            await asyncio.sleep(wait)
        writer.write(piece.data)
        relay.seen(number, way, piece.data)
        await writer.drain()
        pieces.task_done()
    if writer.can_write_eof():
        writer.write_eof()


def _close(writer: asyncio.StreamWriter, *, reset: bool) -> None:
    sock = writer.get_extra_info("socket")
    if reset and sock is not None and sock.fileno() >= 0:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        writer.transport.abort()
    else:
        writer.close()
