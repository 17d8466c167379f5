"""Hello: who gets in, under which name."""

from dataclasses import replace
from ipaddress import ip_network

import pytest
from tests.server.world import GENEROUS, Peer, World, opened

from haydes.protocol.codec import pack
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Browse, Bye, Hello, Lobby, Open, Start, Watch, Welcome
from haydes.server.door import Door


def bye(peer: Peer) -> str:
    """Return the code of the bye that ended the connection."""
    assert peer.is_closed
    return peer.last(Bye).code


def test_welcome_tells_what_holds_here() -> None:
    world = World()
    ann = world.join("Ann")
    assert ann.welcome == Welcome(protocol=1, server="test", name="Ann", limits=world.limits.tree())


def test_another_protocol_is_refused_and_a_common_one_found() -> None:
    world = World()
    old = world.stranger()
    old.send(Hello(protocols=[0, 2], name="Ann"))
    assert bye(old) == "version"
    both = world.stranger()
    both.send(Hello(protocols=[3, 1], name="Ann"))
    assert both.welcome.protocol == 1


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 25, " Ann", "A  n", "A\x1b[m", "<Ann>", "\u3164", "e\u0301", "名" * 17]
)
def test_a_name_that_breaks_a_rule_is_refused(name: str) -> None:
    world = World()
    peer = world.stranger()
    peer.send(Hello(protocols=[1], name=name))
    assert bye(peer) == "bad_name"
    assert len(world.house.people) == 0


def test_names_that_look_alike_do_not_meet() -> None:
    world = World()
    ann = world.join("Ann")
    assert bye(world.join("ann")) == "name_taken"
    assert bye(world.join("\uff21nn")) == "name_taken"
    ann.leave()
    assert world.join("ANN").welcome.name == "ANN"


@pytest.mark.parametrize("watches", [False, True])
def test_the_name_of_someone_silent_without_a_seat_goes_to_a_newcomer(*, watches: bool) -> None:
    world = World()
    (host,) = opened(world, "Host")
    ann = world.join("Ann")
    if watches:
        ann.do(Watch(ref=1, table=host.id))
    ann.is_silent = True
    world.wait(world.limits.away_seconds + 0.2)
    again = world.join("Ann")
    assert bye(ann) == "superseded"
    assert again.welcome.name == "Ann"
    assert len(world.house.people) == 2


def test_who_has_a_seat_loses_the_name_only_with_the_connection() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.is_silent = True
    world.wait(world.limits.away_seconds + 0.2)
    assert bye(world.join("Ann")) == "name_taken"
    assert not ann.is_closed
    world.wait(world.limits.dead_seconds - world.limits.away_seconds)
    assert bye(ann) == "silent"
    assert world.join("Ann").welcome.name == "Ann"
    assert bob.seat(0) == {"kind": "person", "name": "Ann", "presence": "gone"}


def test_who_says_no_hello_in_time_is_sent_away() -> None:
    world = World()
    silent, slow = world.stranger(), world.stranger()
    world.wait(world.limits.hello_seconds - 0.2)
    slow.write(slow.connection.send(Hello(protocols=[1], name="Ann"))[:-1])
    assert not silent.is_closed
    world.wait(0.4)
    assert bye(silent) == bye(slow) == "hello_timeout"


def test_a_client_that_says_bye_is_answered() -> None:
    world = World()
    for peer in (world.join("Ann"), world.stranger()):
        peer.send(Bye())
        assert peer.is_closed
        assert peer.writes[-1] == pack(Bye(text="you said bye yourself"))  # the code is the default
    assert len(world.house.people) == 0


def test_a_quarter_of_the_room_is_kept_for_those_who_resume() -> None:
    world = World(limits=replace(GENEROUS, connections=4))
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    world.join("Bob")
    ann.leave()
    world.join("Cat")
    world.join("Dan")
    assert bye(world.join("Eve")) == "full"
    assert world.join("Ann", token).welcome.table == ann.id


def test_a_seat_can_be_resumed_though_strangers_and_idlers_fill_the_house() -> None:
    world = World(limits=replace(GENEROUS, connections=32))
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.do(Start(ref=2))
    ann.leave()
    tokens = [seat_of(world, f"Mallory {number}") for number in range(12)]
    for number in range(60):
        world.stranger(f"10.1.0.{number}")
        world.join(f"Idler {number}", source=f"10.2.0.{number % 4}")
    for number, theirs in enumerate(tokens):
        world.join("Mallory", theirs, source=f"10.3.0.{number % 4}")
    assert world.join("Ann", token, source="10.4.0.1").welcome.table == ann.id


def seat_of(world: World, name: str) -> str:
    """Open a table, leave the match that runs there, and return the token."""
    peer = world.join(name)
    token = peer.do(Open(ref=1, game="pig", seats=1)).token
    peer.do(Start(ref=2))
    peer.leave()
    return token


def test_with_no_room_left_an_idler_from_a_crowded_address_goes_for_a_newcomer() -> None:
    world = World(limits=replace(GENEROUS, connections=16))
    host = opened(world, "Host")[0]
    crowd = [world.join(f"C{number}", source="10.1.0.1") for number in range(8)]
    crowd[0].do(Open(ref=1, game="pig", seats=1))
    crowd[1].do(Watch(ref=1, table=host.id))
    single = world.join("Single", source="10.2.0.1")
    others = [world.join(f"O{number}", source="10.3.0.1") for number in range(2)]
    assert world.join("Ann", source="10.4.0.1").welcome.name == "Ann"
    assert bye(crowd[1]) == "full"
    assert [peer.is_closed for peer in (crowd[0], crowd[2], single, *others)] == [False] * 5
    assert bye(world.join("C9", source="10.1.0.1")) == "full"


def test_nobody_yields_to_someone_who_cannot_stay() -> None:
    world = World(limits=replace(GENEROUS, connections=8))
    crowd = [world.join(f"C{number}", source="10.1.0.1") for number in range(6)]
    assert bye(world.join("C0", source="10.2.0.1")) == "name_taken"
    assert not any(peer.is_closed for peer in crowd)


def test_people_of_an_exempt_network_do_not_yield() -> None:
    door = Door(replace(GENEROUS, connections=8), exempt=[ip_network("10.1.0.0/16")])
    world = World(door=door)
    for number in range(6):
        world.join(f"C{number}", source="10.1.0.1")
    assert bye(world.join("Ann", source="10.2.0.1")) == "full"


def test_everything_is_the_same_one_byte_at_a_time() -> None:
    world = World()
    ann = world.stranger()
    hello = ann.connection.send(Hello(protocols=[1], name="Ann"))
    for at in range(len(hello)):
        ann.write(hello[at : at + 1])
    browse = ann.connection.send(Browse(ref=1))
    for at in range(len(browse)):
        ann.write(browse[at : at + 1])
    assert ann.find(Lobby)


def test_requests_right_behind_hello_are_answered_after_welcome() -> None:
    world = World()
    ann = world.stranger()
    hello = ann.connection.send(Hello(protocols=[1], name="Ann"))
    ann.write(hello + pack(Browse(ref=1)))
    assert isinstance(ann.heard[0], Welcome)
    assert ann.find(Lobby)


def test_the_default_limits_hold_what_reason_asks() -> None:
    limits = Limits()
    assert limits.ping_seconds < limits.away_seconds < limits.dead_seconds
    assert limits.spectators <= limits.connections // 2
