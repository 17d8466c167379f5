"""The watch of a server that is stopped now and then."""

import trio
import trio.testing
from tests.server.running import running
from tests.server.world import BANK

from haydes.protocol.messages import Act, Open, Start, Update
from haydes.server.watch import Watch


async def test_time_passes_as_long_as_somebody_looks(mock_clock: trio.testing.MockClock) -> None:
    watch = Watch()
    begun = watch.now()
    for _ in range(10):
        mock_clock.jump(1)
        watch.now()
    assert watch.now() - begun == 10


async def test_time_in_which_nobody_could_look_has_not_passed(
    mock_clock: trio.testing.MockClock,
) -> None:
    watch = Watch()
    begun = watch.now()
    mock_clock.jump(60)
    assert watch.now() == begun
    mock_clock.jump(1)
    assert watch.now() == begun + 1


async def test_f20_a_server_that_was_stopped_holds_nothing_against_anybody(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with running() as place:
        ann = await place.guest("Ann")
        await ann.do(Open(ref=1, game="pig", seats=1, turn_seconds=10))
        await ann.do(Start(ref=2))
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(3600)
        await trio.testing.wait_all_tasks_blocked()
        await ann.do(Act(ref=3, prompt=0, action=BANK))
        update = await ann.until(Update)
        assert update.ply == 1, "nobody has acted for the seat meanwhile"


async def test_a_server_that_runs_holds_turns_to_their_time(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with running() as place:
        ann = await place.guest("Ann")
        await ann.do(Open(ref=1, game="pig", seats=1, turn_seconds=10))
        await ann.do(Start(ref=2))
        while (await ann.until(Update)).ply == 0:
            pass
        assert autojump_clock.current_time() >= 10
