"""Reading a position of Release the Hounds: who stands where, who plays what on whom.

A target is written as a seat's number ("2") or, for a Joker, as an end of the track.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from haydes.client.cards import JOKERS, RANKS
from haydes.client.model import Described, View, choices
from haydes.client.read import branch, many, number, text
from haydes.protocol.tree import Tree

ENDS = ("escape", "hounds")
LONGEST = 100  # cards of a track that can be drawn
COURT = "JQK"
RED = "DH"
VALUES = {rank: value for value, rank in enumerate(RANKS, 1) if rank not in COURT}


@dataclass(frozen=True, slots=True)
class Convict:
    """A seat's figure; `at`, `net` and `hand` are 0 once it has left the track."""

    seat: int
    state: str  # "running", "escaped", "caught" or "out"
    at: int = 0
    net: int = 0  # cards towards Escape so far this round
    hand: int = 0  # how many cards
    pile: int = 0  # from which deal they are

    @property
    def runs(self) -> bool:
        return self.state == "running"


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was played or, without a target, discarded this round."""

    seat: int
    card: str
    target: str
    die: int  # of a Joker


@dataclass(frozen=True, slots=True)
class Force:
    """A court card that makes a seat play all it has."""

    seat: int
    by: int
    red: bool  # all on `by`; else on others than `by`


def length(game: Tree) -> int:
    """Return the number of cards in the track."""
    return min(number(game, "track", 20), LONGEST)


def convicts(game: Tree) -> list[Convict]:
    return [convict(game, int(key)) for key in _numbers(branch(game, "figures"))]


def convict(game: Tree, seat: int) -> Convict:
    tree = branch(game, "figures", str(seat))
    return Convict(
        seat,
        text(tree, "is", "out"),
        *(number(tree, name) for name in ("at", "net", "hand", "pile")),
    )


def order(game: Tree) -> list[int]:
    """Return the seats in the order in which they play this round."""
    tree = branch(game, "order")
    return [number(tree, key, -1) for key in _numbers(tree)]


def plays(game: Tree) -> list[Play]:
    """Return what was played this round, newest last."""
    return [play(branch(game, "played", key)) for key in _numbers(branch(game, "played"))]


def play(tree: Tree) -> Play:
    return Play(number(tree, "seat", -1), text(tree, "card"), target(tree), number(tree, "die"))


def hand(view: View) -> list[str]:
    """Return this seat's cards; a player calls the first one 1."""
    tree = branch(view.you, "hand")
    return [text(tree, key) for key in _numbers(tree)]


def force(game: Tree) -> Force | None:
    """Return what forces the seat whose decision it is, if something does."""
    tree = branch(game, "turn")
    if text(tree, "phase") != "forced":
        return None
    return Force(number(tree, "seat", -1), number(tree, "by", -1), text(tree, "court") == "red")


def target(tree: Tree) -> str:
    """Return on whom, or towards which end, a card is played."""
    return text(tree, "on") or text(tree, "toward")


def targets(view: View, card: str) -> list[str]:
    """Return where this seat may play a card now."""
    return [target(action) for action in choices(view) if action.get("card") == card]


def action(card: str, aim: str) -> Described:
    if aim in ENDS:
        return {"do": "play", "card": card, "toward": aim}
    return {"do": "play", "card": card, "on": int(aim) if aim.isdecimal() else -1}


def steps(card: str) -> int:
    """Return how far a spot card moves a convict towards Escape; 0 for any other card."""
    value = VALUES.get(card[:1], 0) if card not in JOKERS else 0
    return value if is_red(card) else -value


def is_joker(card: str) -> bool:
    return card in JOKERS


def is_court(card: str) -> bool:
    return card not in JOKERS and card[:1] in COURT


def is_red(card: str) -> bool:
    return card not in JOKERS and card[1:2] in RED


def end(game: Tree, place: int) -> str:
    """Return which end of the track is beyond a place, or ""."""
    if place < 1:
        return "hounds"
    return "escape" if place > length(game) else ""


def places(tree: Tree, name: str) -> list[int]:
    """Return a list of numbers of an event."""
    return [value for value in many(tree, name) if isinstance(value, int)]


def _numbers(keys: Iterable[str]) -> list[str]:
    return sorted((key for key in keys if key.isdecimal()), key=int)
