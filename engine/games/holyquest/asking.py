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
    if phase == GO and not (p.arms or p.prizes):
        return _ask_go(p)
    if phase == DEFENCE:
        return _ask_defence(p)
    if phase == CAMP:
        return _ask_camp(p)
    if phase == TRAPS:
        drinks = _drinks(p)
        return p.traps > 0 and bool(drinks) and _ask_lead(p, (DONE, *drinks))
    return _ask_cards(p) or _ask_go(p)


def _ask_lead(p: Position, actions: Actions) -> bool:
    return _ask(p, p.leads[STANDING[p.hits]], actions)


def _ask(p: Position, seat: int, actions: Actions) -> bool:
    asked: list[Actions] = [()] * len(p.led)
    asked[seat] = actions
    p.asked = asked
    return True


def _drinks(p: Position) -> Actions:
    return DRINKS[HURT[p.hits]] if p.draughts else ()


def _ask_cards(p: Position) -> bool:
    """Ask about arms that wait and cards that may be drawn; if there are none, fight on."""
    if p.arms:
        p.phase = ARMING
        return _ask_lead(p, GIVE_ACTIONS)
    if p.prizes and (p.victory or p.victory_discards):
        p.phase = PRIZE
        return _ask_lead(p, PRIZE_ACTIONS)
    p.prizes = 0
    p.phase = GO
    return False


def _ask_defence(p: Position) -> bool:
    """Ask who faces the opponent that attacks next, if there is a choice."""
    heroes = targets(p)
    if not heroes:
        return False
    chance = p.terms.difficulty == HARD
    drinks = _drinks(p)
    if not drinks and (chance or not heroes & (heroes - 1)):
        return False
    return _ask_lead(p, ((DONE,) if chance else FACES[MEMBERS[p.attackers][0]][heroes]) + drinks)


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
    ready = STANDING[p.hits]
    for seat in MEMBERS[p.done]:
        ready &= ~p.led[seat]
    fighters = ready & FIGHTERS & ~p.attacked
    users = ready & USERS & ~p.used
    attacks, cards, aims = ATTACKS[foes], p.cards, _aims(p, foes)
    asked: list[Actions] = []
    for led in p.led:
        able, skilled = fighters & led, users & led
        skills = _skills(skilled, cards, aims) if skilled else ()
        asked.append(attacks[able] + skills if able or skills else ())
    busy = any(asked)
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
