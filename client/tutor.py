"""A tutorial: lessons out of a file, each told once, when what it is about has come.

Nothing has to be done as a lesson says: whatever happens, the first lesson that fits it and was
not told yet is next, at most one for each thing that happens.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from haydes.client.model import Lesson, View, choices, my_seat, my_turn, phase, prompt
from haydes.client.read import number
from haydes.protocol.tree import Tree, Value

FOLDER = Path(__file__).parent / "tutorials"
SEATS = {"me": True, "other": False}  # what may stand for a seat in a file


@dataclass(frozen=True, slots=True)
class Step:
    """A lesson and when it comes: all that is given has to hold.

    `asked` has fields of one of the choices, `mine` tells whether there are any, `over` whether
    the match is over. `event` has fields of something that has just happened; "me" and "other"
    stand for seats, and a list for any of what is in it. `after` names a lesson told before. `keys`
    ends it in full screen, `words` in plain mode.
    """

    name: str
    say: str
    keys: str = ""
    words: str = ""
    asked: Tree | None = None
    mine: bool | None = None
    over: bool = False
    event: Tree | None = None
    after: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """A game's tutorial, and the table it is played at."""

    seed: str  # what the private server deals by
    seats: int
    bots: int
    options: Mapping[str, str | int | bool]
    steps: tuple[Step, ...]


def load(game: str) -> Course:
    """Read the course of a game that is taught."""
    import tomllib  # noqa: PLC0415 - for those who learn

    tree = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))
    return Course(
        seed=tree["seed"],
        seats=tree["seats"],
        bots=tree["bots"],
        options=tree["options"],
        steps=tuple(Step(**each) for each in tree["lesson"]),
    )


class Tutor:
    """How far a course has come."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._all = 1 + sum(not step.over for step in course.steps)  # with one for the end
        self._told: list[str] = []  # names
        self._now: Lesson | None = None
        self._prompt = -1  # of the last question
        self._match = 0

    def follow(self, view: View, events: Iterable[Tree]) -> Lesson | None:
        """Return the lesson that stands after something has happened.

        It is a new one, or the last as long as this seat is not asked anything else, or None.
        """
        if (match := number(view.table, "match")) != self._match:
            self._match = match
            self._told.clear()  # it is played again
        known = [*events]
        step = next((one for one in self._course.steps if self._fits(one, view, known)), None)
        if step is not None:
            self._told.append(step.name)
            told = len(self._told)
            self._now = Lesson(told, step.say, step.keys, step.words, 0 if step.over else self._all)
        elif my_turn(view) and prompt(view) != self._prompt:
            self._now = None
        if my_turn(view):
            self._prompt = prompt(view)
        return self._now

    def _fits(self, step: Step, view: View, events: Iterable[Tree]) -> bool:
        me = my_seat(view)
        return (
            step.name not in self._told
            and step.after in ("", *self._told)
            and step.over is (phase(view) == "over")
            and step.mine in (None, my_turn(view))
            and (step.asked is None or any(_alike(step.asked, one, me) for one in choices(view)))
            and (step.event is None or any(_alike(step.event, one, me) for one in events))
        )


def _alike(pattern: Tree, tree: Mapping[str, Value], me: int | None) -> bool:
    return all(_same(value, tree.get(name), me) for name, value in pattern.items())


def _same(wanted: Value, value: object, me: int | None) -> bool:
    if isinstance(wanted, str) and wanted in SEATS:
        return isinstance(value, int) and (value == me) is SEATS[wanted]
    return wanted == value or (isinstance(wanted, list) and value in wanted)
