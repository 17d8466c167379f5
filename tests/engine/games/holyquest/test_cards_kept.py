"""No card is ever lost or doubled."""

from collections import Counter

import pytest

from haydes.engine.dealer import FairDealer
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.bot import captain
from haydes.engine.games.holyquest.cards import (
    BARE,
    EXPERIENCE,
    MONSTER_DECK,
    TRAP,
    VICTORY,
    VICTORY_DECK,
)
from haydes.engine.games.holyquest.heroes import MEMBERS, STANDING
from haydes.engine.games.holyquest.position import Position


def monster_cards(p: Position) -> Counter[int]:
    cards = Counter(p.deck + p.discards)
    cards.update(p.foes[foe] for foe in MEMBERS[STANDING[p.foe_hits]])
    cards[TRAP] += p.traps
    cards[p.terrain] += p.terrain != BARE
    return +cards


def victory_cards(p: Position) -> Counter[int]:
    cards = Counter(p.victory + p.victory_discards + p.aside + b"".join(p.worn))
    cards.update(number for number in VICTORY.values() if p.cards >> number & 1)
    cards[EXPERIENCE] += p.ep // 2
    cards[VICTORY["draught"]] += p.draughts
    cards[p.arms] += p.arms > 0
    return +cards


@pytest.mark.parametrize("deal", range(12))
def test_every_card_is_somewhere_all_the_time(deal: int) -> None:
    dealer = FairDealer(bytes([deal]) * 32)
    goal, slip_past = ("dragon", "long")[deal % 2], bool(deal % 2)
    options = GAME.settle({"goal": goal, "difficulty": "easy", "slip_past": slip_past})
    state = GAME.new(1, options, dealer)
    while not state.ended:
        assert monster_cards(state) == Counter(MONSTER_DECK)
        assert victory_cards(state) == Counter(VICTORY_DECK)
        state.apply(0, captain(state, 0, dealer), dealer)
