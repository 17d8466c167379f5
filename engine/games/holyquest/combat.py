"""Attacks, hits and defeat (Q-16 to Q-20)."""

from haydes.engine.dealer import Dealer
from haydes.engine.games.holyquest.cards import DRAGON, NAMES, VICTORY_CARDS
from haydes.engine.games.holyquest.dice import Roll, roll
from haydes.engine.games.holyquest.heroes import (
    BEARERS,
    DEFEATED,
    HEROES,
    MEMBERS,
    STANDING,
    hits_of,
    with_hits,
)
from haydes.engine.games.holyquest.position import (
    Log,
    Position,
    finish,
    tell,
)
from haydes.engine.games.holyquest.victory import strip
from haydes.engine.plain import Tree


def attack(p: Position, hero: int, foe: int, dealer: Dealer, log: Log) -> None:
    """Let a hero attack an opponent."""
    bit = 1 << hero
    p.attacked |= bit
    p.acted = True
    if p.hidden and bit & BEARERS:
        notice(p, hero, log)
    power, against = p.powers[hero], p.foe_powers[foe]
    offence, defence = roll(dealer), roll(dealer)
    hit = offence.total + power > defence.total + against
    if log is not None:
        told = {"attack": _side(offence, power), "defence": _side(defence, against)}
        tell(log, "attack", hero=HEROES[hero], foe=foe + 1, **told, hit=hit)
    if hit:
        hurt_foe(p, foe, 1, log)


def strike(p: Position, hero: int, dealer: Dealer, log: Log) -> None:
    """Let the next opponent attack a hero."""
    foe = MEMBERS[p.attackers][0]
    p.attackers &= p.attackers - 1
    p.faced |= 1 << hero
    power, against = p.foe_powers[foe], p.powers[hero]
    offence, defence = roll(dealer), roll(dealer)
    hit = offence.total + power > defence.total + against
    if log is not None:
        told = {"attack": _side(offence, power), "defence": _side(defence, against)}
        tell(log, "strike", foe=foe + 1, hero=HEROES[hero], **told, hit=hit)
    if hit:
        hurt_hero(p, hero, log)


def notice(p: Position, hero: int, log: Log) -> None:
    """Let the opponents see a hero of a party that hides (Q-10)."""
    if not p.noticed >> hero & 1:
        p.noticed |= 1 << hero
        tell(log, "noticed", hero=HEROES[hero])


def hurt_foe(p: Position, foe: int, number: int, log: Log) -> None:
    """Give an opponent so many hits (Q-19)."""
    hits = min(DEFEATED, hits_of(p.foe_hits, foe) + number)
    p.foe_hits = with_hits(p.foe_hits, foe, hits)
    p.foe_powers[foe] -= number
    if log is not None:
        tell(log, "hit", foe=foe + 1, hits=hits)
    if hits == DEFEATED:
        defeat(p, foe, log)


def defeat(p: Position, foe: int, log: Log) -> None:
    _remove(p, foe, "defeated", log)
    if p.foes[foe] == DRAGON and not p.terms.goal:  # QA-43
        finish(p, "dragon", log, won=True)


def surrender(p: Position, foe: int, log: Log) -> None:
    """Take an opponent away that is not dead (QA-37)."""
    _remove(p, foe, "surrendered", log)


def hurt_hero(p: Position, hero: int, log: Log) -> None:
    p.hits += 1 << 2 * hero
    p.powers[hero] -= 1  # QA-21: even below 0
    hits = p.hits >> 2 * hero & DEFEATED
    if log is not None:
        tell(log, "hit", hero=HEROES[hero], hits=hits)
    if hits < DEFEATED:
        return
    lost = strip(p, hero)
    tell(log, "defeated", hero=HEROES[hero], lost=[VICTORY_CARDS[card].name for card in lost])
    if not STANDING[p.hits]:  # QA-44
        finish(p, "defeated", log, won=False)


def _remove(p: Position, foe: int, how: str, log: Log) -> None:
    """Discard a beaten opponent, for which a victory card may be drawn (Q-30, QA-25)."""
    p.foe_hits = with_hits(p.foe_hits, foe, DEFEATED)
    p.discards += p.foes[foe : foe + 1]
    p.prizes += 1
    tell(log, how, foe=foe + 1, card=NAMES[p.foes[foe]])


def _side(thrown: Roll, power: int) -> Tree:
    return {"dice": list(thrown.dice), "power": power, "total": thrown.total + power}
