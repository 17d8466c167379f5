"""A crowd is told in turns: in order, all of it, and the rest of the server goes on meanwhile."""

from dataclasses import replace

import trio
import trio.testing
from tests.server.running import running
from tests.server.world import GENEROUS, ROLL

from haydes.protocol.codes import Close
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Act, Chat, Leave, Left, Open, Say, Start, Update, Watch
from haydes.server.outbox import Parcel
from haydes.server.session import Session
from haydes.server.turns import AT_ONCE, Turns

settled = trio.testing.wait_all_tasks_blocked
CROWD = [Session(number, "10.0.0.1", Limits(), 0.0) for number in range(3 * AT_ONCE)]


async def test_others_have_their_turn_while_a_crowd_is_told(nursery: trio.Nursery) -> None:
    told: list[Session] = []
    turns = Turns(lambda session, _: told.append(session))
    nursery.start_soon(turns.run)
    turns.add(dict.fromkeys(CROWD, Parcel(b"a")))
    assert told == []
    seen: set[int] = set()
    while len(told) < len(CROWD):
        await trio.lowlevel.checkpoint()
        seen.add(len(told))
    assert told == CROWD
    assert len(seen) >= len(CROWD) // AT_ONCE
    assert not any(session in turns for session in CROWD)


async def test_what_comes_meanwhile_goes_out_with_the_rest(nursery: trio.Nursery) -> None:
    told: dict[Session, list[bytes]] = {session: [] for session in CROWD}
    turns = Turns(lambda session, parcel: told[session].append(parcel.data))
    nursery.start_soon(turns.run)
    turns.add(dict.fromkeys(CROWD, Parcel(b"a")))
    turns.add({CROWD[-1]: Parcel(b"b")})
    await settled()
    turns.add({CROWD[0]: Parcel(b"c")})
    await settled()
    assert told[CROWD[0]] == [b"a", b"c"]
    assert told[CROWD[1]] == [b"a"]
    assert told[CROWD[-1]] == [b"ab"]


async def test_what_may_be_dropped_stays_apart_from_what_may_not(nursery: trio.Nursery) -> None:
    told: list[Parcel] = []
    turns = Turns(lambda _, parcel: told.append(parcel))
    nursery.start_soon(turns.run)
    kept = Parcel(b"c", droppable=False, bye=Close.SLOW)
    for parcel in (Parcel(b"a"), Parcel(b"b"), kept):
        turns.add({CROWD[0]: parcel})
    await settled()
    assert told == [Parcel(b"ab"), kept]


async def test_a_failure_with_one_keeps_nothing_from_the_others(nursery: trio.Nursery) -> None:
    told: list[Session] = []

    def tell(session: Session, _: Parcel) -> None:
        if session is CROWD[0]:
            raise ZeroDivisionError
        told.append(session)

    turns = Turns(tell)
    nursery.start_soon(turns.run)
    turns.add(dict.fromkeys(CROWD, Parcel(b"a")))
    await settled()
    assert told == CROWD[1:]


async def test_a_crowd_of_spectators_misses_nothing_and_hears_it_in_order() -> None:
    async with running(limits=replace(GENEROUS, spectators_per_table=len(CROWD))) as place:
        ann = await place.guest("Ann")
        table = (await ann.do(Open(ref=1, game="pig", seats=1))).table
        crowd = [await place.guest(f"Spectator {number}") for number in range(2 * AT_ONCE)]
        for spectator in crowd:
            await spectator.do(Watch(ref=1, table=table))
        await ann.do(Start(ref=2))
        while not ann.you["choices"]:
            await ann.until(Update)
        for ply in range(1, 6):
            ann.send(Act(ref=ply, prompt=int(str(ann.you["prompt"])), action=ROLL))
            while ann.ply < ply:
                await ann.until(Update)
        await ann.do(Say(ref=9, text="that is all"))
        crowd[0].send(Leave(ref=2))
        assert (await crowd[0].until(Left)).code == "left"
        for spectator in crowd[1:]:
            assert (await spectator.until(Chat)).text == "that is all"
            assert spectator.ply == 5
