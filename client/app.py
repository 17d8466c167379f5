"""The full-screen front end: a thin shell of prompt_toolkit around the pure screens.

One window shows the drawing; while a line is typed, its row belongs to prompt_toolkit's line
editor. Nothing is printed, no task fails unseen, and every way out leaves the terminal as it
was found.
"""

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from prompt_toolkit.application import Application
from prompt_toolkit.application.run_in_terminal import in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always, Condition, Filter
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import (
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.styles import DynamicStyle, Style

from haydes.client import attention, terminal
from haydes.client import look as looks
from haydes.client.attention import Attention
from haydes.client.config import ON, ConfigError, save
from haydes.client.core import Core
from haydes.client.look import Look
from haydes.client.model import Link, LinkState, Model, Voice, my_turn, phase
from haydes.client.moving import Mover
from haydes.client.nearby import Found, Near
from haydes.client.parsed import LOOKS_BACK, Local, Parsed, Typing
from haydes.client.past.reel import WORDS, LostError, Reel, follow
from haydes.client.screens import frame, motion
from haydes.client.screens.clicks import clicked, wheeled
from haydes.client.screens.everywhere import parting
from haydes.client.screens.looking_back import looked_back, rolled
from haydes.client.screens.motion import Motion
from haydes.client.screens.rows import Area, Drawing, Row, Spot
from haydes.client.screens.screen import acting, draw, fits, paste, press, renewed, seen
from haydes.client.screens.typed import answered, completed, mistaken
from haydes.client.screens.ui import Mode, Overlay, Press, Ui
from haydes.client.screens.unread import read_along

SIGNALS = {"SIGTERM": 143, "SIGHUP": 129, "SIGINT": 130}  # exit codes, as a shell counts them
TWICE = 3.0  # seconds in which a second Ctrl-C quits
GOODBYE = 1.0  # seconds that a polite goodbye may take
ESCAPE = 0.05  # seconds after which an escape byte is the key
CHORD = 0.1  # the same for a key that may begin a longer one
PACE = 0.03  # least seconds between two redraws
SETS = "set "  # begins what means the same in a replay
LOOKS = ("color", "glyphs", "theme")  # settings that change the look

logger = logging.getLogger(__name__)


class FullScreen:
    """Holds what changes together: the session's model, the ui, and prompt_toolkit's objects."""

    def __init__(
        self,
        model: Model,
        session: Callable[[Callable[[], None], Near | None], Core],
        look: Look,
        *,
        clock: Callable[[], float] = time.monotonic,
        search: Callable[[Found], Coroutine[None, None, None]] | None = None,
    ) -> None:
        """Prepare a screen that shows `model` until there is a session, which is made late.

        With `search` a server nearby is chosen first; the session is told which one.
        """
        self.ui = Ui(near=() if search else None)
        self._search = search
        self.config: Path | None = None  # where settings are saved without a session
        self._goal: Near | None = None
        self._gone = asyncio.Event()  # to the goal
        self.session: Core | None = None
        self._first = model
        self._make = session
        self.taught = ""  # the game whose tutorial is wanted
        self.shown = asyncio.Event()
        self.look = look
        self._clock = clock
        self._typing = Typing()
        self._drawing = Drawing(())
        self._interrupted = -TWICE
        self._attention = Attention(-TWICE)
        self._seen = model  # what was known at the last change
        self._mine = False
        self._code = 0
        self._failures: set[str] = set()
        self.ticker: asyncio.Task[None] | None = None
        self.roller: asyncio.Task[None] | None = None
        self._buffer = Buffer(
            multiline=False,
            history=InMemoryHistory(),
            accept_handler=self._entered,
            on_text_changed=self._typed,
        )
        self.app: Application[int] = self._application()
        self._mover = Mover(self.app.invalidate)

    async def run(self) -> int:
        """Show the screen until it is left; return the exit code."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._failed)
        for name, code in SIGNALS.items():
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), self.leave, code)
        link = asyncio.create_task(self._linked())
        try:
            await self.app.run_async(handle_sigint=False, set_exception_handler=False)
        except (EOFError, OSError):  # the terminal has gone
            self._code = SIGNALS["SIGHUP"]
        except BaseException:  # the library lets go of everything only after a last frame
            with suppress(OSError):
                terminal.let_go(self.app)
            raise
        finally:
            for task in filter(None, (self.ticker, self.roller)):
                task.cancel()
            self._mover.stop()
            with suppress(OSError):
                attention.report(self.app.output, on=False)
            with suppress(Exception):  # leaving has no use for any failure
                async with asyncio.timeout(GOODBYE):
                    if self.session:
                        await self.session.close()
                        await link
            link.cancel()
        return self._code

    # What happens

    async def _linked(self) -> None:
        """Keep the session going; the screen outlives it if the server said no."""
        await self.shown.wait()
        if self.ui.reel:
            return
        try:
            near = await self._chosen(self._search) if self._search else None
            self.session = self._make(self._changed, near)
            code = await self.session.run()
        except Exception:
            logger.exception("the session failed")
            self._tell("something went wrong in this client; q quits.")
            self._code = 1
        else:
            if self.model.link.state is LinkState.REFUSED:
                self._code = code
                self._show(self.ui)
            else:
                self.leave(code)

    async def _chosen(self, search: Callable[[Found], Coroutine[None, None, None]]) -> Near | None:
        """Search for servers nearby until the player has chosen one."""
        searching = asyncio.create_task(search(self._found))
        searching.add_done_callback(self._searched)
        try:
            await self._gone.wait()
        finally:
            searching.cancel()
        if self._goal:
            self._first = replace(self._first, link=Link(server=str(self._goal.address)))
        self._show(replace(self.ui, near=None, aim=""))
        return self._goal

    def _found(self, near: tuple[Near, ...]) -> None:
        self._show(replace(self.ui, near=near))

    def _searched(self, search: "asyncio.Task[None]") -> None:
        if not search.cancelled() and (problem := search.exception()):
            self._show(replace(self.ui, note=f"The network cannot be asked: {problem}."))

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """Tell of a failure that nothing caught, once of each kind: a redraw may repeat it."""
        problem = context.get("exception")
        kind = repr(problem or context.get("message"))
        if kind not in self._failures:
            self._failures.add(kind)
            known = problem if isinstance(problem, BaseException) else None
            logger.error("a task failed: %s", kind, exc_info=known)
            self._tell(f"something went wrong in this client: {kind}.")

    def _tell(self, sentence: str) -> None:
        if self.session:
            self.session.say(Voice.ERROR, sentence)
        self._show(replace(self.ui, note=sentence))

    def _changed(self) -> None:
        """Take note of a new model: redraw, ring, and start the clock's ticks."""
        model = self.model
        view = model.view
        mine = view is not None and my_turn(view) and phase(view) == "playing"
        if mine and not self._mine and self._attention.is_away(self._clock()):
            notice = self.ui.settings["notice"] == ON
            attention.call(self.app.output, bell=model.bell, notice=notice, environ=os.environ)
        self._mine = mine
        before, self._seen = self._seen, model
        ui = read_along(model, renewed(before, model, self.ui))
        self._move(before, ui)
        if self.session:
            ui = replace(ui, latest=self.session.library.latest)
        if view is None and self.session:
            ui = replace(ui, held=self.session.held())
        if model.locked and not before.locked:
            self._do(Press(replace(ui, mode=Mode.WORD, typed="", overlay=Overlay.NONE)))
        else:
            self._show(ui)

    def _move(self, before: Model, ui: Ui) -> None:
        """Set in motion what has changed at this table, if that is wished for."""
        model = self.model
        if ui.settings["motion"] != ON or ui.stage[0] != self.ui.stage[0] or model.view is None:
            return
        cards = motion.turned(self._drawing, draw(model, ui, self.size()))
        moving = Motion(cards, motion.rolled(before, model))
        if moving and self.shown.is_set():
            self._mover.begin(moving)

    def _show(self, ui: Ui) -> None:
        self.ui = ui
        if frame.ticks(self.model) and self.ticker is None:
            self.ticker = asyncio.create_task(self._tick())
        if ui.reel and ui.reel.rolls and self.roller is None:
            self.roller = asyncio.create_task(self._roll())
        self.app.invalidate()

    async def _tick(self) -> None:
        """Redraw every second, as long as something on the screen counts."""
        while frame.ticks(self.model):
            await asyncio.sleep(1)
            self.app.invalidate()
        self.ticker = None

    async def _roll(self) -> None:
        """Lead a replay on by itself, until it is stopped or at its end."""
        while self.ui.reel is not None and self.ui.reel.rolls:
            await asyncio.sleep(self.ui.reel.seconds)
            self._show(rolled(self.ui))
        self.roller = None

    def teach(self, game: str) -> None:
        """End this screen, for a tutorial."""
        self.taught = game
        self.leave(self._code)

    def leave(self, code: int) -> None:
        if self.app.is_running and not self.app.is_done:
            self._code = code
            self.app.exit(result=code)

    # Keys and lines

    def pressed(self, name: str) -> None:
        self._notice_key()
        self._do(press(self.model, seen(self.model, self.ui, self.size()), name))

    def pasted(self, text: str) -> None:
        self._notice_key()
        self._do(paste(self.model, self.ui, text))

    def clicked(self, kind: MouseEventType, spot: Spot) -> None:
        """Press the keys that a click, or a turn of the wheel, on the board stands for."""
        if self.ui.mode is not Mode.KEYS or not fits(self.size()):
            return
        names: tuple[str, ...] = ()
        if kind is MouseEventType.MOUSE_UP:
            names = clicked(self._drawing, acting(self.model, self.ui), spot)
        elif kind in terminal.WHEEL:
            overlaid = self.ui.overlay is not Overlay.NONE
            names = wheeled(self._drawing, terminal.WHEEL[kind], overlaid=overlaid)
        for name in names:
            self.pressed(name)

    def _notice_key(self) -> None:
        """Take note that the player is there, and does not want to wait for anything."""
        self._attention = replace(self._attention, struck=self._clock())
        self._mover.stop()

    def _focus(self, *, here: bool) -> None:
        struck = self._clock() if here else self._attention.struck
        self._attention = Attention(struck, focused=here)

    def _do(self, done: Press) -> None:
        if done.ui.mode is not self.ui.mode:
            self._buffer.reset()
            self.app.layout.focus(self._line if done.ui.mode is not Mode.KEYS else self._board)
        self._show(done.ui)
        if self.session:
            for request in done.ask:
                self.session.ask(request)
            if done.retries:
                self.session.retry()
        if done.goes:
            self._goal = done.goes
            self._gone.set()
        if done.teaches:
            self.teach(done.teaches)
        if done.types:
            self._run_line(done.types)
        if done.quits:
            self.leave(self._code)

    def _typed(self, buffer: Buffer) -> None:
        offers: tuple[str, ...] = ()
        if self.ui.mode is Mode.COMMAND and self.ui.reel:
            offers = tuple(word for word in WORDS if word.startswith(buffer.text.lower()))
        elif self.ui.mode is Mode.COMMAND:
            from haydes.client.grammar import complete  # noqa: PLC0415 - nobody types at once

            offers = tuple(complete(self.model, buffer.document.text_before_cursor))
        hidden = self.ui.mode is Mode.WORD
        shown = "*" * len(buffer.text) if hidden else buffer.text
        self._show(replace(self.ui, typed=shown, offers=offers, note=""))

    def _entered(self, buffer: Buffer) -> bool:
        """Run the typed line; a line with a mistake stays to be corrected."""
        line = buffer.text.strip()
        if self.ui.mode is Mode.WORD:
            buffer.reset()  # so that no history keeps it
            if line and self.session:
                self._stop_typing()
                self.session.unlock(line)
            return True
        chat = self.ui.mode is Mode.CHAT
        if line and not self._run_line(f"say {line}" if chat else line):
            return True
        self._do(Press(replace(self.ui, mode=Mode.KEYS, typed="", offers=())))
        return False

    def _run_line(self, line: str) -> bool:
        """Carry out commands as they are typed in plain mode; False: one is a mistake."""
        if self.ui.reel and not line.startswith(SETS):
            return self._lead(self.ui.reel, line)
        from haydes.client.grammar import parse, split  # noqa: PLC0415 - nobody types at once

        for command in split(line):
            parsed = parse(self.model, command, self._typing)
            self._typing = parsed.typing
            self._show(answered(self.ui, parsed, self.size().columns))
            if parsed.local is Local.QUIT:
                self.leave(self._code)
            elif parsed.teaches:
                self.teach(parsed.teaches)
            elif parsed.local is Local.SET:
                self._set(parsed)
            if self.session and parsed.local in LOOKS_BACK:
                self._show(looked_back(self.model, self.ui, self.session.library, parsed))
            elif self.session and parsed.local is not Local.QUIT:
                # the lines have been shown, and need not be in the log
                self.session.do(replace(parsed, lines=()))
            if mistaken(parsed):
                return False
        return True

    def _set(self, parsed: Parsed) -> None:
        name, value = parsed.setting
        if self.session is None and parsed.saves:
            self._save(name, value)
        settings = {**self.ui.settings, name: value}
        self._show(replace(self.ui, settings=settings))
        if name in LOOKS:
            self.look = looks.settled(settings, os.environ, sys.stdout.encoding)

    def _save(self, name: str, value: str) -> None:
        try:
            save(self.config, name, value)
        except (ConfigError, OSError) as problem:
            self._show(replace(self.ui, note=f"{problem}."))

    def _lead(self, reel: Reel, line: str) -> bool:
        """Carry out a command of a replay; False: it is a mistake."""
        if line.strip().lower() in ("quit", "q"):
            self._show(replace(self.ui, reel=None if not reel.alone else reel))
            if reel.alone:
                self.leave(self._code)
            return True
        try:
            self._show(replace(self.ui, reel=follow(reel, line)))
        except LostError as problem:
            self._show(replace(self.ui, note=str(problem)))
            return False
        return True

    def _complete(self) -> None:
        if self.ui.mode is Mode.COMMAND:
            document = self._buffer.document
            before = document.text_before_cursor
            if not document.text:
                self._typed(self._buffer)  # nothing has been offered yet
            text = completed(before, self.ui.offers)
            self._buffer.document = Document(text + document.text_after_cursor, len(text))

    def _interrupt(self) -> None:
        """Ctrl-C: stop typing; on the board, twice quits."""
        if self.ui.mode is not Mode.KEYS:
            self._stop_typing()
        elif self._clock() - self._interrupted < TWICE:
            self.leave(SIGNALS["SIGINT"])
        else:
            self._interrupted = self._clock()
            self._show(replace(self.ui, note=f"Ctrl-C once more quits.{parting(self.model)}"))

    def _stop_typing(self) -> None:
        self._do(Press(replace(self.ui, mode=Mode.KEYS, typed="", offers=(), note="")))

    # prompt_toolkit

    @property
    def model(self) -> Model:
        return self.session.model if self.session else self._first

    def size(self) -> Area:
        known = self.app.output.get_size()
        return Area(known.rows, known.columns)

    def _application(self) -> Application[int]:
        drawable = Condition(lambda: fits(self.size()))
        typing = Condition(lambda: self.ui.mode is not Mode.KEYS) & drawable
        board = terminal.Board(
            lambda: self._text(self._drawing.rows[: -2 if typing() else None]),
            self._cursor,
            self._pointed,
        )
        hidden = Condition(lambda: self.ui.mode is Mode.WORD)
        line = terminal.line(self._buffer, lambda: frame.prompt(self.ui.mode), hidden)
        hints = FormattedTextControl(lambda: self._text(self._drawing.rows[-1:]))
        self._board = Window(board, always_hide_cursor=False)
        self._line = Window(line, height=1)
        below = [self._line, Window(hints, height=1)]
        root = HSplit([self._board, *(ConditionalContainer(each, typing) for each in below)])
        app: Application[int] = Application(
            layout=Layout(root, self._board),
            key_bindings=self._bindings(Condition(lambda: self.ui.mode is Mode.KEYS) & drawable),
            style=DynamicStyle(self._style),
            color_depth=lambda: terminal.DEPTHS.get(self.look.depth),
            full_screen=True,
            mouse_support=Condition(lambda: self.ui.settings["mouse"] == ON),
            min_redraw_interval=PACE,
            before_render=self._draw,
            after_render=self._rendered,
        )
        app.ttimeoutlen = ESCAPE
        app.timeoutlen = CHORD
        return app

    def _bindings(self, keys: Filter) -> KeyBindings:
        typing = Condition(lambda: self.ui.mode is not Mode.KEYS)
        always = Always()
        return terminal.bindings(
            keys,
            self.pressed,
            self.pasted,
            {
                "escape": (self._stop_typing, typing),
                "tab": (self._complete, typing),
                "c-c": (self._interrupt, always),
                "c-l": (self._redraw, always),
                "c-z": (self._suspend, always),
                attention.FOCUS_IN: (partial(self._focus, here=True), always),
                attention.FOCUS_OUT: (partial(self._focus, here=False), always),
            },
        )

    def _suspend(self) -> None:
        if hasattr(signal, "SIGTSTP"):
            self.app.create_background_task(self._suspended())

    async def _suspended(self) -> None:
        async with in_terminal():
            attention.report(self.app.output, on=False)
            os.kill(0, signal.SIGTSTP)
            attention.report(self.app.output, on=True)

    def _rendered(self, _app: Application[int]) -> None:
        if not self.shown.is_set():
            attention.report(self.app.output, on=True)
            self.shown.set()

    def _style(self) -> Style:
        return terminal.style(self.look.theme, self.app.color_depth)

    def _redraw(self) -> None:
        self.app.renderer.clear()
        self.app.invalidate()

    def _draw(self, _app: Application[int]) -> None:
        ui = replace(self.ui, now=self._clock())
        model = motion.settling(self.model, self._mover.motion)
        self._drawing = motion.turning(draw(model, ui, self.size()), self._mover.motion)

    def _text(self, rows: tuple[Row, ...]) -> StyleAndTextTuples:
        return terminal.text(rows, ascii_only=self.look.ascii)

    def _pointed(self, event: MouseEvent) -> None:
        self.clicked(event.event_type, terminal.spot(self._drawing.rows, event.position))

    def _cursor(self) -> Point:
        if self.ui.mode is not Mode.KEYS:
            return Point(0, 0)  # the line editor has the cursor
        return terminal.point(self._drawing.rows, self._drawing.cursor)
