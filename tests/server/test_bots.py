"""Bots in seats: what they see, when they are asked, what becomes of their answers."""

import pytest
from msgspec.structs import replace
from tests.engine import toy
from tests.engine.toy import PIG, Pig
from tests.server.world import BANK, WISH, WITH_BOT, World, started

from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat, State
from haydes.engine.match import Match
from haydes.protocol.messages import Act, Resign, Start, Watch
from haydes.server.bots import Thought
from haydes.server.journal import InputTaken, MatchStarted, SeatTaken


def stubborn(state: State, seat: Seat, dealer: Dealer) -> int:
    """Choose what is not legal."""
    return max(state.legal(seat)) + 1 + dealer.below(9)


class StubbornPig(Pig):
    name = "stubborn"
    bots = {"careful": stubborn}  # noqa: RUF012 - as in the class above


def test_a_bot_is_asked_when_it_has_choices_and_once_only() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    assert world.thoughts == []
    ann.do(Act(ref=1, prompt=0, action=BANK))
    (thought,) = world.thoughts
    assert (thought.seat, thought.ply, tuple(thought.legal)) == (1, 1, (0, 1, 2))
    world.join("Eve").do(Watch(ref=1, table=ann.id))
    world.wait(1)
    assert len(world.thoughts) == 1


def test_a_bots_answer_is_an_ordinary_input() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    world.core.bot_acts(world.thoughts.pop(), toy.BANK, world.now)
    assert ann.ply == 2
    assert ann.choices
    entry = world.journal.of(InputTaken)[-1]
    assert (entry.input.seat, entry.input.action, entry.prompt) == (1, toy.BANK, None)


def test_an_answer_that_comes_too_late_is_thrown_away() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    thought = world.thoughts.pop()
    world.core.bot_acts(thought, toy.ROLL, world.now)
    ply = ann.ply
    world.core.bot_acts(thought, toy.ROLL, world.now)
    assert ann.ply == ply


def test_an_answer_for_a_closed_table_is_thrown_away() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    world.tables.close(world.only_table)
    world.core.bot_acts(world.thoughts.pop(), toy.ROLL, world.now)
    assert list(world.tables) == []


def test_a_bot_that_fails_does_what_its_seat_does_by_default() -> None:
    world = World({"stubborn": StubbornPig()})
    (ann,) = started(world, "Ann", wish=replace(WITH_BOT, game="stubborn"))
    ann.do(Act(ref=1, prompt=0, action=BANK))
    thought = world.thoughts.pop()
    with pytest.raises(ValueError, match="not legal"):
        thought.choose()
    world.core.bot_acts(thought, None, world.now)
    assert world.journal.of(InputTaken)[-1].input.action == toy.BANK


def test_a_bot_gets_a_position_in_which_others_secrets_are_dealt_anew() -> None:
    seen: set[int] = set()
    for _ in range(60):
        world = World()
        (ann,) = started(world, "Ann", wish=WITH_BOT)
        ann.do(Act(ref=1, prompt=0, action=BANK))
        seen.add(_charm(world.thoughts.pop(), 0) - int(str(ann.you["charm"])))
    assert len(seen) > 1, "the bot has always seen the true charm"


def test_bots_do_not_disturb_the_chance_of_the_match() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    while ann.table["phase"] == "playing":
        if ann.choices:
            ann.act(0 if ann.game["pot"] == 0 else 1)
        world.bots_play()
    (start,) = world.journal.of(MatchStarted)
    script = [record.input for record in world.journal.of(InputTaken)]
    again = Match.replay(PIG, 2, {}, start.seed, script)
    assert again.public() == ann.game


def test_bots_play_on_to_the_end_without_people() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=replace(WISH, bots=["random", "careful"]))
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    ann.do(Resign(ref=1))
    world.bots_play(5000)
    assert eve.table["phase"] == "over"
    assert [record.bot for record in world.journal.of(SeatTaken)] == ["", "random", "careful"]
    assert eve.refusal(Start(ref=1)) == "wrong_place"


def _charm(thought: Thought, seat: int) -> int:
    return int(str(thought.state.private(seat)["charm"]))
