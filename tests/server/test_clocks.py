"""The turn's clock and the match's clock."""

from msgspec import UNSET
from msgspec.structs import replace
from tests.engine.toy import Pig, PigState
from tests.server.restarted import restarted
from tests.server.world import BANK, WISH, WITH_BOT, Peer, World, started

from haydes.engine.dealer import Dealer
from haydes.engine.game import Event
from haydes.engine.match import Kind
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Act, Open, Snapshot, Start, Sync, Update
from haydes.server.clocks import FLOOR, Clocks
from haydes.server.journal import InputTaken

TIMED = replace(WISH, turn_seconds=10)


class ShortPig(Pig):
    name = "short"

    def time_limit(self, options: Tree) -> int:
        return 20


def turn_ms(peer: Peer) -> object:
    """Return what was last said about the turn."""
    said = [message for message in peer.heard if isinstance(message, Update | Snapshot)]
    clock = said[-1].clock
    return UNSET if clock is UNSET else clock.turn


def test_a_table_without_clocks_sends_none() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    assert ann.last(Update).clock is UNSET


def test_the_turn_clock_starts_anew_with_every_question() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob", wish=TIMED)
    assert turn_ms(ann) == turn_ms(bob) == 10_000
    world.wait(4)
    ann.do(Sync(ref=1))
    assert turn_ms(ann) == 6_000
    ann.do(Act(ref=1, prompt=0, action=BANK))
    assert turn_ms(ann) == 10_000


def test_a_new_turn_has_its_full_time_though_the_question_is_the_same() -> None:
    clocks = Clocks(10, 60)
    clocks.run(0, running=True)
    clocks.ask(["first"], ["the same"], 0)
    clocks.ask(["first"], ["the same"], 4)
    clocks.advance(4)
    assert clocks.turn == 6
    clocks.ask(["second"], ["the same"], 4)
    assert clocks.turn == 10


def test_when_the_turn_is_up_the_seat_does_what_it_does_by_default() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob", wish=TIMED)
    world.wait(9.8)
    assert ann.ply == 0
    world.wait(0.4)
    assert ann.ply == 1
    assert bob.choices
    assert ann.last(Update).events == [{"event": "bank", "seat": 0, "points": 0}]
    entry = world.journal.of(InputTaken)[-1]
    assert (entry.input.kind, entry.prompt) == (Kind.ACT, None)


def test_the_clock_runs_for_someone_gone_while_someone_else_is_here() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob", wish=TIMED)
    ann.leave()
    world.wait(10.4)
    assert bob.choices


def test_clocks_stand_still_while_nobody_is_here() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob", wish=TIMED)
    ann.leave()
    bob.leave()
    world.wait(60)
    assert world.only_table.play.ply == 0


def test_no_turn_clock_for_a_bot() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=replace(WITH_BOT, turn_seconds=10))
    ann.do(Act(ref=1, prompt=0, action=BANK))
    assert ann.last(Update).clock is UNSET
    world.wait(20)
    assert ann.ply == 1


def test_the_games_own_limit_ends_the_match_once() -> None:
    world = World({"short": ShortPig()})
    ann, _ = started(world, "Ann", "Bob", wish=replace(WISH, game="short"))
    clock = ann.last(Update).clock
    assert clock is not UNSET
    assert (clock.running, clock.turn, clock.match) == (True, UNSET, 20_000)
    world.wait(20.4)
    assert ann.table["phase"] == "over"
    assert [e.input.kind for e in world.journal.of(InputTaken)] == [Kind.EXPIRE]
    world.wait(30)
    assert ann.ply == 1
    assert ann.last(Update).clock is UNSET


class LastRoundState(PigState):
    """After the time is up, whoever plays goes on to the end of something."""

    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        pass


class LastRoundPig(ShortPig):
    def new(self, seats: int, options: Tree, dealer: Dealer) -> LastRoundState:
        return LastRoundState([0] * seats, 20)


def alone(world: World) -> tuple[Peer, str]:
    """Return someone in a match of one seat, and the seat's token."""
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="short", seats=1)).token
    ann.do(Start(ref=2))
    return ann, token


def test_a_match_whose_time_is_up_gets_no_more_by_a_restart() -> None:
    world = World({"short": LastRoundPig()})
    ann, token = alone(world)
    world.wait(21)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    again = restarted(world)
    back = again.join("Ann", token)
    assert back.last(Snapshot).clock is UNSET
    again.wait(40)
    assert [entry.input.kind for entry in again.journal.of(InputTaken)] == [Kind.EXPIRE, Kind.ACT]


def test_a_match_whose_last_act_came_at_the_last_moment_ends_after_a_restart() -> None:
    world = World({"short": ShortPig()})
    ann, token = alone(world)
    world.wait(19.8)
    world.now += 0.1997
    world.core.tick(world.now)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    again = restarted(world)
    again.join("Ann", token)
    again.wait(1)
    assert not again.only_table.play.is_running


def test_a_rematch_has_its_full_time() -> None:
    world = World({"short": ShortPig()})
    (ann,) = started(world, "Ann", wish=replace(WISH, game="short"))
    world.wait(21)
    ann.do(Start(ref=1))
    clock = ann.last(Update).clock
    assert clock is not UNSET
    assert clock.match == 20_000


def test_a_clock_counts_only_while_it_runs() -> None:
    clocks = Clocks(30, 9)
    clocks.begin(100, 0.0)
    clocks.ask([0], [0], 0.0)
    clocks.run(5.0, running=True)
    clocks.run(9.0, running=False)
    clocks.advance(50.0)
    assert (clocks.turn, clocks.match) == (26.0, 96.0)
    clocks.ask([0], [0], 60.0)
    assert clocks.turn == 26.0


def test_a_new_question_has_its_full_time_and_none_has_no_clock() -> None:
    clocks = Clocks(30, 9)
    clocks.ask([0], [0], 0.0)
    clocks.run(0.0, running=True)
    clocks.ask([1], [1], 10.0)
    message = clocks.message(10.0)
    assert message is not UNSET
    assert message.turn == 30_000
    clocks.ask([], [], 20.0)
    assert clocks.message(20.0) is UNSET


def test_a_clock_never_shows_less_than_nothing() -> None:
    clocks = Clocks(1, 9)
    clocks.ask([0], [0], 0.0)
    clocks.run(0.0, running=True)
    message = clocks.message(5.0)
    assert message is not UNSET
    assert message.turn == 0


class SlowPigState(PigState):
    """In which a turn, of a seat, goes on until it ends."""

    __slots__ = ()

    def turn_number(self) -> int:
        return self.seat


class SlowPig(Pig):
    name = "slow"

    def new(self, seats: int, options: Tree, dealer: Dealer) -> PigState:
        return SlowPigState([0] * seats, 100)


def test_a_turn_has_its_time_for_all_its_questions_together() -> None:
    clocks = Clocks(30, 9)
    clocks.run(0.0, running=True)
    clocks.ask([1], [0], 0.0)
    clocks.ask([1], [1], 12.0)
    clocks.ask([1], [2], 20.0)
    assert clocks.turn == 10.0
    clocks.ask([2], [3], 25.0)
    assert clocks.turn == 30.0


def test_a_late_question_has_time_to_be_read() -> None:
    clocks = Clocks(30, 9)
    clocks.run(0.0, running=True)
    clocks.ask([1], [0], 0.0)
    clocks.ask([1], [1], 29.0)
    assert clocks.turn == FLOOR


def test_a_turn_never_has_more_than_twice_its_time() -> None:
    clocks = Clocks(10, 9)
    clocks.run(0.0, running=True)
    now = 0.0
    while now < 60 and not clocks.is_turn_up():
        clocks.ask([1], [now], now)
        now += 1.0
        clocks.advance(now)
    assert now == 20.0


def test_a_short_turn_has_a_low_floor() -> None:
    clocks = Clocks(2, 9)
    clocks.run(0.0, running=True)
    clocks.ask([1], [0], 0.0)
    clocks.ask([1], [1], 1.9)
    assert clocks.turn == 2.0


def test_who_acts_for_ever_within_a_turn_comes_to_its_end() -> None:
    world = World({"slow": SlowPig()})
    wish = replace(TIMED, game="slow")
    ann, bob = started(world, "Ann", "Bob", wish=wish)
    match = world.only_table.play.match
    assert match
    waited = 0
    while ann.choices:
        world.wait(1)
        waited += 1
        if ann.choices:
            ann.act()
    assert waited <= 20
    assert bob.choices
    assert turn_ms(bob) == 10_000


def test_walking_about_in_haydes_takes_a_seats_own_time_only() -> None:
    world = World(GAMES)
    wish = replace(
        TIMED, game="haydes", options={"encounter": "test", "map": "quick", "turn_limit": 4}
    )
    people = started(world, "Ann", "Bob", wish=wish)
    while people[0].table["phase"] == "playing":
        mover = next(peer for peer in people if peer.choices)
        waited = 0
        while mover.choices:
            walks = [n for n, group in enumerate(mover.choices) if group["do"] == "walk"]
            mover.act(walks[-1] if walks else 0)
            world.wait(0.4)
            waited += 1
        assert waited <= 55
