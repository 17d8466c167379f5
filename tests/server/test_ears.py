"""One task that hears many sockets: each has its own end, and its own failures."""

import socket
from collections.abc import AsyncGenerator

import pytest
import trio
import trio.testing

from haydes.server.ears import Ears
from haydes.server.transport import SocketTransport

settled = trio.testing.wait_all_tasks_blocked


@pytest.fixture
async def ears() -> AsyncGenerator[Ears]:
    ears = Ears()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ears.run)
        yield ears
        nursery.cancel_scope.cancel()


class Heard:
    """A socket that is heard by its own task, as a connection of the server is."""

    def __init__(self, ears: Ears, nursery: trio.Nursery, kind: int = socket.SOCK_STREAM) -> None:
        self.peer, sock = socket.socketpair(type=kind)
        self.transport = SocketTransport(sock)
        self.taken = b""
        self.problem: Exception | None = None
        self.ended = False
        nursery.start_soon(self._hear, ears)

    async def _hear(self, ears: Ears) -> None:
        try:
            await self.transport.receive_all(self._take, ears)
        except ZeroDivisionError as problem:
            self.problem = problem
        finally:
            self.ended = True
            self.peer.close()
            self.transport.close()

    def _take(self, data: bytes) -> None:
        self.taken += data
        if b"0" in data:
            raise ZeroDivisionError


async def test_each_is_heard_until_its_own_end(ears: Ears, nursery: trio.Nursery) -> None:
    ann, bob = Heard(ears, nursery), Heard(ears, nursery)
    await settled()
    for piece in (b"a", b"bc", b"d"):
        ann.peer.send(piece)
        bob.peer.send(piece)
        await settled()
    ann.peer.shutdown(socket.SHUT_WR)
    await settled()
    assert (ann.ended, bob.ended) == (True, False)
    bob.peer.send(b"e")
    await settled()
    assert (ann.taken, bob.taken) == (b"abcd", b"abcde")
    bob.peer.close()
    await settled()
    assert bob.ended


async def test_what_came_before_is_heard_too(ears: Ears, nursery: trio.Nursery) -> None:
    ann = Heard(ears, nursery)
    ann.peer.send(b"early")
    ann.peer.shutdown(socket.SHUT_WR)
    await settled()
    assert ann.taken == b"early"
    assert ann.ended


async def test_a_failure_is_raised_in_its_own_task_and_the_others_are_heard_on(
    ears: Ears, nursery: trio.Nursery
) -> None:
    ann, bob = Heard(ears, nursery), Heard(ears, nursery)
    await settled()
    ann.peer.send(b"0")
    bob.peer.send(b"1")
    await settled()
    bob.peer.send(b"2")
    await settled()
    assert isinstance(ann.problem, ZeroDivisionError)
    assert (ann.taken, bob.taken) == (b"0", b"12")
    assert not bob.ended


async def test_nothing_is_taken_after_a_failure(ears: Ears, nursery: trio.Nursery) -> None:
    ann = Heard(ears, nursery, socket.SOCK_DGRAM)  # each piece comes by itself
    ann.peer.send(b"0")
    ann.peer.send(b"1")
    await settled()
    assert ann.ended
    assert ann.taken == b"0"


async def test_closing_ends_the_hearing(ears: Ears, nursery: trio.Nursery) -> None:
    ann = Heard(ears, nursery)
    await settled()
    ann.transport.close()
    await settled()
    assert ann.ended
    assert ann.problem is None
    await ann.transport.receive_all(lambda _: None, ears)  # there is nothing to hear any more


async def test_who_no_longer_listens_leaves_the_socket_to_others(ears: Ears) -> None:
    ours, theirs = socket.socketpair()
    transport = SocketTransport(theirs)
    with trio.move_on_after(0):
        await transport.receive_all(lambda _: None, ears)
    ours.send(b"last words")
    assert await transport.receive() == b"last words"
    ours.close()
    transport.close()
