"""The pause of a match that everybody who is here agrees to."""

import pytest
from msgspec.structs import replace
from tests.server.restarted import restarted
from tests.server.test_absence import FORFEIT, clock, seated
from tests.server.world import BANK, ROLL, WISH, WITH_BOT, World, opened, started

from haydes.protocol.messages import Act, Kick, Leave, Pause, Resign, Start, Sync, Watch
from haydes.server.journal import PauseSet

ON, OFF = Pause(ref=1), Pause(ref=1, on=False)
TIMED = replace(WISH, turn_seconds=10)


def test_rivals_have_to_agree_and_see_who_does() -> None:
    world = World()
    ann, bob, cat = started(world, "Ann", "Bob", "Cat")
    ann.do(ON)
    bob.do(ON)
    assert [cat.seat(n).get("pause") for n in range(3)] == [True, True, None]
    assert "paused" not in cat.table
    cat.do(ON)
    assert ann.table["paused"] is True
    assert [ann.seat(n).get("pause") for n in range(3)] == [None, None, None]
    assert [record.on for record in world.journal.of(PauseSet)] == [True]


def test_a_vote_can_be_taken_back() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.do(ON)
    ann.do(OFF)
    bob.do(ON)
    assert "paused" not in ann.table
    assert "pause" not in bob.seat(0)


def test_alone_one_need_not_ask() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(ON)
    assert ann.table["paused"] is True


def test_only_who_is_here_is_asked_and_a_vote_goes_with_its_person() -> None:
    world = World()
    ann, bob, token = seated(world, WISH)
    bob.do(ON)
    bob.leave()
    ann.do(Sync(ref=1))
    assert "pause" not in ann.seat(1)
    bob = world.join("Bob", token)
    ann.do(ON)
    assert "paused" not in ann.table
    bob.leave()
    assert ann.table["paused"] is True, "everybody who is still here wants it"


def test_anybody_ends_the_pause() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.do(ON)
    bob.do(ON)
    bob.do(OFF)
    assert "paused" not in ann.table
    ann.act()


def test_no_act_is_taken_in_a_pause_but_a_retry_is_recognised() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    act = Act(ref=1, prompt=0, action=BANK)
    ann.do(act)
    ann.do(ON)
    bob.do(ON)
    assert bob.refusal(Act(ref=1, prompt=bob.prompt, action=ROLL)) == "paused"
    ann.do(act)
    assert ann.ply == 1


def test_all_clocks_stand_still() -> None:
    world = World()
    ann, bob, _ = seated(world, replace(FORFEIT, turn_seconds=20))
    bob.leave()
    world.wait(4)
    ann.do(ON)
    world.wait(60)
    told = clock(ann)
    assert (told.running, told.turn, told.grace) == (False, 16_000, {"1": 6_000})
    ann.do(OFF)
    world.wait(3)
    assert clock(ann).grace == {"1": 3_000}


def test_bots_wait_and_are_asked_again() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    thought = world.thoughts.pop()
    ann.do(ON)
    world.core.bot_acts(thought, thought.choose(), world.now)
    world.wait(1)
    assert (ann.ply, world.thoughts) == (1, [])
    ann.do(OFF)
    assert world.bots_play() > 0
    assert ann.choices


def test_there_is_nothing_to_pause_between_matches() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    assert ann.refusal(ON) == "no_match"
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    ann.do(Start(ref=1))
    assert eve.refusal(ON) == "wrong_place"
    ann.do(ON)
    bob.do(Resign(ref=1))
    assert ann.table["paused"] is True, "who is left wants it"


@pytest.mark.parametrize("ends", [Resign(ref=1), Kick(ref=1, seat=0)])
def test_the_end_of_the_match_ends_the_pause(ends: Resign | Kick) -> None:
    world = World()
    (ann,) = started(world, "Ann")
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    ann.do(ON)
    ann.do(ends)
    assert eve.table["phase"] == "over"
    assert "paused" not in eve.table
    eve.do(Leave(ref=1))


def test_a_pause_outlives_the_server_and_votes_do_not() -> None:
    world = World()
    ann, bob, token = seated(world, TIMED)
    ann.do(ON)
    bob.do(ON)
    again = restarted(world)
    bob = again.join("Bob", token)
    assert bob.table["paused"] is True
    again.wait(30)
    assert (bob.ply, clock(bob).running) == (0, False)
    bob.do(OFF)
    assert clock(bob).running
    again = restarted(again)
    assert "paused" not in again.join("Bob", token).table
