"""Where a player's lines come from: a terminal, with completion and history, or a pipe.

Reading blocks, so it has a thread of its own. On a terminal the next line is asked for when the
last one has been dealt with.
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
        self.asking = False  # a terminal shows the prompt now
        self.ended = False  # no more will come than what is waiting to be taken
        self._prompt = prompt
        self._history = history
        self._model = model
        self._at_end = at_end
        self._readline: Any = None  # Any: the module is missing on some systems
        self._modes: list[Any] | None = None  # Any: as termios has it
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(LINES_AHEAD)
        self._free = threading.Event()

    def start(self) -> None:
        """Begin to read."""
        if self.is_terminal:
            self._prepare()
        reader = threading.Thread(
            target=self._read, args=(asyncio.get_running_loop(),), name="keyboard", daemon=True
        )
        reader.start()

    async def line(self) -> str | None:
        """Return the next line, or None when there are no more."""
        self._free.set()
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
        if self._readline and self._history:
            with suppress(OSError):  # no great loss
                self._history.parent.mkdir(FOLDER, parents=True, exist_ok=True)
                self._readline.set_history_length(HISTORY)
                self._readline.write_history_file(self._history)
        if self._modes is not None:
            import termios  # noqa: PLC0415 - not on every system

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)

    def _prepare(self) -> None:
        with suppress(ImportError):
            import termios  # noqa: PLC0415 - not on every system

            self._modes = termios.tcgetattr(sys.stdin)
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

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is gone: nobody wants lines any more
            while not self.ended:
                line = self._next()
                if line is None:
                    self.ended = True
                    loop.call_soon_threadsafe(self._at_end)
                self._room.acquire()
                loop.call_soon_threadsafe(self._lines.put_nowait, line)

    def _next(self) -> str | None:
        if not self.is_terminal:
            return sys.stdin.readline() or None
        self._free.wait()
        self._free.clear()
        self.asking = True
        try:
            return input(self._prompt)
        except EOFError:
            return None
        finally:
            self.asking = False
