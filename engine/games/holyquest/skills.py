"""The skills: whose they are and what they are aimed at.

Detect Traps is not among them: the Scout uses it unasked, once for every trap (Q-14, QA-4).
"""

from dataclasses import dataclass
from enum import IntEnum, auto

from haydes.engine.games.holyquest.cards import VICTORY
from haydes.engine.games.holyquest.heroes import GIFTS, MINISTER, PROPHET, SCOUT


class Aim(IntEnum):
    """What a skill needs; the position knows for each aim the set of what it may hit."""

    HURT = 0  # a hero with hits
    DEAD = auto()
    FOE = auto()
    SIGHTED = auto()  # an opponent that is not blind yet (QA-35)
    SURPRISED = auto()  # an opponent in the first round (QA-36)
    ALL = auto()  # nothing; the opponents are hit together
    START = auto()  # nothing; before anything else is done in the round (QA-16)


HEROIC = (Aim.HURT, Aim.DEAD)
AIMLESS = (Aim.ALL, Aim.START)


@dataclass(frozen=True, slots=True, eq=False)
class Skill:
    name: str
    user: int
    aim: Aim

    @property
    def card(self) -> int | None:
        """The victory card that brings it; None: its user always has it."""
        return None if self.name in GIFTS[self.user] else VICTORY[self.name]


NO_SKILL = Skill("none", -1, Aim.START)
SKILLS = (  # user by user, so that their actions are in order
    Skill("sneak", SCOUT, Aim.SURPRISED),
    Skill("heal", MINISTER, Aim.HURT),
    Skill("advanced_heal", MINISTER, Aim.HURT),
    Skill("raise", MINISTER, Aim.DEAD),
    Skill("light", MINISTER, Aim.SIGHTED),
    Skill("word", MINISTER, Aim.FOE),
    Skill("missile", PROPHET, Aim.FOE),
    Skill("hide", PROPHET, Aim.START),
    Skill("fire", PROPHET, Aim.ALL),
    Skill("hail", PROPHET, Aim.ALL),
    Skill("death", PROPHET, Aim.FOE),
)
