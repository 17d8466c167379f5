"""What a line of text may come to, and what a command is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TypeAlias

from haydes.client.model import Line, Model, Voice
from haydes.protocol.messages import Request
from haydes.protocol.text import safe


class Local(Enum):
    """What a front end does by itself."""

    QUIT = "quit"
    UNDO = "undo"
    RECONNECT = "reconnect"
    SET = "set"
    HELP = "help"
    LOG = "log"
    TIME = "time"
    GAMES = "games"
    STATS = "stats"
    RECAP = "recap"
    REPLAY = "replay"
    FORGET = "forget"


# about finished games
LOOKS_BACK = (Local.GAMES, Local.STATS, Local.RECAP, Local.REPLAY, Local.FORGET)


class Place(StrEnum):
    """Where a command makes sense."""

    ANYWHERE = "anywhere"
    LOBBY = "lobby"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Typing:
    """What earlier lines set: a question that waits for yes, an aim and where it was taken."""

    question: str = ""  # the command that "yes" stands for
    aim: str = ""
    aimed_at: int = -1  # the prompt at which the aim was taken; it ends with it


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a command comes to."""

    requests: tuple[Request, ...] = ()
    lines: tuple[Line, ...] = ()
    local: Local | None = None
    setting: tuple[str, str] = ("", "")  # with Local.SET
    saves: bool = False  # the setting is for the next starts too
    teaches: str = ""  # the game whose tutorial is wanted
    game: int = 1  # with Local.REPLAY and FORGET: which of the finished games
    early: bool = False  # it is for one's own turn, which is not now
    typing: Typing = field(default_factory=Typing)


@dataclass(frozen=True, slots=True)
class Asked:
    """A command's words, after the command itself, and what they are about."""

    args: Sequence[str]
    model: Model


Run: TypeAlias = Callable[[Asked], Parsed]


@dataclass(frozen=True, slots=True)
class Command:
    run: Run
    usage: str
    does: str
    place: Place = Place.ANYWHERE


def error(sentence: str) -> Parsed:
    return Parsed(lines=(Line(Voice.ERROR, safe(sentence)),))


def told(voice: Voice, *sentences: str) -> Parsed:
    return Parsed(lines=tuple(Line(voice, safe(sentence)) for sentence in sentences))
