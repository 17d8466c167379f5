"""What skills do (Q-5 to Q-10, Q-37 to Q-46)."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from haydes.engine.dealer import Dealer
from haydes.engine.games.holyquest.actions import NONE, Action
from haydes.engine.games.holyquest.combat import defeat, hurt_foe, notice, surrender
from haydes.engine.games.holyquest.dice import SKILLED, roll
from haydes.engine.games.holyquest.heroes import (
    CASTERS,
    DEFEATED,
    HEROES,
    MEMBERS,
    STANDING,
    hits_of,
)
from haydes.engine.games.holyquest.position import Log, Position, tell
from haydes.engine.games.holyquest.victory import heal_hits, look_aside
from haydes.engine.plain import Value

DARKNESS = 4  # what Light takes from the power of an opponent

Effect: TypeAlias = Callable[[Position, int, Log], None]  # on a hero, an opponent or neither


def use(p: Position, action: Action, dealer: Dealer, log: Log) -> None:
    """Try a skill; it counts as used even if it fails."""
    skill = action.skill
    bit = 1 << skill.user
    p.used |= bit
    if skill.name != "hide":
        p.acted = True
        if p.hidden and bit & CASTERS:
            notice(p, skill.user, log)
    total, dice = roll(dealer)
    success = total >= SKILLED  # QA-22: hits do not matter
    if log is not None:
        target: dict[str, Value] = {}
        if action.hero != NONE:
            target["hero"] = HEROES[action.hero]
        if action.foe != NONE:
            target["foe"] = action.foe + 1
        told = {"by": HEROES[skill.user], "skill": skill.name, **target}
        tell(log, "skill", **told, dice=list(dice), sum=total, success=success)
    if success:
        EFFECTS[skill.name](p, action.foe if action.hero == NONE else action.hero, log)


def _heal(number: int) -> Effect:
    def heal(p: Position, hero: int, log: Log) -> None:
        heal_hits(p, hero, number)
        tell(log, "healed", hero=HEROES[hero], hits=hits_of(p.hits, hero))

    return heal


def _raise(p: Position, hero: int, log: Log) -> None:
    heal_hits(p, hero, DEFEATED)  # QA-40
    tell(log, "raised", hero=HEROES[hero])
    look_aside(p, log)


def _blind(p: Position, foe: int, log: Log) -> None:
    p.blinded |= 1 << foe
    p.foe_powers[foe] -= DARKNESS
    tell(log, "blinded", foe=foe + 1)


def _hit(p: Position, foe: int, log: Log) -> None:
    hurt_foe(p, foe, 1, log)


def _hit_all(number: int) -> Effect:
    def hit_all(p: Position, _: int, log: Log) -> None:
        for foe in MEMBERS[STANDING[p.foe_hits]]:
            if p.ended is None:
                hurt_foe(p, foe, number, log)

    return hit_all


def _hide(p: Position, _: int, log: Log) -> None:
    p.hidden = True
    tell(log, "hidden")


EFFECTS: Mapping[str, Effect] = {
    "sneak": defeat,
    "heal": _heal(1),
    "advanced_heal": _heal(2),
    "raise": _raise,
    "light": _blind,
    "word": surrender,
    "missile": _hit,
    "hide": _hide,
    "fire": _hit_all(1),
    "hail": _hit_all(2),
    "death": defeat,
}
