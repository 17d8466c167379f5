"""What goes wrong: with the links of people, and with the server."""

from collections.abc import Callable, Mapping, Sequence

import trio
import trio.abc
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Weather
from tests.faults.simulated.person import Person
from tests.faults.simulated.process import Process

Trouble = Callable[[Person, Fate], None]


def weather(fate: Fate) -> Weather:
    """Return what somebody's link is like all the time."""
    return Weather(
        latency=fate.choice((0.001, 0.02, 0.2, 0.8)),
        jitter=fate.choice((0.0, 0.05, 0.5)),
        bandwidth=fate.choice((float("inf"), 200_000, 16_000)),
        slice=fate.choice((0, 0, 0, 1000, 300, 100)),
        buffer=fate.choice((256 * 1024, 16 * 1024, 3000)),
    )


def _limit(person: Person, fate: Fate) -> None:
    """Break the link after so many bytes more, in one direction."""
    if person.call:
        fate.choice(person.call.link.pipes).left = fate.number(1, 400)


def _slow_close(person: Person, fate: Fate) -> None:
    """Let the server hear of the end only much later."""
    if person.call:
        person.call.link.parting = fate.between(5, 40)
        person.call.scope.cancel()


TROUBLES: Mapping[str, Trouble] = {
    "reset": lambda person, _: person.break_off(),
    "limit_data": _limit,
    "black hole": lambda person, _: person.vanish(),
    "slow close": _slow_close,
    "move": lambda person, _: person.move(),
    "repeat": lambda person, fate: person.repeat(fate.number(1, 5)),
    "leave": lambda person, _: person.step_out(),
}


async def _wait(person: Person, fate: Fate, longest: float) -> None:
    """Wait for the next trouble: most come in the match."""
    if fate.odds(0.8):
        await person.party.begun.wait()
    await trio.sleep(fate.between(0.1, longest))


async def bother(person: Person, fate: Fate, count: int) -> None:
    """Let things go wrong for one person, so many times."""
    for _ in range(count):
        await _wait(person, fate, 8)
        TROUBLES[fate.choice(tuple(TROUBLES))](person, fate)


async def stall(person: Person, fate: Fate, count: int) -> None:
    """Let a link stand still now and then, in one direction or both."""
    for _ in range(count):
        await _wait(person, fate, 15)
        if person.call:
            pipes = person.call.link.pipes
            held = fate.choice((pipes, pipes[:1], pipes[1:]))
            for pipe in held:
                pipe.hold()
            await trio.sleep(fate.between(0.1, 20))
            for pipe in held:
                pipe.release()


async def swizzle(people: Sequence[Person], fate: Fate, count: int) -> None:
    """Stop links one after the other, and let them go in another order."""
    for _ in range(count):
        await _wait(fate.choice(people), fate, 15)
        links = [person.call.link for person in people if person.call]
        for link in fate.shuffled(links):
            link.hold()
            await trio.sleep(fate.between(0, 0.5))
        for link in fate.shuffled(links):
            link.release()
            await trio.sleep(fate.between(0, 0.5))


POINTS = ("begun", "writing", "written", "told")


class Countdown(trio.abc.Instrument):
    """Kills a process after so many steps of tasks, so at any await of its code."""

    def __init__(self, steps: int, process: Process) -> None:
        self._left = steps
        self._process = process

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self._left -= 1
        if self._left < 0:
            trio.lowlevel.remove_instrument(self)
            self._process.kill()


async def haunt(
    server: Callable[[], Process | None], people: Sequence[Person], fate: Fate, count: int
) -> None:
    """Let the server be killed, drained, or lose its disk, so many times."""
    for _ in range(count):
        await _wait(fate.choice(people), fate, 15)
        process = server()
        if process is None:
            continue
        match fate.choice(
            ("step", "step", "point", "point", "stop", "stop twice", "disk", "clock")
        ):
            case "step":
                trio.lowlevel.add_instrument(Countdown(fate.number(0, 300), process))
            case "point":
                process.point = fate.choice(POINTS)
            case "stop":
                process.stop()
            case "stop twice":
                process.stop()
                await trio.sleep(fate.between(0, 1))
                process.kill()
            case "disk":
                process.disk.failing = True
            case _:
                process.shift -= fate.number(0, 10 * 365 * 24 * 3600)
