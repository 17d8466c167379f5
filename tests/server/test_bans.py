"""Kicked people, and names that may not come back to a table."""

import pytest
from tests.server.restarted import restarted
from tests.server.world import WITH_BOT, World, opened, started

from haydes.protocol.messages import Join, Kick, Left, MakeHost, Notice, Open, Start, Unban, Watch
from haydes.server.seats import BANS

BAN = Kick(ref=1, seat=1, ban=True)


def test_who_is_kicked_is_told_the_truth_and_so_are_the_others() -> None:
    world = World()
    ann, bob, cat = opened(world, "Ann", "Bob", "Cat")
    ann.do(Kick(ref=1, seat=1))
    assert (bob.last(Left).code, bob.last(Left).text) == ("kicked", "the host cleared your seat")
    assert cat.last(Notice) == Notice(code="kicked", text="Ann has cleared seat 2 of Bob.")
    assert ann.last(Notice) == cat.last(Notice)
    assert bob.find(Notice) == []


def test_a_bot_goes_without_a_word() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", wish=WITH_BOT)
    ann.do(Kick(ref=1, seat=2))
    assert bob.find(Notice) == []


def test_a_banned_name_neither_joins_nor_watches_whatever_it_looks_like() -> None:
    world = World()
    ann, bob, cat = opened(world, "Ann", "Bob", "Cat")
    ann.do(BAN)
    assert bob.last(Left).code == "banned"
    assert "banned" in cat.last(Notice).text
    assert bob.refusal(Join(ref=1, table=ann.id)) == "banned"
    assert bob.refusal(Watch(ref=1, table=ann.id)) == "banned"
    bob.leave()
    assert world.join("bоb").refusal(Join(ref=1, table=ann.id)) == "banned"  # noqa: RUF001 - looks alike
    world.join("Bert").do(Join(ref=1, table=ann.id))


def test_the_token_of_a_banned_person_is_dead_in_a_match_too() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=ann.id)).token
    ann.do(Start(ref=1))
    ann.do(BAN)
    assert ann.seat(1)["forfeit"] is True
    bob.leave()
    bob = world.join("Bob", token)
    assert bob.welcome.refused == "unknown_token"
    assert bob.refusal(Watch(ref=1, table=ann.id)) == "banned"


def test_only_the_host_sees_who_is_banned_and_lets_them_back() -> None:
    world = World()
    ann, bob, cat = opened(world, "Ann", "Bob", "Cat")
    ann.do(BAN)
    assert ann.you["banned"] == ["Bob"]
    assert "banned" not in cat.you
    assert cat.refusal(Unban(ref=1, name="Bob")) == "not_host"
    ann.do(MakeHost(ref=1, seat=2))
    assert ("banned" in ann.you, cat.you["banned"]) == (False, ["Bob"])
    cat.do(Unban(ref=1, name="BOB"))
    assert "banned" not in cat.you
    bob.do(Join(ref=1, table=ann.id))


def test_to_let_in_who_is_not_banned_changes_nothing() -> None:
    world = World()
    ann, _ = opened(world, "Ann", "Bob")
    count = len(world.journal.records)
    ann.do(Unban(ref=1, name="Bob"))
    assert len(world.journal.records) == count


@pytest.mark.parametrize("seat", [0, 2])
def test_a_host_bans_neither_itself_nor_a_bot(seat: int) -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob", wish=WITH_BOT)
    assert ann.refusal(Kick(ref=1, seat=seat, ban=True)) == "unknown_seat"


def test_a_list_of_bans_has_an_end() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    for n in range(BANS):
        peer = world.join(f"Bob {n}")
        peer.do(Join(ref=1, table=ann.id))
        ann.do(BAN)
    world.join("Cat").do(Join(ref=1, table=ann.id))
    assert ann.refusal(BAN) == "too_many"
    ann.do(Kick(ref=1, seat=1))
    ann.do(Unban(ref=1, name="Bob 0"))
    world.join("Dan").do(Join(ref=1, table=ann.id))
    ann.do(BAN)
    assert len(str(ann.you["banned"])) > BANS


def test_bans_and_unbans_outlive_the_server() -> None:
    world = World()
    ann = world.join("Ann")
    done = ann.do(Open(ref=1, game="pig", seats=3))
    for name in ("Bob", "Cat"):
        world.join(name).do(Join(ref=1, table=done.table))
        ann.do(BAN)
    ann.do(Unban(ref=1, name="Cat"))
    again = restarted(world)
    ann = again.join("Ann", done.token)
    assert ann.you["banned"] == ["Bob"]
    assert again.join("Bob").refusal(Join(ref=1, table=ann.id)) == "banned"
    again.join("Cat").do(Join(ref=1, table=ann.id))
