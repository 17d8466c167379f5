"""The course of a turn: cards, terrain, traps, combat rounds (Q-11 to Q-22)."""

from haydes.engine.dealer import Dealer
from haydes.engine.games.holyquest.asking import ask
from haydes.engine.games.holyquest.cards import BARE, FIRST_TERRAIN, NAMES, POWERS, TRAP
from haydes.engine.games.holyquest.combat import hurt_hero, strike
from haydes.engine.games.holyquest.dice import SKILLED, roll
from haydes.engine.games.holyquest.heroes import (
    CASTERS,
    FIGHTERS,
    MEMBERS,
    MOST,
    NOBODY,
    SCOUT,
    STANDING,
)
from haydes.engine.games.holyquest.position import (
    CAMP,
    DEFENCE,
    GO,
    TRAPS,
    Log,
    Position,
    draw,
    seen,
    targets,
    tell,
)


def advance(p: Position, dealer: Dealer, log: Log) -> None:
    """Play on until somebody has to decide, or the match is over."""
    while p.ended is None and not ask(p):
        if p.phase == TRAPS:
            if p.traps:
                spring(p, dealer, log)
            else:
                _begin_combat(p, log)
        elif p.phase == DEFENCE:
            if heroes := targets(p):
                strike_any(p, heroes, dealer, log)
            else:
                _begin_round(p, log)
        elif STANDING[p.foe_hits]:
            _end_go(p, log)
        else:
            tell(log, "victorious")
            _end_combat(p, log)


def draw_cards(p: Position, dealer: Dealer, log: Log) -> None:
    """Draw the monster cards of a turn (QA-8) and lay them out."""
    cards: list[int] = []
    for _ in range(min(p.turn, MOST) if p.terms.gentle_start else MOST):  # QA-51
        if not p.deck:
            p.deck, p.discards = p.discards, b""
            tell(log, "reshuffled", deck="monsters")
        card, p.deck = draw(p.deck, dealer)
        cards.append(card)
    if log is not None:
        tell(log, "draw", cards=[NAMES[card] for card in cards])
    _lay_terrain(p, [card for card in cards if card >= FIRST_TERRAIN], log)
    p.traps = cards.count(TRAP)
    p.foes = bytes(card for card in cards if card < TRAP)
    p.foe_powers = [POWERS[p.terrain][card] for card in p.foes]
    p.foe_hits = NOBODY & ~((1 << 2 * len(p.foes)) - 1)
    p.phase = TRAPS


def spring(p: Position, dealer: Dealer, log: Log) -> None:
    """Let the Scout look for a trap; all take a hit from one that he misses (Q-14, QA-5)."""
    p.traps -= 1
    p.discards += bytes([TRAP])
    if STANDING[p.hits] >> SCOUT & 1:
        total, dice = roll(dealer)
        found = total >= SKILLED
        result = "avoided" if found else "sprung"
        tell(log, "trap", dice=list(dice), sum=total, result=result)
        if found:
            return
    else:
        tell(log, "trap", result="sprung")
    for hero in MEMBERS[STANDING[p.hits]]:
        hurt_hero(p, hero, log)


def strike_any(p: Position, heroes: int, dealer: Dealer, log: Log) -> None:
    """Let the next opponent attack one of some heroes, whom it happens to."""
    members = MEMBERS[heroes]
    strike(p, members[dealer.below(len(members)) if len(members) > 1 else 0], dealer, log)


def _lay_terrain(p: Position, cards: list[int], log: Log) -> None:
    """Play the first terrain of the turn in place of the old one (Q-12, Q-13, QA-9, QA-49)."""
    if not cards:
        return
    gone = cards[1:] if p.terrain == BARE else [p.terrain, *cards[1:]]
    p.terrain = cards[0]
    p.discards += bytes(gone)
    tell(log, "terrain", card=NAMES[cards[0]], discarded=[NAMES[card] for card in gone])


def _begin_combat(p: Position, log: Log) -> None:
    if p.foes:
        _begin_round(p, log)
    else:
        _begin_turn(p, log)  # QA-46


def _begin_round(p: Position, log: Log) -> None:
    p.round += 1
    p.attacked = p.used = p.faced = p.done = 0
    p.acted = False
    p.noticed &= ~CASTERS  # QA-16
    p.phase = GO
    if log is not None:
        tell(log, "round", round=p.round)
    p.idle = False
    p.idle = not STANDING[p.hits] & FIGHTERS and not ask(p)


def _end_go(p: Position, log: Log) -> None:
    """Let the opponents attack, if they see anybody (QA-18)."""
    if not seen(p):
        if p.terms.slip_past and not p.acted:  # QA-17
            tell(log, "slipped_past")
            p.discards += bytes(p.foes[foe] for foe in MEMBERS[STANDING[p.foe_hits]])
            _end_combat(p, log)
            return
        if not p.idle:
            _begin_round(p, log)
            return
        p.hidden = False  # or nothing would ever change (QA-45)
        tell(log, "found")
    p.phase = DEFENCE
    p.attackers = STANDING[p.foe_hits]


def _end_combat(p: Position, log: Log) -> None:
    p.foes = b""
    p.foe_powers = []
    p.foe_hits = NOBODY
    p.blinded = p.noticed = p.attacked = p.used = p.faced = p.round = 0
    p.hidden = False
    _begin_turn(p, log)


def _begin_turn(p: Position, log: Log) -> None:
    p.turn += 1
    p.done = 0
    p.phase = CAMP
    tell(log, "turn", turn=p.turn)
