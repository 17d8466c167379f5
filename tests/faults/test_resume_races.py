"""Two connections with one token, and acts that come again, in every order."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from tests.server.restarted import restarted
from tests.server.world import BANK, DATE, ROLL, Peer, World

from haydes.protocol.messages import Act, Bye, Done, Hello, Open, Ping, Start, Sync, Update
from haydes.server.journal import InputTaken

_STEPS = 6  # that each of the two goes through
_YEARS = 365 * 24 * 3600


def test_f27_an_act_that_comes_a_hundred_times_is_done_once() -> None:
    world = World()
    token = world.join("Cleo").do(Open(ref=1, game="pig", seats=1)).token
    cleo = world.join("Cleo", token)
    cleo.do(Start(ref=2))
    again = Act(ref=3, prompt=cleo.prompt, action=ROLL)
    for number in range(100):
        if number % 10 == 9:
            cleo = world.join("Cleo", token, ply=1)
        assert isinstance(cleo.ask(again), Done)
    assert len(world.journal.of(InputTaken)) == 1


def interleavings() -> Iterator[tuple[int, ...]]:
    """Yield every order of the steps of two, as whose turn it is."""
    for first in combinations(range(2 * _STEPS), _STEPS):
        yield tuple(0 if step in first else 1 for step in range(2 * _STEPS))


class Rival:
    """One of two clients with the same token, going step by step."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._steps = [self._connect, self._greet, self._act, self._sync, self._act, self._ping]
        self.peer: Peer | None = None

    def step(self) -> None:
        step = self._steps.pop(0)
        if self.peer is None or not self.peer.is_closed:
            step()

    def _connect(self) -> None:
        self.peer = self._world.stranger()

    def _greet(self) -> None:
        self._say(Hello(protocols=[1], name="Ann", token=self._token))

    def _act(self) -> None:
        if self.peer and self.peer.you.get("choices"):
            self._say(Act(ref=1, prompt=self.peer.prompt, action=BANK))

    def _sync(self) -> None:
        self._say(Sync(ref=2))

    def _ping(self) -> None:
        self._say(Ping(ref=3))

    def _say(self, message: Hello | Act | Sync | Ping) -> None:
        assert self.peer
        self.peer.send(message)


def test_f28_of_two_with_one_token_one_is_in_the_seat_in_every_order() -> None:
    for order in interleavings():
        world = World()
        ann = world.join("Ann")
        token = ann.do(Open(ref=1, game="pig", seats=1)).token
        ann.do(Start(ref=2))
        ann.leave()
        rivals = Rival(world, token), Rival(world, token)
        for who in order:
            rivals[who].step()
        peers = [rival.peer for rival in rivals if rival.peer]
        (table,) = world.tables
        (live,) = [peer for peer in peers if not peer.is_closed]
        (other,) = [peer for peer in peers if peer is not live]
        assert list(table.audience) == [live.session]
        assert [bye.code for bye in other.find(Bye)] == ["superseded"]
        plies = [update.ply for update in live.find(Update)]
        assert plies == sorted(set(plies)), "nobody is told twice what happens"
        assert live.game == table.play.public()


def test_f29_a_token_whose_answer_was_lost_is_still_good() -> None:
    world = World()
    token = world.join("Cleo").do(Open(ref=1, game="pig", seats=1)).token
    for _ in range(5):
        world.join("Cleo", token).leave()  # the answer is never read
    assert world.join("Cleo", token).you["seat"] == 0


def test_f52_a_client_of_another_version_leaves_the_seat_as_it_is() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    newer = world.stranger()
    newer.send(Hello(protocols=[2, 3], name="Ann", token=token))
    assert newer.last(Bye).code == "version"
    assert not ann.is_closed
    both = world.stranger()
    both.send(Hello(protocols=[1, 2, 3], name="Ann", token=token))
    assert both.you["seat"] == 0


@pytest.mark.parametrize("years", [-10, 10])
def test_f19_a_wall_clock_that_jumps_ends_nothing(years: int) -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1, turn_seconds=30)).token
    ann.do(Start(ref=2))
    world.date = DATE + years * _YEARS
    world.wait(5)
    ann.act()
    ann.leave()
    world.date = DATE
    world.wait(100)
    assert world.join("Ann", token).ply == 1
    again = restarted(world)
    again.wait(1)
    assert again.join("Ann", token).ply == 1
