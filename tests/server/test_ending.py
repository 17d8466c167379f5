"""A server that is about to stop, or whose disk is nearly full, begins nothing new."""

import pytest
from tests.server.world import BANK, World, opened, started

from haydes.protocol.messages import (
    Act,
    Bye,
    Join,
    Notice,
    Open,
    Request,
    Resume,
    Say,
    Start,
    Watch,
)


def test_everybody_is_warned_and_then_told_when_to_come_back() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    stranger = world.stranger()
    world.core.drain()
    assert ann.last(Notice).code == "closing"
    assert not ann.is_closed
    world.core.shut_down()
    for peer in (ann, stranger):
        bye = peer.last(Bye)
        assert bye.code == "shutdown"
        assert isinstance(bye.retry_ms, int)
        assert 500 <= bye.retry_ms <= 3000


@pytest.mark.parametrize(
    "request_", [Open(ref=1, game="pig", seats=1), Join(ref=1, table=""), Watch(ref=1, table="")]
)
def test_a_server_about_to_stop_lets_nobody_new_to_a_table(request_: Request) -> None:
    world = World()
    opened(world, "Ann", spare=1)
    bob = world.join("Bob")
    world.core.drain()
    assert bob.refusal(request_) == "closing"


def test_a_server_about_to_stop_starts_no_match() -> None:
    world = World()
    (ann,) = opened(world, "Ann")
    world.core.drain()
    assert ann.refusal(Start(ref=1)) == "closing"


def test_a_server_about_to_stop_lets_people_finish_what_they_are_at() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.do(Start(ref=2))
    ann.leave()
    world.core.drain()
    back = world.join("Ann", token)
    back.do(Act(ref=3, prompt=0, action=BANK))
    back.do(Say(ref=4, text="See you"))
    again = world.join("Bob")
    again.do(Resume(ref=1, token=token))


def test_with_a_disk_that_is_nearly_full_no_table_is_opened_and_all_play_on() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    bob = world.join("Bob")
    world.journal.is_full = True
    records = len(world.journal.records)
    assert bob.refusal(Open(ref=1, game="pig", seats=1)) == "no_space"
    assert len(world.journal.records) == records
    ann.do(Act(ref=3, prompt=0, action=BANK))
    world.journal.is_full = False
    bob.do(Open(ref=1, game="pig", seats=1))
