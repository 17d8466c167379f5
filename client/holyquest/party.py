"""A position of HolyQuest as the client reads it from the public tree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from haydes.client.model import Described, View, choices
from haydes.client.read import branch, flag, many, number, text, written
from haydes.protocol.tree import Tree

HEROES = ("knight", "scout", "minister", "prophet")
LETTERS = "abcd"
MOST_HITS = 3
ALL_AT_ONCE = "go"  # the phase in which every seat may act
SKILLS: Mapping[str, str] = {
    "sneak": "scout",
    "heal": "minister",
    "advanced_heal": "minister",
    "raise": "minister",
    "light": "minister",
    "word": "minister",
    "missile": "prophet",
    "hide": "prophet",
    "fire": "prophet",
    "hail": "prophet",
    "death": "prophet",
}
"""Who uses which skill."""


@dataclass(frozen=True, slots=True)
class Hero:
    name: str
    seat: int  # who leads him
    stands: bool
    hits: int
    power: int
    has: tuple[str, ...]  # skills and cards
    marks: tuple[str, ...]  # what he did in this round, and "hidden"


@dataclass(frozen=True, slots=True)
class Foe:
    number: int  # from 1; its letter is a to d
    card: str
    alone: bool  # no other opponent is called so
    stands: bool
    hits: int
    power: int
    blinded: bool

    @property
    def several(self) -> bool:
        """Whether the card shows more than one monster, as its name tells."""
        return self.card.endswith("s")

    @property
    def letter(self) -> str:
        return LETTERS[(self.number - 1) % len(LETTERS)]

    @property
    def name(self) -> str:
        """Return what a player may type: "ogre", or "goblins b" if there are several."""
        return self.card if self.alone else f"{self.card} {self.letter}"


def heroes(game: Tree) -> list[Hero]:
    known = branch(game, "heroes")
    return [_hero(name, branch(known, name)) for name in HEROES]


def foes(game: Tree) -> list[Foe]:
    known = branch(game, "foes")
    numbers = sorted(int(key) for key in known if key.isdecimal() and int(key))
    cards = [text(branch(known, str(n)), "card", "monster") for n in numbers]
    return [
        _foe(n, card, branch(known, str(n)), alone=cards.count(card) == 1)
        for n, card in zip(numbers, cards, strict=True)
    ]


def phase(game: Tree) -> str:
    """Return camp, traps, go, defence, prize or arms; "" when the match is over."""
    return text(branch(game, "turn"), "phase")


def targets(view: View, do: str, **fixed: str | int) -> list[Described]:
    """Return the actions of a kind that are possible now, with the values that are given."""
    return [
        action
        for action in choices(view)
        if action.get("do") == do and fixed.items() <= action.items()
    ]


def goal(game: Tree) -> str:
    party = branch(game, "party")
    ep = number(party, "ep")
    return f"{ep} of {number(party, 'goal')} ep" if "goal" in party else f"{ep} ep"


def words(name: str) -> str:
    """Return the name of a card or a skill in words: "high wall", "arms +3"."""
    return name.replace("arms_", "arms +").replace("_", " ")


def kind(do: str, game: Tree) -> str:
    """Return a kind of deed as it may be typed: who is done before a trap goes on."""
    return "go on" if do == "done" and phase(game) == "traps" else do


def titled(name: str) -> str:
    return words(name).title()


def names(tree: Tree, key: str) -> list[str]:
    return [written(value) for value in many(tree, key)]


def total(dice: Sequence[object]) -> int:
    return sum(die for die in dice if isinstance(die, int))


def _hero(name: str, tree: Tree) -> Hero:
    marks = tuple(m for m in ("hidden", "attacked", "used", "faced") if flag(tree, m))
    return Hero(
        name,
        number(tree, "seat", -1),
        text(tree, "is") == "standing",
        number(tree, "hits"),
        number(tree, "power"),
        tuple(names(tree, "has")),
        marks,
    )


def _foe(n: int, card: str, tree: Tree, *, alone: bool) -> Foe:
    stands = text(tree, "is") == "standing"
    hits, power = number(tree, "hits"), number(tree, "power")
    return Foe(n, card, alone, stands, hits, power, flag(tree, "blinded"))
