"""A socket as a transport: it takes what it can, and breaks once."""

import socket

import pytest
import trio
import trio.testing

from haydes.server.transport import SocketTransport


def pair() -> tuple[SocketTransport, SocketTransport]:
    ours, theirs = socket.socketpair()
    return SocketTransport(ours), SocketTransport(theirs)


async def test_what_is_sent_is_received() -> None:
    ours, theirs = pair()
    assert ours.try_send(b"hello") == 5
    assert await theirs.receive() == b"hello"
    ours.end_writing()
    assert await theirs.receive() == b""
    assert theirs.try_send(b"still") == 5
    assert await ours.receive() == b"still"
    ours.close()
    theirs.close()


async def test_a_full_socket_takes_nothing_until_it_is_writable(nursery: trio.Nursery) -> None:
    ours, theirs = pair()
    while ours.try_send(b"x" * 65_536):
        pass
    writable = trio.Event()

    async def wait() -> None:
        await ours.wait_writable()
        writable.set()

    async def read() -> None:
        while await theirs.receive():
            pass

    nursery.start_soon(wait)
    await trio.testing.wait_all_tasks_blocked()
    assert not writable.is_set()
    nursery.start_soon(read)
    await writable.wait()
    assert ours.try_send(b"x")
    ours.close()
    theirs.close()


async def test_closing_wakes_up_whoever_waits(nursery: trio.Nursery) -> None:
    ours, theirs = pair()
    heard: list[bytes] = []

    async def listen() -> None:
        heard.append(await ours.receive())

    nursery.start_soon(listen)
    await trio.testing.wait_all_tasks_blocked()
    ours.close()
    await trio.testing.wait_all_tasks_blocked()
    assert heard == [b""]
    theirs.close()


async def test_a_closed_stream_gives_and_takes_nothing() -> None:
    ours, theirs = pair()
    ours.close()
    ours.close()
    ours.end_writing()
    assert await ours.receive() == b""
    with pytest.raises(OSError, match="descriptor"):
        ours.try_send(b"x")
    theirs.close()


async def test_a_reset_stream_is_at_its_end() -> None:
    ours, theirs = pair()
    ours.try_send(b"unread")
    theirs.close()
    assert await ours.receive() == b""
    with pytest.raises(OSError, match="pipe"):
        ours.try_send(b"x")
    ours.close()
