"""What a game needs so that the client can tell it and be told in its own words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from haydes.client.cards import Cards
from haydes.client.model import Described, View
from haydes.protocol.tree import Tree

SEVERAL = 6  # alternatives named in one sentence


@dataclass(frozen=True, slots=True)
class Said:
    """What a line in a game's own words comes to: an action, or sentences, or an error."""

    action: Described | None = None
    lines: tuple[str, ...] = ()
    error: str = ""
    aim: str | None = None  # a new aim, for the next line to use; None: as it was


@dataclass(frozen=True, slots=True)
class Scene:
    """What sentences are made from: the table, and how this player talks and is talked to."""

    view: View
    cards: Cards = Cards.WORDS
    aim: str = ""  # set by an earlier line


Command: TypeAlias = Callable[[Sequence[str], Scene], Said]


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of one game.

    `tell` says an event ("" for nothing worth saying), `turn` where this seat stands when it
    may act, `deed` an action in the words a player types, `outcome` how a match ended. `acts`
    are commands that are for one's own turn, `asks` those that only look; both get the words
    after the command. `follow` lists what may come after some words. `question` says what this
    seat is asked after its own act, if that is something else than in the view before; `part`
    what it plays in this match, and `waits` what it waits for. `befell` says what moved this seat
    last, by the view before and the events that came. `why` words the reason for an action that
    was advised, "" if it does not know it.
    """

    tell: Callable[[Tree, Scene], str]
    turn: Callable[[Scene], str]
    deed: Callable[[Described, View], str]
    outcome: Callable[[Sequence[str], str], str]  # names of the winners, reason
    acts: Mapping[str, Command]
    asks: Mapping[str, Command]
    follow: Callable[[Sequence[str], View], Sequence[str]]
    help: Sequence[tuple[str, str]]  # usage and what it does
    question: Callable[[View, Scene], str] = lambda _before, _scene: ""
    part: Callable[[View], str] = lambda _view: ""
    waits: Callable[[View], str] = lambda _view: ""
    befell: Callable[[View, Sequence[Tree], Scene], tuple[str, ...]] = (
        lambda _old, _events, _scene: ()
    )
    why: Callable[[str, Described, View], str] = lambda _why, _action, _view: ""
    title: str = ""  # of the game, for when the server has not told it yet
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])


def matches(word: str, words: Iterable[str]) -> list[str]:
    """Return what a word may stand for: itself, or every word that it begins."""
    known = list(words)
    return [word] if word in known else [whole for whole in known if whole.startswith(word)]


def listed(words: Sequence[str], joint: str = "or") -> str:
    """Return "north", "north or east", "north, east or south"; at most six are named."""
    few = words[:SEVERAL] if len(words) > SEVERAL else words
    if len(few) < len(words):
        return f"{', '.join(few)} and others"
    return f" {joint} ".join(part for part in (", ".join(few[:-1]), *few[-1:]) if part)
