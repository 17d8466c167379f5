"""The list of tables, and how it is kept fresh."""

from dataclasses import replace

import pytest
from tests.server.world import DATE, GENEROUS, Peer, World, opened, started

from haydes.protocol.messages import (
    Browse,
    Chat,
    Done,
    Join,
    Leave,
    Lobby,
    LobbyUpdate,
    Open,
    Refused,
    Say,
    Start,
    Watch,
)
from haydes.protocol.tree import Tree, merge
from haydes.server.journal import TableClosed, TableOpened


def tables(peer: Peer) -> Tree:
    """Return the tables as a browser knows them."""
    known: Tree = peer.last(Lobby).tables
    for update in peer.find(LobbyUpdate):
        known = merge(known, update.tables)
    return known


def test_the_lobby_shows_what_the_games_offer() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Browse(ref=1))
    assert ann.last(Lobby).games == {
        "pig": {
            "title": "Pig with Charms",
            "version": 1,
            "seats": [1, 3],
            "options": {
                "target": {"default": 20, "summary": "points that win", "low": 1, "high": 100},
                "charms": {
                    "default": True, "summary": "whether there are charms", "values": [True, False]
                },
            },
            "bots": ["careful", "random"],
        }
    }  # fmt: skip


def test_the_lobby_shows_the_tables() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=3, title="Pigs", bots=["random"], turn_seconds=30))
    eve = world.join("Eve")
    eve.do(Browse(ref=1))
    assert eve.last(Lobby).people == 2
    assert eve.last(Lobby).tables == {
        ann.id: {
            "game": "pig", "title": "Pigs", "phase": "waiting", "seats": 3, "taken": 2,
            "host": "Ann", "people": ["Ann"], "watching": 0, "turn_seconds": 30,
            "options": {"target": 20, "charms": True}, "opened": DATE,
        }
    }  # fmt: skip


def test_changes_are_gathered_and_told_at_most_five_times_a_second() -> None:
    world = World()
    eve = world.join("Eve")
    eve.do(Browse(ref=1))
    ann, _ = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    assert eve.find(LobbyUpdate) == []
    world.wait(0.2)
    (update,) = eve.find(LobbyUpdate)
    assert update.people == 3
    assert update.tables[ann.id] is not None
    world.wait(1)
    assert eve.find(LobbyUpdate) == [update]


def test_browsers_who_came_at_different_times_know_the_same() -> None:
    world = World()
    early, late = world.join("Early"), world.join("Late")
    early.do(Browse(ref=1))
    (ann,) = opened(world, "Ann", spare=1)
    late.do(Browse(ref=1))
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id))
    bob.do(Leave(ref=1))
    world.wait(0.2)
    assert tables(early) == tables(late)
    ann.do(Leave(ref=1))
    world.wait(0.2)
    assert tables(early) == tables(late)
    assert str(tables(early)).count("Ann") == 0


def test_browsing_ends_where_the_lobby_ends() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    bob = world.join("Bob")
    bob.do(Browse(ref=1))
    bob.do(Watch(ref=2, table=ann.id))
    opened(world, "Cat")
    world.wait(1)
    assert bob.find(LobbyUpdate) == []


def test_a_private_table_is_not_listed() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=2, word="sesame"))
    assert ann.table["private"] is True
    eve = world.join("Eve")
    eve.do(Browse(ref=1))
    assert eve.last(Lobby).tables == {}


@pytest.mark.parametrize("request_type", [Join, Watch])
def test_a_private_table_answers_like_a_missing_one(request_type: type[Join | Watch]) -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=2, word="sesame"))
    eve = world.join("Eve")
    answers: set[bytes] = set()
    for table, word in (
        (ann.id, ""), (ann.id, "Sesame"), (ann.id, "x" * 64), ("xxxxxx", ""), ("xxxxxx", "sesame"),
        ("", ""),
    ):  # fmt: skip
        eve.writes.clear()
        assert eve.refusal(request_type(ref=1, table=table, word=word)) == "unknown_table"
        answers.add(b"".join(eve.writes))
    assert len(answers) == 1
    eve.do(request_type(ref=1, table=ann.id, word="sesame"))


def test_the_word_is_kept_as_a_digest() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=2, word="sesame"))
    (record,) = world.journal.of(TableOpened)
    assert len(record.word) == 32
    assert "word" not in repr(record)
    assert "sesame" not in repr(world.only_table.setup)


def test_what_cannot_be_opened_is_refused_and_opens_nothing() -> None:
    world = World()
    ann = world.join("Ann")
    for wish, code in (
        (Open(ref=1, game="chess", seats=2), "unknown_game"),
        (Open(ref=1, game="pig", seats=0), "bad_seats"),
        (Open(ref=1, game="pig", seats=4), "bad_seats"),
        (Open(ref=1, game="pig", seats=1, bots=["careful"]), "bad_seats"),
        (Open(ref=1, game="pig", seats=2, bots=["genius"]), "unknown_bot"),
        (Open(ref=1, game="pig", seats=2, options={"target": 0}), "bad_option"),
        (Open(ref=1, game="pig", seats=2, options={"target": "20"}), "bad_option"),
        (Open(ref=1, game="pig", seats=2, options={"charms": 1}), "bad_option"),
        (Open(ref=1, game="pig", seats=2, options={"colour": "red"}), "bad_option"),
        (Open(ref=1, game="pig", seats=2, title="a\tb"), "bad_text"),
        (Open(ref=1, game="pig", seats=2, title="x" * 41), "bad_text"),
    ):
        assert ann.refusal(wish) == code
    assert list(world.tables) == []
    assert world.journal.records == []


def test_tables_are_limited_per_person_and_in_all() -> None:
    world = World(limits=replace(GENEROUS, tables=3, tables_per_player=2))
    ann = world.join("Ann")
    for guest in ("Dan", "Eve"):
        table = ann.do(Open(ref=1, game="pig", seats=2)).table
        world.join(guest).do(Join(ref=1, table=table))
        ann.do(Leave(ref=2))
    assert ann.refusal(Open(ref=1, game="pig", seats=2)) == "too_many"
    opened(world, "Bob")
    assert world.join("Cat").refusal(Open(ref=1, game="pig", seats=2)) == "too_many"


def test_an_empty_table_is_closed_after_a_minute() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    ann.leave()
    world.wait(59)
    assert len(list(world.tables)) == 1
    world.wait(2)
    assert list(world.tables) == []
    assert world.journal.records[-1] == TableClosed(ann.id)


def test_how_far_a_match_has_come_is_told_in_tens() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob", wish=Open(ref=1, game="pig", seats=2, options={
        "target": 100,
    }))  # fmt: skip
    eve = world.join("Eve")
    eve.do(Browse(ref=1))
    assert "acts" not in str(tables(eve)[ann.id])
    for done in range(1, 26):
        person = ann if ann.choices else bob
        person.act(0 if person.game["pot"] == 0 else -1)
        world.wait(0.2)
        known = tables(eve)[ann.id]
        assert isinstance(known, dict)
        assert known.get("acts", 0) == done // 10 * 10
    told = [each.tables[ann.id] for each in eve.find(LobbyUpdate) if ann.id in each.tables]
    assert told == [{"acts": 10}, {"acts": 20}]


def test_a_full_lobby_is_packed_once_in_a_tick_whoever_asks() -> None:
    world = World()
    opened(world, "Ann", spare=1)
    first, second = world.join("First"), world.join("Second")
    first.do(Browse(ref=1))
    opened(world, "Bob", spare=1)
    second.do(Browse(ref=1))
    assert first.last(Lobby) == second.last(Lobby)
    world.wait(0.2)
    assert tables(first) == tables(second)
    assert len(tables(first)) == 2
    late = world.join("Late")
    late.do(Browse(ref=1))
    assert late.last(Lobby).tables == tables(first)


def test_who_browses_again_and_again_gets_one_lobby_in_a_tick() -> None:
    world = World()
    eve = world.join("Eve")
    eve.do(Browse(ref=1))
    assert eve.find(Lobby)
    for _ in range(10):
        eve.do(Browse(ref=1))
    assert eve.find(Lobby) == []
    world.wait(0.2)
    assert len(eve.find(Lobby)) == 1
    (ann,) = opened(world, "Ann", spare=1)
    world.wait(1)
    assert len(eve.find(Lobby)) == 1
    assert ann.id in tables(eve)


def test_who_has_left_the_lobby_gets_no_second_one() -> None:
    world = World()
    eve = world.join("Eve")
    eve.do(Browse(ref=1))
    eve.do(Browse(ref=2))
    eve.do(Open(ref=3, game="pig", seats=1))
    eve.heard.clear()
    world.wait(1)
    assert eve.find(Lobby) == []


def test_chat_of_the_lobby_is_one_write_a_tick_for_each_of_those_there() -> None:
    world = World(limits=replace(GENEROUS, chat_burst_per_place=20))
    people = [world.join(f"P{number}") for number in range(30)]
    said = [type(people[number % 30].ask(Say(ref=1, text="hi"))) for number in range(30)]
    assert said == [Done] * 20 + [Refused] * 10
    for peer in people:
        peer.writes.clear()
    world.wait(0.2)
    for peer in people:
        assert len(peer.writes) == 1
        assert [line.n for line in peer.find(Chat)] == list(range(1, 21))


def test_spectators_have_at_most_half_of_the_connections() -> None:
    world = World(limits=replace(GENEROUS, connections=12, spectators=100))
    (ann,) = opened(world, "Ann")
    for number in range(6):
        world.join(f"E{number}").do(Watch(ref=1, table=ann.id))
    assert world.join("E6").refusal(Watch(ref=1, table=ann.id)) == "too_many"
