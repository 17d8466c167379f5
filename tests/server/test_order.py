"""Check, apply, append, hold, commit, answer: nothing leaves before it is durable."""

import pytest
from tests.server.world import BANK, WITH_BOT, World, opened, started

from haydes.protocol.messages import (
    Act,
    Browse,
    Done,
    Open,
    Ping,
    Pong,
    Refused,
    Resign,
    Say,
    Start,
    Sync,
    Update,
    Welcome,
)
from haydes.server.journal import (
    HostChanged,
    InputTaken,
    MatchStarted,
    SeatOpened,
    SeatTaken,
    SecretDrawn,
    TableOpened,
    VolatileJournal,
)
from haydes.server.outbox import Parcel


def test_nothing_is_said_before_the_commit_and_everything_after_it() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.heard.clear()
    bob.heard.clear()
    world.journal.is_slow = True
    ann.send(Act(ref=5, prompt=0, action={"do": "roll"}))
    assert isinstance(world.journal.records[-1], InputTaken)
    assert ann.heard == bob.heard == []
    world.journal.finish()
    assert len(ann.heard) == 2
    assert len(bob.heard) == 1


def test_a_refused_act_is_not_appended() -> None:
    world = World()
    ann, _ = started(world, "Ann", "Bob")
    before = list(world.journal.records)
    ann.refusal(Act(ref=5, prompt=0, action={"do": "fly"}))
    ann.refusal(Act(ref=5, prompt=9, action={"do": "roll"}))
    assert world.journal.records == before


def test_what_waits_for_a_commit_leaves_in_order() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    world.journal.is_slow = True
    ann.heard.clear()
    ann.send(Act(ref=5, prompt=0, action={"do": "roll"}))
    ann.send(Browse(ref=6))
    assert ann.heard == []
    world.journal.finish()
    assert [type(message) for message in ann.heard] == [Done, Update, Refused]


def test_a_sign_of_life_waits_for_no_commit_but_comes_after_the_welcome() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    world.journal.is_slow = True
    ann.heard.clear()
    ann.send(Act(ref=5, prompt=0, action={"do": "roll"}))
    ann.send(Ping(ref=6))
    assert ann.heard == [Pong(ref=6)]
    bob = world.join("Bob")
    world.wait(6)
    assert isinstance(ann.heard[-1], Ping)
    assert bob.heard == []
    world.journal.finish()
    assert [type(message) for message in bob.heard] == [Welcome, Ping]


def test_a_bots_act_and_a_forfeit_nobody_hears_of_are_committed_too() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    ann.leave()
    commits = world.journal.commits
    thought = world.thoughts.pop()
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert world.journal.commits == commits + 1


def test_the_journal_tells_the_whole_story_in_order() -> None:
    world = World()
    ann, _ = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    ann.act()
    ann.do(Resign(ref=1))
    assert [type(record) for record in world.journal.records] == [
        TableOpened, SeatTaken, SeatTaken,
        SecretDrawn, MatchStarted, InputTaken, InputTaken, HostChanged,
    ]  # fmt: skip


def test_a_given_up_seat_is_opened_after_the_input_that_ended_the_match() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    ann.do(Resign(ref=1))
    assert [type(record) for record in world.journal.records[-2:]] == [InputTaken, SeatOpened]
    assert world.only_table.phase == "over"


def test_one_read_with_many_requests_is_answered_in_one_write() -> None:
    world = World()
    (ann,) = opened(world, "Ann")
    ann.writes.clear()
    frames = [ann.connection.send(Say(ref=number, text="Hey")) for number in range(5)]
    ann.write(b"".join(frames) + ann.connection.send(Sync(ref=9)))
    assert len(ann.writes) == 1
    assert [done.ref for done in ann.find(Done)] == [0, 1, 2, 3, 4, 9]


def test_a_server_without_a_journal_commits_at_once() -> None:
    said: list[str] = []
    journal = VolatileJournal()
    journal.append(SeatOpened("rimuta", 0))
    journal.commit(lambda: said.append("done"))
    assert said == ["done"]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_refused_opening_appends_nothing(seats: int) -> None:
    world = World()
    ann = world.join("Ann")
    assert ann.refusal(Open(ref=1, game="pig", seats=seats, title="\x07")) == "bad_text"
    assert world.journal.records == []


def test_what_is_held_does_not_show_itself() -> None:
    assert repr(Parcel(b"secret")) == "Parcel(6 bytes)"
