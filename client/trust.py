"""Whom a client speaks with: a server is known by its key from the first meeting on.

Law: nothing of the player, and no token, is sent before the key is the expected one.
"""

import asyncio
from dataclasses import dataclass
from ipaddress import ip_address

from haydes.client.here import is_here
from haydes.client.options import Address, UseTls
from haydes.client.pipe import Pipe, Plain, dial
from haydes.client.store import Store
from haydes.client.stream import GoodbyeError, HopelessError
from haydes.client.tls import PlainError, TlsPipe
from haydes.protocol.codes import Close
from haydes.protocol.pin import PinError, spoken

CONNECT_SECONDS = 5.0  # to a TCP connection, and again to one with TLS


class UntrustedError(HopelessError):
    """The server is not to be spoken with; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A connection on which nothing has been said yet."""

    pipe: Pipe
    pin: str = ""  # the server's; empty: the link is not encrypted
    notice: str = ""  # a sentence for the player


@dataclass(frozen=True, slots=True)
class Trust:
    """What is asked of a server."""

    store: Store
    use: UseTls = UseTls.AUTO
    pin: str = ""  # of an invite: the only right one

    async def reach(self, address: Address) -> Reached:
        """Connect; raises UntrustedError, GoodbyeError, LostError, OSError, TimeoutError."""
        async with asyncio.timeout(CONNECT_SECONDS):
            pipe = await dial(address)
        if not self.wants_tls(address):
            return Reached(pipe, notice=self.exposed(address))
        try:
            return await self._secure(pipe, address)
        except PlainError as answer:
            pipe.abort()
            if answer.bye.code != Close.TOO_BIG:
                raise GoodbyeError(answer.bye) from None
            notice = self.without(address, pipe.peer)
        except BaseException:
            pipe.abort()
            raise
        async with asyncio.timeout(CONNECT_SECONDS):
            return Reached(await dial(address), notice=notice)

    async def _secure(self, pipe: Plain, address: Address) -> Reached:
        tls = TlsPipe(pipe)
        async with asyncio.timeout(CONNECT_SECONDS):
            pin = await tls.shake()
        known = self.store.pin(address)
        if self.pin not in ("", pin):
            raise UntrustedError(_not_invited(address, pin, self.pin))
        if known not in ("", pin):
            raise UntrustedError(_changed(address, pin, known))
        if known:
            return Reached(tls, pin)
        self.store.know(address, pin)
        return Reached(tls, pin, "" if self.pin else _first_time(address, pin))

    def wants_tls(self, address: Address) -> bool:
        """Tell whether the link is to be encrypted."""
        if self.pin or self.use is not UseTls.AUTO:
            return bool(self.pin) or self.use is UseTls.ALWAYS
        return not is_here(address.host)

    def exposed(self, address: Address) -> str:
        """Return what to say of a link that is plain by wish."""
        return "" if is_here(address.host) else f"the link to {address} is not encrypted."

    def without(self, address: Address, peer: str) -> str:
        """Return what to say of a server without TLS; UntrustedError if it is not to be used."""
        if self.pin or self.store.pin(address):
            raise UntrustedError(
                f"{address} offers no TLS, although it did when its key was noted. Someone may "
                f"sit between. Ask whoever runs it; if it is right, {_forget(address)}."
            )
        if self.use is UseTls.ALWAYS:
            raise UntrustedError(f"{address} offers no TLS, and --tls asks for it.")
        if not ip_address(peer.partition("%")[0]).is_private:
            raise UntrustedError(
                f"{address} offers no TLS: whoever sits between could read along and take your "
                "seat. To play all the same, give --no-tls."
            )
        return (
            f"the link to {address} is not encrypted, for the server offers no TLS: others on "
            "this network could read along."
        )


def _first_time(address: Address, pin: str) -> str:
    return (
        f"{address} is new to you and known from now on by this fingerprint: {spoken(pin)}. "
        "Compare it with its host's if in doubt."
    )


def _changed(address: Address, pin: str, known: str) -> str:
    try:
        was = f"was {spoken(known)}"
    except PinError:
        was = "what was noted of the old one cannot be read"
    return (
        f"{address} has another key than before. Its fingerprint is now {spoken(pin)}, and "
        f"{was}. Either the server was set up anew, or someone sits between; nothing "
        f"was sent. Ask whoever runs it; if the new one is right, {_forget(address)}."
    )


def _not_invited(address: Address, pin: str, invited: str) -> str:
    return (
        f"{address} is not the server of your invite. Its fingerprint is {spoken(pin)}, the "
        f"invite's is {spoken(invited)}. Nothing was sent. Ask for a new invite."
    )


def _forget(address: Address) -> str:
    return f"forget the old one with: haydes-client --forget {address}"
