"""The running server: sockets, tasks and time."""

from contextlib import suppress
from dataclasses import replace

import pytest
import trio
import trio.testing
from msgspec import UNSET
from tests.server.running import play, running
from tests.server.world import GENEROUS

from haydes.protocol.messages import (
    Browse,
    Bye,
    Hello,
    Join,
    Notice,
    Open,
    Ping,
    Snapshot,
    Start,
    Update,
    Welcome,
)
from haydes.server.listen import listen


async def test_a_person_and_bots_finish_a_match_over_a_socket() -> None:
    async with running() as place:
        ann = await place.guest("Ann")
        await ann.do(Open(ref=1, game="pig", seats=3, bots=["careful", "random"]))
        await ann.do(Start(ref=2))
        await play(ann)
        assert ann.table["outcome"]


async def test_one_byte_at_a_time_is_as_good_as_all_at_once() -> None:
    async with running() as place:
        ann = place.visitor()
        for byte in ann.connection.send(Hello(protocols=[1], name="Ann")):
            ann.write(bytes([byte]))
            await trio.testing.wait_all_tasks_blocked()
        assert (await ann.until(Welcome)).name == "Ann"


async def test_who_says_no_hello_in_time_is_sent_away(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with running() as place:
        silent, slow = place.visitor(), place.visitor()
        slow.write(b"\x00")
        for client in (silent, slow):
            assert (await client.end()).code == "hello_timeout"
        assert 5.0 <= autojump_clock.current_time() <= 5.5


async def test_a_silent_player_is_pinged_and_in_the_end_cut(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with running() as place:
        ann = await place.guest("Ann")
        await trio.sleep(46)
        ann.connection.receive_data(await ann.transport.receive())
        heard = [ann.connection.next_message() for _ in range(9)]
        assert [type(message) for message in heard] == [Ping] * 8 + [Bye]
        assert autojump_clock.current_time() >= 45


async def test_breaking_the_protocol_is_answered_and_closes_the_stream() -> None:
    async with running() as place:
        ann = await place.guest("Ann")
        ann.write(b"\x00\x00\x00\x00" + b"x" * 10_000)
        assert (await ann.end()).code == "bad_frame"


async def test_the_newest_connection_wins_and_the_older_ends() -> None:
    async with running() as place:
        ann = await place.guest("Ann")
        token = (await ann.do(Open(ref=1, game="pig", seats=1))).token
        again = place.visitor()
        await again.greet("Ann", token)
        assert (await ann.end()).code == "superseded"
        assert (await again.until(Snapshot)).you["seat"] == 0


async def test_a_lost_connection_is_shown_at_once() -> None:
    async with running() as place:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        table = (await ann.do(Open(ref=1, game="pig", seats=2))).table
        await bob.do(Join(ref=1, table=table))
        bob.close()
        while "gone" not in str(ann.table):
            await ann.until(Update)


async def test_everybody_is_told_when_the_server_stops() -> None:
    async with running() as place:
        ann, eve = await place.guest("Ann"), place.visitor()
        place.service.stop()
        assert (await ann.until(Notice)).code == "closing"
        bye = await ann.end()
        assert bye.code == "shutdown"
        assert bye.retry_ms is not UNSET
        assert 500 <= bye.retry_ms < 3000
        eve.connection.send(Hello(protocols=[1], name="Eve"))
        assert (await eve.end()).code == "shutdown"


async def test_stopping_does_not_wait_for_ever_for_who_does_not_read(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with running() as place:
        await place.guest("Ann", buffer=2_048)
        place.service.stop()
        await place.stopped.wait()
        assert autojump_clock.current_time() == pytest.approx(1 + 2)


async def test_connections_over_the_limit_are_turned_away_without_a_task() -> None:
    (listener,) = listen("127.0.0.1", 0)
    limits = replace(GENEROUS, connections_per_source=1)
    async with running(limits=limits, listeners=[listener]) as place:
        first = place.caller(listener)
        await first.greet("Ann")
        second = place.caller(listener)
        second.connection.send(Hello(protocols=[1], name="Bob"))
        assert (await second.end()).code == "full"
        await first.do(Browse(ref=1))


async def test_the_oldest_stranger_of_an_address_goes_for_a_new_one() -> None:
    (listener,) = listen("127.0.0.1", 0)
    limits = replace(GENEROUS, strangers_per_source=1)
    async with running(limits=limits, listeners=[listener]) as place:
        silent = place.caller(listener)
        await trio.testing.wait_all_tasks_blocked()
        second = place.caller(listener)
        await second.greet("Ann")
        silent.connection.send(Hello(protocols=[1], name="Bob"))
        assert (await silent.end()).code == "full"


BREACHES = [b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 64, b"\xff" * 64]
JUNK = [*BREACHES, b"\x00", b""]


async def pester(port: int, times: int) -> None:
    """Connect again and again with something foolish to say."""
    for number in range(times):
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        with suppress(trio.BrokenResourceError):
            junk = JUNK[number % len(JUNK)]
            await stream.send_all(junk)
            if junk in BREACHES and number % 2:
                await stream.receive_some()
        await stream.aclose()


async def test_a_thousand_junk_connections_and_a_match_that_goes_on() -> None:
    (listener,) = listen("127.0.0.1", 0)
    port = int(listener.getsockname()[1])
    async with running(limits=replace(GENEROUS, strangers=32), listeners=[listener]) as place:
        ann = await place.guest("Ann")
        await ann.do(Open(ref=1, game="pig", seats=2, bots=["careful"], options={"target": 100}))
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(pester, port, 50)
            await ann.do(Start(ref=2))
            await play(ann)
        await trio.testing.wait_all_tasks_blocked()  # nobody waits at the door any more
        await (await place.guest("Bob")).do(Browse(ref=1))
