"""Line mode: one event, one line, newest last, nothing ever rewritten.

For pipes, screen readers and simple terminals. On a terminal, what happens while a line is
being typed waits for Enter; that needs the readline module, without it lines come at once.
"""

import asyncio
import sys
from collections.abc import Iterable

from haydes.client.config import ON
from haydes.client.exits import DONE
from haydes.client.grammar import split
from haydes.client.line_mode import LineMode, typed
from haydes.client.model import Lesson, Line, Voice, engaged, is_busy, my_turn, new_lines, prompt
from haydes.client.options import Options
from haydes.client.pager import Pager
from haydes.client.parsed import Local, Parsed, error
from haydes.client.past.film import FilmError
from haydes.client.past.reel import Reel
from haydes.client.past.reel_lines import begun, is_about, led
from haydes.client.past.telling import UNFINISHED, shared
from haydes.client.session import Where
from haydes.client.store import Store
from haydes.client.words import numbered

PROMPT = "> "
BELL = "\a"
NEWLINE, RETURN = "\n", "\r"
LOBBY_HINT = (
    "tables lists the tables, join takes a seat, new opens a table, tutorial teaches a game, "
    "help tells more."
)
CHANGED = "the choices are others than when you typed the number. Type it again."
PAST_HINT = "recap tells how the match went, replay shows it again."
TABLE_HINT = "type the number of a choice or its words, look, odds, or help."


def run(options: Options, store: Store, where: Where | None) -> int | str:
    """Play until the input ends, the player quits or the server refuses.

    Return the exit code, or the game whose tutorial is wanted now.
    """
    return asyncio.run(_play(options, store, where))


async def _play(options: Options, store: Store, where: Where | None) -> int | str:
    plain = Plain(options, store, where)
    code = await plain.run()
    return plain.taught or code


class Plain(LineMode):
    """One run of line mode."""

    def __init__(self, options: Options, store: Store, where: Where | None) -> None:
        super().__init__(options, store, where, prompt=PROMPT)
        self._shown = 0  # lines of the log
        self.taught = ""  # the game whose tutorial is wanted
        self._lesson: Lesson | None = None  # that was told last
        self._offered = -1  # the prompt whose choices were shown
        self._hints: set[str] = set()
        self._pager = Pager()
        self._reel: Reel | None = None  # a replay that is looked at
        self._switches = {"choices": options.choices, "interrupt": options.interrupt}

    async def _line(self, line: str) -> None:
        if self._session.model.locked:
            self._keyboard.forget()
            self._session.unlock(line)
            return
        unseen = self._show(force=True)
        commands = split(line)
        if commands:
            self._pager.close()
        else:
            self._put(self._pager.turn())
        view = self._session.model.view
        if view is not None and engaged(view):
            self._reel = None  # its words are the game's now
        for command in commands:
            if unseen and command.isdecimal() and self._keyboard.is_terminal:
                self._session.say(Voice.ERROR, CHANGED)
                self._show(force=True)
                break
            if self._reel is not None and is_about(command):
                self._turn(command)
            elif not self._quit.done():
                self._do(await self._due(typed(command)))

    def _do(self, parsed: Parsed) -> None:
        if parsed.teaches and not self._keyboard.is_terminal:  # the lines to come are read already
            parsed = error(f"from a script, begin with: haydes-client --tutorial {parsed.teaches}")
        if parsed.local is Local.QUIT or parsed.teaches:
            self.taught = parsed.teaches
            self._leave(DONE)
        elif parsed.local is Local.LOG:
            self._write(parsed.lines)
        elif parsed.local is Local.REPLAY:
            self._replay(parsed.game)
        else:
            if parsed.local is Local.SET and parsed.setting[0] in self._switches:
                self._switches[parsed.setting[0]] = parsed.setting[1] == ON
            self._session.do(parsed)
            self._show(force=True)

    def _replay(self, game: int) -> None:
        """Begin to look at a finished game; other commands than a replay's mean what they did."""
        view = self._session.model.view
        if view is not None and engaged(view):
            self._write([Line(Voice.ERROR, UNFINISHED)])
            return
        try:
            self._reel = self._session.library.replay(game)
        except FilmError as problem:
            self._write([Line(Voice.ERROR, f"{str(problem).rstrip('.')}.")])
        else:
            how = [Line(Voice.HINT, sentence) for sentence in shared(self._reel)]
            self._write([*begun(self._reel), *how])

    def _turn(self, command: str) -> None:
        if self._reel is not None:
            self._reel, lines = led(self._reel, command)
            self._write(lines)

    # Out

    def _end(self, code: int, farewell: str) -> None:
        if farewell:
            self._show(force=True)
            self._write([Line(Voice.LINK, farewell)])

    def _show(self, *, force: bool) -> bool:
        """Write what is new, unless that would disturb a line that is being typed.

        Return whether there are choices that were not shown before.
        """
        if not (force or self._switches["interrupt"]) and self._keyboard.typed():
            return False
        model = self._session.model
        lines = list(new_lines(model, self._shown))
        self._shown = model.logged
        view = model.view
        if model.lesson is not self._lesson and model.lesson is not None:
            self._lesson = model.lesson
            lines += _lesson(model.lesson)
        anew = view is not None and my_turn(view) and prompt(view) != self._offered
        if view is not None and anew:
            self._offered = prompt(view)
            if self._switches["choices"]:
                lines.append(Line(Voice.CHOICES, numbered(view)))
            lines += self._hint(TABLE_HINT)
        if self._session.library.latest is not None:
            lines += self._hint(PAST_HINT)
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
        if self._keyboard.is_terminal and self._session.model.bell and "Turn: yours" in told:
            told += BELL
        if self._keyboard.asking:
            typed = self._keyboard.typed()
            told = f"{NEWLINE if typed else RETURN}{told}{PROMPT}{typed}"
        sys.stdout.write(told)
        sys.stdout.flush()


def _lesson(lesson: Lesson) -> list[Line]:
    return [Line(Voice.LESSON, part) for part in (lesson.say, lesson.words) if part]
