"""Hints: who may ask for them, what they follow from, and what they do not do."""

from types import MappingProxyType

from msgspec.structs import replace
from tests.engine.toy import Pig, PigState
from tests.server import world as worlds
from tests.server.restarted import restarted
from tests.server.world import BANK, WITH_BOT, Peer, World, opened, started

from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat, State, random_bot
from haydes.engine.plain import Tree
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Act, Advice, Done, Hint, Leave, Pause, Start, Watch
from haydes.server.adviser import Consultation


class WisePig(Pig):
    """The toy game with a best bot and its reasons."""

    adviser = "careful"

    def reason(self, state: State, seat: Seat, action: int) -> str:
        assert action in state.legal(seat)
        return "careful"


GAMES = MappingProxyType({"pig": WisePig()})
ALWAYS = replace(worlds.WISH, hints="always")
ASK = Hint(ref=7)


def advised(world: World, person: Peer) -> Advice:
    """Ask for a hint, have it thought out, and return it."""
    assert person.do(ASK) == Done(ref=7)
    thought = world.thoughts.pop()
    world.core.bot_acts(thought, thought.choose(), world.now)
    return person.last(Advice)


def test_a_hint_is_a_choice_of_now_and_changes_nothing() -> None:
    world = World(GAMES)
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ply, seq, records = ann.ply, ann.seq, len(world.journal.records)
    advice = advised(world, ann)
    assert (advice.prompt, advice.why) == (ann.prompt, "careful")
    assert (ann.ply, ann.seq, len(world.journal.records)) == (ply, seq, records)
    ann.do(Act(ref=1, prompt=advice.prompt, action=advice.action))
    assert ann.ply == ply + 1


def test_done_comes_before_the_bot_has_thought_and_the_hint_to_nobody_else() -> None:
    world = World(GAMES)
    ann, bob = started(world, "Ann", "Bob", wish=ALWAYS)
    ann.do(ASK)
    assert ann.find(Advice) == []
    thought = world.thoughts.pop()
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert len(ann.find(Advice)) == 1
    assert bob.find(Advice) == []


def test_one_question_is_thought_about_once() -> None:
    world = World(GAMES)
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    first = advised(world, ann)
    ann.do(ASK)
    assert world.thoughts == []
    assert ann.find(Advice) == [first]


def test_who_asks_again_while_a_bot_thinks_waits_for_the_same_thought() -> None:
    world = World(GAMES)
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(ASK)
    ann.do(ASK)
    (thought,) = world.thoughts
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert len(ann.find(Advice)) == 2


def test_a_hint_that_comes_too_late_says_what_it_is_about() -> None:
    world = World(GAMES)
    ann, bob = started(world, "Ann", "Bob", wish=ALWAYS)
    ann.do(ASK)
    asked, thought = ann.prompt, world.thoughts.pop()
    ann.do(Act(ref=1, prompt=asked, action=BANK))
    bob.do(Act(ref=1, prompt=bob.prompt, action=BANK))
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert ann.last(Advice).prompt == asked != ann.prompt
    assert advised(world, ann).prompt == ann.prompt


def test_who_has_left_is_not_told() -> None:
    world = World(GAMES)
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(ASK)
    thought = world.thoughts.pop()
    ann.do(Leave(ref=1))
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert ann.find(Advice) == []


def test_if_the_bot_fails_the_hint_is_what_time_would_do() -> None:
    world = World(GAMES)
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(ASK)
    thought = world.thoughts.pop()
    world.core.bot_acts(thought, None, world.now)
    match = world.only_table.play.match
    assert match
    assert ann.last(Advice).action == match.describe(match.default(0))
    assert ann.last(Advice).why == ""


class Alike(PigState):
    """A position in which there is one thing to do."""

    def legal(self, seat: Seat) -> tuple[int, ...]:
        return super().legal(seat)[1:2]


class PlainPig(WisePig):
    bots = {"careful": random_bot}  # noqa: RUF012 - as in the class above

    def new(self, seats: int, options: Tree, dealer: Dealer) -> Alike:
        return Alike([0] * seats, 30)


def test_what_is_the_only_thing_to_do_needs_no_other_reason() -> None:
    world = World({"pig": PlainPig()})
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    assert advised(world, ann).why == "only"


def test_alone_means_that_no_other_seat_is_a_persons() -> None:
    world = World(GAMES)
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    assert ann.refusal(ASK) == "no_hints"
    bob.leave()  # and keeps the seat
    assert ann.refusal(ASK) == "no_hints"


def test_a_table_may_give_hints_always_or_never() -> None:
    world = World(GAMES)
    ann, _ = started(world, "Ann", "Bob", wish=ALWAYS)
    assert ann.table["hints"] == "always"
    advised(world, ann)
    (eve,) = started(world, "Eve", wish=replace(WITH_BOT, hints="never"))
    assert eve.table["hints"] == "never"
    assert eve.refusal(ASK) == "no_hints"
    assert world.join("Cat").refusal(replace(WITH_BOT, seats=2, hints="often")) == "bad_option"


def test_a_game_without_an_adviser_gives_none() -> None:
    (ann,) = started(World(), "Ann", wish=WITH_BOT)
    assert ann.refusal(ASK) == "no_hints"


def test_a_hint_is_for_a_seat_that_is_asked() -> None:
    world = World(GAMES)
    (ann,) = opened(world, "Ann", wish=WITH_BOT)
    assert ann.refusal(ASK) == "no_match"
    ann.do(Start(ref=1))
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    assert eve.refusal(ASK) == "wrong_place"
    ann.do(Pause(ref=1))
    assert ann.refusal(ASK) == "paused"
    ann.do(Pause(ref=1, on=False))
    ann.do(Act(ref=1, prompt=0, action=BANK))
    assert ann.refusal(ASK) == "not_your_turn"


def test_hints_are_rationed() -> None:
    world = World(GAMES, limits=Limits(changes_burst=3))
    (ann,) = started(world, "Ann", wish=WITH_BOT)  # which takes one
    ann.do(ASK)
    ann.do(ASK)
    assert ann.refusal(ASK) == "rate"


def test_what_was_chosen_about_hints_outlives_the_server() -> None:
    world = World(GAMES)
    started(world, "Ann", "Bob", wish=ALWAYS)
    again = restarted(world)
    assert again.only_table.setup.tree()["hints"] == "always"


def test_a_thought_says_nothing_of_the_position() -> None:
    world = World(GAMES)
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    ann.do(ASK)
    (thought,) = world.thoughts
    assert isinstance(thought, Consultation)
    assert "position" not in repr(thought)
    assert repr(tuple(thought.legal)) not in repr(thought)  # which tells what a hand holds
    assert repr(tuple(thought.legal)) not in repr(world.only_table.play.questions)
