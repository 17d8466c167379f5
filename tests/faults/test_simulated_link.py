"""The simulated network keeps the laws of a real one."""

import pytest
import trio
import trio.testing
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Link, Weather

DATA = bytes(range(256)) * 8
WEATHERS = {
    "good": Weather(),
    "far": Weather(latency=0.8, jitter=0.5),
    "narrow": Weather(bandwidth=4000, buffer=300),
    "in pieces": Weather(slice=7, jitter=0.5),
}


async def send_all(link: Link) -> None:
    rest = memoryview(DATA)
    while rest:
        await link.server.wait_writable()
        rest = rest[link.server.try_send(rest) :]
    link.server.end_writing()


@pytest.mark.parametrize("weather", WEATHERS)
async def test_bytes_arrive_whole_and_in_order(
    weather: str, autojump_clock: trio.testing.MockClock
) -> None:
    link = Link(WEATHERS[weather], Fate(weather), 1)
    received = b""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(send_all, link)
        while data := await link.client.receive():
            received += data
    assert received == DATA
    assert autojump_clock.current_time() >= WEATHERS[weather].latency


async def test_a_link_takes_no_more_than_its_buffer_holds() -> None:
    link = Link(Weather(buffer=100), Fate(1), 1)
    assert link.client.try_send(DATA) == 100
    assert link.client.try_send(DATA) == 0
    assert len(await link.server.receive()) == 100
    assert link.client.try_send(DATA) == 100


async def test_what_is_held_arrives_when_it_is_let_go(
    autojump_clock: trio.testing.MockClock,
) -> None:
    link = Link(Weather(), Fate(1), 1)
    link.hold()
    link.client.try_send(DATA)
    with trio.move_on_after(3600) as waiting:
        await link.server.receive()
    assert waiting.cancelled_caught
    assert autojump_clock.current_time() >= 3600
    link.release()
    assert await link.server.receive() == DATA


async def test_a_broken_link_gives_and_takes_nothing() -> None:
    link = Link(Weather(), Fate(1), 1)
    link.client.try_send(DATA)
    link.reset()
    assert await link.server.receive() == b""
    with pytest.raises(OSError, match="pipe"):
        link.client.try_send(DATA)


async def test_a_link_with_a_limit_breaks_where_it_is_reached() -> None:
    link = Link(Weather(), Fate(1), 1)
    link.client.writes.left = 5
    assert link.client.try_send(DATA) == 5
    assert await link.server.receive() == b""


@pytest.mark.parametrize("number", range(4))
async def test_what_a_killed_server_has_sent_arrives_or_does_not_but_nothing_after_it(
    number: int,
) -> None:
    link = Link(Weather(), Fate(number), 1)
    link.server.try_send(DATA)
    link.orphan(Fate(number))
    with pytest.raises(OSError, match="closed"):
        link.server.try_send(DATA)
    assert await link.client.receive() in (DATA, b"")
    assert await link.client.receive() == b""
