"""Who is asked what (the paragraph on seats; QA-12, QA-23, QA-24, QA-31).

`ask` lists the legal actions of every seat, or finds that there is nothing to decide.
"""

from functools import lru_cache

from haydes.engine.games.holyquest.actions import (
    ATTACKS,
    DONE,
    DRAW,
    DRINKS,
    FACES,
    GIVE_ACTIONS,
    PRIZE_ACTIONS,
    Actions,
    known,
)
from haydes.engine.games.holyquest.heroes import (
    EVERYBODY,
    FIGHTERS,
    HURT,
    MEMBERS,
    MINISTER,
    MOST,
    PROPHET,
    SCOUT,
    STANDING,
)
from haydes.engine.games.holyquest.position import (
    ARMING,
    CAMP,
    DEFENCE,
    GO,
    HARD,
    PRIZE,
    TRAPS,
    Position,
    targets,
)
from haydes.engine.games.holyquest.skills import Aim

# Where the set of an aim's objects stands in a number that holds one for each aim
HURTS, DEAD, FOE, SIGHTED, SURPRISED, ALL, START = (MOST * aim for aim in Aim)
USERS = 1 << SCOUT | 1 << MINISTER | 1 << PROPHET  # of skills


def ask(p: Position) -> bool:
    """Set `asked`, and return whether somebody has to decide."""
    phase = p.phase
    if phase == DEFENCE:
        return _ask_defence(p)
    if phase == CAMP:
        return _ask_camp(p)
    if phase == TRAPS:
        drinks = _drinks(p)
        return p.traps > 0 and bool(drinks) and _ask_lead(p, (DONE, *drinks))
    if p.arms:
        p.phase = ARMING
        return _ask_lead(p, GIVE_ACTIONS)
    if p.prizes:
        if p.victory or p.victory_discards:
            p.phase = PRIZE
            return _ask_lead(p, PRIZE_ACTIONS)
        p.prizes = 0
    p.phase = GO
    return _ask_go(p)


def _ask_lead(p: Position, actions: Actions) -> bool:
    return _ask(p, p.leads[STANDING[p.hits]], actions)


def _ask(p: Position, seat: int, actions: Actions) -> bool:
    asked: list[Actions] = [()] * len(p.led)
    asked[seat] = actions
    p.asked = asked
    return True


def _drinks(p: Position) -> Actions:
    return DRINKS[HURT[p.hits]] if p.draughts else ()


def _ask_defence(p: Position) -> bool:
    """Ask who faces the opponent that attacks next, if there is a choice."""
    attackers = p.attackers
    if not attackers:
        return False
    heroes = targets(p)
    if not heroes:
        return False
    chance = p.terms.difficulty == HARD
    drinks = _drinks(p)
    if not drinks and (chance or not heroes & (heroes - 1)):
        return False
    return _ask_lead(p, ((DONE,) if chance else FACES[MEMBERS[attackers][0]][heroes]) + drinks)


def _ask_camp(p: Position) -> bool:
    """Ask for healing first, if that is another seat's business, then for the next cards."""
    alive = STANDING[p.hits]
    lead = p.leads[alive]
    healer = next(seat for seat, led in enumerate(p.led) if led >> MINISTER & 1)
    healing = _skills(alive & ~p.used & 1 << MINISTER, p.cards, _aims(p, 0))
    if healer == lead:
        return _ask(p, lead, (DRAW, *healing, *_drinks(p)))
    if healing and not p.done >> healer & 1:
        return _ask(p, healer, (DONE, *healing))
    return _ask(p, lead, (DRAW, *_drinks(p)))


def _ask_go(p: Position) -> bool:
    """Ask all at once; return whether anybody could still attack or use a skill."""
    foes = STANDING[p.foe_hits]
    if not foes:
        return False
    attacked, used, cards, done = p.attacked, p.used, p.cards, p.done
    alive = STANDING[p.hits]
    aims = _aims(p, foes)
    busy = False
    asked: list[Actions] = []
    for seat, led in enumerate(p.led):
        ready = alive & led
        if not ready or done >> seat & 1:
            asked.append(())
            continue
        fighters = ready & FIGHTERS & ~attacked
        skills = _skills(ready & USERS & ~used, cards, aims)
        if fighters or skills:
            busy = True
            asked.append(ATTACKS[fighters][foes] + skills)
        else:
            asked.append(())
    if p.draughts or p.idle:
        busy = _ask_lead_too(p, asked) or busy
    p.asked = asked
    return busy


def _ask_lead_too(p: Position, asked: list[Actions]) -> bool:
    """Let the party's seat drink, or note that nobody can do anything; tell if it must answer."""
    lead = p.leads[STANDING[p.hits]]
    drinks = _drinks(p)
    if p.done >> lead & 1 or not (drinks or p.idle):
        return False
    asked[lead] = (asked[lead] or (DONE,)) + drinks
    return p.idle


def _aims(p: Position, foes: int) -> int:
    """Return what could be the object of every `Aim`: a set for each, one after the other.

    Without cards there are but the skills that heroes come with.
    """
    hits, aims = p.hits, 0
    if p.cards:
        aims = (EVERYBODY ^ STANDING[hits]) << DEAD | foes << ALL | (foes & ~p.blinded) << SIGHTED
        if p.round == 1:
            aims |= foes << SURPRISED
    if not (p.hidden or p.attacked or p.used):
        aims |= foes << START
    return aims | HURT[hits] << HURTS | foes << FOE


@lru_cache(1 << 12)
def _skills(users: int, cards: int, aims: int) -> Actions:
    """Return the uses of skills by some heroes (QA-1)."""
    return tuple(
        action
        for hero in MEMBERS[users]
        for aim, uses in known(hero, cards)
        for action in uses[aims >> MOST * aim & EVERYBODY]
    )
