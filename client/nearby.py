"""The servers on this machine and on the local network, as they tell of themselves.

What is heard here is nobody's word in particular: it helps to find a server, and a connection
is judged as if its address had been typed.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from haydes.client.options import Address
from haydes.protocol.limits import TITLE
from haydes.protocol.nearby import SERVICE, Advert, read_advert
from haydes.protocol.text import safe

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo

HERE = Address()
MOST = 32  # servers; more are no list to choose from
_ANSWER_MS = 2000
_KNOCK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Near:
    """A server nearby."""

    address: Address
    label: str  # what it is called on the network
    advert: Advert | None = None  # None: it listens on this machine, and has told nothing yet


Found = Callable[[tuple[Near, ...]], None]


class NoNetworkError(Exception):
    """The local network cannot be asked; the sentence says why."""


class Search:
    """Gathers servers; `found` is told the whole list after each change."""

    def __init__(self, found: Found, here: Address = HERE) -> None:
        self._found = found
        self._here = here
        self._known: dict[str, Near] = {}  # by name on the network; "" is this machine
        self._asking: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Search until cancelled; raises NoNetworkError after a look at this machine."""
        await self._knock()
        from zeroconf import NotRunningException  # noqa: PLC0415 - see below
        from zeroconf.asyncio import (  # noqa: PLC0415 - large, and seldom needed
            AsyncServiceBrowser,
            AsyncZeroconf,
        )

        try:
            network = AsyncZeroconf()
        except OSError as error:
            raise NoNetworkError(error.strerror or "no network") from None
        try:
            # a start that is broken off would leave sockets open
            await asyncio.shield(network.zeroconf.async_wait_for_start())
            browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[self._changed])
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                await browser.async_cancel()
        except NotRunningException:
            raise NoNetworkError("it does not answer") from None
        finally:
            for task in self._asking:
                task.cancel()
            await network.async_close()
            await asyncio.sleep(0)  # the loop closes the sockets in its next round

    async def _knock(self) -> None:
        """See whether a server listens on this machine, as it may tell nobody."""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_KNOCK_SECONDS):
                _, writer = await asyncio.open_connection(self._here.host, self._here.port)
            writer.close()
            self._note("", Near(self._here, "this computer"))

    # the names are those with which zeroconf calls it
    def _changed(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        if state_change.name == "Removed":
            if self._known.pop(name, None):
                self._tell()
            return
        task = asyncio.get_running_loop().create_task(self._ask(zeroconf, name))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, zeroconf: "Zeroconf", name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - see above

        info = AsyncServiceInfo(SERVICE, name)
        if await info.async_request(zeroconf, _ANSWER_MS) and (near := read(info)):
            self._note(name, near)

    def _note(self, name: str, near: Near) -> None:
        if len(self._known) < MOST or name in self._known:
            self._known[name] = near
            self._tell()

    def _tell(self) -> None:
        self._found(tuple(self._known[name] for name in sorted(self._known)))


def read(info: "AsyncServiceInfo") -> Near | None:
    """Return the server that a service on the network is, or None if it is none of ours."""
    advert = read_advert(info.properties)
    addresses = info.parsed_scoped_addresses()
    if advert is None or not addresses or not info.port:
        return None
    label = safe(info.name.removesuffix(f".{SERVICE}"))[:TITLE]
    return Near(Address(addresses[0], info.port), advert.name or label, advert)


def told(near: Near) -> Iterator[str]:
    """Yield what is to be said of a server, after its name."""
    yield str(near.address)
    if near.advert is None:
        return
    tables, free = near.advert.tables, near.advert.free
    yield f"{tables} open {'table' if tables == 1 else 'tables'}" if tables else "no open table"
    if free:
        yield f"{free} free {'seat' if free == 1 else 'seats'}"
    yield f"version {near.advert.version}"
    if not near.advert.pin:
        yield "not encrypted"
