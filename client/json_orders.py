"""A line that a script sends, read as commands: the words of plain mode, or a JSON object.

`{"cmd": "n higher"}` holds such words, `{"do": "move", ...}` is an action itself, as a view
offers it. Both may have an `id`, which marks the answers, and an action the `prompt` it answers.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from haydes.client import grammar
from haydes.client.line_mode import Command, typed
from haydes.client.model import Described

FORMS = 'a line is a command, {"cmd": a command} or {"do": an action}, the latter two with an id'
NO_MARKS: Mapping[str, object] = {}


class BadLineError(ValueError):
    """A line is no command; the sentence says why, `marks` what its answer is to carry."""

    def __init__(self, sentence: str, marks: Mapping[str, object] = NO_MARKS) -> None:
        super().__init__(sentence)
        self.marks = marks


@dataclass(frozen=True, slots=True)
class Order:
    """A line of input: what marks its answers, and the commands in it."""

    commands: Sequence[Command] = ()
    marks: Mapping[str, object] = field(default_factory=dict[str, object])


def read(line: str) -> Order:
    """Read a line; raise BadLineError if it is no command in any form."""
    if not line.lstrip().startswith("{"):
        return Order([typed(command) for command in grammar.split(line)])
    try:
        order = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLineError(f"this is no JSON; {FORMS}.") from None
    marks = {"id": order.pop("id")} if "id" in order else {}
    if not all(isinstance(mark, str | int) for mark in marks.values()):
        raise BadLineError("an id is a string or a whole number.")
    command = order.get("cmd")
    if isinstance(command, str) and len(order) == 1:
        return Order([typed(each) for each in grammar.split(command)], marks)
    if isinstance(order.get("do"), str) and "cmd" not in order:
        return Order([_act(order, marks)], marks)
    raise BadLineError(f"{FORMS}.", marks)


def _act(order: dict[str, object], marks: Mapping[str, object]) -> Command:
    answers = order.pop("prompt", None)
    action: Described = {name: v for name, v in order.items() if isinstance(v, str | int)}
    if action.keys() != order.keys() or not isinstance(answers, int | None):
        sentence = "an action holds text, whole numbers and truths, a prompt is a number."
        raise BadLineError(sentence, marks)
    return lambda model, typing: grammar.act(model, action, typing, answers)
