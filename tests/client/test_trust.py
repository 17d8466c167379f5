"""A server is known by its key; one that has another is told nothing."""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from tests.client.loops import jumping
from tests.client.servers import FakeServer, Peer
from tests.server.secure import identity

from haydes.client.here import is_here
from haydes.client.options import Address, UseTls
from haydes.client.store import Store
from haydes.client.stream import GoodbyeError, LostError
from haydes.client.tls import TlsError
from haydes.client.trust import Reached, Trust, UntrustedError
from haydes.protocol.codec import pack
from haydes.protocol.codes import Close
from haydes.protocol.messages import Bye, Ping
from haydes.protocol.pin import pin_of, spoken

OTHER = pin_of(b"another key")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


async def reach(server: FakeServer, trust: Trust) -> Reached:
    """Connect only to see whether that can be."""
    reached = await trust.reach(server.address)
    reached.pipe.abort()
    return reached


def test_the_first_time_a_server_is_taken_as_it_is_and_its_fingerprint_told(store: Store) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            trust = Trust(store, UseTls.ALWAYS)
            reached = await reach(server, trust)
            assert reached.pin == identity().pin
            assert spoken(identity().pin) in reached.notice
            assert store.pin(server.address) == identity().pin
            again = await reach(server, trust)
            assert (again.pin, again.notice) == (identity().pin, "")

    jumping(main())


def test_what_goes_to_and_fro_is_what_was_sent(store: Store) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            reached = await Trust(store, UseTls.ALWAYS).reach(server.address)
            peer = await server.accept()
            for n in range(50):
                reached.pipe.write(pack(Ping(ref=n)) * 100)
            peer.babble(b"hello" * 10_000)
            heard = b""
            while len(heard) < 50_000:
                heard += await reached.pipe.read()
            assert heard == b"hello" * 10_000
            peer.drop()
            assert await reached.pipe.read() == b""
            reached.pipe.close()

    jumping(main())


def test_another_key_than_before_is_refused_with_both_fingerprints(store: Store) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            store.know(server.address, OTHER)
            with pytest.raises(UntrustedError) as refusal:
                await reach(server, Trust(store, UseTls.ALWAYS))
            for part in (spoken(OTHER), spoken(identity().pin), f"--forget {server.address}"):
                assert part in str(refusal.value)
            assert store.pin(server.address) == OTHER
            assert await heard_by(await server.accept()) is None

    jumping(main())


def test_a_spoilt_note_of_a_key_is_a_refusal_and_no_crash(store: Store, tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            (tmp_path / "known_hosts").write_text(f"{server.address.whole} {OTHER[:-9]}\n")
            with pytest.raises(UntrustedError, match="cannot be read"):
                await reach(server, Trust(store, UseTls.ALWAYS))

    jumping(main())


def test_an_invite_is_for_one_key_only(store: Store) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            reached = await reach(server, Trust(store, pin=identity().pin))
            assert (reached.pin, reached.notice) == (identity().pin, "")
            with pytest.raises(UntrustedError, match="not the server of your invite"):
                await reach(server, Trust(store, pin=OTHER))
            assert store.pin(server.address) == identity().pin

    jumping(main())


def test_an_invite_does_not_replace_a_known_key(store: Store) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            store.know(server.address, OTHER)
            with pytest.raises(UntrustedError, match="another key than before"):
                await reach(server, Trust(store, pin=identity().pin))

    jumping(main())


def test_after_forgetting_a_key_the_next_one_is_new(store: Store) -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            store.know(server.address, OTHER)
            assert store.forget(server.address)
            assert not store.forget(server.address)
            assert (await reach(server, Trust(store, UseTls.ALWAYS))).notice

    jumping(main())


# Servers without TLS


async def answering(bye: Bye, act: Callable[[FakeServer], Coroutine[None, None, None]]) -> None:
    """Run a server that answers every first byte in a plain frame."""
    async with FakeServer() as server:

        async def answer() -> None:
            while True:
                (await server.accept()).say(bye)

        task = asyncio.create_task(answer())
        try:
            await act(server)
        finally:
            task.cancel()


NO_TLS = Bye(code=Close.TOO_BIG, text="a frame has at most 1024 bytes here")


@pytest.mark.parametrize("pin", ["", OTHER])
def test_a_server_that_has_lost_its_tls_is_refused(pin: str, store: Store) -> None:
    async def act(server: FakeServer) -> None:
        if not pin:
            store.know(server.address, OTHER)
        with pytest.raises(UntrustedError, match="offers no TLS, although it did"):
            await reach(server, Trust(store, UseTls.ALWAYS, pin))

    jumping(answering(NO_TLS, act))


def test_who_asks_for_tls_gets_nothing_else(store: Store) -> None:
    async def act(server: FakeServer) -> None:
        with pytest.raises(UntrustedError, match="--tls asks for it"):
            await reach(server, Trust(store, UseTls.ALWAYS))

    jumping(answering(NO_TLS, act))


def test_a_goodbye_before_tls_is_heard(store: Store) -> None:
    async def act(server: FakeServer) -> None:
        with pytest.raises(GoodbyeError) as goodbye:
            await reach(server, Trust(store, UseTls.ALWAYS))
        assert goodbye.value.bye.code == Close.FULL

    jumping(answering(Bye(code=Close.FULL, text="no room"), act))


ADDRESS = Address("games.example.net")


@pytest.mark.parametrize(
    "peer", ["192.168.1.7", "10.0.0.1", "fe80::1%eth0", "fd00::1", "127.0.0.1"]
)
def test_near_servers_without_tls_are_taken_and_that_is_said(peer: str, store: Store) -> None:
    assert "is not encrypted" in Trust(store).without(ADDRESS, peer)


@pytest.mark.parametrize("peer", ["8.8.8.8", "2a00::1"])
def test_far_servers_without_tls_need_a_flag(peer: str, store: Store) -> None:
    with pytest.raises(UntrustedError, match="--no-tls"):
        Trust(store).without(ADDRESS, peer)


def test_without_tls_by_wish_it_is_said_that_others_can_read_along(store: Store) -> None:
    trust = Trust(store, UseTls.NEVER)
    assert not trust.wants_tls(ADDRESS)
    assert trust.exposed(ADDRESS) == "the link to games.example.net is not encrypted."


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("LocalHost", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost.example.net", False),
        ("192.168.1.7", False),
        ("::2", False),
    ],
)
def test_this_machine_needs_no_tls(host: str, here: bool, store: Store) -> None:  # noqa: FBT001 - a case
    assert is_here(host) is here
    assert Trust(store).wants_tls(Address(host)) is not here
    assert Trust(store, UseTls.ALWAYS).wants_tls(Address(host))
    assert Trust(store, pin=OTHER).wants_tls(Address(host))


# What is neither TLS nor a frame


@pytest.mark.parametrize(
    "babble",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\x16\x03\x03\x00\x05hello",
        b"\x15\x03\x03\x00\x02\x02\x28",
    ],
)
def test_what_is_no_tls_is_a_lost_link(babble: bytes, store: Store) -> None:
    async def main() -> None:
        async with FakeServer() as server:
            trying = asyncio.create_task(reach(server, Trust(store, UseTls.ALWAYS)))
            (await server.accept()).babble(babble)
            with pytest.raises(TlsError, match="TLS failed"):
                await trying

    jumping(main())


@pytest.mark.parametrize("babble", [b"", b"\x00", b"\x00\x00\x00\x10"])
def test_an_end_before_tls_stands_is_a_lost_link(babble: bytes, store: Store) -> None:
    async def main() -> None:
        async with FakeServer() as server:
            trying = asyncio.create_task(reach(server, Trust(store, UseTls.ALWAYS)))
            peer = await server.accept()
            peer.babble(babble)
            peer.drop()
            with pytest.raises((LostError, ConnectionError)):
                await trying

    jumping(main())


def test_a_server_that_never_answers_is_given_up(store: Store) -> None:
    async def main() -> None:
        async with FakeServer() as server:
            with pytest.raises(TimeoutError):
                await reach(server, Trust(store, UseTls.ALWAYS))

    jumping(main())


async def heard_by(peer: Peer) -> object:
    try:
        return await peer.hear()
    except ssl.SSLError:
        return None
