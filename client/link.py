"""The link to the server: made, lost, and made again.

It tries again for ever, later and later, unless the server said no; then it stops and says
why. Times are those of the running loop's clock.
"""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from socket import gaierror
from typing import Protocol, TypeAlias

from haydes.client.model import Link, LinkState
from haydes.client.stream import GoodbyeError, HopelessError, LostError, Stream
from haydes.client.trust import Reached, UntrustedError
from haydes.client.words import goodbye
from haydes.protocol.codec import RemoteProtocolError
from haydes.protocol.codes import Close
from haydes.protocol.messages import Bye, ClientMessage, Hello, ServerMessage, Welcome

FIRST_WAIT = 0.5  # seconds before the second try; then doubling
LONGEST_WAIT = 30.0
LONGEST_RETRY = 300.0  # seconds for which a server may send its clients away
PARTING_SECONDS = 0.5  # for the server to close after a goodbye
HEALTHY_SECONDS = 30.0  # after so long a session the waits begin anew

# these do not get better by trying again
# what a new try can cure; after any other code, known or not, there is none
_PASSING = frozenset(
    {Close.HELLO_TIMEOUT, Close.SILENT, Close.SLOW, Close.FULL, Close.RATE}
    | {Close.SHUTDOWN, Close.INTERNAL, Close.LEFT}
)


Reach: TypeAlias = Callable[[], Awaitable[Reached]]  # connects to the server, once it is up


class End(Enum):
    """Why a link ended."""

    LEFT = "left"
    UNREACHABLE = "unreachable"  # there never was a connection
    REFUSED = "refused"
    UNTRUSTED = "untrusted"


class Owner(Protocol):
    """Whoever a link works for."""

    def met(self, pin: str, notice: str) -> None:
        """Take note of a connection before anything is said; see `Reached`."""
        ...

    def hello(self) -> Hello:
        """Return the first message of a connection."""
        ...

    def hear(self, message: ServerMessage) -> None:
        """Take in what the server says, the welcome included."""
        ...

    def relinked(self, link: Link) -> None:
        """Take note of a change of the link."""
        ...


class Wire:
    """Keeps one client connected, whatever number of sockets that takes."""

    def __init__(
        self,
        server: str,
        reach: Reach,
        owner: Owner,
        *,
        patient: bool,
        chance: Callable[[], float] | None = None,
    ) -> None:
        """`server` is what players call it. `chance` returns 0 to 1, the jitter of the waits.

        `patient`: the first connection too is tried for ever.
        """
        self.link = Link(server=server)
        self.goodbye: Bye | None = None  # the server's last
        self._reach = reach
        self._owner = owner
        self._patient = patient
        self._chance = chance or _chance
        self._welcomed = False  # ever
        self._attempt: asyncio.Task[None] | None = None
        self._stream: Stream | None = None
        self._pin = ""
        self._leaving = asyncio.Event()
        self._again = asyncio.Event()

    async def run(self) -> End:
        """Stay connected until `close`, or until there is no sense in it; return why it ended."""
        self._set(Link(LinkState.CONNECTING, self.link.server, since=_now()))
        failures = 0
        while not self._leaving.is_set():
            began, wait, reason = _now(), 0.0, ""
            try:
                self._attempt = asyncio.create_task(self._session())
                await self._attempt
            except asyncio.CancelledError:
                if not self._leaving.is_set():
                    raise
                break
            except GoodbyeError as problem:
                self.goodbye = problem.bye
                reason = goodbye(problem.bye.code, problem.bye.text)
                wait = min((problem.bye.retry_ms or 0) / 1000, LONGEST_RETRY)
                if self._is_final(problem.bye):
                    return self._stop(End.REFUSED, reason)
            except HopelessError as problem:
                untrusted = isinstance(problem, UntrustedError)
                return self._stop(End.UNTRUSTED if untrusted else End.UNREACHABLE, str(problem))
            except (OSError, TimeoutError, LostError, RemoteProtocolError) as problem:
                reason = _problem(problem)
            if self._leaving.is_set():
                break
            if not self._welcomed and not self._patient:
                return self._stop(
                    End.UNREACHABLE, f"cannot connect to {self.link.server}: {reason}"
                )
            failures = 1 if _now() - began >= HEALTHY_SECONDS else failures + 1
            longest = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(failures - 1, 10))
            await self._pause(reason, max(wait, self._chance() * longest))
        return self._stop(End.LEFT, "")

    def send(self, message: ClientMessage) -> None:
        """Send a message if there is a session; without one it is dropped."""
        if self._stream and self.link.up:
            self._stream.send(message)

    def retry(self) -> None:
        """Try again now, not when the wait is over."""
        self._again.set()

    async def close(self) -> None:
        """Say goodbye; `run` returns soon after."""
        self._leaving.set()
        self._again.set()
        if self._stream and self.link.up:
            self._stream.send(Bye())
        if self._attempt:
            # closing before the server does would cut off what is still on its way to it
            await asyncio.wait({self._attempt}, timeout=PARTING_SECONDS)
            self._attempt.cancel()

    async def _session(self) -> None:
        reached = await self._reach()
        self._pin = reached.pin
        self._owner.met(reached.pin, reached.notice)
        self._stream = Stream(reached.pipe, self._hear, self._pulse)
        try:
            await self._stream.run(self._owner.hello())
        finally:
            self._stream = None

    def _hear(self, message: ServerMessage) -> None:
        if isinstance(message, Welcome):
            self._welcomed = True
            self._set(Link(LinkState.LIVE, self.link.server, since=_now(), pin=self._pin))
        self._owner.hear(message)

    def _pulse(self, seconds: float | None) -> None:
        state = LinkState.SLOW if seconds is None else LinkState.LIVE
        since = self.link.since if state is self.link.state else _now()
        link = replace(self.link, state=state, since=since)
        self._set(link if seconds is None else replace(link, latency_ms=round(seconds * 1000)))

    async def _pause(self, reason: str, seconds: float) -> None:
        """Wait before the next try; `retry` ends it."""
        since = self.link.since if self.link.state is LinkState.OFFLINE else _now()
        offline = Link(LinkState.OFFLINE, self.link.server, reason, since=since)
        self._again.clear()
        self._set(replace(offline, retry_at=_now() + seconds))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._again.wait()
        self._set(offline)

    def _is_final(self, bye: Bye) -> bool:
        # after a lost link the old connection may hold the name for some seconds yet
        passing = bye.code in _PASSING or (bye.code == Close.NAME_TAKEN and self._welcomed)
        return not (passing and (self._welcomed or self._patient))

    def _stop(self, end: End, reason: str) -> End:
        state = LinkState.CLOSED if end is End.LEFT else LinkState.REFUSED
        self._set(Link(state, self.link.server, reason, since=_now()))
        return end

    def _set(self, link: Link) -> None:
        if link != self.link:
            self.link = link
            self._owner.relinked(link)


def _problem(problem: Exception) -> str:
    if isinstance(problem, TimeoutError):
        return "no answer in time"
    if isinstance(problem, gaierror):
        return problem.strerror or "no such host"
    if isinstance(problem, OSError):
        # several addresses were tried, each for its own reason: the first tells enough
        number = problem.errno or next(map(int, re.findall(r"Errno (\d+)", str(problem))), 0)
        return os.strerror(number).lower() if number else str(problem)
    return str(problem)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _chance() -> float:
    from secrets import randbelow  # noqa: PLC0415 - only a lost link needs it

    return randbelow(1000) / 1000
