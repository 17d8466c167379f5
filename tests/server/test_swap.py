"""Changing places between matches."""

from tests.server.restarted import restarted
from tests.server.world import WITH_BOT, World, opened, started

from haydes.protocol.messages import Done, Join, Ready, Snapshot, Start, Swap, Sync, Update
from haydes.server.journal import SeatsSwapped


def test_the_host_swaps_any_two_and_both_see_their_new_seat() -> None:
    world = World()
    ann, bob, cat = opened(world, "Ann", "Bob", "Cat")
    cat.do(Ready(ref=1))
    bob.heard.clear()
    ann.do(Swap(ref=2, seat=1, to=2))
    assert [type(message) for message in bob.heard] == [Snapshot]
    assert (bob.you["seat"], cat.you["seat"]) == (2, 1)
    assert (ann.seat(1)["name"], ann.seat(1)["ready"]) == ("Cat", True)
    assert ann.seat(2)["name"] == "Bob"
    assert isinstance(ann.heard[0], Update)
    assert world.journal.records[-1] == SeatsSwapped(ann.id, 1, 2)


def test_all_play_from_the_seats_they_sit_in() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Swap(ref=1, seat=0, to=1))
    ann.do(Start(ref=2))
    assert bob.choices
    bob.act(1)
    assert ann.choices


def test_a_host_who_moves_stays_host_and_a_bot_can_be_moved() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", wish=WITH_BOT)
    ann.do(Swap(ref=1, seat=2, to=0))
    assert bob.table["host"] == 2
    assert bob.seat(0)["kind"] == "bot"
    ann.do(Swap(ref=1, seat=0, to=1))
    assert bob.you["seat"] == 0
    ann.do(Start(ref=2))


def test_a_person_moves_to_an_open_seat_by_itself() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", spare=1)
    bob.do(Swap(ref=1, seat=1, to=2))
    assert (ann.seat(1), ann.seat(2)["name"], bob.you["seat"]) == ({"kind": "open"}, "Bob", 2)
    assert ann.table["host"] == 0


def test_what_is_not_ones_own_is_for_the_host() -> None:
    world = World()
    ann, bob, cat = opened(world, "Ann", "Bob", "Cat")
    assert bob.refusal(Swap(ref=1, seat=2, to=0)) == "not_host"
    assert bob.refusal(Swap(ref=1, seat=1, to=2)) == "seat_taken"
    assert bob.refusal(Swap(ref=1, seat=1, to=4)) == "unknown_seat"
    assert ann.refusal(Swap(ref=1, seat=9, to=1)) == "unknown_seat"
    assert cat.you["seat"] == 2


def test_swapping_what_is_alike_changes_nothing() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=2)
    count = len(world.journal.records)
    ann.do(Swap(ref=1, seat=1, to=2))
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id))
    ann.do(Swap(ref=1, seat=1, to=1))
    bob.do(Swap(ref=1, seat=1, to=1))
    assert len(world.journal.records) == count + 1
    assert bob.heard == []


def test_nobody_moves_in_a_match() -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob")
    assert ann.refusal(Swap(ref=1, seat=0, to=1)) == "match_running"


def test_after_a_match_its_secrets_do_not_move() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    while ann.table["phase"] == "playing":
        mover = ann if ann.choices else bob
        mover.act(0 if mover.game["pot"] == 0 else 1)
    assert "charm" in bob.you
    ann.do(Swap(ref=1, seat=0, to=1))
    assert "charm" not in ann.you
    assert "charm" not in bob.you


def test_tokens_follow_their_persons_also_over_a_restart() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=2)
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=ann.id)).token
    ann.do(Swap(ref=1, seat=1, to=2))
    bob.leave()
    bob = world.join("Bob", token)
    assert bob.you["seat"] == 2
    again = restarted(world)
    bob = again.join("Bob", token)
    assert (bob.you["seat"], bob.seat(1)) == (2, {"kind": "open"})


def test_who_is_gone_can_be_moved_and_finds_the_new_seat() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=2)
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=ann.id)).token
    bob.leave()
    assert isinstance(ann.ask(Swap(ref=1, seat=1, to=2)), Done)
    ann.do(Sync(ref=2))
    assert world.join("Bob", token).you["seat"] == 2
