"""Being here, silent, gone, and coming back."""

from msgspec.structs import replace
from tests.server.world import BANK, WITH_BOT, World, opened, started

from haydes.protocol.codec import pack
from haydes.protocol.codes import Close
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    Bye,
    Chat,
    Done,
    Join,
    Kick,
    Leave,
    Notice,
    Open,
    Ping,
    Pong,
    Resume,
    Say,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
)

LIMITS = Limits()


def test_silence_is_met_with_pings_then_shown_then_ended() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    bob.is_silent = True
    world.wait(LIMITS.ping_seconds + 0.2)
    assert len(bob.find(Ping)) == 1
    assert ann.seat(1)["presence"] == "here"
    world.wait(LIMITS.away_seconds - LIMITS.ping_seconds)
    assert ann.seat(1)["presence"] == "away"
    world.wait(LIMITS.dead_seconds - LIMITS.away_seconds)
    assert bob.last(Bye).code == "silent"
    assert bob.is_closed
    assert ann.seat(1)["presence"] == "gone"
    assert not ann.is_closed


def test_a_bye_in_answer_to_the_servers_gives_no_seat_up() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    world.core.part(bob.session, Close.SLOW, world.now)
    bob.write(pack(Bye()))
    assert bob.last(Bye).code == "slow"
    assert (ann.seat(1)["kind"], ann.seat(1)["presence"]) == ("person", "gone")


def test_any_frame_counts_as_life() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    bob.is_silent = True
    world.wait(LIMITS.away_seconds + 1)
    assert ann.seat(1)["presence"] == "away"
    bob.send(Pong())
    assert ann.seat(1)["presence"] == "here"


def test_a_clients_ping_is_answered_with_its_ref() -> None:
    world = World()
    ann = world.join("Ann")
    ann.send(Ping(ref=12))
    assert ann.last(Pong).ref == 12


def test_a_token_in_hello_reopens_the_seat_at_once() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=2, bots=["careful"])).token
    ann.do(Start(ref=2))
    ann.do(Say(ref=3, text="brb"))
    ann.leave()
    again = world.join("Ann", token)
    assert again.welcome.table == ann.id
    assert [type(m) for m in again.heard[1:]] == [Snapshot, Chat]
    assert again.you["seat"] == 0
    assert again.seat(0)["presence"] == "here"
    again.act()


def test_a_bad_token_leads_to_the_lobby() -> None:
    world = World()
    bob = world.join("Bob", "x" * 43)
    assert bob.welcome.refused == "unknown_token"
    assert bob.welcome.table == ""
    assert bob.refusal(Resume(ref=1, token="x" * 43)) == "unknown_token"
    assert bob.refusal(Resume(ref=1, token="")) == "unknown_token"


def test_resume_from_the_lobby() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    cat = world.join("Cat")
    ann.do(Leave(ref=1))
    token = cat.do(Join(ref=1, table=bob.id)).token
    bob.do(Start(ref=1))
    cat.do(Leave(ref=2))
    assert bob.seat(0)["presence"] == "gone"
    done = cat.do(Resume(ref=3, token=token, ply=0))
    assert (done.table, done.seat, done.token) == (bob.id, 0, "")
    assert bob.seat(0)["presence"] == "here"
    assert cat.you["seat"] == 0


def test_the_newest_connection_wins_and_the_older_is_told() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=2, bots=["careful"])).token
    bob = world.join("Bob")
    bob.do(Watch(ref=1, table=ann.id))
    seq = bob.seq
    again = world.join("Ann", token)
    assert ann.last(Bye).code == "superseded"
    assert ann.is_closed
    assert again.you["seat"] == 0
    assert bob.seq == seq, "for the others nothing has changed"


def test_the_loser_of_a_resume_can_do_nothing_more() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.do(Start(ref=1))
    again = world.join("Ann", token)
    ply = again.ply
    ann.write(again.connection.send(Act(ref=1, prompt=0, action={"do": "roll"})))
    assert again.ply == ply


def test_a_retry_after_a_resume_acts_once() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.do(Start(ref=1))
    act = ann.act()
    ann.leave()
    again = world.join("Ann", token, ply=ann.ply)
    again.do(act)
    assert again.ply == 1


def test_who_has_seen_more_than_the_server_knows_is_told_before_the_snapshot() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.leave()
    again = world.join("Ann", token, ply=5)
    assert [type(m) for m in again.heard[1:]] == [Notice, Snapshot]
    assert again.last(Notice).code == "older"
    again.do(Leave(ref=1))


def test_a_token_opens_its_seat_even_if_someone_else_has_taken_the_name() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.leave()
    thief = world.join("Ann")
    again = world.join("Ann", token)
    assert again.welcome.table == ann.id
    assert not thief.is_closed
    again.leave()
    assert world.join("Ann").last(Bye).code == "name_taken"


def test_sync_brings_a_snapshot_of_the_same_view() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.act()
    before = (bob.seq, bob.table, bob.game, bob.you)
    bob.do(Sync(ref=1))
    assert [type(m) for m in bob.heard] == [Snapshot]
    assert (bob.seq, bob.table, bob.game, bob.you) == before
    assert ann.find(Update)[-1].seq == bob.seq


def test_a_kicked_person_can_come_back_as_someone_new() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Kick(ref=1, seat=1))
    assert isinstance(bob.ask(Join(ref=1, table=ann.id)), Done)
    bob.leave()
    ann.do(Kick(ref=1, seat=1))
    assert ann.seat(1) == {"kind": "open"}


def test_bots_wait_for_nobody_but_a_person_may_come_back_any_time() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=replace(WITH_BOT, bots=["careful"]))
    ann.do(Act(ref=1, prompt=0, action=BANK))
    ann.leave()
    world.bots_play()
    table = world.only_table
    assert table.play.asks(0)
    world.wait(100)
    assert world.only_table is table


def test_someone_silent_may_still_say_bye() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    bob.is_silent = True
    world.wait(LIMITS.away_seconds + 0.2)
    bob.send(Bye())
    assert bob.is_closed
    assert ann.seat(1)["presence"] == "gone"


def test_bye_is_said_once() -> None:
    world = World()
    ann = world.join("Ann")
    for _ in range(2):
        world.core.fail(ann.session, world.now)
    assert [bye.code for bye in ann.find(Bye)] == ["internal"]
