"""Screens of those who learn: a hint, a lesson, the choice of a tutorial."""

from collections.abc import Mapping
from dataclasses import replace

from tests.client.screens.samples import AT_100, EMPTY, MY_MOVE, QUICK_MOVE

from haydes.client.changes import receive
from haydes.client.model import Lesson, Model, prompt
from haydes.client.screens.ui import Overlay, Ui, settled
from haydes.client.tutor import load
from haydes.protocol.messages import Advice

assert MY_MOVE.view
_MOVE = {"do": "move", "to": "E8", "call": "higher"}
HINTED = receive(
    MY_MOVE,
    Advice(prompt=prompt(MY_MOVE.view), action={**_MOVE}, why="likelier"),
    0.0,
).model
_STEP = next(step for step in load("haydes").steps if step.name == "right")
TAUGHT = replace(QUICK_MOVE, lesson=Lesson(3, _STEP.say, _STEP.keys), taught=True)

LEARNING_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "hint": (HINTED, settled(HINTED, AT_100)),
    "lesson": (TAUGHT, AT_100),
    "tutorials": (EMPTY, replace(AT_100, overlay=Overlay.TUTORIALS)),
}
