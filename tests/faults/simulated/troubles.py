"""What goes wrong: with the links of people, and with the server."""

from collections.abc import Callable, Mapping, Sequence

import trio
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Weather
from tests.faults.simulated.person import Person
from tests.faults.simulated.process import Process

Trouble = Callable[[Person, Fate], None]

CALM = Weather()


def weather(fate: Fate) -> Weather:
    """Return what somebody's link is like all the time."""
    return Weather(
        latency=fate.choice((0.001, 0.02, 0.2, 0.8)),
        jitter=fate.choice((0.0, 0.05, 0.5)),
        bandwidth=fate.choice((float("inf"), 200_000, 16_000)),
        slice=fate.choice((0, 0, 0, 1000, 300, 100)),
        buffer=fate.choice((256 * 1024, 16 * 1024, 3000)),
    )


def _reset(person: Person, fate: Fate) -> None:
    if person.call:
        person.call.link.reset()


def _limit(person: Person, fate: Fate) -> None:
    """Break the link after so many bytes more, in one direction."""
    if person.call:
        fate.choice(person.call.link.pipes).left = fate.number(1, 400)


def _black_hole(person: Person, fate: Fate) -> None:
    person.vanish()


def _slow_close(person: Person, fate: Fate) -> None:
    """Let the server hear of the end only much later."""
    if person.call:
        person.call.link.parting = fate.between(5, 40)
        person.call.scope.cancel()


def _move(person: Person, fate: Fate) -> None:
    person.move()


def _repeat(person: Person, fate: Fate) -> None:
    person.repeat(fate.number(1, 5))


def _leave(person: Person, fate: Fate) -> None:
    person.step_out()


TROUBLES: Mapping[str, Trouble] = {
    "reset": _reset,
    "limit_data": _limit,
    "black hole": _black_hole,
    "slow close": _slow_close,
    "move": _move,
    "repeat": _repeat,
    "leave": _leave,
}


async def bother(person: Person, fate: Fate, count: int) -> None:
    """Let things go wrong for one person, so many times."""
    for _ in range(count):
        await trio.sleep(fate.between(0.2, 8))
        TROUBLES[fate.choice(tuple(TROUBLES))](person, fate)


async def stall(person: Person, fate: Fate, count: int) -> None:
    """Let a link stand still now and then, in one direction or both."""
    for _ in range(count):
        await trio.sleep(fate.between(0.2, 15))
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
        await trio.sleep(fate.between(3, 20))
        links = [person.call.link for person in people if person.call]
        for link in fate.shuffled(links):
            link.hold()
            await trio.sleep(fate.between(0, 0.5))
        for link in fate.shuffled(links):
            link.release()
            await trio.sleep(fate.between(0, 0.5))


POINTS = ("begun", "writing", "written", "told")


async def haunt(server: Callable[[], Process | None], fate: Fate, count: int) -> None:
    """Let the server be killed, drained, or lose its disk, so many times."""
    for _ in range(count):
        await trio.sleep(fate.between(0.5, 25))
        process = server()
        if process is None:
            continue
        match fate.choice(("kill", "point", "point", "stop", "stop twice", "disk", "clock")):
            case "kill":
                process.kill()
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


