"""TLS on the port of plain connections: secret or broken, never quietly something else."""

import socket
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st
from tests.server.client import Client
from tests.server.running import Place, play, running
from tests.server.secure import Secure, credulous, identity

from haydes.protocol.codec import pack
from haydes.protocol.messages import Browse, Bye, Hello, Open, Ping, Pong, Start, Sync, Welcome
from haydes.server.listen import listen
from haydes.server.tls import Tls, TlsTransport
from haydes.server.transport import SocketTransport, Transport


@pytest.fixture
def tls() -> Tls:
    return Tls(identity().context)


class Tap(Transport):
    """A transport that shows what goes over it, and may change a byte of what comes."""

    def __init__(self, inner: Transport, flip: int = -1) -> None:
        self._inner = inner
        self._flip = flip
        self.flipped = False
        self.sent = b""
        self.received = b""

    def try_send(self, data: bytes | memoryview) -> int:
        self.sent += bytes(data)
        return self._inner.try_send(data)

    async def receive(self) -> bytes:
        data = bytearray(await self._inner.receive())
        at = self._flip - len(self.received)
        self.received += data
        if 0 <= at < len(data):
            data[at] ^= 1
            self.flipped = True
        return bytes(data)

    async def wait_writable(self) -> None:
        await self._inner.wait_writable()

    def end_writing(self) -> None:
        self._inner.end_writing()

    def close(self) -> None:
        self._inner.close()


def plain(client: Client) -> Client:
    """Let a client speak without TLS."""
    assert isinstance(client.transport, Secure)
    client.transport = client.transport.inner
    return client


@asynccontextmanager
async def tapped(place: Place) -> AsyncGenerator[tuple[Client, Tap]]:
    client = place.visitor()
    assert isinstance(client.transport, Secure)
    client.transport.inner = tap = Tap(client.transport.inner)
    yield client, tap


async def test_a_match_is_played_over_tls(tls: Tls) -> None:
    async with running(tls=tls) as place:
        ann = await place.guest("Ann")
        await ann.do(Open(ref=1, game="pig", seats=2, bots=["careful"]))
        await ann.do(Start(ref=2))
        await play(ann)
        assert ann.table["outcome"]


async def test_plain_connections_share_the_port(tls: Tls) -> None:
    async with running(tls=tls) as place:
        ann = plain(place.visitor())
        await ann.greet("Ann")
        await ann.do(Open(ref=1, game="pig", seats=1))


async def test_a_server_for_tls_only_says_so_to_others() -> None:
    async with running(tls=Tls(identity().context, only=True)) as place:
        ann = plain(place.visitor())
        ann.send(Hello(protocols=[1], name="Ann"))
        assert (await ann.end()).code == "tls_only"
        await place.guest("Ann")


async def test_a_server_without_tls_tells_a_tls_client_in_a_plain_frame() -> None:
    async with running() as place:
        eve = place.visitor()
        hello = Secure(eve.transport)
        with pytest.raises(ssl.SSLError):
            await hello.receive()
        again = place.visitor()
        again.write(b"\x16\x03\x01\x02\x00\x01")
        assert (await again.end()).code == "too_big"


async def test_no_token_and_no_name_is_seen_on_the_wire(tls: Tls) -> None:
    async with running(tls=tls) as place, tapped(place) as (ann, tap):
        await ann.greet("Annabella")
        token = (await ann.do(Open(ref=1, game="pig", seats=1))).token
        async with tapped(place) as (again, second):
            await again.greet("Annabella", token)
            seen = tap.sent + tap.received + second.sent + second.received
        assert len(seen) > 2_000
        for secret in (token, "Annabella", "hello", "welcome"):
            assert secret.encode() not in seen


async def test_tls_may_come_byte_by_byte(tls: Tls) -> None:
    async with running(tls=tls) as place:
        ours, theirs = socket.socketpair()
        assert place.service.connect(Crumbs(SocketTransport(theirs)), "10.0.0.1") is None
        ann = Client(ours, tls=True)
        await ann.greet("Ann")
        await ann.do(Open(ref=1, game="pig", seats=1))
        ann.close()


class Crumbs(Tap):
    """Gives one byte at a time."""

    async def receive(self) -> bytes:
        if not self.received:
            self.received = await self._inner.receive()
        first, self.received = self.received[:1], self.received[1:]
        return first


async def test_large_messages_come_whole(tls: Tls) -> None:
    async with running(tls=tls) as place:
        ann = await place.guest("Ann")
        ann.send(Ping(ref=5))
        ann.write(ann.connection.send(Ping(ref=6)) * 400)
        assert [(await ann.until(Pong)).ref for _ in range(3)] == [5, 6, 6]


async def session(place: Place, *, up: int = -1, down: int = -1) -> tuple[list[str], Tap]:
    """Greet and leave through a proxy that flips a bit of one byte; return what is heard."""
    client = place.visitor()
    assert isinstance(client.transport, Secure)
    client.transport.inner = tap = Proxy(client.transport.inner, up, down)
    client.send(Hello(protocols=[1], name="Ann"))
    heard: list[str] = []
    try:
        while message := await client.hear():
            heard.append(f"{type(message).__name__} {getattr(message, 'code', '')}".strip())
            if isinstance(message, Welcome):
                client.send(Sync(ref=1))
                client.write(pack(Bye()))
    except ssl.SSLError:
        heard.append("broken")
    client.close()
    await trio.testing.wait_all_tasks_blocked()
    return heard, tap


class Proxy(Tap):
    """Flips on the way up too."""

    def __init__(self, inner: Transport, up: int, down: int) -> None:
        super().__init__(inner, down)
        self._up = up

    def try_send(self, data: bytes | memoryview) -> int:
        changed = bytearray(data)
        at = self._up - len(self.sent)
        if 0 <= at < len(changed):
            changed[at] ^= 1
            self.flipped = True
        assert super().try_send(bytes(changed)) == len(data)
        return len(data)


WHOLE = ["Welcome", "Refused wrong_place", "Bye left"]
# no more than the truth up to some message, and an end
CLOSED = [
    [*WHOLE[:n], *end]
    for n in range(len(WHOLE) + 1)
    for end in ([], ["broken"], ["Bye hello_timeout"], ["Bye silent"])
]
# the version in the header of a side's first record means nothing, and neither does the header
# of its last one, which tells what the end of the stream tells too
UNPROTECTED = 2 + 5


@pytest.mark.usefixtures("autojump_clock")
@pytest.mark.parametrize(("way", "step"), [("up", 7), ("down", 2)])  # all of them take minutes
async def test_a_byte_changed_anywhere_in_a_session_ends_it(way: str, step: int, tls: Tls) -> None:
    async with running(tls=tls) as place:
        heard, tap = await session(place)
        assert heard == WHOLE
        harmless = 0
        for at in range(0, len(tap.sent if way == "up" else tap.received), step):
            changed, tap = await session(place, **{way: at})
            assert changed in CLOSED
            harmless += tap.flipped and changed == WHOLE
        assert harmless <= UNPROTECTED
        await place.guest("Bob")


async def test_half_a_handshake_is_cut_by_the_deadline_of_hello(
    tls: Tls, autojump_clock: trio.testing.MockClock
) -> None:
    async with running(tls=tls) as place:
        silent, slow = plain(place.visitor()), place.visitor()
        silent.write(b"\x16")
        assert isinstance(slow.transport, Secure)
        with pytest.raises(ssl.SSLWantReadError):
            slow.transport.tls.do_handshake()
        slow.transport.flush()
        for client in (silent, plain(slow)):
            while await client.transport.receive():
                pass
        assert 5.0 <= autojump_clock.current_time() <= 5.5


async def test_hands_shaken_and_no_hello_is_cut_by_the_same_deadline(
    tls: Tls, autojump_clock: trio.testing.MockClock
) -> None:
    async with running(tls=tls) as place:
        assert (await place.visitor().end()).code == "hello_timeout"
        assert 5.0 <= autojump_clock.current_time() <= 5.5


async def test_garbage_after_the_handshake_ends_only_that_connection(tls: Tls) -> None:
    async with running(tls=tls) as place:
        eve, ann = await place.guest("Eve"), await place.guest("Ann")
        assert plain(eve).transport.try_send(b"\x00" * 100)
        while await eve.transport.receive():
            pass
        await ann.do(Open(ref=1, game="pig", seats=1))


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_both_versions_are_spoken_and_no_ticket_is_sent(
    version: ssl.TLSVersion, tls: Tls
) -> None:
    context = credulous()
    context.maximum_version = version
    async with running(tls=tls) as place:
        client = plain(place.visitor())
        client.transport = secure = Secure(client.transport, context)
        await client.greet("Ann")
        await client.do(Browse(ref=1))
        assert secure.tls.version() == version.name.replace("_", ".")
        assert secure.tls.session is None or not secure.tls.session.has_ticket


def test_nothing_is_negotiated_twice() -> None:
    assert identity().context.options & ssl.OP_NO_RENEGOTIATION


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
def test_older_tls_is_not_spoken(version: ssl.TLSVersion) -> None:
    assert identity().context.minimum_version > version


async def test_over_real_sockets_strangers_are_counted_as_ever(tls: Tls) -> None:
    (listener,) = listen("127.0.0.1", 0)
    async with running(listeners=[listener], tls=tls) as place:
        ann = place.caller(listener)
        ann.transport = Secure(ann.transport)
        await ann.greet("Ann")


class Stingy(Transport):
    """A transport that takes so many bytes at a time, with a TLS client at its other end."""

    def __init__(self) -> None:
        self.room = 1 << 20
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._peer = credulous().wrap_bio(self._in, self._out)

    def greet(self) -> bytes:
        """Return what the client says next to shake hands."""
        with suppress(ssl.SSLWantReadError):
            self._peer.do_handshake()
        return self._out.read()

    def heard(self) -> bytes:
        """Return what the client has read."""
        heard = b""
        with suppress(ssl.SSLWantReadError):
            while piece := self._peer.read(1 << 16):
                heard += piece
        return heard

    def try_send(self, data: bytes | memoryview) -> int:
        size = min(self.room, len(data))
        self.room -= size
        self._in.write(data[:size])
        return size

    async def receive(self) -> bytes:
        return self.greet()

    async def wait_writable(self) -> None:
        raise NotImplementedError

    def end_writing(self) -> None: ...

    def close(self) -> None: ...


@given(st.binary(min_size=2, max_size=40_000), st.lists(st.integers(0, 30_000), max_size=9))
async def test_however_little_is_taken_at_a_time_all_comes_once(
    data: bytes, rooms: list[int]
) -> None:
    under = Stingy()
    ours = TlsTransport(under, identity().context, under.greet())
    assert await ours.receive() == b""  # hands are shaken, and no more has come
    sent = 0
    for room in [*rooms, 1 << 20]:
        if sent == len(data):
            break
        under.room = room
        sent += ours.try_send(memoryview(data)[sent:])
        # nothing that has been begun looks as if it could still be dropped
        assert sent or under.room == room
    assert sent == len(data)
    assert under.heard() == data


async def test_nothing_is_said_before_hands_are_shaken() -> None:
    under = Stingy()
    ours = TlsTransport(under, identity().context, under.greet())
    with pytest.raises(ConnectionError):
        ours.try_send(b"bye")
