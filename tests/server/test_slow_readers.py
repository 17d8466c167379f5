"""Peers that read slowly or not at all slow down nobody else."""

from dataclasses import replace

import pytest
import trio
import trio.testing
from tests.server.client import Client
from tests.server.running import running
from tests.server.secure import identity
from tests.server.world import BANK, GENEROUS

from haydes.protocol.messages import (
    Act,
    Chat,
    Join,
    Open,
    Say,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
)
from haydes.server.listen import listen
from haydes.server.tls import Tls


@pytest.fixture(params=["plain", "tls"])
def tls(request: pytest.FixtureRequest) -> Tls | None:
    return Tls(identity().context) if request.param == "tls" else None


async def flood(ann: Client, others: list[Client], lines: int, text: str = "blah " * 50) -> None:
    """Let Ann say much, and wait until all others but the slow ones have heard it."""
    for number in range(lines):
        await ann.do(Say(ref=number, text=text))
    for other in others:
        while (await other.until(Chat)).n < lines:
            pass


async def test_a_seat_that_never_reads_is_cut_and_nobody_is_slowed(
    autojump_clock: trio.testing.MockClock, tls: Tls | None
) -> None:
    async with running(limits=replace(GENEROUS, seat_backlog=5_000), tls=tls) as place:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        slow = await place.guest("Slow", buffer=2_048)
        table = (await ann.do(Open(ref=1, game="pig", seats=3))).table
        await bob.do(Join(ref=1, table=table))
        await slow.do(Join(ref=1, table=table))
        await ann.do(Start(ref=2))
        await flood(ann, [bob], 100)
        assert autojump_clock.current_time() < 1
        await ann.do(Act(ref=1, prompt=0, action=BANK))
        while "gone" not in str(ann.table):
            await ann.until(Update)
        assert (await slow.end()).code == "slow"


async def test_a_spectator_that_reads_late_gets_a_snapshot_for_what_it_missed(
    autojump_clock: trio.testing.MockClock, tls: Tls | None
) -> None:
    async with running(limits=replace(GENEROUS, spectator_backlog=5_000), tls=tls) as place:
        ann = await place.guest("Ann")
        slow = await place.guest("Slow", buffer=2_048)
        table = (await ann.do(Open(ref=1, game="pig", seats=1))).table
        await slow.do(Watch(ref=1, table=table))
        await flood(ann, [], 60)
        assert 0 < place.service.waiting <= 5_000
        await trio.sleep(0.3)
        assert autojump_clock.current_time() < 1
        lines: list[int] = []
        while isinstance(message := await slow.hear(), Chat | Snapshot):
            if isinstance(message, Snapshot) and lines:
                break
            if isinstance(message, Chat):
                lines.append(message.n)
        assert lines == list(range(1, len(lines) + 1)), "what was sent came whole and in order"
        assert len(lines) < 60
        await ann.do(Say(ref=1, text="still here?"))
        assert (await slow.until(Chat)).n == 61


async def test_a_spectator_that_never_reads_is_cut_in_the_end(
    autojump_clock: trio.testing.MockClock, tls: Tls | None
) -> None:
    async with running(limits=replace(GENEROUS, spectator_backlog=5_000), tls=tls) as place:
        ann = await place.guest("Ann")
        slow = await place.guest("Slow", buffer=2_048)
        table = (await ann.do(Open(ref=1, game="pig", seats=1))).table
        await slow.do(Watch(ref=1, table=table))
        await ann.do(Sync(ref=1))
        assert ann.table["watching"] == 1
        while ann.table["watching"]:
            await flood(ann, [], 30)
            await trio.sleep(0.3)
            await ann.do(Sync(ref=1))
            await ann.until(Snapshot)
        assert autojump_clock.current_time() < GENEROUS.stuck_seconds + 3
        ann.close()


async def test_a_spectator_gets_one_snapshot_in_ten_seconds_and_is_cut_if_that_is_not_enough(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with running(limits=replace(GENEROUS, spectator_backlog=5_000)) as place:
        ann = await place.guest("Ann")
        slow = await place.guest("Slow", buffer=2_048)
        table = (await ann.do(Open(ref=1, game="pig", seats=1))).table
        await slow.do(Watch(ref=1, table=table))

        async def fall_behind() -> None:
            await flood(ann, [], 60)
            await trio.sleep(0.3)

        async def catch_up() -> None:
            while (await slow.until(Chat)).text != "last":
                pass

        for _ in range(2):
            await fall_behind()
            await ann.do(Say(ref=1, text="last"))
            await catch_up()
            await trio.sleep(10)
        await fall_behind()
        await ann.do(Say(ref=1, text="last"))
        await catch_up()
        await fall_behind()
        with trio.fail_after(60):
            assert (await slow.end()).code == "slow"
        assert autojump_clock.current_time() < 30


async def test_what_a_peer_asks_for_and_does_not_read_is_bounded_even_within_a_tick() -> None:
    limits = replace(GENEROUS, seat_backlog=20_000, server_frame=20_000)
    async with running(limits=limits) as place:
        greedy = await place.guest("Greedy", buffer=2_048)
        await greedy.do(Open(ref=1, game="pig", seats=1))
        most = 0
        for number in range(10_000):
            try:
                greedy.send(Sync(ref=number))
            except (OSError, AssertionError):
                break
            await trio.lowlevel.checkpoint()
            most = max(most, place.service.waiting)
        assert 20_000 < most < 100_000
        assert place.service.waiting == 0


async def test_the_kernel_does_not_hide_who_does_not_read() -> None:
    (listener,) = listen("127.0.0.1", 0)
    async with running(limits=GENEROUS, listeners=[listener]) as place:
        ann = await place.guest("Ann")
        table = (await ann.do(Open(ref=1, game="pig", seats=1))).table
        slow = place.caller(listener)
        await slow.greet("Slow")
        await slow.do(Watch(ref=1, table=table))
        said = 0
        while not place.service.waiting:
            await flood(ann, [], 1, "\U0001f0a1" * 280)
            said += 1_150
            assert said < 1_000_000, "the default would be 4 MB"
