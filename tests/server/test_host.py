"""Who is host: always someone who is here, if anyone is."""

from tests.server.restarted import restarted
from tests.server.world import World, opened, started

from haydes.protocol.messages import Join, Kick, Leave, MakeHost, Open, Resign, Start, Watch
from haydes.server.journal import HostChanged


def test_the_host_hands_the_table_over() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    assert bob.refusal(MakeHost(ref=1, seat=1)) == "not_host"
    ann.do(MakeHost(ref=1, seat=1))
    assert bob.table["host"] == 1
    assert world.journal.records[-1] == HostChanged(ann.id, 1)
    assert ann.refusal(Start(ref=1)) == "not_host"
    bob.do(Start(ref=1))


def test_only_a_person_who_is_here_can_become_host() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", spare=1)
    bob.leave()
    for seat in (1, 2, 3):
        assert ann.refusal(MakeHost(ref=1, seat=seat)) == "unknown_seat"
    assert ann.table["host"] == 0


def test_when_the_host_gives_up_the_seat_the_first_who_is_here_takes_over() -> None:
    world = World()
    ann, bob, cat = opened(world, "Ann", "Bob", "Cat")
    bob.leave()
    ann.do(Leave(ref=1))
    assert cat.table["host"] == 2


def test_when_the_host_resigns_someone_else_takes_over() -> None:
    world = World()
    ann, bob, _ = started(world, "Ann", "Bob", "Cat")
    ann.do(Resign(ref=1))
    assert bob.table["host"] == 1


def test_a_host_who_was_gone_for_a_minute_is_replaced() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.leave()
    world.wait(59)
    assert bob.table["host"] == 0
    world.wait(1.2)
    assert bob.table["host"] == 1


def test_who_comes_first_to_a_table_without_a_host_becomes_it() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    world.join("Cat").do(Watch(ref=1, table=ann.id))
    ann.do(Leave(ref=1))
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=world.only_table.id, seat=1))
    assert bob.table["host"] == 1


def test_a_host_may_clear_the_own_seat() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Kick(ref=1, seat=0))
    assert bob.table["host"] == 1


def test_a_host_has_a_minute_to_come_back_after_a_restart() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=2)).token
    bobs = world.join("Bob").do(Join(ref=1, table=ann.id)).token
    ann.do(Start(ref=2))
    again = restarted(world)
    bob = again.join("Bob", bobs)
    again.wait(59)
    assert bob.table["host"] == 0
    ann = again.join("Ann", token)
    again.wait(30)
    assert bob.table["host"] == 0
    again = restarted(again)
    bob = again.join("Bob", bobs)
    again.wait(61)
    assert bob.table["host"] == 1
    again.join("Ann", token)
    assert bob.table["host"] == 1, "it is not taken back"
    again = restarted(again)
    assert again.only_table.seats.host == 1
