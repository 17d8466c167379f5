import asyncio
import socket
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import pairwise

import pytest
from tests.client.loops import jumping, now
from tests.client.servers import FakeServer, Peer

from haydes.client.link import LONGEST_RETRY, End, Wire
from haydes.client.model import Link, LinkState
from haydes.client.options import Address
from haydes.client.pipe import CHUNK, dial
from haydes.client.stream import HopelessError
from haydes.client.trust import Reached
from haydes.protocol.messages import (
    Browse,
    Bye,
    ClientMessage,
    Hello,
    Notice,
    Ping,
    Pong,
    ServerMessage,
)


class Owner:
    """Notes what a link says."""

    def __init__(self, address: Address, *, patient: bool = True, chance: float = 1.0) -> None:
        self.links: list[Link] = []
        self.heard: list[ServerMessage] = []
        self.times: list[float] = []
        self._address = address
        self._news = asyncio.Event()
        self.wire = Wire("here", self._reach, self, patient=patient, chance=lambda: chance)
        self.task = asyncio.create_task(self.wire.run())

    async def _reach(self) -> Reached:
        self.times.append(now())
        self._news.set()
        async with asyncio.timeout(5):
            return Reached(await dial(self._address))

    def met(self, pin: str, notice: str) -> None:
        assert (pin, notice) == ("", "")

    def hello(self) -> Hello:
        return Hello(protocols=[1], name="Ann")

    def hear(self, message: ServerMessage) -> None:
        self.heard.append(message)
        self._news.set()

    def relinked(self, link: Link) -> None:
        self.links.append(link)
        self._news.set()

    def states(self) -> list[LinkState]:
        """Return the states in order, each run of equal ones once."""
        words = [link.state for link in self.links]
        return [word for n, word in enumerate(words) if n == 0 or words[n - 1] is not word]

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(300):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def end(self) -> None:
        await self.wire.close()
        await self.task


@asynccontextmanager
async def linked(server: FakeServer) -> AsyncGenerator[tuple[Owner, Peer], None]:
    """Return a link that has been welcomed, and its peer."""
    owner = Owner(server.address)
    peer = await server.accept()
    await peer.greet()
    await owner.until(lambda: owner.wire.link.up)
    yield owner, peer
    await owner.end()


def test_it_connects_says_hello_and_goodbye() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address)
            peer = await server.accept()
            assert (await peer.greet()).name == "Ann"
            await owner.until(lambda: owner.wire.link.up)
            owner.wire.send(Browse(ref=1))
            assert await peer.hear() == Browse(ref=1)
            await owner.wire.close()
            assert await peer.hear() == Bye()
            assert await owner.task is End.LEFT
            assert owner.states() == [LinkState.CONNECTING, LinkState.LIVE, LinkState.CLOSED]

    jumping(main())


def test_pings_are_answered_at_once() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, peer):
            peer.say(Ping(ref=7), Notice(code="x", text="y"))
            assert await peer.hear() == Pong(ref=7)
            assert [type(message).__name__ for message in owner.heard] == ["Welcome", "Notice"]

    jumping(main())


def test_own_pings_measure_the_way_there_and_back() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, peer):
            ping = await peer.hear(pings=True)
            assert isinstance(ping, Ping)
            await asyncio.sleep(0.038)
            peer.say(Pong(ref=ping.ref))
            await owner.until(lambda: owner.wire.link.latency_ms >= 0)
            assert 38 <= owner.wire.link.latency_ms <= 45

    jumping(main())


def test_a_server_that_does_not_answer_is_slow_until_it_does() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, peer):
            ping = await peer.hear(pings=True)
            assert isinstance(ping, Ping)
            began = now()
            await owner.until(lambda: owner.wire.link.state is LinkState.SLOW)
            assert now() - began == pytest.approx(2.0, abs=0.1)
            peer.say(Pong(ref=ping.ref))
            await owner.until(lambda: owner.wire.link.state is LinkState.LIVE)

    jumping(main())


def test_a_silent_connection_is_given_up_and_made_again() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, _):
            began = now()
            await server.accept()
            assert 25 <= now() - began <= 32
            assert LinkState.OFFLINE in owner.states()

    jumping(main())


def test_the_waits_double_up_to_30_seconds() -> None:
    async def main() -> None:
        with nobody() as address:
            owner = Owner(address)
            await owner.until(lambda: len(owner.times) == 10)
            assert waits(owner) == pytest.approx([0.5, 1, 2, 4, 8, 16, 30, 30, 30], abs=0.01)
            assert owner.states() == [LinkState.CONNECTING, LinkState.OFFLINE]
            await owner.end()

    jumping(main())


def test_the_jitter_is_full() -> None:
    async def main() -> None:
        with nobody() as address:
            owner = Owner(address, chance=0.0)
            await owner.until(lambda: len(owner.times) == 5)
            assert waits(owner) == pytest.approx([0, 0, 0, 0], abs=0.01)
            await owner.end()

    jumping(main())


def test_the_text_of_the_link_comes_from_the_timer_itself() -> None:
    async def main() -> None:
        with nobody() as address:
            owner = Owner(address)
            await owner.until(lambda: owner.wire.link.state is LinkState.OFFLINE)
            link = owner.wire.link
            assert link.retry_at - asyncio.get_running_loop().time() == pytest.approx(0.5, abs=0.01)
            assert link.reason == "connection refused"
            await owner.end()

    jumping(main())


def test_a_server_that_drops_everybody_is_not_hammered() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address)
            for _ in range(7):
                peer = await server.accept()
                await peer.greet()
                await asyncio.sleep(0.1)
                peer.drop()
            gaps = [round(gap) for gap in waits(owner)]
            assert gaps == [1, 1, 2, 4, 8, 16]  # with the 0.1 s of the session
            await owner.end()

    jumping(main())


def test_after_a_healthy_session_the_waits_begin_anew() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address)
            for healthy in (False, False, False, True):
                peer = await server.accept()
                await peer.greet()
                if healthy:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(31):
                            while await peer.hear():
                                pass
                peer.drop()
            began = now()
            await server.accept()
            assert now() - began == pytest.approx(0.5, abs=0.1)
            await owner.end()

    jumping(main())


def test_retry_does_not_wait() -> None:
    async def main() -> None:
        with nobody() as address:
            owner = Owner(address)
            await owner.until(lambda: len(owner.times) == 7)
            await owner.until(lambda: owner.wire.link.retry_at > 0)
            began = now()
            owner.wire.retry()
            await owner.until(lambda: len(owner.times) == 8)
            assert now() - began < 1
            await owner.end()

    jumping(main())


def test_the_first_connection_of_an_impatient_one_is_tried_once() -> None:
    async def main() -> None:
        with nobody() as address:
            owner = Owner(address, patient=False)
            assert await owner.task is End.UNREACHABLE
            assert owner.links[-1].state is LinkState.REFUSED
            assert owner.links[-1].reason == "cannot connect to here: connection refused"

    jumping(main())


def test_no_answer_to_hello_counts_as_no_connection() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address, patient=False)
            await server.accept()
            assert await owner.task is End.UNREACHABLE
            assert now() == pytest.approx(5.0, abs=0.1)

    jumping(main())


@pytest.mark.parametrize(
    "code", ["version", "bad_name", "name_taken", "wrong_word", "expected_hello"]
)
def test_a_refusal_stops_it_and_says_why(code: str) -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address)
            await (await server.accept()).turn_away(Bye(code=code))
            assert await owner.task is End.REFUSED
            assert owner.links[-1].state is LinkState.REFUSED
            assert owner.links[-1].reason
            assert server.accepted == 1

    jumping(main())


def test_superseded_does_not_fight_back() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, peer):
            peer.say(Bye(code="superseded"))
            assert await owner.task is End.REFUSED
            assert server.accepted == 1

    jumping(main())


def test_a_name_held_by_ones_own_old_connection_is_tried_again() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, peer):
            peer.drop()
            await (await server.accept()).turn_away(Bye(code="name_taken"))
            await (await server.accept()).greet()
            await owner.until(lambda: owner.wire.link.up)

    jumping(main())


def test_a_server_that_stops_says_when_to_come_back() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (_, peer):
            peer.say(Bye(code="shutdown", retry_ms=3000))
            began = now()
            await server.accept()
            assert now() - began == pytest.approx(3.0, abs=0.1)

    jumping(main())


def test_no_server_keeps_a_client_away_for_ever() -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (_, peer):
            peer.say(Bye(code="shutdown", retry_ms=2**53 - 1))
            began = now()
            await server.accept()
            assert now() - began == pytest.approx(LONGEST_RETRY, abs=0.1)

    jumping(main())


def test_what_a_server_does_not_read_is_not_kept_without_end() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            pipe = await dial(server.address)
            for _ in range(200):
                pipe.write(bytes(CHUNK))  # such as the answers to pings that never end
            assert await pipe.read() == b""

    asyncio.run(main())


@pytest.mark.parametrize(
    "garbage", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\0", b"\0\0\0\1\xc1"]
)
def test_garbage_loses_the_connection_and_nothing_else(garbage: bytes) -> None:
    async def main() -> None:
        async with FakeServer() as server, linked(server) as (owner, peer):
            peer.babble(garbage)
            await (await server.accept()).greet()
            await owner.until(lambda: owner.wire.link.up)

    jumping(main())


def test_without_a_connection_nothing_is_sent() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address)
            owner.wire.send(Browse(ref=1))
            peer = await server.accept()
            await peer.greet()
            await owner.until(lambda: owner.wire.link.up)
            await owner.end()
            assert await rest(peer) == [Bye()]

    jumping(main())


def test_leaving_does_not_wait_for_a_server_that_says_nothing() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            owner = Owner(server.address)
            await server.accept()
            await owner.wire.close()
            assert await owner.task is End.LEFT
            assert now() < 1

    jumping(main())


def test_a_hopeless_search_is_not_repeated() -> None:
    async def nowhere() -> Reached:
        raise HopelessError("no server here")

    async def main() -> None:
        owner = Owner(Address("127.0.0.1", 1))
        await owner.end()
        wire = Wire("solo", nowhere, owner, patient=True)
        assert await wire.run() is End.UNREACHABLE
        assert wire.link.reason == "no server here"

    jumping(main())


@contextmanager
def nobody() -> Generator[Address, None, None]:
    """Give an address where nobody listens, nor will."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield Address(*taken.getsockname())


def waits(owner: Owner) -> list[float]:
    """Return the seconds between the tries."""
    return [after - before for before, after in pairwise(owner.times)]


async def rest(peer: Peer) -> list[ClientMessage]:
    messages: list[ClientMessage] = []
    while message := await peer.hear():
        messages.append(message)
    return messages
