"""Creatures: what each asks for in the three kinds of encounter, as tables.

`test` is the base game (H-27 to H-34), `denizens` gives every creature a way of its own (H-43),
`brawl` is a round of combat (H-42).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from haydes.engine.cards import DECK, FIRST_COURT, NAMES

POINTS = 16  # H-3
MOST = 9  # H-4: so the split is 7, 8 or 9 for Charisma, the rest for Endurance
LEAST_ROLL = 2  # of two dice
LEAST_PAYER = 2  # points of a characteristic that can pay for a bargain: one must be left

# What may be done to a creature, as an index into Actions.tests
NOTHING, TALK, BRAWL, TALK_OR_BRAWL, FACE, FIGHT = range(6)


# What follows a test, besides what always does
PLAIN = 0
TEMPTER = 1  # who fails may strike a bargain
CAPTAIN = 2  # who overcomes it has its keys, who fails is marched off
PRINCE = 3  # both characteristics are tested; who fails is marched off


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of a round of combat."""

    strength: int
    toughness: int
    wounds: int


NO_FIGHTER = Fighter(0, 0, 0)

# A stand-in, not Flintloque's own rules: who has those may put their numbers here.
# Both strike at once, each with a die and strength against a die and toughness (1.6).
ESCAPEE = Fighter(strength=4, toughness=4, wounds=4)
FOES = {
    "J": Fighter(strength=3, toughness=3, wounds=1),
    "Q": Fighter(strength=4, toughness=3, wounds=1),
    "K": Fighter(strength=4, toughness=4, wounds=1),
}


@dataclass(frozen=True, slots=True)
class Denizen:
    """One kind of creature.

    `offers[n]` is what may be done, n being 1 if the figure has Charisma plus 2 if it has
    Endurance. `modifier` is added to the characteristic that is tested.
    """

    offers: tuple[int, int, int, int]
    modifier: int = 0
    power: int = PLAIN
    fighter: Fighter = NO_FIGHTER
    hopeless: frozenset[tuple[int, int]] = frozenset()
    """With which Charisma and Endurance a figure held by it never gets away by itself (HA-28)."""


Denizens: TypeAlias = Mapping[int, Denizen]  # by court card

ANY_MOOD = (NOTHING, TALK, BRAWL, TALK_OR_BRAWL)
# Hearts only talk, clubs only brawl, the other suits leave the choice.
MOODS = {
    "H": (NOTHING, TALK, NOTHING, TALK),
    "C": (NOTHING, NOTHING, BRAWL, BRAWL),
    "D": ANY_MOOD,
    "S": ANY_MOOD,
}
KINDS = {"J": (1, PLAIN), "Q": (0, TEMPTER), "K": (-1, CAPTAIN)}
VAKHRACA = "KS"


def _denizen(name: str) -> Denizen:
    if name == VAKHRACA:
        return Denizen((NOTHING, NOTHING, NOTHING, FACE), power=PRINCE)
    return Denizen(MOODS[name[1]], *KINDS[name[0]])


def _hopeful(denizen: Denizen, charisma: int, endurance: int) -> bool:
    """Tell whether a test can succeed, or fail to some purpose."""
    offer = denizen.offers[(charisma > 0) + 2 * (endurance > 0)]
    if offer == FACE:
        return True
    payers = {TALK: endurance, BRAWL: charisma}
    tested = {TALK: charisma, BRAWL: endurance}
    return any(
        tested[way] + denizen.modifier >= LEAST_ROLL
        or denizen.power == CAPTAIN
        or (denizen.power == TEMPTER and payers[way] >= LEAST_PAYER)
        for way in (TALK, BRAWL)
        if offer in (way, TALK_OR_BRAWL)
    )


def _with_hope(denizen: Denizen) -> Denizen:
    points = [
        (charisma, endurance) for charisma in range(MOST + 1) for endurance in range(MOST + 1)
    ]
    hopeless = frozenset(pair for pair in points if not _hopeful(denizen, *pair))
    return replace(denizen, hopeless=hopeless)


COURTS = {card: NAMES[card] for card in range(FIRST_COURT, DECK)}
ENCOUNTERS: Mapping[str, Denizens] = {
    "test": dict.fromkeys(COURTS, _with_hope(Denizen(ANY_MOOD))),
    "denizens": {card: _with_hope(_denizen(name)) for card, name in COURTS.items()},
    "brawl": {
        card: Denizen((FIGHT, FIGHT, FIGHT, FIGHT), fighter=FOES[name[0]])
        for card, name in COURTS.items()
    },
}
