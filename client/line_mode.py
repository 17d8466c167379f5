"""What the two modes of lines share: commands in, one after the other, and when each is due.

On a terminal a command is carried out at once. On a pipe it waits until the last one is
answered, and an act until it is its seat's turn, so that a whole game can be written down in
advance; the end of the input ends the program.
"""

import asyncio
import os
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from haydes.client import company
from haydes.client.exits import DONE, LOST
from haydes.client.fair import Verdict
from haydes.client.grammar import parse
from haydes.client.keyboard import Keyboard
from haydes.client.model import LinkState, Model, engaged, is_busy, my_seat, phase
from haydes.client.options import Options
from haydes.client.pace import Pace
from haydes.client.parsed import Parsed, Typing
from haydes.client.session import Session, Where
from haydes.client.store import Store
from haydes.protocol.messages import Act

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# what a command comes to, as things stand
Command: TypeAlias = Callable[[Model, Typing], Parsed]


def typed(command: str) -> Command:
    """Return a command of the grammar."""
    return lambda model, typing: parse(model, command, typing)


class LineMode(ABC):
    """One run of the client, from line to line."""

    def __init__(self, options: Options, store: Store, where: Where | None, *, prompt: str) -> None:
        """Without a `prompt` whatever the input is counts as a pipe."""
        self._change = asyncio.Event()
        self._keyboard = Keyboard(
            prompt, store.history(), lambda: self._session.model, self._change.set
        )
        self._session = Session(options, store, self._changed, where, patient=False)
        self._session.asks = self._keyboard.is_terminal
        self._typing = Typing()
        self._over = False  # nothing is told any more
        self._give_up = options.give_up
        self._pace = Pace()
        self._quit: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def run(self) -> int:
        """Play until the input ends, the player quits or the server refuses."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self._leave, 128 + number)
        link = asyncio.create_task(self._session.run())
        lines = asyncio.create_task(self._listen())
        code = DONE
        try:
            await asyncio.wait({link, lines, self._quit}, return_when=asyncio.FIRST_COMPLETED)
            if link.done() or self._session.problem:
                code = await link
                self._end(code, "")
            else:
                code = self._quit.result() if self._quit.done() else lines.result()
                self._end(code, self._farewell())
        except BrokenPipeError:  # nobody reads any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = DONE
        finally:
            self._over = True
            await self._session.close()
            lines.cancel()
            link.cancel()
            self._keyboard.close()
        return code

    # What each mode does in its own way

    @abstractmethod
    async def _line(self, line: str) -> None:
        """Carry out a line of input."""

    @abstractmethod
    def _show(self, *, force: bool) -> bool:
        """Tell what is new; return whether it would change what the player answers."""

    @abstractmethod
    def _end(self, code: int, farewell: str) -> None:
        """Tell the last things; without a farewell the link has told why it ends."""

    # In

    async def _listen(self) -> int:
        """Carry out lines until there are no more; return the exit code."""
        self._keyboard.start()
        try:
            while not self._quit.done() and (line := await self._keyboard.line()) is not None:
                await self._line(line)
            await self._until(lambda: not self._must_wait())
        except TimeoutError:
            return LOST
        return DONE

    async def _due(self, command: Command) -> Parsed:
        """Wait until a command is due; return what it comes to then."""
        await self._until(lambda: not self._must_wait())
        parsed = command(self._session.model, self._typing)
        while parsed.early and self._turn_may_come():
            await self._next_change()
            await self._until(lambda: not self._must_wait())
            parsed = command(self._session.model, self._typing)
        self._typing = parsed.typing
        if not self._keyboard.is_terminal and any(isinstance(r, Act) for r in parsed.requests):
            now = asyncio.get_running_loop().time()
            await asyncio.sleep(self._pace.wait(self._session.model.limits, now))
        return parsed

    def _must_wait(self) -> bool:
        """Whether the next command had better wait for an answer."""
        model = self._session.model
        if not self._keyboard.is_terminal:
            checking = model.fair.verdict is Verdict.CHECKING
            return is_busy(model) or checking or not model.link.up
        return bool(model.asked) and model.link.state is LinkState.LIVE

    def _turn_may_come(self) -> bool:
        """Whether an act from a pipe is to wait for its turn."""
        view = self._session.model.view
        if self._keyboard.is_terminal or view is None or my_seat(view) is None:
            return False
        return engaged(view) or (phase(view) == "waiting" and not self._keyboard.ended)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await self._next_change()

    async def _next_change(self) -> None:
        """Wait for news; raise TimeoutError if the input has ended and the link does not return."""
        link = self._session.model.link
        lost = self._keyboard.ended and not link.up
        self._change.clear()
        async with asyncio.timeout_at(link.since + self._give_up if lost else None):
            await self._change.wait()

    def _changed(self) -> None:
        self._change.set()
        if not self._over:
            self._show(force=False)

    def _leave(self, code: int) -> None:
        if not self._quit.done():
            self._quit.set_result(code)

    def _farewell(self) -> str:
        view, taught = self._session.model.view, self._session.model.taught
        if view is None or my_seat(view) is None or not engaged(view) or taught:
            return "goodbye."
        kept = f"you leave; your seat is held. {company.rule(view)}".strip()
        return f"{kept} The match is not resigned."
