"""JSON mode: one object a line out, one command a line in, as `JSON.md` tells it.

What comes out about a message is first what happened (`event`, `chat`, `notice`), then what
plain mode would say of it (`said`, `error`), then how things stand (`link`, `lobby`, `view`).
"""

import asyncio
import sys
from collections.abc import Iterable, Mapping

from haydes.client import json_lines
from haydes.client.exits import DONE
from haydes.client.json_orders import BadLineError, read
from haydes.client.json_trees import changed, happened, possible
from haydes.client.line_mode import LineMode
from haydes.client.model import Line, Voice, new_lines
from haydes.client.options import Options
from haydes.client.parsed import Local, Parsed, error
from haydes.client.session import Where
from haydes.client.store import Store
from haydes.protocol.messages import Done, Refused, ServerMessage, Update, Welcome

# codes of errors that are not the server's
BAD_LINE = "bad_line"  # the line is no command in any form
NOT_UNDERSTOOD = "not_understood"  # or not possible as things stand
NOT_NOW = "not_now"  # it is not this seat's turn, and will not be
KEPT = "kept"  # the link went; the act is sent again once it is back
UNANSWERED = "unanswered"  # the link went; nobody knows whether it was done
OTHER = "other"  # not about a command


def run(options: Options, store: Store, where: Where | None) -> int:
    """Play until the input ends or the server refuses; return the exit code."""
    return asyncio.run(_play(options, store, where))


async def _play(options: Options, store: Store, where: Where | None) -> int:
    return await Json(options, store, where).run()


class Json(LineMode):
    """One run of JSON mode."""

    def __init__(self, options: Options, store: Store, where: Where | None) -> None:
        super().__init__(options, store, where, prompt="")
        self._session.heard = self._heard
        self._shown = self._session.model  # the first line has told of it
        self._reply: Mapping[str, object] = {}  # what marks the lines that answer a command
        self._refs: set[int] = set()  # of the requests of the last command
        self._marks: Mapping[str, object] = {}  # of that command
        self._answers: dict[int, str] = {}  # by ref: the code of a refusal, "" if done
        self._code = OTHER  # of an error that is logged next

    # In

    async def _line(self, line: str) -> None:
        try:
            order = read(line)
        except BadLineError as problem:
            self._emit("error", code=BAD_LINE, say=str(problem), **problem.marks)
            return
        for at, command in enumerate(order.commands):
            if not self._quit.done():
                await self._do(await self._due(command), {**order.marks, "at": at})

    async def _do(self, parsed: Parsed, marks: Mapping[str, object]) -> None:
        """Carry out a command and tell when it is done, or why it is not."""
        if parsed.teaches:
            parsed = error("a tutorial is for people.")
        before = self._session.model.next_ref
        self._answers.clear()
        self._reply, self._code = marks, NOT_NOW if parsed.early else NOT_UNDERSTOOD
        if parsed.local is Local.LOG:
            self._say(parsed.lines)
        else:
            self._session.do(parsed)
        self._reply, self._code = {}, OTHER
        self._refs = {ref for ref in self._session.model.asked if ref >= before}
        self._marks = marks
        await self._until(lambda: not self._refs & self._session.model.asked.keys())
        mistaken = any(line.voice is Voice.ERROR for line in parsed.lines)
        if self._refs - self._answers.keys():
            kept = self._session.model.kept is not None
            say = "it will be sent again once the link is back." if kept else "no answer came."
            self._emit("error", code=KEPT if kept else UNANSWERED, say=say, **marks)
        elif not mistaken and not any(self._answers[ref] for ref in self._refs):
            self._emit("done", **marks)
        if parsed.local is Local.QUIT:
            self._leave(DONE)

    # Out

    def _heard(self, message: ServerMessage) -> None:
        self._reply, self._code = {}, OTHER
        match message:
            case Done():
                self._answers[message.ref] = ""
            case Refused():
                self._answers[message.ref] = self._code = message.code
                self._reply = self._marks if message.ref in self._refs else {}
            case Welcome() if message.refused:
                self._code = message.refused
            case _:
                told = happened(message, self._session.model)
                seq = message.seq if isinstance(message, Update) else None
                for type_, fields in told:
                    self._emit(type_, seq, **fields)

    def _show(self, *, force: bool) -> bool:
        shown, model = self._shown, self._session.model
        self._shown = model
        self._say(new_lines(model, shown.logged))
        for type_, fields in changed(shown, model):
            self._emit(type_, **fields)
        return False

    def _say(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if line.voice is Voice.ERROR:
                legal = possible(self._session.model)
                self._emit("error", code=self._code, say=line.text, **self._reply, legal=legal)
            else:
                self._emit("said", voice=line.voice.lower(), say=line.text, **self._reply)

    def _end(self, code: int, farewell: str) -> None:
        reason = self._session.problem or self._session.model.link.reason
        self._emit("end", code=code, say=farewell or reason)

    def _emit(self, type_: str, seq: int | None = None, /, **fields: object) -> None:
        """Write a line, which belongs to the view that is known now if no other is said."""
        view = self._session.model.view
        known = json_lines.NO_TABLE if view is None else view.seq
        sys.stdout.write(json_lines.line(type_, known if seq is None else seq, **fields))
        sys.stdout.flush()
