"""Where a player's lines come from: a terminal, with completion and history, or a pipe.

Reading blocks, so it has a thread of its own. On a terminal the next line is asked for when the
last one has been dealt with. Nothing ends a read that has begun there, so one thread reads for
one keyboard after the other: what is typed is for the one that is there when Enter comes.
"""

import asyncio
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from haydes.client.grammar import complete
from haydes.client.model import Model
from haydes.client.store import FOLDER

LINES_AHEAD = 1000  # that a pipe may run ahead of the game
HISTORY = 500  # lines


class _Terminal:
    """The thread that reads the terminal, and for which keyboard."""

    def __init__(self) -> None:
        self.asking = False  # the prompt is shown now
        self.modes: Any = None  # Any: as termios has it; those of a line that is still asked for
        self._news = threading.Condition()
        self._owner: Keyboard | None = None
        self._wanted = False  # a line
        self._reads = False

    def belong(self, owner: "Keyboard | None") -> None:
        """Read for another keyboard from now on; None: nobody wants lines any more."""
        with self._news:
            self._owner, self._wanted = owner, False
            self._news.notify()
        if not self._reads:
            self._reads = True
            threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    def ask(self) -> None:
        """Ask for a line, unless one is asked for."""
        with self._news:
            self._wanted = True
            self._news.notify()

    def _read(self) -> None:
        while True:
            with self._news:
                prompt = self._whose(wanted=True).prompt
                self.asking = True
            try:
                line = input(prompt)
            except EOFError:
                line = None
            finally:
                self.asking = False
            # without a loop nobody wants lines any more
            with self._news, suppress(RuntimeError):
                owner = self._whose(wanted=False)
                self._wanted = False
                owner.take(line)

    def _whose(self, *, wanted: bool) -> "Keyboard":
        """Wait for a keyboard, and if `wanted` for its wish for a line."""
        while self._owner is None or (wanted and not self._wanted):
            self._news.wait()
        return self._owner


_TERMINAL = _Terminal()


class Keyboard:
    """Lines as they are typed."""

    def __init__(
        self,
        prompt: str,
        history: Path | None,
        model: Callable[[], Model],
        at_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Without a `prompt` whatever it is counts as a pipe; `at_end` is called at its end."""
        self.is_terminal = bool(prompt) and sys.stdin.isatty() and sys.stdout.isatty()
        self.ended = False  # no more will come than what is waiting to be taken
        self.prompt = prompt
        self._history = history
        self._model = model
        self._at_end = at_end
        self._readline: Any = None  # Any: the module is missing on some systems
        self._modes: list[Any] | None = None  # Any: as termios has it
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(LINES_AHEAD)
        self._loop = asyncio.get_running_loop()

    @property
    def asking(self) -> bool:
        """Whether a terminal shows the prompt now."""
        return self.is_terminal and _TERMINAL.asking

    def start(self) -> None:
        """Begin to read."""
        if self.is_terminal:
            self._prepare()
            _TERMINAL.belong(self)
        else:
            threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    async def line(self) -> str | None:
        """Return the next line, or None when there are no more."""
        if self.is_terminal and self._lines.empty():
            _TERMINAL.ask()
        line = await self._lines.get()
        self._room.release()
        return line

    def typed(self) -> str:
        """Return what is typed of a line so far, as far as that can be known."""
        return str(self._readline.get_line_buffer()) if self._readline and self.asking else ""

    def forget(self) -> None:
        """Keep the last line out of what is remembered."""
        if self._readline and (lines := self._readline.get_current_history_length()):
            self._readline.remove_history_item(lines - 1)

    def close(self) -> None:
        """Keep the lines of this run, and leave the terminal as it was found."""
        if self.asking:  # whoever writes next writes over the prompt
            with suppress(OSError):
                sys.stdout.write("\n" if self.typed() else "\r")
                sys.stdout.flush()
        if self.is_terminal:
            _TERMINAL.belong(None)
        if self._readline and self._history:
            with suppress(OSError):  # no great loss
                self._history.parent.mkdir(FOLDER, parents=True, exist_ok=True)
                self._readline.set_history_length(HISTORY)
                self._readline.write_history_file(self._history)
        if self._modes is not None:
            import termios  # noqa: PLC0415 - not on every system

            _TERMINAL.modes = termios.tcgetattr(sys.stdin)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)

    def take(self, line: str | None) -> None:
        """Take in a line that was read; None: there are no more. For any thread."""
        if line is None:
            self.ended = True
            self._loop.call_soon_threadsafe(self._at_end)
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)

    def _prepare(self) -> None:
        with suppress(ImportError):
            import termios  # noqa: PLC0415 - not on every system

            self._modes = termios.tcgetattr(sys.stdin)
            if self.asking:
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, _TERMINAL.modes)
        with suppress(ImportError):
            import readline  # noqa: PLC0415 - not on every system

            self._readline = readline
            readline.set_completer(self._offer)
            readline.set_completer_delims(" ;")
            is_editline = "libedit" in (readline.__doc__ or "")  # macOS
            readline.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")
            with suppress(OSError):
                if self._history:
                    readline.read_history_file(self._history)

    def _offer(self, _word: str, number: int) -> str | None:
        """Return the completion with a number, as readline asks for them."""
        before = self._readline.get_line_buffer()[: self._readline.get_endidx()]
        offers = complete(self._model(), before)
        return f"{offers[number]} " if number < len(offers) else None

    def _read(self) -> None:
        with suppress(RuntimeError):  # the loop is gone: nobody wants lines any more
            while not self.ended:
                line = sys.stdin.readline() or None
                self._room.acquire()
                self.take(line)
