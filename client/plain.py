"""Line mode: one event, one line, newest last, nothing ever rewritten.

For pipes, screen readers and simple terminals. On a terminal, what happens while a line is
being typed waits for Enter; that needs the readline module, without it lines come at once. On a
pipe a command waits until the last one is answered, and an act until it is its seat's turn, so
that a whole game can be written down in advance.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable

from haydes.client.exits import DONE, LOST
from haydes.client.fair import Verdict
from haydes.client.grammar import parse, split
from haydes.client.keyboard import Keyboard
from haydes.client.model import (
    Line,
    LinkState,
    Voice,
    engaged,
    is_busy,
    my_seat,
    my_turn,
    new_lines,
    phase,
    prompt,
)
from haydes.client.options import Options
from haydes.client.pace import Pace
from haydes.client.pager import Pager
from haydes.client.parsed import Local, Parsed, Typing
from haydes.client.session import Session, Where
from haydes.client.store import Store
from haydes.client.words import numbered
from haydes.protocol.messages import Act

PROMPT = "> "
BELL = "\a"
NEWLINE, RETURN = "\n", "\r"
GIVE_UP = 60.0  # seconds without a link, once the input has ended
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOBBY_HINT = "tables lists the tables, join takes a seat, new opens a table, help tells more."
CHANGED = "the choices are others than when you typed the number. Type it again."
TABLE_HINT = "type the number of a choice or its words, look, odds, or help."


def run(options: Options, store: Store, where: Where | None) -> int:
    """Play until the input ends, the player quits or the server refuses; return the exit code."""
    return asyncio.run(_play(options, store, where))


async def _play(options: Options, store: Store, where: Where | None) -> int:
    return await Plain(options, store, where).run()


class Plain:
    """One run of line mode."""

    def __init__(self, options: Options, store: Store, where: Where | None) -> None:
        self._session = Session(options, store, self._changed, where, patient=False)
        self._keyboard = Keyboard(PROMPT, store.history(), lambda: self._session.model)
        self._typing = Typing()
        self._shown = 0  # lines of the log
        self._offered = -1  # the prompt whose choices were shown
        self._hints: set[str] = set()
        self._pager = Pager()
        self._interrupt = False
        self._over = False  # nothing is told any more
        self._pace = Pace()
        self._change = asyncio.Event()
        self._quit: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self._leave, 128 + number)
        link = asyncio.create_task(self._session.run())
        lines = asyncio.create_task(self._listen())
        try:
            await asyncio.wait({link, lines, self._quit}, return_when=asyncio.FIRST_COMPLETED)
            if link.done() or self._session.problem:
                return await link
            code = self._quit.result() if self._quit.done() else lines.result()
            self._show(force=True)
            self._write([Line(Voice.LINK, self._farewell())])
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

    # In

    async def _listen(self) -> int:
        """Carry out lines until there are no more; return the exit code."""
        self._keyboard.start()
        try:
            while not self._quit.done() and (line := await self._keyboard.line()) is not None:
                unseen = self._show(force=True)
                commands = split(line)
                if commands:
                    self._pager.close()
                else:
                    self._put(self._pager.turn())
                for command in commands:
                    if unseen and command.isdecimal() and self._keyboard.is_terminal:
                        self._session.say(Voice.ERROR, CHANGED)
                        self._show(force=True)
                        break
                    if not self._quit.done():
                        await self._command(command)
            await self._until(lambda: not self._must_wait())
        except TimeoutError:
            return LOST
        return DONE

    async def _command(self, command: str) -> None:
        await self._until(lambda: not self._must_wait())
        parsed = parse(self._session.model, command, self._typing)
        while parsed.early and self._turn_may_come():
            await self._next_change()
            await self._until(lambda: not self._must_wait())
            parsed = parse(self._session.model, command, self._typing)
        self._typing = parsed.typing
        if not self._keyboard.is_terminal and any(isinstance(r, Act) for r in parsed.requests):
            now = asyncio.get_running_loop().time()
            await asyncio.sleep(self._pace.wait(self._session.model.limits, now))
        self._do(parsed)

    def _do(self, parsed: Parsed) -> None:
        if parsed.local is Local.QUIT:
            self._leave(DONE)
        elif parsed.local is Local.LOG:
            self._write(parsed.lines)
        else:
            if parsed.local is Local.SET and parsed.setting[0] == "interrupt":
                self._interrupt = parsed.setting[1] == "on"
            self._session.do(parsed)
            self._show(force=True)

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
        async with asyncio.timeout_at(link.since + GIVE_UP if lost else None):
            await self._change.wait()

    def _leave(self, code: int) -> None:
        if not self._quit.done():
            self._quit.set_result(code)

    def _farewell(self) -> str:
        view = self._session.model.view
        if view is None or my_seat(view) is None or not engaged(view):
            return "goodbye."
        return "you leave; your seat is held. The match is not resigned."

    # Out

    def _changed(self) -> None:
        self._change.set()
        if not self._over:
            self._show(force=False)

    def _show(self, *, force: bool) -> bool:
        """Write what is new, unless that would disturb a line that is being typed.

        Return whether there are choices that were not shown before.
        """
        if not (force or self._interrupt) and self._keyboard.typed():
            return False
        model = self._session.model
        lines = list(new_lines(model, self._shown))
        self._shown = model.logged
        view = model.view
        anew = view is not None and my_turn(view) and prompt(view) != self._offered
        if view is not None and anew:
            self._offered = prompt(view)
            lines.append(Line(Voice.CHOICES, numbered(view)))
            lines += self._hint(TABLE_HINT)
        in_lobby = view is None and not self._session.problem
        if in_lobby and self._session.began and not is_busy(model):
            lines += self._hint(LOBBY_HINT)
        self._write(lines)
        if model.reading is not self._pager.reading and model.reading is not None:
            self._pager = Pager(model.reading, on_terminal=self._keyboard.is_terminal)
            self._put(self._pager.turn())
        return anew

    def _hint(self, hint: str) -> list[Line]:
        """Return a hint the first time."""
        if hint in self._hints:
            return []
        self._hints.add(hint)
        return [Line(Voice.HINT, hint)]

    def _write(self, lines: Iterable[Line]) -> None:
        self._put(f"{line.voice}: {line.text}" for line in lines)

    def _put(self, rows: Iterable[str]) -> None:
        """Write rows; over the prompt if it stands there, which is then written again."""
        told = "".join(f"{row}\n" for row in rows)
        if not told:
            return
        if self._keyboard.is_terminal and "Turn: yours" in told:
            told += BELL
        if self._keyboard.asking:
            typed = self._keyboard.typed()
            told = f"{NEWLINE if typed else RETURN}{told}{PROMPT}{typed}"
        sys.stdout.write(told)
        sys.stdout.flush()
