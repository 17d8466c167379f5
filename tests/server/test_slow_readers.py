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
from haydes.server.tls import Tls


@pytest.fixture(params=["plain", "tls"])
def tls(request: pytest.FixtureRequest) -> Tls | None:
    return Tls(identity().context) if request.param == "tls" else None


async def flood(ann: Client, others: list[Client], lines: int) -> None:
    """Let Ann say much, and wait until all others but the slow ones have heard it."""
    for number in range(lines):
        await ann.do(Say(ref=number, text="blah " * 50))
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
