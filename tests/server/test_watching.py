"""Spectators see what is public, and have no say."""

from dataclasses import replace

from tests.server.world import BANK_WITH_CHARM, GENEROUS, World, opened, started

from haydes.protocol.messages import (
    Act,
    Chat,
    Join,
    Leave,
    Left,
    Ready,
    Resign,
    Say,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
)


def test_a_spectator_is_counted_and_gets_a_snapshot_without_you() -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob")
    eve = world.join("Eve")
    done = eve.do(Watch(ref=1, table=ann.id))
    assert done.table == ann.id
    assert [type(m) for m in eve.heard] == [Snapshot]
    assert eve.you == {}
    assert (eve.table, eve.game, eve.seq) == (ann.table, ann.game, ann.seq)
    assert ann.table["watching"] == 1
    eve.do(Leave(ref=1))
    assert eve.last(Left).code == "left"
    assert ann.table["watching"] == 0


def test_a_spectator_hears_every_seq_but_nothing_private() -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob")
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    ann.do(Act(ref=1, prompt=0, action=BANK_WITH_CHARM))
    update = eve.last(Update)
    assert [event["event"] for event in update.events] == ["bank"]
    assert update.private_events == []
    assert update.you == {}
    assert (eve.seq, eve.game) == (ann.seq, ann.game)


def test_a_spectator_may_only_leave_sync_and_speak() -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob")
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    for request in (
        Act(ref=1, prompt=0, action={"do": "roll"}),
        Ready(ref=1),
        Resign(ref=1),
        Start(ref=1),
        Join(ref=1, table=ann.id),
        Watch(ref=1, table=ann.id),
    ):
        assert eve.refusal(request) == "wrong_place"
    eve.do(Sync(ref=1))
    eve.do(Say(ref=1, text="hi"))
    assert ann.last(Chat).name == "Eve"


def test_one_name_does_not_sit_and_watch_at_a_table() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    bob.do(Leave(ref=1))
    assert bob.refusal(Watch(ref=2, table=ann.id)) == "name_taken"


def test_who_has_given_up_may_watch_the_rest() -> None:
    world = World()
    ann, bob, _ = started(world, "Ann", "Bob", "Cat")
    bob.do(Resign(ref=1))
    bob.do(Watch(ref=2, table=ann.id))
    assert bob.you == {}


def test_spectators_are_limited_at_a_table_and_in_all() -> None:
    world = World(limits=replace(GENEROUS, spectators_per_table=2, spectators=3))
    (ann,), (bob,) = opened(world, "Ann"), opened(world, "Bob")
    for name, table in (("E1", ann), ("E2", ann), ("E3", bob)):
        world.join(name).do(Watch(ref=1, table=table.id))
    assert world.join("E4").refusal(Watch(ref=1, table=ann.id)) == "too_many"
    assert world.join("E5").refusal(Watch(ref=1, table=bob.id)) == "too_many"
