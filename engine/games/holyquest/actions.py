"""The actions, numbered once for all matches, and tables that list those of a situation.

The order of the numbers is that in which a seat prefers them whose time is up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from haydes.engine.games.holyquest.heroes import (
    BEARERS,
    FIGHTERS,
    HEROES,
    KNIGHT,
    MEMBERS,
    MOST,
    SCOUT,
    SETS,
)
from haydes.engine.games.holyquest.skills import AIMLESS, HEROIC, NO_SKILL, SKILLS, Aim, Skill
from haydes.engine.plain import Tree, Value

NONE = -1
Actions: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """`hero` is who acts, or at whom a skill is aimed; `foe` is counted from 0."""

    do: str
    hero: int = NONE
    foe: int = NONE
    skill: Skill = NO_SKILL

    def tree(self) -> Tree:
        tree: dict[str, Value] = {"do": self.do}
        if self.do == "skill":
            tree["skill"] = self.skill.name
        if self.hero != NONE:
            tree["hero"] = HEROES[self.hero]
        if self.foe != NONE:
            tree["foe"] = self.foe + 1
        return tree


def _skill_actions(skill: Skill) -> Iterable[Action]:
    if skill.aim in AIMLESS:
        return (Action("skill", skill=skill),)
    if skill.aim in HEROIC:
        return (Action("skill", hero, skill=skill) for hero in range(len(HEROES)))
    return (Action("skill", foe=foe, skill=skill) for foe in range(MOST))


ACTIONS = (
    Action("draw"),
    Action("take"),
    *(Action("give", hero) for hero in MEMBERS[BEARERS]),
    *(Action("face", hero, foe) for foe in range(MOST) for hero in range(len(HEROES))),
    *(Action("attack", hero, foe) for hero in MEMBERS[FIGHTERS] for foe in range(MOST)),
    Action("done"),
    Action("decline"),
    *(action for skill in SKILLS for action in _skill_actions(skill)),
    *(Action("drink", hero) for hero in MEMBERS[BEARERS]),
)
DESCRIBED = tuple(action.tree() for action in ACTIONS)
NUMBERS: Mapping[Action, int] = {action: number for number, action in enumerate(ACTIONS)}

DRAW = NUMBERS[Action("draw")]
DONE = NUMBERS[Action("done")]
PRIZE_ACTIONS = NUMBERS[Action("take")], NUMBERS[Action("decline")]
GIVE_ACTIONS = NUMBERS[Action("give", KNIGHT)], NUMBERS[Action("give", SCOUT)]

# By the set of heroes who are hurt
DRINKS: tuple[Actions, ...] = tuple(
    tuple(NUMBERS[Action("drink", hero)] for hero in MEMBERS[hurt & BEARERS]) for hurt in SETS
)
# By the set of the opponents that stand, then of heroes who may attack; and that one is done
ATTACKS: tuple[tuple[Actions, ...], ...] = tuple(
    tuple(
        (
            *(
                NUMBERS[Action("attack", hero, foe)]
                for hero in MEMBERS[heroes & FIGHTERS]
                for foe in MEMBERS[foes]
            ),
            DONE,
        )
        for heroes in SETS
    )
    for foes in SETS
)
# By the opponent that attacks, then the set of heroes who may face it
FACES: tuple[tuple[Actions, ...], ...] = tuple(
    tuple(tuple(NUMBERS[Action("face", hero, foe)] for hero in MEMBERS[heroes]) for heroes in SETS)
    for foe in range(MOST)
)


def _uses(skill: Skill) -> tuple[Actions, ...]:
    """Return the uses of a skill by the set of what it may be aimed at."""
    numbers = [NUMBERS[action] for action in _skill_actions(skill)]
    if skill.aim in AIMLESS:
        return tuple(tuple(numbers) if possible else () for possible in SETS)
    return tuple(tuple(numbers[target] for target in MEMBERS[targets]) for targets in SETS)


USES: Mapping[Skill, tuple[Actions, ...]] = {skill: _uses(skill) for skill in SKILLS}


@cache
def known(hero: int, cards: int) -> tuple[tuple[Aim, tuple[Actions, ...]], ...]:
    """Return the aim and the uses of every skill that a hero has, given the cards attached."""
    return tuple(
        (skill.aim, USES[skill])
        for skill in SKILLS
        if skill.user == hero and (skill.card is None or cards >> skill.card & 1)
    )
