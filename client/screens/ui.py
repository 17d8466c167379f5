"""What the front end itself knows: what is being aimed at, typed or shown over the board.

Keys are data. A `Key` has its words for the hint bar and for the help overlay beside what it
does, so no key acts without being explained. What it does is a pure step to a `Press`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from haydes.client import words
from haydes.client.cards import Cards
from haydes.client.config import DEFAULTS, ON
from haydes.client.model import Described, Model, Reading, View, engaged, prompt
from haydes.client.nearby import Near
from haydes.client.opening import GRACE
from haydes.client.past.finished import Finished
from haydes.client.past.reel import Reel
from haydes.client.speech import Scene
from haydes.client.store import Held
from haydes.protocol.messages import Act, Advice, Request, Rules
from haydes.protocol.tree import Tree


class Mode(StrEnum):
    """Where keys go."""

    KEYS = "keys"  # they act on the screen
    COMMAND = "command"
    CHAT = "chat"
    WORD = "word"  # of the server; what is typed is not shown


class Overlay(StrEnum):
    """What lies over the board; while something does, keys do not reach the board."""

    NONE = "none"
    HELP = "help"
    INSPECT = "inspect"
    LOG = "log"
    ANSWER = "answer"
    RULES = "rules"
    TUTORIALS = "tutorials"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Opening:
    """The table a player is about to open, as filled in so far."""

    game: str
    seats: int
    bots: int
    turn_seconds: int = 0
    absent: str = "wait"  # what becomes of the seat of a person who is gone
    grace_seconds: int = GRACE  # before that
    takeover: bool = False  # people may take the seats of bots
    hints: str = "alone"  # who may ask what a bot would do
    options: Tree = field(default_factory=dict[str, str])
    title: str = ""
    word: str = field(default="", repr=False)
    own: Mapping[str, str] = field(default_factory=dict[str, str])  # options' texts that were typed
    back: int = 0  # signs from the end of the chosen line's text back to the cursor
    digits: str = ""  # typed in a row on the chosen line
    asked: int = -1  # lines that were logged when the server was asked for the table; -1: not yet


@dataclass(frozen=True, slots=True)
class Ui:
    now: float = 0.0  # the front end's clock, seconds
    mode: Mode = Mode.KEYS
    typed: str = ""
    offers: tuple[str, ...] = ()  # words that may follow what is typed
    overlay: Overlay = Overlay.NONE
    # lines by which the overlay is scrolled; in the log from its end; of the settings the picked
    page: int = 0
    answer: tuple[str, ...] = ()  # lines that a typed command asked for
    reading: Reading | None = None  # the rules that were shown last
    read: int = 0  # lines of the log that have been read
    mark: int = -1  # the line from which on it was unread when the player began to read
    note: str = ""  # a remark that stays until the next key
    advice: Advice | None = None  # the hint that was shown last
    question: str = ""  # waits for y; any other key is a no
    agreed: str = ""  # the command that y stands for
    held: tuple[Held, ...] = ()  # seats to come back to
    stage: tuple[str, int] = ("", -1)  # table and prompt that aim and pick are for
    aim: str = ""  # a place on the map, or a table in the lobby
    pick: int = 0  # a row: of the choices, the seats, a form
    dials: tuple[int, ...] = ()  # values chosen for the parameters of the picked choice
    dial: int = 0  # the parameter that left and right turn
    halted: str = ""  # what Enter would have done until somebody else made it impossible
    board_only: bool = False  # the log and the panel give way to the map
    opening: Opening | None = None
    reel: Reel | None = None  # a replay that is looked at
    latest: Reel | None = None  # of the match at the table that is over
    games: tuple[Finished, ...] | None = None  # the finished ones, while they are listed
    live: str = ""  # the order in which live tables are listed; "": they are not
    position: bool = False  # a match that is over shows its last position, not its result
    near: tuple[Near, ...] | None = None  # the servers found so far; None: one is chosen
    settings: Mapping[str, str] = field(default_factory=lambda: DEFAULTS)

    @property
    def odds(self) -> bool:
        """Whether chances stand beside what may be done."""
        return self.settings["odds"] == ON


@dataclass(frozen=True, slots=True)
class Press:
    """What a key came to."""

    ui: Ui
    ask: tuple[Request, ...] = ()
    types: str = ""  # a command, as if typed
    quits: bool = False
    retries: bool = False  # connect again at once
    goes: Near | None = None  # to this server
    teaches: str = ""  # the tutorial of this game comes next


Deed: TypeAlias = Callable[[Model, Ui, str], Press]


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do one thing; `hint` is its word in the hint bar, or "" if it is not there."""

    names: tuple[str, ...]
    shown: str
    hint: str
    help: str
    do: Deed


def key(names: str, shown: str, help_: str, do: Deed, *, hint: str = "") -> Key:
    """Return a Key; its names are separated by spaces ("space" is the space bar)."""
    return Key(tuple(names.split()), shown, hint, help_, do)


def strike(keys: Iterable[Key], model: Model, ui: Ui, name: str) -> Press | None:
    """Do what the first key of that name does; None if there is none."""
    found = next((one for one in keys if name in one.names), None)
    return found.do(model, ui, name) if found else None


def noted(ui: Ui, note: str) -> Press:
    return Press(replace(ui, note=note))


def waits(model: Model) -> bool:
    """Whether an act is on its way and not answered yet."""
    return model.kept is not None or any(isinstance(asked, Act) for asked in model.asked.values())


def act(model: Model, view: View, ui: Ui, action: Described) -> Press:
    """Ask for an action, unless another one is still on its way."""
    if waits(model):
        return noted(ui, "Your last move is still on its way.")
    return Press(ui, ask=(Act(ref=0, prompt=prompt(view), action=action),))


def reads(ui: Ui, game: str) -> Press:
    """Ask for the rules of a game; they are shown when they come."""
    return Press(ui, ask=(Rules(ref=0, game=game),))


def settled(model: Model, ui: Ui) -> Ui:
    """Return the ui after the model changed.

    No aim outlives the question it was for, no replay the beginning of a match; rules and hints
    that have come are shown.
    """
    ui = _staged(model, ui)
    if model.view is not None and engaged(model.view):
        ui = replace(ui, reel=None, games=None, position=False)  # it is time to play
    if model.view is not None and model.view.advice is not ui.advice:
        advice = words.advice(Scene(model.view, Cards.SHORT))
        ui = replace(ui, advice=model.view.advice, note=advice and f"Hint: {advice}")
    if model.reading is ui.reading:
        return ui
    return replace(ui, reading=model.reading, overlay=Overlay.RULES, page=0)


def _staged(model: Model, ui: Ui) -> Ui:
    view = model.view
    stage = (str(view.table.get("id", "")), prompt(view)) if view else ("", -1)
    if stage == ui.stage:
        return ui
    kept = replace(unpicked(ui), stage=stage, note="")
    if stage[0] == ui.stage[0]:
        return kept
    return replace(kept, overlay=Overlay.NONE, page=0, question="", opening=None, live="")


def unpicked(ui: Ui) -> Ui:
    return replace(ui, aim="", pick=0, dials=(), dial=0, halted="")


def dropped(_before: View, _after: View, ui: Ui) -> Ui:
    """Forget what was picked, where a question is only ever followed by another one."""
    return unpicked(ui)
