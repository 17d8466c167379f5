"""The captain: weighs what every action is worth by the exact odds, and takes the best.

All is measured in lives of a hero. The *toll* is what one round of the opponents' attacks is
expected to cost. An opponent is worth the toll it adds; a hit on it is worth a share of that,
and the whole if it defeats, so the heroes finish whom they have begun with.

Two habits win many matches. The last opponent, if it is weak, is left alive while the Minister
has somebody to heal: between combats he may try only once, in combat every round. And where a
hidden party may slip past, it hides from a fight that would cost too much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat, State
from haydes.engine.games.holyquest.actions import ACTIONS, DONE, Action
from haydes.engine.games.holyquest.cards import VICTORY
from haydes.engine.games.holyquest.dice import SKILL_CHANCE, hit_chance
from haydes.engine.games.holyquest.effects import DARKNESS
from haydes.engine.games.holyquest.heroes import (
    DEFEATED,
    EVERYBODY,
    FIGHTERS,
    HURT,
    MEMBERS,
    MINISTER,
    PROPHET,
    STANDING,
    hits_of,
)
from haydes.engine.games.holyquest.position import CAMP, EASY, HARD, Position, seen, targets
from haydes.engine.games.holyquest.skills import HEROIC

LIVES = (1.2, 1.0, 0.8, 1.1)  # what Knight, Scout, Minister and Prophet are worth
COSTS = (0.5, 0.6, 1.0)  # of the first, second and third hit, in parts of a life
RAISED = 5.0  # lives, for raising a hero
ESCAPE = 50.0  # from a fight that is too much: it goes before everything else
ROUNDS = 4.0  # for how many rounds a standing opponent takes its toll
CROWD = 1.2  # by how much the toll grows if there are more opponents than heroes
PRIZE = 0.2  # a victory card
SHARES = (0.0, 1.0, 0.45, 0.3)  # of an opponent's worth for a hit, by the hits it can still take
DIMMED = 0.3  # of its worth for blinding it
TOO_MUCH = 0.45  # of all that the party has to lose

FAR = 64  # no powers differ by so much
CHANCES = tuple(float(hit_chance(lead)) for lead in range(-FAR, FAR + 1))
SKILL = float(SKILL_CHANCE)


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat as the captain sees it; the rest is by opponent."""

    toll: float
    powers: dict[int, int]
    worths: dict[int, float]
    hits: dict[int, float]  # what one hit is worth


def captain(state: State, seat: Seat, _dealer: Dealer) -> int:
    """Choose an action of a state of this game."""
    if not isinstance(state, Position):
        raise TypeError("the captain knows HolyQuest only")
    legal = state.legal(seat)
    skills = [action for action in legal if ACTIONS[action].do == "skill"]
    if state.phase == CAMP and skills:
        return max(skills, key=lambda action: _relief(state, ACTIONS[action]))
    drinks = [action for action in legal if ACTIONS[action].do == "drink"]
    if drinks:
        return max(drinks, key=lambda action: _cost(state, ACTIONS[action].hero, -1))
    if ACTIONS[legal[0]].do == "face":
        hero = _bearer(state)
        return next(action for action in legal if ACTIONS[action].hero == hero)
    if DONE in legal:
        return _go(state, legal)
    return legal[0]  # the next cards, a victory card, arms for the Knight


def holds_back(p: Position) -> bool:
    """Tell whether the captain leaves the last opponent alive for the Minister's sake."""
    return len(MEMBERS[STANDING[p.foe_hits]]) == 1 and _heals_first(p, _assess(p))


def _go(p: Position, legal: Sequence[int]) -> int:
    """Return the action that is worth most, or done if none is worth anything."""
    if p.hidden and p.terms.slip_past and not p.acted and not seen(p):
        return DONE
    fight = _assess(p)
    if _heals_first(p, fight):
        legal = [action for action in legal if _spares(ACTIONS[action])]
    best = max(legal, key=lambda action: _worth(p, fight, ACTIONS[action]))
    return best if _worth(p, fight, ACTIONS[best]) > 0 else DONE


def _assess(p: Position) -> Fight:
    powers = {foe: p.foe_powers[foe] for foe in MEMBERS[STANDING[p.foe_hits]]}
    toll = _toll(p, [*powers.values()])
    worths = {
        foe: PRIZE
        + ROUNDS * (toll - _toll(p, [power for other, power in powers.items() if other != foe]))
        for foe in powers
    }
    hits = {
        foe: worth * SHARES[DEFEATED - hits_of(p.foe_hits, foe)] for foe, worth in worths.items()
    }
    return Fight(toll, powers, worths, hits)


def _toll(p: Position, powers: Sequence[int]) -> float:
    """Return what a round of attacks costs, if the party defends itself well."""
    heroes = MEMBERS[STANDING[p.hits]]
    costs = [[_risk(p, power, hero) for hero in heroes] for power in powers]
    if p.terms.difficulty == HARD:
        return sum(sum(row) / len(row) for row in costs)
    if p.terms.difficulty == EASY:
        return sum(map(min, costs))
    if len(powers) > len(heroes):
        return CROWD * sum(map(min, costs))
    return min(
        sum(row[place] for row, place in zip(costs, places, strict=True))
        for places in permutations(range(len(heroes)), len(costs))
    )


def _bearer(p: Position) -> int:
    """Return who faces the next opponent, with an eye on those that follow."""
    heroes = MEMBERS[targets(p)]
    powers = [p.foe_powers[foe] for foe in MEMBERS[p.attackers]]
    if p.terms.difficulty == EASY or len(powers) > len(heroes):
        return min(heroes, key=lambda hero: _risk(p, powers[0], hero))
    first, *_ = min(
        permutations(heroes, len(powers)),
        key=lambda those: sum(
            _risk(p, power, hero) for power, hero in zip(powers, those, strict=True)
        ),
    )
    return first


def _risk(p: Position, power: int, hero: int) -> float:
    """Return what it costs to face an opponent of that power."""
    return CHANCES[power - p.powers[hero] + FAR] * _cost(p, hero, 0)


def _cost(p: Position, hero: int, more: int) -> float:
    """Return what the next hit costs a hero who has got so many more."""
    return LIVES[hero] * COSTS[hits_of(p.hits, hero) + more]


def _relief(p: Position, action: Action) -> float:
    """Return what a skill does for a hero."""
    if action.skill.name == "raise":
        return RAISED * LIVES[action.hero]
    relief = _cost(p, action.hero, -1)
    if action.skill.name == "advanced_heal" and hits_of(p.hits, action.hero) > 1:
        relief += _cost(p, action.hero, -2)
    return relief


def _heals_first(p: Position, fight: Fight) -> bool:
    """Tell whether the last opponent, about to fall, does less harm than the Minister good."""
    if len(fight.powers) > 1 or not STANDING[p.hits] >> MINISTER & 1:
        return False
    (foe,) = fight.powers
    if hits_of(p.foe_hits, foe) < DEFEATED - 1:
        return False
    good = [_cost(p, hero, -1) for hero in MEMBERS[HURT[p.hits]]]
    if p.cards >> VICTORY["raise"] & 1:
        good += [RAISED * LIVES[hero] for hero in MEMBERS[EVERYBODY ^ STANDING[p.hits]]]
    return bool(good) and fight.toll < SKILL * max(good)


def _spares(action: Action) -> bool:
    """Tell whether an action leaves the opponents alive."""
    return action.do == "done" or action.skill.aim in HEROIC or action.skill.name == "light"


def _worth(p: Position, fight: Fight, action: Action) -> float:
    if action.do == "attack":
        lead = p.powers[action.hero] - fight.powers[action.foe]
        return CHANCES[lead + FAR] * fight.hits[action.foe]
    if action.do != "skill":
        return 0.0
    foe = action.foe
    match action.skill.name:
        case "missile":
            worth = fight.hits[foe]
        case "word" | "death" | "sneak":
            worth = fight.worths[foe]
        case "fire":
            worth = sum(fight.hits.values())
        case "hail":
            worth = sum(_two_hits(p, fight, foe) for foe in fight.powers)
        case "light":
            dimmed = fight.powers | {foe: fight.powers[foe] - DARKNESS}
            spared = ROUNDS * (fight.toll - _toll(p, [*dimmed.values()]))
            worth = spared + DIMMED * fight.worths[foe]
        case "hide":
            worth = ESCAPE if p.terms.slip_past and _is_too_much(p, fight) else 0.0
        case _:
            worth = _relief(p, action)
    return SKILL * worth


def _two_hits(p: Position, fight: Fight, foe: int) -> float:
    left = DEFEATED - hits_of(p.foe_hits, foe)
    return fight.worths[foe] * min(1.0, SHARES[left] + SHARES[left - 1])


def _is_too_much(p: Position, fight: Fight) -> bool:
    """Estimate what the whole fight would cost: the toll shrinks to nothing on the way."""
    alive = STANDING[p.hits]
    hits_a_round = SKILL * (alive >> PROPHET & 1)
    for hero in MEMBERS[alive & FIGHTERS]:
        chances = [CHANCES[p.powers[hero] - power + FAR] for power in fight.powers.values()]
        hits_a_round += (max(chances) + sum(chances) / len(chances)) / 2
    needed = sum(DEFEATED - hits_of(p.foe_hits, foe) for foe in fight.powers)
    at_stake = sum(LIVES[hero] * sum(COSTS[hits_of(p.hits, hero) :]) for hero in MEMBERS[alive])
    return fight.toll * needed / hits_a_round / 2 > TOO_MUCH * at_stake
