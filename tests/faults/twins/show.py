"""A planned match at a real server, over simulated links on a virtual clock.

Everybody is there who may listen: people in seats and one who comes back, spectators and one who
comes late, somebody in the lobby. What each has heard is kept, byte by byte, with the time.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from random import Random
from typing import Any

import trio
import trio.testing
from tests.faults.fuzzing.makers import CLIENT, made
from tests.faults.simulation import in_order
from tests.faults.twins.canary import Cards, told_secrets
from tests.faults.twins.hall import BACK, LATE, LOBBY, SETTLED, SPECTATOR, Hall, Member, Show
from tests.faults.twins.hidden import HIDDEN
from tests.faults.twins.plan import TURN_SECONDS, Plan, Step

from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Seat
from haydes.engine.match import Kind
from haydes.protocol.messages import (
    Act,
    Browse,
    Bye,
    Hello,
    Hint,
    Join,
    Kick,
    Leave,
    MakeHost,
    Open,
    Pause,
    Resign,
    Start,
    Sync,
    Transcript,
    Watch,
)
from haydes.server import deal

COMMITMENT = "0" * 64  # what both servers show, although their secrets differ


# What may be asked for at any time without a change in who plays, and how
_HARMLESS = tuple(
    kind for kind in CLIENT if kind not in {Hello, Bye, Act, Resign, Leave, Pause, Kick, MakeHost}
)


def perform(plan: Plan, seed: int, *, second: bool) -> Show:
    """Play a plan at one of the two servers."""
    halls: list[Hall] = []

    async def live() -> None:
        async with trio.open_nursery() as nursery:
            hall = Hall(plan, seed, second=second, nursery=nursery)
            halls.append(hall)
            await nursery.start(hall.service.run, ())
            try:
                await _play(hall)
            except Exception as error:  # noqa: BLE001 - what was heard before counts first
                hall.show.failure = f"{type(error).__name__}: {error}"
            nursery.cancel_scope.cancel()

    with in_order(seed), _unbound(), _logged() as log:
        trio.run(live, clock=trio.testing.MockClock(autojump_threshold=0))
    halls[0].show.log = log
    return halls[0].show


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.msg} {getattr(record, 'facts', '')}")


@contextmanager
def _logged() -> Generator[list[str]]:
    """Keep what the server logs, to the last detail."""
    logger, handler = logging.getLogger("haydes.server"), _Lines()
    usual = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield handler.lines
    finally:
        logger.removeHandler(handler)
        logger.level, logger.propagate = usual


def _no_commitment(_: bytes) -> str:
    return COMMITMENT


@contextmanager
def _unbound() -> Generator[None]:
    """Let servers be bound to no secret, for two that must look alike have different ones."""
    place: Any = deal
    proper = place.commitment
    place.commitment = _no_commitment
    try:
        yield
    finally:
        place.commitment = proper


async def _play(hall: Hall) -> None:
    plan = hall.plan
    await _gather(hall)
    cards = Cards(hall.members, hall.stage, HIDDEN[plan.game.name].shown)
    told = hall.show.faults
    for number, step in enumerate(plan.steps):
        if number == len(plan.steps) // 3:
            await _come_late(hall)
        if number == len(plan.steps) // 2 and plan.viewer is not None:
            await _come_back(hall, plan.viewer)
        await _probe(hall, step, number)
        told += cards.told_early()
        if hall.second and step.other is not None:
            hall.stage.position = step.other.clone()
        cards.begin()
        await _put(hall, step)
        told += cards.told_early()
        cards.begin()
    told += told_secrets(hall.members, hall.secret)


async def _gather(hall: Hall) -> None:
    plan = hall.plan
    for seat in range(plan.people):
        name = hall.sitters[seat] = f"P{seat}"
        member = await hall.enter(name)
        if seat:
            await _join(hall, member, seat)
        else:
            await member.do(
                lambda ref: Open(
                    ref=ref,
                    game=plan.game.name,
                    seats=plan.seats,
                    options=plan.options,
                    bots=[""] * plan.bots,
                    turn_seconds=plan.turn_seconds,
                    takeover=True,
                    hints="always",
                )
            )
            member.seat = seat
    browser = await hall.enter(LOBBY)
    await browser.do(lambda ref: Browse(ref=ref))
    watcher = await hall.enter(SPECTATOR)
    await watcher.do(lambda ref: Watch(ref=ref, table=hall.table))
    await hall.members["P0"].do(lambda ref: Start(ref=ref))


async def _join(hall: Hall, member: Member, seat: Seat) -> None:
    await member.do(lambda ref: Join(ref=ref, table=hall.table, seat=seat))
    member.seat = seat


async def _come_late(hall: Hall) -> None:
    """Let somebody watch, or take the viewer's seat if a bot has it."""
    late = await hall.enter(LATE)
    seat = hall.plan.viewer
    if seat is None or seat in hall.sitters:
        await late.do(lambda ref: Watch(ref=ref, table=hall.table))
    else:
        await _join(hall, late, seat)
        hall.sitters[seat] = LATE


async def _come_back(hall: Hall, seat: Seat) -> None:
    """Let somebody lose the connection, and come back with the token."""
    lost = hall.person(seat)
    lost.link.reset()
    await trio.sleep(1.0)
    back = await hall.enter(BACK, lost.token)
    back.seat = seat
    hall.sitters[seat] = BACK


async def _probe(hall: Hall, step: Step, number: int) -> None:
    """Let the viewer try to find something out."""
    seat = hall.plan.viewer
    viewer = hall.members[SPECTATOR if seat is None else hall.sitters.get(seat, SPECTATOR)]
    probe = step.probe
    if probe is not None:
        await viewer.ask(lambda ref: viewer.acting(ref, probe))
    elif viewer.you.get("choices") and number % 3 == 0:
        await viewer.do(lambda ref: Hint(ref=ref))
    elif number % 2:
        random = Random(f"{hall.table}/{number}")
        for _ in range(3):
            viewer.write(made(random, random.choice(_HARMLESS)))
        await trio.sleep(SETTLED)
    elif number % 7 == 0:
        await viewer.ask(lambda ref: Sync(ref=ref))
        await viewer.ask(lambda ref: Transcript(ref=ref, match=1))


async def _put(hall: Hall, step: Step) -> None:
    """Have the next input at the table."""
    stage, deed = hall.stage, step.deed
    stage.chance = ScriptedDealer(step.draws)
    if step.is_late:
        await trio.sleep(TURN_SECONDS + 0.5)
    elif deed.kind is Kind.FORFEIT:
        await hall.person(deed.seat).do(lambda ref: Resign(ref=ref))
        hall.person(deed.seat).seat = None
    else:
        await hall.act(deed.seat, deed.action)
