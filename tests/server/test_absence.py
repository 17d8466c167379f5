"""Persons who are gone from a match: a grace, then what the table has chosen."""

from msgspec import UNSET
from msgspec.structs import replace
from tests.server.restarted import restarted
from tests.server.world import BANK, WISH, Peer, World, opened, started

from haydes.engine.match import Kind
from haydes.protocol.messages import (
    Act,
    Bye,
    Clock,
    Join,
    Leave,
    Left,
    Notice,
    Open,
    Resign,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
)
from haydes.server.journal import InputTaken

BOT = replace(WISH, absent="bot", grace_seconds=10)
FORFEIT = replace(WISH, absent="forfeit", grace_seconds=10)
WAIT = replace(WISH, grace_seconds=10)


def seated(world: World, wish: Open) -> tuple[Peer, Peer, str]:
    """Return Ann and Bob in a match, and Bob's token."""
    (ann,) = opened(world, "Ann", wish=wish, spare=1)
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=ann.id)).token
    ann.do(Start(ref=2))
    return ann, bob, token


def clock(peer: Peer) -> Clock:
    """Return what is said of the clocks on asking."""
    peer.do(Sync(ref=1))
    told = peer.last(Snapshot).clock
    assert isinstance(told, Clock)
    return told


def test_by_default_the_table_waits_for_as_long_as_it_takes() -> None:
    world = World()
    ann, bob, _ = seated(world, WAIT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    bob.leave()
    world.wait(300)
    assert ann.ply == 1
    assert ann.seat(1) == {"kind": "person", "name": "Bob", "presence": "gone"}
    assert "absent" not in ann.table


def test_the_table_shows_what_was_chosen() -> None:
    world = World()
    ann, _, _ = seated(world, BOT)
    assert (ann.table["absent"], ann.table["grace_seconds"]) == ("bot", 10)


def test_what_nobody_knows_cannot_become_of_a_seat() -> None:
    world = World()
    ann = world.join("Ann")
    assert ann.refusal(replace(WISH, seats=1, absent="shoot")) == "bad_option"


def test_the_grace_is_told_once_and_not_every_second() -> None:
    world = World()
    ann, bob, _ = seated(world, BOT)
    bob.leave()
    told = ann.last(Update).clock
    assert isinstance(told, Clock)
    assert (told.running, told.grace) == (True, {"1": 10_000})
    seq = ann.seq
    world.wait(4)
    assert ann.seq == seq
    assert clock(ann).grace == {"1": 6_000}


def test_after_the_grace_a_bot_plays_on_and_is_shown_beside_the_person() -> None:
    world = World()
    ann, bob, _ = seated(world, BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    bob.leave()
    world.wait(9.6)
    assert world.bots_play() == 0
    world.wait(0.6)
    assert ann.seat(1) == {
        "kind": "person",
        "name": "Bob",
        "presence": "gone",
        "stand_in": "careful",
    }
    assert world.bots_play() > 0
    assert ann.choices
    entry = world.journal.of(InputTaken)[-1]
    assert (entry.input.kind, entry.input.seat, entry.prompt) == (Kind.ACT, 1, None)


def test_the_person_is_back_in_the_seat_at_once_with_a_snapshot() -> None:
    world = World()
    ann, bob, token = seated(world, BOT)
    bob.leave()
    world.wait(11)
    bob = world.join("Bob", token)
    assert isinstance(bob.heard[1], Snapshot)
    assert "stand_in" not in ann.seat(1)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    assert bob.choices
    assert world.thoughts == []
    bob.act()


def test_an_act_of_a_bot_that_was_thinking_is_dropped() -> None:
    world = World()
    ann, bob, token = seated(world, BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    bob.leave()
    world.wait(11)
    (thought,) = world.thoughts
    bob = world.join("Bob", token)
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert (bob.ply, bool(bob.choices)) == (1, True)


def test_a_bot_that_stands_in_again_is_asked_again() -> None:
    world = World()
    ann, bob, token = seated(world, BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    bob.leave()
    world.wait(11)
    world.thoughts.clear()
    world.join("Bob", token).leave()
    world.wait(9)
    assert world.thoughts == [], "the grace is a full one again"
    world.wait(2)
    assert world.bots_play() > 0
    assert ann.choices


def test_silence_counts_as_being_gone_and_a_word_as_being_back() -> None:
    world = World()
    ann, bob, _ = seated(world, BOT)
    bob.is_silent = True
    world.wait(9.2)
    assert ann.seat(1)["presence"] == "away"
    world.wait(10.2)
    assert ann.seat(1)["stand_in"] == "careful"
    bob.send(Sync(ref=1))
    assert "stand_in" not in ann.seat(1)
    assert not bob.is_closed


def test_who_leaves_for_the_lobby_is_gone_too() -> None:
    world = World()
    ann, bob, _ = seated(world, BOT)
    bob.do(Leave(ref=1))
    world.wait(11)
    assert ann.seat(1)["stand_in"] == "careful"


def test_the_grace_stands_still_while_nobody_else_is_here() -> None:
    world = World()
    ann, bob, token = seated(world, BOT)
    bob.leave()
    world.wait(5)
    ann.leave()
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=world.only_table.id))
    world.wait(60)
    assert clock(eve) == Clock(grace={"0": 10_000, "1": 5_000})
    assert "stand_in" not in eve.seat(1)
    world.join("Bob", token)
    assert clock(eve) == Clock(running=True, grace={"0": 10_000})


def test_no_bot_stands_in_while_nobody_is_here() -> None:
    world = World()
    ann, bob, token = seated(world, BOT)
    bob.leave()
    world.wait(11)
    ann.do(Resign(ref=1))
    assert world.bots_play() == 0
    world.wait(60)
    bob = world.join("Bob", token)
    assert bob.table["phase"] == "playing"
    assert bob.choices


def test_there_is_no_grace_between_matches() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", wish=FORFEIT)
    bob.leave()
    world.wait(30)
    assert ann.seat(1) == {"kind": "person", "name": "Bob", "presence": "gone"}
    ann.do(Start(ref=1))
    assert clock(ann).grace == {"1": 10_000}


def test_the_end_of_a_match_ends_the_standing_in() -> None:
    world = World()
    ann, bob, _ = seated(world, replace(BOT, options={"target": 1}))
    bob.leave()
    world.wait(11)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    world.bots_play()
    while ann.table["phase"] == "playing":
        ann.act()
        world.bots_play()
    assert "stand_in" not in ann.seat(1)
    assert ann.last(Update).clock is UNSET


def test_a_turn_clock_is_not_for_a_seat_that_a_bot_plays() -> None:
    world = World()
    ann, bob, token = seated(world, replace(BOT, turn_seconds=60))
    ann.do(Act(ref=1, prompt=0, action=BANK))
    bob.leave()
    world.wait(11)
    assert ann.last(Update).clock is UNSET
    bob = world.join("Bob", token)
    assert clock(bob).turn == 60_000, "who is back has the full time of a turn"


def test_after_the_grace_the_seat_is_given_up() -> None:
    world = World()
    ann, bob, token = seated(world, FORFEIT)
    bob.leave()
    world.wait(9.6)
    assert "forfeit" not in ann.seat(1)
    world.wait(0.6)
    assert ann.seat(1)["forfeit"] is True
    assert ann.last(Notice).code == "absent"
    assert "Bob" in ann.last(Notice).text
    entry = world.journal.of(InputTaken)[-1].input
    assert (entry.kind, entry.seat) == (Kind.FORFEIT, 1)
    assert world.join("Bob", token).welcome.refused == "unknown_token"


def test_who_was_only_silent_is_told_that_the_seat_is_lost() -> None:
    world = World()
    ann, bob, _ = seated(world, FORFEIT)
    bob.is_silent = True
    world.wait(20)
    assert bob.last(Left).code == "absent"
    assert bob.last(Left).text
    assert ann.seat(1)["forfeit"] is True


def test_those_who_come_back_in_time_keep_the_seat() -> None:
    world = World()
    ann, bob, token = seated(world, FORFEIT)
    for _ in range(3):
        bob.leave()
        world.wait(9)
        bob = world.join("Bob", token)
    world.wait(60)
    assert "forfeit" not in ann.seat(1)
    bob.send(Bye())
    world.wait(11)
    assert ann.seat(1)["forfeit"] is True


def test_all_who_are_gone_lose_their_seats_and_the_match_goes_on() -> None:
    world = World()
    people = started(world, "Ann", "Bob", "Cat", wish=FORFEIT)
    people[1].leave()
    people[2].leave()
    world.wait(11)
    assert [people[0].seat(n).get("forfeit") for n in range(3)] == [None, True, True]
    assert people[0].choices


def test_after_a_restart_everybody_has_a_full_grace() -> None:
    world = World()
    ann, bob, token = seated(world, FORFEIT)
    bob.leave()
    world.wait(9)
    tokens = [person.token for _, person in world.only_table.seats.persons]
    ann.leave()
    again = restarted(world)
    assert [person.token for _, person in again.only_table.seats.persons] == tokens
    again.wait(60)
    bob = again.join("Bob", token)
    assert clock(bob).grace == {"0": 10_000}
    again.wait(9)
    assert "forfeit" not in bob.seat(0)
    again.wait(2)
    assert bob.seat(0)["forfeit"] is True


def test_after_a_restart_a_bot_stands_in_again_only_after_the_grace() -> None:
    world = World()
    ann, bob, token = seated(world, BOT)
    ann.leave()
    world.wait(11)
    assert bob.seat(0)["stand_in"] == "careful"
    again = restarted(world)
    bob = again.join("Bob", token)
    again.wait(9)
    assert "stand_in" not in bob.seat(0)
    again.wait(2)
    assert bob.seat(0)["stand_in"] == "careful"
    assert again.bots_play() > 0
    assert bob.choices
