"""Which server nearby it is to be, in line mode on a terminal."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from haydes.client.nearby import Near, NoNetworkError, Search, told
from haydes.protocol.invite import Invite, InviteError

SECONDS = 2.0  # to wait for answers
PROMPT = "Number, address or invite (Enter looks again): "


def choose(read: Callable[[str], Invite]) -> Invite | None:
    """List the servers nearby until one is chosen; None: the input has ended.

    `read` makes an invite of what may be an address, or raises InviteError.
    """
    while True:
        _write("Link: looking for servers nearby.")
        near, problem = asyncio.run(_look())
        for line in listing(near, problem):
            _write(line)
        try:
            typed = input(PROMPT).strip()
        except EOFError:
            _write("")
            return None
        try:
            if typed:
                return _chosen(typed, near, read)
        except InviteError as error:
            _write(f"Error: {error}.")


def listing(near: tuple[Near, ...], problem: str) -> Iterable[str]:
    """Return the lines that tell what was found."""
    yield from (
        f"Table: {number} {server.label}, {', '.join(told(server))}."
        for number, server in enumerate(near, 1)
    )
    if problem:
        yield f"Link: the network cannot be asked: {problem}."
    if not near:
        yield "Link: no server has answered. One is started with haydes-server, or --solo."
        yield "Link: --tutorial teaches a game in four minutes."


def _chosen(typed: str, near: tuple[Near, ...], read: Callable[[str], Invite]) -> Invite:
    if not typed.isdecimal():
        return read(typed)
    if not 0 < int(typed) <= len(near):
        raise InviteError(f"there is no server number {typed}")
    address = near[int(typed) - 1].address
    return Invite(address.host, address.port)


async def _look() -> tuple[tuple[Near, ...], str]:
    """Return what has answered in time, and why not more could be asked, or ""."""
    near: tuple[Near, ...] = ()

    def found(servers: tuple[Near, ...]) -> None:
        nonlocal near
        near = servers

    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(Search(found).run(), SECONDS)
    except NoNetworkError as problem:
        return near, str(problem)
    return near, ""


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
