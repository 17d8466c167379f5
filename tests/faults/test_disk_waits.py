"""A disk that takes its time, and a server that is killed before it has got far."""

import trio
import trio.testing
from tests.faults.simulated.disk import Disk
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.process import Process
from tests.faults.simulated.trace import Trace
from tests.server.restarted import restarted
from tests.server.running import Place
from tests.server.world import World, opened

from haydes.protocol.messages import Done, Open, Ping, Pong, Ready, Start
from haydes.server.journal import SecretDrawn, StartCancelled


class SlowDisk(Disk):
    """Takes as long as it is told to."""

    seconds = 0.0

    def delay(self) -> float:
        return self.seconds


def test_f6_a_start_that_is_killed_again_and_again_loses_nothing() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Ready(ref=2, commitment="0" * 64))
    ann.do(Start(ref=3))  # waits for a nonce, so every start has something to put away
    written = list(world.journal.records)
    assert isinstance(written[-1], SecretDrawn)
    for _ in range(50):
        world.journal.records = list(written)  # what the last start wrote did not get to the disk
        world = restarted(world)
        assert world.only_table.phase == "waiting"
        assert world.journal.records[: len(written)] == written
    assert isinstance(world.journal.records[-1], StartCancelled)
    assert [person.name for _, person in world.only_table.seats.persons] == ["Ann", "Bob"]
    assert bob.table["phase"] == "opening", "who saw it begin sees that it is called off"


async def test_f11_signs_of_life_do_not_wait_for_the_disk(
    autojump_clock: trio.testing.MockClock,
) -> None:
    disk = SlowDisk(Fate("f11"), Trace())
    async with trio.open_nursery() as nursery:
        process = Process(disk, Fate("f11"), 1, 0)
        nursery.start_soon(process.run)
        await trio.testing.wait_all_tasks_blocked()
        ann = await Place(process.service, tls=False).guest("Ann")
        await ann.do(Open(ref=1, game="hounds", seats=2, bots=["greedy"]))
        disk.seconds = 10.0
        begun = autojump_clock.current_time()
        ann.send(Start(ref=2))
        ann.send(Ping(ref=3))
        assert isinstance(await ann.until(Pong), Pong)
        assert autojump_clock.current_time() == begun
        await ann.until(Done)
        assert autojump_clock.current_time() >= begun + 10
        ann.close()
        nursery.cancel_scope.cancel()


async def test_f11_a_server_that_stops_does_not_wait_for_a_hanging_disk_for_ever(
    autojump_clock: trio.testing.MockClock,
) -> None:
    disk = SlowDisk(Fate("f11"), Trace())
    async with trio.open_nursery() as nursery:
        process = Process(disk, Fate("f11"), 1, 0)
        nursery.start_soon(process.run)
        await trio.testing.wait_all_tasks_blocked()
        ann = await Place(process.service, tls=False).guest("Ann")
        await ann.do(Open(ref=1, game="hounds", seats=2, bots=["greedy"]))
        disk.seconds = 10_000.0
        ann.send(Start(ref=2))
        begun = autojump_clock.current_time()
        process.stop()
    assert autojump_clock.current_time() <= begun + 15
    assert disk.plies == {}, "nothing was begun"
    ann.close()
