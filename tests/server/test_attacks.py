"""Attacks by strangers, players and spectators, and what they cost the others.

Those on one part only stand with its tests; a thousand of all kinds are in tests/faults.
"""

import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import pytest
import trio
from msgspec.msgpack import encode
from tests.server.client import Client
from tests.server.running import running
from tests.server.world import BANK, GENEROUS, Peer, World, opened, started

from haydes.protocol.codec import HEADER, pack
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    Browse,
    Bye,
    Chat,
    ClientMessage,
    Hello,
    Join,
    Leave,
    Open,
    Refused,
    Say,
    Start,
    Sync,
    Watch,
)
from haydes.server.session import Session

LIMITS = Limits()
MEBIBYTE = 1 << 20


def peak(work: Callable[[], object]) -> int:
    """Return how many bytes of memory some work has needed at a time."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def ends(world: World, peers: list[Peer], each: Callable[[Peer], None]) -> list[float]:
    """Let time pass until all are closed; return after how long each was."""
    began, ended = world.now, dict[Peer, float]()
    while len(ended) < len(peers):
        world.wait(0.2)
        for peer in peers:
            if not peer.is_closed:
                each(peer)
            elif peer not in ended:
                ended[peer] = world.now - began
    return list(ended.values())


@pytest.mark.parametrize("drip", [False, True], ids=["u1-silent", "u2-slow"])
def test_a_thousand_who_never_finish_a_hello(*, drip: bool) -> None:
    world = World(limits=replace(GENEROUS, connections=2_000, strangers=1_000))
    ann, _ = started(world, "Ann", "Bob")
    hello = pack(Hello(protocols=[1], name="Mallory"))
    crowd = [world.stranger(f"10.1.{n // 250}.{n % 250}") for n in range(1_000)]
    sent = dict.fromkeys(crowd, 0)

    def each(peer: Peer) -> None:
        if drip:
            peer.write(hello[sent[peer] : sent[peer] + 1])
            sent[peer] += 1

    times = ends(world, crowd, each)
    assert min(times) >= 5.0 - 0.01
    assert max(times) <= 5.5
    assert {peer.last(Bye).code for peer in crowd} == {"hello_timeout"}
    ann.do(Act(ref=1, prompt=0, action=BANK))


def test_two_hundred_addresses_cannot_fill_the_room_of_strangers() -> None:
    world = World(limits=LIMITS)
    came = 0
    for number in range(100):
        for source in range(200):
            intrude(world, f"10.1.{source}.1")
        honest = world.stranger(f"10.2.{number}.1")
        for source in range(0, 200, 2):  # before it can say anything
            intrude(world, f"10.1.{source}.1")
        honest.send(Hello(protocols=[1], name=f"Honest {number}"))
        came += honest.welcome.name != ""
        world.wait(0.2)
    assert came == 100


def intrude(world: World, source: str) -> None:
    """Connect from an address, if that is possible, and say nothing."""
    session = world.core.connect(source, world.now)
    if isinstance(session, Session):
        Peer(world, session)
    world.close_ended()


def test_a_frame_that_is_announced_costs_nothing_before_it_comes() -> None:
    sizes = [2**power + more for power in range(32) for more in (-1, 0, 1)]
    world = World()

    def announce() -> None:
        for size in sizes:
            for peer in (world.stranger(), world.join(f"M{size}")):
                peer.write(size.to_bytes(HEADER, "big"))
                if not peer.is_closed:
                    peer.leave()

    assert peak(announce) < MEBIBYTE


@pytest.mark.parametrize(
    ("protocols", "code"),
    [
        ([1], ""), ([1, 2], ""), ([2, 1], ""), ([2**53 - 1, 1], ""),
        ([0], "version"), ([2], "version"), ([0, 2, 3], "version"),
    ],
)  # fmt: skip
def test_versions(protocols: list[int], code: str) -> None:
    peer = World().stranger()
    peer.send(Hello(protocols=protocols, name="Ann"))
    if code:
        assert peer.last(Bye).code == code
    else:
        assert peer.welcome.protocol == 1


def test_ten_thousand_messages_are_some_tens_and_cost_the_others_nothing() -> None:
    world = World(limits=LIMITS)
    ann, bob = started(world, "Ann", "Bob")
    ply = ann.ply
    data = pack(Sync(ref=1)) * 10_000
    for at in range(0, len(data), 64 * 1024):
        if not bob.is_closed:
            bob.write(data[at : at + 64 * 1024])
    assert bob.last(Bye).code == "rate"
    assert len(bob.find(Refused)) <= 41
    assert sum(map(len, bob.writes)) < LIMITS.seat_backlog
    ann.do(Act(ref=1, prompt=0, action=BANK))
    assert ann.ply == ply + 1


@pytest.mark.parametrize("bomb", [{}, [], "", [{}], {"": {}}], ids=str)
def test_a_frame_full_of_empty_things_is_cheap(bomb: object) -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob")
    wide = [bomb] * 500
    action = {"do": [wide] * 30, "x": wide}
    body = encode({"type": "act", "ref": 1, "prompt": 0, "action": action})[: LIMITS.client_frame]
    frames = (len(body).to_bytes(HEADER, "big") + body) * 100

    def explode() -> None:
        ann.write(frames)
        if not ann.is_closed:
            ann.write(pack(Bye()))

    assert peak(explode) < 100 * LIMITS.client_frame + 2 * MEBIBYTE


def test_tables_by_the_thousand_are_the_few_one_may_have() -> None:
    world = World(limits=replace(GENEROUS, tables_per_player=LIMITS.tables_per_player))
    ann = world.join("Ann")
    for _ in range(3_000):
        ann.ask(Open(ref=1, game="pig", seats=2))
        if ann.session.table:
            ann.do(Leave(ref=2))
        assert len(list(world.tables)) <= LIMITS.tables_per_player
    ann.leave()
    world.wait(61)
    assert list(world.tables) == []
    assert len(world.house.people) == 0


def test_a_thousand_names_from_one_address_open_no_more_than_it_may() -> None:
    world = World(limits=replace(GENEROUS, tables_per_source=LIMITS.tables_per_source))
    for number in range(200):
        peer = world.join(f"M{number}")
        peer.ask(Open(ref=1, game="pig", seats=2))
    assert len(list(world.tables)) == LIMITS.tables_per_source


JOINING: tuple[ClientMessage, ...] = (
    Hello(protocols=[1], name="Mallory"),
    Browse(ref=1),
    Open(ref=2, game="pig", seats=2, bots=["careful"]),
    Start(ref=3),
    Leave(ref=4),
    Say(ref=5, text="hello"),
    Watch(ref=6, table="xxxxxx"),
)


def test_whoever_is_cut_off_anywhere_leaves_nothing_behind() -> None:
    world = World()
    for whole in range(len(JOINING) + 1):
        peer = world.stranger()
        for message in JOINING[:whole]:
            peer.send(message)
        if whole < len(JOINING):
            begun = pack(JOINING[whole])
            peer.write(begun[: len(begun) // 2])
        peer.leave()
        assert len(world.house.people) == 0
        assert world.house.door.strangers == ()
        assert len(list(world.tables)) <= 100
    world.wait(31 * 60)
    assert all(table.is_parked for table in world.tables)  # the matches that had begun
    for room in (world.house.lobby, world.house.people):
        for name, kept in vars(room).items():
            if name in ("_browsers", "_again", "_said", "_named", "_all"):
                assert not kept, name


def test_a_seat_does_not_remember_a_connection_that_has_ended() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id))
    bob.leave()
    assert all(person.session is not bob.session for _, person in world.only_table.seats.persons)
    assert bob.session not in list(world.only_table.audience)


async def test_spectators_who_never_read_hold_little_and_slow_nobody() -> None:
    limits = replace(GENEROUS, spectator_backlog=LIMITS.spectator_backlog)
    async with running(limits=limits) as place:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        table = (await ann.do(Open(ref=1, game="pig", seats=2))).table
        await bob.do(Join(ref=1, table=table))
        crowd: list[Client] = []
        for number in range(LIMITS.spectators_per_table):
            crowd.append(await place.guest(f"E{number}", buffer=2_048))
            crowd[-1].send(Watch(ref=1, table=table))
        most = 0
        for number in range(150):
            await ann.do(Say(ref=number, text="\U0001f0a1" * 280))
            most = max(most, place.service.waiting)
        with trio.fail_after(60):
            while (await bob.until(Chat)).n < 150:
                pass
        each = LIMITS.spectator_backlog + 2_000
        assert LIMITS.spectator_backlog < most <= len(crowd) * each
