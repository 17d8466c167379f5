"""Tells the local network of this server, so that clients find it without an address.

All of it happens beside the server: what goes wrong here is logged and harms nothing else.
"""

import logging
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING

import trio

from haydes.protocol.nearby import SERVICE, Advert
from haydes.server.invite import own_address
from haydes.server.log import log

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

_EVERY = 3.0  # seconds between two looks at what there is to tell
_GOODBYE = 1.0  # seconds that taking the word back may need at the end
_LABEL = 48  # bytes of a name in multicast DNS, with room for a number behind it


def nearby_address(listener: socket.socket) -> str:
    """Return where others on the network reach a listener, or "" if they do not."""
    host = ip_address(listener.getsockname()[0].partition("%")[0])
    if host.is_unspecified:
        return own_address()
    return "" if host.is_loopback else str(host)


class Beacon:
    """One service on the local network; its methods block, and raise OSError."""

    def __init__(self, address: str, port: int) -> None:
        self._address = address
        self._port = port
        self._zeroconf: Zeroconf | None = None
        self._name = ""

    def light(self, advert: Advert) -> None:
        """Begin to tell; takes more than a second, as the name must be free."""
        from zeroconf import Error, Zeroconf  # noqa: PLC0415 - takes as long as half the start

        self._name = _label(advert.name or socket.gethostname())
        self._zeroconf = Zeroconf()
        info = self._info(advert)
        try:
            self._zeroconf.register_service(info, allow_name_change=True)
        except Error as error:
            raise OSError(f"{type(error).__name__} {error}".strip()) from None
        self._name = info.name.removesuffix(f".{SERVICE}")

    def change(self, advert: Advert) -> None:
        """Tell something else."""
        if self._zeroconf:
            self._zeroconf.update_service(self._info(advert))

    def douse(self) -> None:
        """Take the word back."""
        if self._zeroconf:
            self._zeroconf.close()

    def _info(self, advert: Advert) -> "ServiceInfo":
        from zeroconf import ServiceInfo  # noqa: PLC0415 - see above

        return ServiceInfo(
            SERVICE,
            f"{self._name}.{SERVICE}",
            port=self._port,
            properties=dict(advert.properties()),
            server=f"haydes-{self._port}-{_host()}.local.",
            parsed_addresses=[self._address],
        )


async def announce(beacon: Beacon, advert: Callable[[], Advert], every: float = _EVERY) -> None:
    """Tell the network what `advert` says, until cancelled."""
    told = advert()
    try:
        await trio.to_thread.run_sync(beacon.light, told, abandon_on_cancel=True)
        log(logging.INFO, "announced")
        while True:
            await trio.sleep(every)
            now = advert()
            if now != told:
                told = now
                await trio.to_thread.run_sync(beacon.change, told, abandon_on_cancel=True)
    except OSError as error:
        log(logging.WARNING, "not announced", why=str(error))
    finally:
        with trio.move_on_after(_GOODBYE, shield=True):
            await trio.to_thread.run_sync(beacon.douse, abandon_on_cancel=True)


def _label(name: str) -> str:
    """Return a name as one label: a dot would begin another."""
    return name.replace(".", " ").encode()[:_LABEL].decode("utf-8", "ignore").strip() or "haydes"


def _host() -> str:
    bare = "".join(c for c in socket.gethostname().lower() if c.isascii() and c.isalnum())
    return bare[:32] or "host"
