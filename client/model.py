"""What the client knows, as one immutable value; every front end draws or speaks it.

`changes.py` makes the next model out of a message, a request or a change of the link. Nothing
here reads a clock or touches a socket.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice, product
from typing import TypeAlias

from haydes.client.cards import Cards
from haydes.client.fair import Fair
from haydes.client.read import branch, many, number, text
from haydes.protocol.messages import Act, Advice, Clock, Request, Watch
from haydes.protocol.text import safe
from haydes.protocol.tree import Tree

MOST_CHOICES = 1000  # more than any game offers; combinations could be without end
LOG_LINES = 500  # kept; older ones are forgotten
PHASES = ("waiting", "opening", "playing", "over")  # of a table
SILENCE = (0, -1)  # no line of chat heard yet

Described: TypeAlias = dict[str, str | bool | int]  # one action as plain data


class LinkState(StrEnum):
    CONNECTING = "connecting"
    LIVE = "live"
    SLOW = "slow"  # nothing heard for a while
    OFFLINE = "offline"  # lost; trying again by itself
    REFUSED = "refused"  # the server said no; it does not try again
    CLOSED = "closed"  # left on purpose


@dataclass(frozen=True, slots=True)
class Link:
    """The state of the connection, in words for the player."""

    state: LinkState = LinkState.CONNECTING
    server: str = ""  # address, as the player typed it
    reason: str = ""  # a sentence: why offline or refused
    latency_ms: int = -1  # -1: not measured yet
    since: float = 0.0  # seconds on the front end's clock when this state began
    retry_at: float = 0.0  # when the next try comes, on the same clock; 0: none
    pin: str = ""  # the server's, while connected; empty: not encrypted

    @property
    def up(self) -> bool:
        """Whether what is asked now is sent at once."""
        return self.state in (LinkState.LIVE, LinkState.SLOW)


class Voice(StrEnum):
    """The fixed first word of a line (plain mode), and how full screen colours it."""

    TURN = "Turn"
    YOU = "You"
    EVENT = "Event"
    CHAT = "Chat"
    TABLE = "Table"
    LINK = "Link"
    ERROR = "Error"
    HINT = "Hint"
    CHOICES = "Choices"
    RULES = "Rules"
    LESSON = "Lesson"


@dataclass(frozen=True, slots=True)
class Line:
    voice: Voice
    text: str  # printable, in one line, already made safe


@dataclass(frozen=True, slots=True)
class View:
    """A table as this client sees it: the three branches and where they stand."""

    seq: int  # -1: out of date, a snapshot is on its way
    ply: int
    table: Tree
    game: Tree
    you: Tree
    clock: Clock | None = None
    clock_at: float = 0.0  # when the clock came, on the front end's clock
    advice: Advice | None = None  # the last hint, which may be about an older question
    befell: tuple[str, ...] = ()  # what moved this seat last in this match, in sentences


@dataclass(frozen=True, slots=True)
class Lobby:
    games: Tree
    tables: Tree
    people: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rules of a game say, as the server told it."""

    game: str  # its name
    about: str  # a word or the number of a clause; "": how to play
    lines: tuple[str, ...]  # Markdown


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a tutorial tells, and how to do it: by keys in full screen, by words in plain mode."""

    number: int  # counts what was told
    say: str
    keys: str = ""
    words: str = ""
    of: int = 0  # how many there are in all, if nothing is missed; 0: this is the last

    @property
    def title(self) -> str:
        """Which one it is."""
        return f"{self.number} of {self.of}" if self.of else f"{self.number}, the last"


@dataclass(frozen=True, slots=True)
class Model:
    name: str  # of the player
    link: Link = Link()
    lobby: Lobby | None = None  # None: not browsed yet; at a table: as it was last seen
    view: View | None = None  # None: in the lobby
    log: tuple[Line, ...] = ()  # newest last
    logged: int = 0  # lines ever logged, so a front end knows what is new
    asked: Mapping[int, Request] = field(default_factory=dict[int, Request])  # by ref, unanswered
    due: frozenset[int] = frozenset()  # of these, what was done; its update is on the way
    kept: Act | None = None  # to be sent (again) once, when the seat is resumed
    reading: Reading | None = None  # the rules that were asked for last
    watching: Watch | None = None  # how to come back after a lost link
    missing: str = ""  # a table whose seat did not outlast a lost link; the lobby tells more
    own: tuple[tuple[str, str], ...] = ()  # table and game where a seat is kept, as last looked up
    cards: Cards = Cards.WORDS  # how the log tells cards
    bell: bool = True  # may ring
    heard: tuple[int, int] = SILENCE  # time and number of the last line of chat in this place
    next_ref: int = 1
    features: tuple[str, ...] = ()  # that the server understands too
    fair: Fair = field(default_factory=Fair)  # how the match is dealt
    limits: Mapping[str, int] = field(default_factory=dict[str, int])
    locked: bool = False  # the server asks everybody for a word, and this player for it now
    worded: bool = False  # the server has been given one
    lan: str = ""  # this machine's address, if the server is on it
    word: str = field(default="", repr=False)  # with which this player came to a private table
    taught: bool = False  # this is a tutorial, of which nothing is kept
    lesson: Lesson | None = None  # that stands now


def say(model: Model, voice: Voice, *sentences: str) -> Model:
    """Return the model with lines added to its log; here remote text is made safe."""
    lines = tuple(Line(voice, safe(sentence)) for sentence in sentences if sentence)
    return replace(model, log=(model.log + lines)[-LOG_LINES:], logged=model.logged + len(lines))


def new_lines(model: Model, logged: int) -> tuple[Line, ...]:
    """Return the lines that came after the first `logged` ones, as far as they are kept."""
    fresh = min(model.logged - logged, len(model.log))
    return model.log[len(model.log) - fresh :]


def is_busy(model: Model) -> bool:
    """Whether an answer is on its way after which things may look different."""
    nowhere = model.view is None and model.lobby is None
    return bool(model.asked) or nowhere or (model.view is not None and model.view.seq < 0)


def games(model: Model) -> Tree:
    """Return what is known of the server's games, by name."""
    return model.lobby.games if model.lobby else {}


def lobby_rows(lobby: Lobby) -> list[str]:
    """Return the ids of the tables, oldest first: the first one is row 1."""
    return sorted(lobby.tables, key=lambda id_: (number(branch(lobby.tables, id_), "opened"), id_))


def my_seat(view: View) -> int | None:
    """Return this client's seat, or None for a spectator."""
    seat = number(view.you, "seat", -1)
    return None if seat < 0 else seat


def prompt(view: View) -> int:
    """Return the number of the question that `choices` answers."""
    return number(view.you, "prompt")


def choices(view: View) -> tuple[Described, ...]:
    """Return every single action this seat may do now; a player calls the first one 1."""
    return tuple(islice(_choices(view), MOST_CHOICES))


def advised(view: View) -> Described | None:
    """Return what the server advises to do now, if it was asked."""
    advice = view.advice
    if advice is None or advice.prompt != prompt(view) or advice.action not in choices(view):
        return None
    return advice.action


def my_turn(view: View) -> bool:
    return next(iter(_choices(view)), None) is not None


def phase(view: View) -> str:
    """Return one of PHASES."""
    known = text(view.table, "phase")
    return known if known in PHASES else PHASES[0]


def engaged(view: View) -> bool:
    """Whether a match runs or is about to begin, so that seats are kept."""
    return phase(view) in ("opening", "playing")


def game_name(view: View) -> str:
    return text(view.table, "game")


def table_id(view: View) -> str:
    return text(view.table, "id")


def seats(view: View) -> Iterable[tuple[int, Tree]]:
    """Return number and tree of every seat, in order."""
    known = branch(view.table, "seats")
    return [(int(key), branch(known, key)) for key in sorted(known, key=_order) if key.isdecimal()]


def seat_name(view: View, seat: int) -> str:
    """Return what others call a seat: its player's name, or "seat 3" for seat 2."""
    tree = branch(view.table, "seats", str(seat))
    return text(tree, "name") or f"seat {seat + 1}"


def is_host(view: View) -> bool:
    return my_seat(view) == number(view.table, "host", -1)


def _choices(view: View) -> Iterable[Described]:
    groups = [group for group in many(view.you, "choices") if isinstance(group, dict)]
    return (action for group in groups for action in _actions(group))


def _order(key: str) -> tuple[int, str]:
    return len(key), key


def _actions(group: Tree) -> Iterable[Described]:
    names = list(group)
    values = [value if isinstance(value, list) else [value] for value in group.values()]
    for combination in product(*values):
        yield {
            name: value
            for name, value in zip(names, combination, strict=True)
            if isinstance(value, str | int)
        }
