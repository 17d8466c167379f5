"""Coming back to a server that was started again."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace
from tests.engine.toy import Pig
from tests.server.restarted import kept, restarted
from tests.server.world import (
    BANK,
    ROLL,
    WISH,
    WITH_BOT,
    Peer,
    World,
    opened,
)

from haydes.engine.match import Input, Kind
from haydes.engine.plain import Tree
from haydes.protocol.messages import (
    Act,
    Bye,
    Clock,
    Join,
    Leave,
    Notice,
    Open,
    Ready,
    Resume,
    Snapshot,
    Start,
    Update,
    Watch,
)
from haydes.server.journal import InputTaken, SeatTaken, TableOpened


class TimedPig(Pig):
    """A game with a clock of its own."""

    name = "timed"

    def time_limit(self, options: Tree) -> int:
        return 60


def two(world: World, game: str = "pig", turn_seconds: int = 0) -> tuple[Peer, Peer, str, str]:
    """Return two people in a match, and their tokens."""
    ann, bob = world.join("Ann"), world.join("Bob")
    wish = Open(ref=1, game=game, seats=2, turn_seconds=turn_seconds)
    first = ann.do(wish)
    second = bob.do(Join(ref=1, table=first.table))
    ann.do(Start(ref=2))
    return ann, bob, first.token, second.token


def test_presence_is_right_in_every_snapshot() -> None:
    world = World()
    _, _, for_ann, for_bob = two(world)
    again = restarted(world)
    ann = again.join("Ann", for_ann)
    assert [ann.seat(seat)["presence"] for seat in (0, 1)] == ["here", "gone"]
    bob = again.join("Bob", for_bob)
    assert [bob.seat(seat)["presence"] for seat in (0, 1)] == ["here", "here"]
    assert ann.seat(1)["presence"] == "here"
    bob.is_silent = True
    again.wait(10)
    watcher = again.join("Eve")
    watcher.do(Watch(ref=1, table=ann.id))
    assert [watcher.seat(seat)["presence"] for seat in (0, 1)] == ["here", "away"]


def test_an_act_that_was_answered_is_known_when_it_comes_again() -> None:
    world = World()
    ann, _, token, _ = two(world)
    act = ann.act()
    again = restarted(world)
    back = again.join("Ann", token)
    ply, records = back.ply, len(again.journal.records)
    back.do(act)
    assert (back.ply, len(again.journal.records)) == (ply, records)
    assert not back.find(Update)


def test_an_act_that_was_lost_is_carried_out_when_it_comes_again() -> None:
    world = World()
    ann, _, token, _ = two(world)
    world.journal.is_slow = True
    act = Act(ref=5, prompt=0, action=BANK)
    ann.send(act)
    lost = world.journal.records.pop()
    assert isinstance(lost, InputTaken)
    again = restarted(world)
    back = again.join("Ann", token, ply=0)
    assert back.ply == 0
    back.do(act)
    assert back.ply == 1


def test_the_newest_connection_wins_and_the_older_one_is_told() -> None:
    world = World()
    _, _, token, _ = two(world)
    again = restarted(world)
    older = again.join("Ann", token)
    newer = again.join("Ann", token)
    assert older.last(Bye).code == "superseded"
    assert newer.seat(0)["presence"] == "here"
    newer.act()


def test_who_has_seen_more_than_the_server_knows_is_told() -> None:
    world = World()
    ann, _, token, _ = two(world)
    ann.act()
    world.journal.records.pop()  # a disk that lied
    again = restarted(world)
    back = again.join("Ann", token, ply=1)
    assert [type(message) for message in back.heard][1:3] == [Notice, Snapshot]
    assert back.last(Notice).code == "older"
    other = again.join("Cid")
    other.do(Resume(ref=1, token=token, ply=1))
    assert other.last(Notice).code == "older"


def test_a_bot_that_was_asked_is_asked_again() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(replace(WITH_BOT, seats=2)).token
    ann.do(Start(ref=2))
    ann.do(Act(ref=3, prompt=0, action=BANK))
    again = restarted(world)
    again.core.tick(again.now)
    assert [thought.seat for thought in again.thoughts] == [1]
    again.bots_play()
    assert again.join("Ann", token).choices


def test_the_clock_of_a_match_stands_while_the_server_is_down() -> None:
    world = World({"timed": TimedPig()})
    ann, _, token, _ = two(world, "timed")
    world.wait(10)
    ann.do(Act(ref=5, prompt=0, action=ROLL))
    world.wait(5)
    again = restarted(world)
    again.wait(30)
    clock = again.join("Ann", token).last(Snapshot).clock
    assert isinstance(clock, Clock)
    assert clock.running
    assert clock.match == pytest.approx(50_000, abs=300)


def test_the_clock_of_a_match_without_any_input_begins_anew() -> None:
    world = World({"timed": TimedPig()})
    _, _, token, _ = two(world, "timed")
    world.wait(10)
    clock = restarted(world).join("Ann", token).last(Snapshot).clock
    assert isinstance(clock, Clock)
    assert clock.match == 60_000


def test_a_clock_that_is_up_stays_up() -> None:
    world = World({"timed": TimedPig()})
    _, _, token, _ = two(world, "timed")
    world.wait(61)
    again = restarted(world)
    back = again.join("Ann", token)
    again.wait(1)
    assert again.only_table.play.ply == world.only_table.play.ply
    assert back.table["phase"] == world.only_table.phase


def test_a_turn_begins_anew_when_somebody_is_there() -> None:
    world = World()
    _, _, token, _ = two(world, turn_seconds=20)
    world.wait(15)
    again = restarted(world)
    again.wait(60)
    assert again.only_table.play.ply == 0
    back = again.join("Ann", token)
    again.wait(19)
    assert back.ply == 0
    again.wait(2)
    assert back.ply == 1


def test_the_host_has_a_minute_to_come_back() -> None:
    world = World()
    _, _, _, for_bob = two(world)
    again = restarted(world)
    bob = again.join("Bob", for_bob)
    again.wait(58)
    assert bob.table["host"] == 0
    again.wait(3)
    assert bob.table["host"] == 1


def test_marks_words_titles_and_seats_are_there_again() -> None:
    world = World()
    ann = world.join("Ann")
    wish = replace(WISH, seats=3, title="Old friends", word="sesame", bots=["careful"])
    token = ann.do(wish).token
    ann.do(Ready(ref=2))
    again = restarted(world)
    back = again.join("Ann", token)
    assert back.table == ann.table
    assert back.seat(0)["ready"] is True
    eve = again.join("Eve")
    assert eve.refusal(Join(ref=1, table=ann.id)) == "unknown_table"
    eve.do(Join(ref=1, table=ann.id, word="sesame"))


def test_a_table_without_a_match_waits_a_minute_for_its_people() -> None:
    world = World()
    opened(world, "Ann", spare=1)
    again = restarted(world)
    again.wait(59)
    assert len(list(again.tables)) == 1
    again.wait(2)
    assert list(again.tables) == []


def test_a_seat_that_was_given_up_is_not_opened_by_its_old_token() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(replace(WISH, seats=2)).token
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id))
    ann.do(Leave(ref=2))
    assert restarted(world).join("Ann", token).welcome.refused == "unknown_token"


def test_what_was_closed_does_not_come_back() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(replace(WISH, seats=1)).token
    ann.do(Leave(ref=2))
    world.wait(1)
    again = restarted(world)
    assert list(again.tables) == []
    assert again.join("Ann", token).welcome.refused == "unknown_token"


def spoilt(world: World, table: str, change: Mapping[type, Mapping[str, object]]) -> World:
    """Start a server on records that others have changed at one table, and chained anew."""
    records = [
        replace(record, **change.get(type(record), {})) if record.table == table else record
        for record in world.journal.records
    ]
    again = World(world.tables.games, world.limits)
    again.tables.restore(kept(records), again.now)
    return again


@pytest.mark.parametrize(
    ("change", "code", "why"),
    [
        ({TableOpened: {"version": 99}}, "other_rules", "pig, version 99"),
        ({TableOpened: {"game": "chess"}}, "other_rules", "chess, version 1"),
        ({TableOpened: {"options": {"target": "high"}}}, "damaged", "record 5"),
        ({TableOpened: {"seats": 77}}, "damaged", "record 5"),
        ({InputTaken: {"input": Input(0, Kind.ACT, 0, 99)}}, "damaged", "record 6"),
        ({InputTaken: {"input": Input(7, Kind.ACT, 0, 0)}}, "damaged", "record 6"),
        ({SeatTaken: {"seat": 7}}, "damaged", "record 2"),
    ],
)
def test_a_table_that_cannot_be_played_on_is_kept_and_named_and_so_is_its_token(
    change: Mapping[type, Mapping[str, object]],
    code: str,
    why: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    ann, _, token, _ = two(world)
    ann.act()
    (other,) = opened(world, "Cid", spare=1)
    again = spoilt(world, ann.id, change)
    (logged,) = caplog.records
    assert vars(logged)["facts"]["table"] == ann.id
    assert why in vars(logged)["facts"]["why"]
    back = again.join("Ann", token)
    assert back.welcome.refused == code
    assert back.refusal(Resume(ref=1, token=token)) == code
    assert [table.id for table in again.tables] == [other.id]


def test_records_without_a_beginning_are_damage() -> None:
    world = World()
    ann, _, token, _ = two(world)
    world.journal.records.pop(0)
    back = restarted(world).join("Ann", token)
    assert back.welcome.refused == "damaged"
    assert ann.id
