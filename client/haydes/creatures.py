"""What may be done about a creature, by the kind of encounter that the table plays."""

from collections.abc import Mapping
from dataclasses import dataclass

from haydes.client.haydes import ground, odds
from haydes.client.model import View
from haydes.client.read import branch, text

TALK, BRAWL = ("talk", "charisma"), ("brawl", "endurance")
MODIFIERS: Mapping[str, int] = {"J": 1, "Q": 0, "K": -1}
MOODS = {"H": (TALK,), "C": (BRAWL,)}  # the other suits leave the choice
PRINCE = "KS"
# strength and toughness in a round of combat, by the table of the rules
ESCAPEE = (4, 4)
FOES: Mapping[str, tuple[int, int]] = {"J": (3, 3), "Q": (4, 3), "K": (4, 4)}


@dataclass(frozen=True, slots=True)
class Way:
    """Something to do about a creature: what it tests, and the percent that it succeeds."""

    do: str
    tests: tuple[tuple[str, int], ...]  # characteristic, what the dice may show at most
    chance: int


@dataclass(frozen=True, slots=True)
class Bout:
    """The percents of a round of combat, in which both strike at once."""

    hit: int  # that the figure wounds the creature
    hurt: int  # that it is wounded itself


def bout(face: str) -> Bout:
    """Return the chances of a round against the creature `face`, or against an equal."""
    (strength, toughness), (foe_strength, foe_toughness) = ESCAPEE, FOES.get(face[:1], ESCAPEE)
    return Bout(odds.blow(strength - foe_toughness), odds.blow(foe_strength - toughness))


def has_denizens(view: View) -> bool:
    """Whether every creature has a way of its own."""
    return text(branch(view.table, "options"), "encounter") == "denizens"


def is_mortal(view: View) -> bool:
    """Whether a characteristic at 0 puts a figure out."""
    rule = text(branch(view.table, "options"), "exhaustion")
    return rule == "either" or (rule == "auto" and len(ground.figures(view.game)) == 1)


def asked(view: View, face: str) -> tuple[tuple[str, str], ...]:
    """Return what a creature may be answered with, and the characteristic that this takes."""
    return MOODS.get(face[1:2], (TALK, BRAWL)) if has_denizens(view) else (TALK, BRAWL)


def ways(view: View, figure: ground.Figure, face: str) -> list[Way]:
    """Return what a figure can do about the creature `face`; with wounds, only to fight."""
    points = {"charisma": figure.charisma, "endurance": figure.endurance}
    if has_denizens(view) and face.startswith(PRINCE):
        both = tuple(points.items())
        chance = round(odds.test(figure.charisma) * odds.test(figure.endurance) / 100)
        return [Way("face", both, chance)] if min(points.values()) > 0 else []
    modifier = MODIFIERS.get(face[:1], 0) if has_denizens(view) else 0
    return [
        Way(do, ((trait, points[trait] + modifier),), odds.test(points[trait] + modifier))
        for do, trait in asked(view, face)
        if points[trait] > 0
    ]
