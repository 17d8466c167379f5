"""A session without a server: shows a model and remembers what it was asked for."""

import asyncio
from collections.abc import Callable

from haydes.client.model import Model, Voice, say
from haydes.client.parsed import Local, Parsed
from haydes.client.past.library import Library
from haydes.client.store import Held
from haydes.protocol.messages import Request


class FakeSession:
    """Runs until it is closed, or fails if it is told to."""

    def __init__(self, model: Model, changed: Callable[[], None]) -> None:
        self.model = model
        self.asked: list[Request] = []
        self.done: list[Local] = []
        self.retries = 0
        self.words: list[str] = []
        self.problem = ""
        self.library = Library(None)
        self.failure: Exception | None = None
        self._changed = changed
        self._closed = asyncio.Event()

    async def run(self) -> int:
        self._changed()
        await asyncio.sleep(0)
        if self.failure:
            raise self.failure
        await self._closed.wait()
        return 0

    async def close(self) -> None:
        self._closed.set()

    def become(self, model: Model) -> None:
        """Show another model, as if the server had said so."""
        self.model = model
        self._changed()

    def unlock(self, word: str) -> None:
        self.words.append(word)

    def ask(self, request: Request) -> None:
        self.asked.append(request)

    def do(self, parsed: Parsed) -> None:
        self.asked += parsed.requests
        if parsed.local:
            self.done.append(parsed.local)

    def say(self, voice: Voice, *sentences: str) -> None:
        self.become(say(self.model, voice, *sentences))

    def retry(self) -> None:
        self.retries += 1

    def held(self) -> tuple[Held, ...]:
        return ()
