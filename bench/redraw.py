"""How long a screen takes from a new model to the bytes for the terminal, game by game."""

import asyncio
import io
import time
from collections.abc import Sequence

from bench.stage import HEADER, Stage
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from haydes.client.app import FullScreen
from haydes.client.changes import receive
from haydes.client.look import Look
from haydes.client.model import Link, LinkState, Model, Voice
from haydes.client.parsed import Parsed
from haydes.client.past.library import Library
from haydes.client.screens.rows import Area
from haydes.client.store import Held
from haydes.protocol.codec import unpack_server
from haydes.protocol.messages import Request

PATIENCE = 30.0  # seconds; nothing takes so long unless it hangs


class Shown:
    """A session that is whatever model it is given."""

    problem = ""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.library = Library(None)
        self._ended = asyncio.Event()
        self.has_begun = asyncio.Event()

    async def run(self) -> int:
        self.has_begun.set()
        await self._ended.wait()
        return 0

    async def close(self) -> None:
        self._ended.set()

    def unlock(self, word: str) -> None: ...
    def ask(self, request: Request) -> None: ...
    def do(self, parsed: Parsed) -> None: ...
    def say(self, voice: Voice, *sentences: str) -> None: ...
    def retry(self) -> None: ...
    def held(self) -> tuple[Held, ...]:
        return ()


class _Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def models(game: str, seats: int, acts: int) -> list[Model]:
    """Return what one player's client knows after each update of a match."""
    stage = Stage()
    people = stage.table(game, seats)
    model = Model(name="p0", link=Link(LinkState.LIVE, "here"))
    found: list[Model] = []
    for _ in range(acts):
        stage.act(people)
        for frame in people[0].frames:
            message = unpack_server(frame[HEADER:])
            if message is not None:
                model = receive(model, message, 0.0).model
        people[0].frames.clear()
        found.append(model)
    return found


def redraw(shown: Sequence[Model], size: Area, times: int) -> list[float]:
    """Return how many milliseconds of processor time each redraw takes, one after each update."""
    return asyncio.run(_redraw(shown, size, times))


async def _redraw(models: Sequence[Model], size: Area, times: int) -> list[float]:
    stream, took = _Terminal(), list[float]()
    output = Vt100_Output(stream, lambda: Size(size.rows, size.columns), term="xterm-256color")
    with create_pipe_input() as keyboard, create_app_session(keyboard, output):
        session = Shown(models[0])
        full = FullScreen(models[0], lambda _changed, _near: session, Look())
        running = asyncio.create_task(full.run())
        await asyncio.wait_for(session.has_begun.wait(), PATIENCE)
        for number in range(times):
            session.model = models[number % len(models)]
            stream.seek(0)
            begun = time.process_time()
            full.app.before_render.fire()
            full.app.renderer.render(full.app, full.app.layout)
            took.append((time.process_time() - begun) * 1e3)
        full.leave(0)
        await running
    return took
