"""Admission by number, source and age."""

from dataclasses import replace

from tests.server.world import GENEROUS, World

from haydes.protocol.limits import Limits
from haydes.protocol.messages import Bye
from haydes.server.door import Door, source_of
from haydes.server.session import Session

LIMITS = Limits(
    connections=6, connections_per_source=3, strangers=4, strangers_per_source=2, hello_seconds=5
)


def enter(door: Door, source: str, now: float = 0.0) -> Session:
    assert door.is_open_to(source)
    session = Session(1, source, LIMITS, now)
    door.enter(session)
    return session


def test_so_many_strangers_from_one_source() -> None:
    door = Door(LIMITS)
    first, _ = enter(door, "a"), enter(door, "a")
    assert not door.is_open_to("a")
    assert door.is_open_to("b")
    door.greet(first)
    assert door.is_open_to("a")


def test_so_many_connections_from_one_source() -> None:
    door = Door(LIMITS)
    sessions: list[Session] = []
    for _ in range(3):
        sessions.append(enter(door, "a"))
        door.greet(sessions[-1])
    assert not door.is_open_to("a")
    door.leave(sessions[0])
    assert door.is_open_to("a")


def test_the_oldest_stranger_goes_for_a_new_one() -> None:
    door = Door(LIMITS)
    first = enter(door, "a")
    for source in ("b", "c", "d"):
        enter(door, source)
    assert door.enter(Session(1, "e", LIMITS, 0.0)) is first


def test_with_every_place_taken_strangers_make_room_and_others_do_not() -> None:
    door = Door(replace(LIMITS, connections=2))
    known = enter(door, "a")
    door.greet(known)
    stranger = enter(door, "b")
    assert door.is_open_to("c")
    newcomer = Session(1, "c", LIMITS, 0.0)
    assert door.enter(newcomer) is stranger
    door.leave(stranger)
    door.greet(newcomer)
    assert not door.is_open_to("d")


def test_strangers_are_overdue_in_order_of_age() -> None:
    door = Door(LIMITS)
    first, second = enter(door, "a", 0.0), enter(door, "b", 3.0)
    assert list(door.overdue(4.9)) == []
    assert list(door.overdue(5.0)) == [first]
    assert list(door.overdue(8.0)) == [first, second]


def test_nothing_is_left_of_who_has_gone() -> None:
    door = Door(LIMITS)
    for session in [enter(door, source) for source in "aab"]:
        door.leave(session)
    assert vars(door) == vars(Door(LIMITS))


def test_a_source_is_an_address_or_the_network_of_an_ipv6_address() -> None:
    assert source_of("192.0.2.7") == "192.0.2.7"
    assert source_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert source_of("2001:db8:1:2:3:4:5:6") == source_of("2001:db8:1:2::9")
    assert source_of("2001:db8:1:2::") != source_of("2001:db8:1:3::")
    assert source_of("fe80::1%eth0") == source_of("fe80::2")
    assert source_of("a pipe") == "a pipe"


def test_a_crowd_of_silent_strangers_keeps_nobody_out() -> None:
    world = World(limits=replace(GENEROUS, strangers=8, connections=20))
    crowd = [world.stranger(f"10.0.0.{number}") for number in range(100)]
    assert [peer.is_closed for peer in crowd[-9:]] == [True] + [False] * 8
    assert crowd[0].last(Bye).code == "full"
    assert world.join("Ann").welcome.name == "Ann"


def test_a_source_over_its_limit_is_turned_away() -> None:
    world = World(limits=LIMITS)
    for _ in range(2):
        world.stranger("10.0.0.1")
    assert world.core.connect("10.0.0.1", world.now) is None
