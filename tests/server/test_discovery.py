"""What the local network is told of a server, and that nothing waits for it."""

import logging
import threading

import pytest
import trio
import trio.testing
from tests.server.running import running

from haydes.protocol.messages import Join, Open
from haydes.protocol.nearby import Advert
from haydes.server.discovery import Beacon, announce, nearby_address
from haydes.server.listen import ANY, listen


class FakeBeacon(Beacon):
    """Notes what it is told to tell."""

    def __init__(self, problem: str = "") -> None:
        super().__init__("192.0.2.7", 7345)
        self.told: list[Advert] = []
        self.is_out = False
        self.may_light = threading.Event()
        self.may_light.set()
        self._problem = problem
        self._news = trio.Event()

    def light(self, advert: Advert) -> None:
        assert self.may_light.wait(30)
        if self._problem:
            raise OSError(self._problem)
        self.change(advert)

    def change(self, advert: Advert) -> None:
        self.told.append(advert)
        trio.from_thread.run_sync(self._news.set)

    async def tells(self) -> None:
        """Wait until something is told."""
        await self._news.wait()
        self._news = trio.Event()

    def douse(self) -> None:
        self.is_out = True


async def test_changes_are_told_and_at_the_end_the_word_is_taken_back() -> None:
    beacon, free = FakeBeacon(), 3
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announce, beacon, lambda: Advert(free=free), 0.001)
        await beacon.tells()
        free = 2
        await beacon.tells()
        nursery.cancel_scope.cancel()
    assert [advert.free for advert in beacon.told] == [3, 2]
    assert beacon.is_out


async def test_without_a_network_it_is_logged_and_that_is_all(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "haydes.server"):
        await announce(FakeBeacon("no network"), Advert)
    assert [record.message for record in caplog.records] == ["not announced"]


async def test_nobody_waits_for_a_network_that_does_not_answer() -> None:
    beacon = FakeBeacon()
    beacon.may_light.clear()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announce, beacon, Advert)
        await trio.testing.wait_all_tasks_blocked(0.01)
        nursery.cancel_scope.cancel()
    assert beacon.told == []
    beacon.may_light.set()


def test_a_server_for_this_machine_alone_tells_nobody() -> None:
    for host in ("127.0.0.1", "localhost"):
        for listener in listen(host, 0):
            with listener:
                assert nearby_address(listener) == ""


def test_a_server_on_all_addresses_tells_one_that_is_not_this_machines_own() -> None:
    (listener,) = listen(ANY, 0)
    with listener:
        assert not nearby_address(listener).startswith(("127.", "0.", ":"))


async def test_open_seats_of_public_tables_that_wait_are_counted() -> None:
    async with running() as place:
        assert place.service.house.lobby.openings == (0, 0)
        ann, bob, cat = [await place.guest(name) for name in ("Ann", "Bob", "Cat")]
        table = (await ann.do(Open(ref=1, game="pig", seats=3))).table
        assert place.service.house.lobby.openings == (1, 2)
        await bob.do(Join(ref=1, table=table))
        await cat.do(Open(ref=1, game="pig", seats=3, word="sesame"))
        assert place.service.house.lobby.openings == (1, 1)
