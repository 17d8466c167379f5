"""Taking a seat and giving it up between matches."""

from dataclasses import replace

from tests.server.world import GENEROUS, WITH_BOT, World, opened, started

from haydes.protocol.messages import AddBot, Bye, Join, Kick, Leave, Left, Open, Ready, Start
from haydes.server.journal import SeatOpened, SeatTaken


def test_the_opener_gets_the_first_seat_a_token_and_a_snapshot() -> None:
    world = World()
    ann = world.join("Ann")
    done = ann.do(Open(ref=9, game="pig", seats=2))
    assert (done.seat, len(done.token)) == (0, 43)
    assert ann.table["id"] == done.table
    assert ann.table["phase"] == "waiting"
    assert ann.you == {"seat": 0, "prompt": 0, "choices": []}
    assert ann.game == {}


def test_a_newcomer_takes_the_first_open_seat_or_the_one_asked_for() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", spare=1)
    assert bob.you["seat"] == 1
    bob.do(Leave(ref=1))
    assert bob.do(Join(ref=2, table=ann.id, seat=2)).seat == 2
    assert ann.seat(2) == {"kind": "person", "name": "Bob", "presence": "here"}
    assert ann.seat(1) == {"kind": "open"}


def test_seats_are_journaled_with_digests_not_tokens() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=9, game="pig", seats=2)).token
    record = world.journal.of(SeatTaken)[0]
    assert record.name == "Ann"
    assert len(record.token) == 32
    assert token not in repr(record)
    assert repr(record.token) not in repr(record)


def test_bots_fill_the_last_seats_and_have_names_of_their_own() -> None:
    world = World()
    ann = world.join("careful 1")
    ann.do(Open(ref=1, game="pig", seats=3, bots=["careful", "random"]))
    assert ann.seat(1) == {"kind": "bot", "name": "careful 2", "bot": "careful"}
    assert ann.seat(2) == {"kind": "bot", "name": "random 1", "bot": "random"}


def test_a_taken_seat_a_full_table_and_a_seat_that_is_not_there_are_refused() -> None:
    world = World()
    ann, _ = opened(world, "Ann", "Bob", spare=1)
    cat = world.join("Cat")
    assert cat.refusal(Join(ref=1, table=ann.id, seat=1)) == "seat_taken"
    assert cat.refusal(Join(ref=1, table=ann.id, seat=3)) == "unknown_seat"
    ann.do(AddBot(ref=1))
    assert cat.refusal(Join(ref=1, table=ann.id)) == "table_full"
    assert cat.refusal(Join(ref=1, table=ann.id, seat=1)) == "table_full"


def test_two_at_a_table_do_not_look_alike() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    ann.leave()
    twin = world.join("ann")
    assert twin.refusal(Join(ref=1, table=ann.id)) == "name_taken"


def test_leaving_before_a_match_opens_the_seat_and_spends_the_token() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=9, game="pig", seats=2))
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=ann.id)).token
    bob.do(Leave(ref=2))
    assert bob.last(Left).code == "left"
    assert ann.seat(1) == {"kind": "open"}
    assert world.journal.records[-1] == SeatOpened(ann.id, 1)
    bob.leave()
    assert world.join("Bob", token).welcome.refused == "unknown_token"


def test_a_lost_connection_keeps_its_seat_before_a_match_too() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    bob.leave()
    assert ann.seat(1) == {"kind": "person", "name": "Bob", "presence": "gone"}


def test_only_the_host_adds_bots_and_only_between_matches() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", spare=1)
    assert bob.refusal(AddBot(ref=1)) == "not_host"
    assert ann.refusal(AddBot(ref=1, bot="genius")) == "unknown_bot"
    assert ann.refusal(AddBot(ref=1, seat=1)) == "seat_taken"
    ann.do(AddBot(ref=1, seat=2))
    assert bob.seat(2) == {"kind": "bot", "name": "careful 1", "bot": "careful"}
    assert ann.refusal(AddBot(ref=1)) == "table_full"
    ann.do(Start(ref=1))
    assert ann.refusal(AddBot(ref=1)) == "match_running"


def test_the_host_clears_seats_between_matches() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", wish=WITH_BOT)
    assert bob.refusal(Kick(ref=1, seat=0)) == "not_host"
    ann.do(Kick(ref=1, seat=1))
    assert bob.last(Left).code == "kicked"
    assert ann.seat(1) == {"kind": "open"}
    ann.do(Kick(ref=1, seat=2))
    assert ann.seat(2) == {"kind": "open"}
    assert ann.refusal(Kick(ref=1, seat=2)) == "unknown_seat"
    assert ann.refusal(Kick(ref=1, seat=9)) == "unknown_seat"


def test_ready_is_shown_until_the_start() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    bob.do(Ready(ref=1))
    assert ann.seat(1)["ready"] is True
    ann.do(Start(ref=1))
    assert "ready" not in ann.seat(1)
    assert bob.refusal(Ready(ref=1)) == "match_running"


def test_a_match_has_no_open_seats() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    bob.do(Leave(ref=1))
    assert ann.seat(1)["presence"] == "gone"
    assert world.join("Cat").refusal(Join(ref=1, table=ann.id)) == "table_full"


def test_a_polite_goodbye_between_matches_gives_up_the_seat() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    bob.send(Bye())
    assert ann.seat(1) == {"kind": "open"}
    assert bob.is_closed


def test_a_polite_goodbye_in_a_match_keeps_the_seat() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    bob.send(Bye())
    assert ann.seat(1) == {"kind": "person", "name": "Bob", "presence": "gone"}


def test_a_table_that_nobody_holds_a_seat_of_is_closed_at_once() -> None:
    world = World(limits=replace(GENEROUS, tables_per_player=1))
    ann = world.join("Ann")
    for _ in range(3):
        assert ann.do(Open(ref=1, game="pig", seats=2)).seat == 0
        ann.do(Leave(ref=2))
    world.wait(1)
    assert list(world.tables) == []
