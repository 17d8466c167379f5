"""Admission by number, source and age."""

from dataclasses import replace
from ipaddress import ip_network

from tests.server.world import GENEROUS, World

from haydes.protocol.limits import Limits
from haydes.protocol.messages import Bye
from haydes.server.door import Door, source_of
from haydes.server.session import Session

LIMITS = Limits(
    connections=6, connections_per_source=3, strangers=4, strangers_per_source=2, hello_seconds=5
)
LAN = (ip_network("192.0.2.0/24"), ip_network("2001:db8::/32"))


def enter(door: Door, source: str, now: float = 0.0) -> Session:
    """Let someone in; whoever has to go for it goes."""
    assert door.turns_away(source, now) is None
    session = Session(1, source, LIMITS, now)
    leaving = door.enter(session)
    if leaving:
        door.leave(leaving)
    return session


def test_the_oldest_of_too_many_strangers_from_one_source_goes() -> None:
    door = Door(LIMITS)
    other = enter(door, "b")
    first, second = enter(door, "a"), enter(door, "a")
    third = enter(door, "a")
    assert door.strangers == (other, second, third)
    assert first not in door.strangers


def test_so_many_connections_from_one_source() -> None:
    door = Door(LIMITS)
    sessions: list[Session] = []
    for _ in range(3):
        sessions.append(enter(door, "a"))
        door.greet(sessions[-1])
    assert door.turns_away("a", 0.0) == "full"
    assert door.turns_away("b", 0.0) is None
    door.leave(sessions[0])
    assert door.turns_away("a", 0.0) is None


def test_a_source_that_is_full_loses_its_own_strangers_first() -> None:
    door = Door(replace(LIMITS, strangers_per_source=3))
    known, stranger, other = enter(door, "a"), enter(door, "a"), enter(door, "b")
    door.greet(known)
    enter(door, "a")
    newest = enter(door, "a")
    assert newest in door.strangers
    assert stranger not in door.strangers
    assert other in door.strangers


def test_the_oldest_stranger_goes_for_a_new_one() -> None:
    door = Door(LIMITS)
    first = enter(door, "a")
    for source in ("b", "c", "d"):
        enter(door, source)
    assert door.enter(Session(1, "e", LIMITS, 0.0)) is first


def test_a_crowd_of_one_source_makes_room_before_a_single_stranger_does() -> None:
    door = Door(LIMITS)
    single = enter(door, "honest")
    first, second, third = (enter(door, source) for source in ("a", "a", "b"))
    newcomer = enter(door, "c")
    assert door.strangers == (single, second, third, newcomer)
    assert first not in door.strangers


def test_with_every_place_taken_strangers_make_room_and_others_do_not() -> None:
    door = Door(replace(LIMITS, connections=2))
    known = enter(door, "a")
    door.greet(known)
    stranger = enter(door, "b")
    assert door.turns_away("c", 0.0) is None
    newcomer = Session(1, "c", LIMITS, 0.0)
    assert door.enter(newcomer) is stranger
    door.leave(stranger)
    door.greet(newcomer)
    assert door.turns_away("d", 0.0) == "full"


def test_those_who_were_sent_away_do_not_pile_up() -> None:
    door = Door(replace(LIMITS, connections=4, strangers=1))
    for number in range(4 + 32):
        assert door.turns_away(str(number), 0.0) is None
        door.enter(Session(number, str(number), LIMITS, 0.0))
    assert door.turns_away("late", 0.0) == "full"


def test_a_source_connects_so_often_and_no_more() -> None:
    door = Door(LIMITS)
    for _ in range(LIMITS.accepts_burst):
        door.leave(enter(door, "a"))
    assert door.turns_away("a", 0.0) == "rate"
    assert door.turns_away("b", 0.0) is None
    assert door.turns_away("a", 1 / LIMITS.accepts_per_second) is None
    assert door.turns_away("a", 1 / LIMITS.accepts_per_second) == "rate"


def test_an_exempt_network_is_not_counted_by_source() -> None:
    door = Door(replace(LIMITS, connections=200, strangers=200), exempt=LAN)
    for source in ("192.0.2.7", source_of("2001:db8::1"), source_of("::ffff:192.0.2.8")):
        sessions = [enter(door, source) for _ in range(50)]
        assert set(sessions) <= set(door.strangers)
        assert all(session.exempt for session in sessions)
    assert not enter(door, "192.0.3.7").exempt
    assert not enter(door, "a pipe").exempt


def test_strangers_are_overdue_in_order_of_age() -> None:
    door = Door(LIMITS)
    first, second = enter(door, "a", 0.0), enter(door, "b", 3.0)
    assert list(door.overdue(4.9)) == []
    assert list(door.overdue(5.0)) == [first]
    assert list(door.overdue(8.0)) == [first, second]


def test_nothing_is_left_of_who_has_gone() -> None:
    door = Door(LIMITS)
    sessions = [enter(door, source) for source in "aab"]
    for session in sessions:
        door.leave(session)
    assert door.strangers == ()
    for source in "ab":
        assert door.turns_away(source, 60.0) is None
    assert vars(door)["_inside"] == vars(door)["_unknown"] == {}


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
    bye = crowd[0].last(Bye)
    assert (bye.code, bye.retry_ms) == ("full", 5000)
    assert world.join("Ann").welcome.name == "Ann"


def test_a_source_over_its_limit_is_turned_away() -> None:
    world = World(limits=LIMITS)
    for name in ("Ann", "Bob", "Cat"):
        world.join(name)
    assert world.core.connect("10.0.0.1", world.now) == "full"


def test_f51_addresses_of_one_ipv6_network_are_one_source() -> None:
    world = World(limits=replace(GENEROUS, connections_per_source=2))
    for number in range(2):
        world.join(f"M{number}", source=source_of(f"2001:db8::{number}:1"))
    assert world.core.connect(source_of("2001:db8::9:9"), world.now) == "full"
    assert world.join("Ann", source=source_of("2001:db8:0:1::1")).welcome.name == "Ann"


def test_eight_silent_strangers_do_not_shut_out_others_of_their_address() -> None:
    world = World(limits=replace(GENEROUS, strangers_per_source=8))
    crowd = [world.stranger() for _ in range(8)]
    assert world.join("Ann").welcome.name == "Ann"
    assert [peer.is_closed for peer in crowd] == [True] + [False] * 7
