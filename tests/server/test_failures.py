"""A failure of ours ends one thing only: a connection, a table, a bot's thought."""

import errno
import logging
import socket
from collections.abc import Mapping
from typing import NoReturn

import pytest
import trio
import trio.testing
from tests.engine import toy
from tests.engine.toy import PIG, Pig, PigState
from tests.server.restarted import restarted
from tests.server.running import running
from tests.server.world import BANK, BANK_WITH_CHARM, ROLL, World

from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Event, Seat, State
from haydes.engine.plain import Tree
from haydes.protocol.messages import Act, Browse, Bye, Join, Notice, Open, Start, Sync, Update


class FragilePig(Pig):
    """A game with bugs."""

    name = "fragile"

    def new(self, seats: int, options: Tree, dealer: Dealer) -> "FragileState":
        return FragileState([0] * seats, 20)

    def time_limit(self, options: Tree) -> int:
        return 60


class FragileState(PigState):
    def apply(
        self, seat: Seat, action: int, dealer: Dealer, log: list[Event] | None = None
    ) -> None:
        if action == toy.BANK_WITH_CHARM:
            raise ZeroDivisionError("the hidden card is KH")
        super().apply(seat, action, dealer, log)

    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        raise ZeroDivisionError


async def test_a_failure_of_the_rules_ends_the_table_where_it_happens_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running({"fragile": FragilePig()}) as place:
        ann, bob, eve = [await place.guest(name) for name in ("Ann", "Bob", "Eve")]
        table = (await ann.do(Open(ref=1, game="fragile", seats=2))).table
        await bob.do(Join(ref=1, table=table))
        await eve.do(Open(ref=1, game="fragile", seats=1))
        await ann.do(Start(ref=2))
        ann.send(Act(ref=3, prompt=0, action=BANK_WITH_CHARM))
        for one in (ann, bob):  # nobody may play on at a table that its records do not explain
            assert (await one.end()).code == "internal"
        await eve.do(Sync(ref=4))
        (record,) = caplog.records
        assert record.levelno == logging.ERROR
        assert vars(record)["facts"].items() >= {"connection": 1, "source": "10.0.0.1"}.items()
        assert "KH" not in str(vars(record)), "a failure's message may quote what is hidden"


def test_a_table_that_has_failed_is_kept_and_goes_on_after_a_restart() -> None:
    world = World({"fragile": FragilePig()})
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="fragile", seats=1)).token
    ann.do(Start(ref=2))
    ann.do(Act(ref=3, prompt=0, action=ROLL))
    with pytest.raises(ZeroDivisionError):
        ann.send(Act(ref=4, prompt=ann.prompt, action=BANK_WITH_CHARM))
    world.core.fail(ann.session, world.now)
    assert ann.last(Bye).code == "internal"
    assert world.join("Ann", token).welcome.refused == "damaged"
    assert list(world.tables) == []
    back = restarted(world).join("Ann", token)
    assert back.ply == 1


async def test_a_table_that_fails_by_itself_is_set_aside_and_the_others_play_on(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with running({"fragile": FragilePig(), "pig": PIG}) as place:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        await ann.do(Open(ref=1, game="fragile", seats=1))
        await bob.do(Open(ref=1, game="pig", seats=1))
        await ann.do(Start(ref=2))
        await bob.do(Start(ref=2))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bob.until, Notice)  # answers pings
            assert (await ann.end()).code == "internal"
            assert autojump_clock.current_time() >= 60
            nursery.cancel_scope.cancel()
        await bob.do(Act(ref=3, prompt=0, action=BANK))
        assert len(caplog.records) == 1


def broken_bot(state: State, seat: Seat, dealer: Dealer) -> int:
    return state.legal(seat)[dealer.below(1) + 1_000]


class BrokenBots(Pig):
    name = "broken"
    bots: Mapping[str, Bot[State]] = {"careful": broken_bot}


async def test_a_bot_that_fails_plays_by_default(caplog: pytest.LogCaptureFixture) -> None:
    async with running({"broken": BrokenBots()}) as place:
        ann = await place.guest("Ann")
        await ann.do(Open(ref=1, game="broken", seats=2, bots=["careful"]))
        await ann.do(Start(ref=2))
        await ann.do(Act(ref=3, prompt=0, action=BANK))
        while ann.you["prompt"] != 2:
            await ann.until(Update)
        assert len(caplog.records) == 1


class Exhausted(socket.socket):
    """A listening socket of a process that may open no more files."""

    attempts = 0

    def accept(self) -> NoReturn:
        Exhausted.attempts += 1
        raise OSError(errno.EMFILE, "Too many open files")


async def test_running_out_of_files_neither_floods_the_log_nor_stops_anybody(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Exhausted()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    waiting = socket.create_connection(listener.getsockname())
    async with running(listeners=[listener]) as place:
        ann = await place.guest("Ann")
        await trio.sleep(25)
        await ann.do(Browse(ref=1))
        assert 2 <= len(caplog.records) <= 3
        assert Exhausted.attempts <= 260, "one to let somebody in, one to send somebody away"
    assert autojump_clock.current_time() >= 25
    waiting.close()
