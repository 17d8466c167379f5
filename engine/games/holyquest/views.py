"""What everybody sees of a position, which is all but the order of the decks.

A sub-tree that did not change since the last look is the same object, so that whoever
compares two views can skip it.
"""

from collections.abc import Callable
from functools import partial

from haydes.engine.games.holyquest.cards import BARE, HELD, NAMES, VICTORY_CARDS
from haydes.engine.games.holyquest.heroes import DEFEATED, GIFTS, HEROES, MEMBERS, hits_of
from haydes.engine.games.holyquest.position import (
    DEFENCE,
    OVER,
    TRAPS,
    Position,
    lead_of,
    seen,
)
from haydes.engine.games.holyquest.victory import cards_of
from haydes.engine.plain import Tree, Value

VICTORY_NAMES = tuple(card.name for card in VICTORY_CARDS)


class Eyes:
    """Looks at one match, and remembers the parts of the last view by name."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, Tree]] = {}

    def look(self, p: Position) -> Tree:
        """Return the public tree."""
        flags = seen(p), p.attacked, p.used, p.faced
        heroes = p.led, p.hits, tuple(p.powers), p.worn, p.cards, flags
        foes = p.foes, p.foe_hits, tuple(p.foe_powers), p.blinded
        piles = len(p.deck), len(p.discards), len(p.victory), len(p.victory_discards)
        party = p.ep, p.draughts, p.aside, p.hidden
        tree: dict[str, Value] = {
            "party": self._part("party", party, partial(_party, p)),
            "heroes": self._part("heroes", heroes, partial(self._heroes, p)),
            "foes": self._part("foes", foes, partial(self._foes, p)),
            "piles": self._part("piles", piles, partial(_piles, *piles)),
            "unseen": self._part("unseen", (p.deck, p.victory), partial(self._unseen, p)),
        }
        if p.terrain != BARE:
            tree["terrain"] = NAMES[p.terrain]
        if p.phase != OVER:
            stage = p.turn, p.round, p.phase, p.traps, p.attackers, p.prizes, p.arms
            turn = *stage, lead_of(p), p.done
            tree["turn"] = self._part("turn", turn, partial(_turn, p))
        return tree

    def _part(self, name: str, key: object, make: Callable[[], Tree]) -> Tree:
        """Return a part made anew, or the same object as the last time if the key is the same."""
        old = self._parts.get(name)
        if old and old[0] == key:
            return old[1]
        tree = make()
        self._parts[name] = key, tree
        return tree

    def _heroes(self, p: Position) -> Tree:
        led, hits, cards, visible = p.led, p.hits, p.cards, seen(p)
        attacked, used, faced = p.attacked, p.used, p.faced
        return {
            name: self._part(
                name,
                (
                    led,
                    hits >> 2 * hero & DEFEATED,
                    p.powers[hero],
                    p.worn[hero],
                    cards & HELD[hero],
                    visible >> hero & 1,
                    attacked >> hero & 1,
                    used >> hero & 1,
                    faced >> hero & 1,
                ),
                partial(_hero, p, hero),
            )
            for hero, name in enumerate(HEROES)
        }

    def _foes(self, p: Position) -> Tree:
        return {
            str(foe + 1): self._part(
                f"foe {foe}",
                (card, hits_of(p.foe_hits, foe), p.foe_powers[foe], p.blinded >> foe & 1),
                partial(_foe, p, foe),
            )
            for foe, card in enumerate(p.foes)
        }

    def _unseen(self, p: Position) -> Tree:
        return {
            "monsters": self._part("monsters", p.deck, partial(_counts, p.deck, NAMES)),
            "victory": self._part("victory", p.victory, partial(_counts, p.victory, VICTORY_NAMES)),
        }


def _party(p: Position) -> Tree:
    tree: dict[str, Value] = {"ep": p.ep, "draughts": p.draughts}
    if p.terms.goal:
        tree["goal"] = p.terms.goal
    else:
        tree["slay"] = "dragon"
    if p.aside:
        tree["aside"] = [VICTORY_NAMES[card] for card in p.aside]
    if p.hidden:
        tree["hidden"] = True
    return tree


def _hero(p: Position, hero: int) -> Tree:
    hits = hits_of(p.hits, hero)
    tree: dict[str, Value] = {
        "seat": next(seat for seat, led in enumerate(p.led) if led >> hero & 1),
        "is": "defeated",
        "hits": hits,
        "has": [*GIFTS[hero], *(VICTORY_NAMES[card] for card in cards_of(p, hero))],
    }
    if hits < DEFEATED:
        tree |= {"is": "standing", "power": p.powers[hero]}
        marks = {"hidden": ~seen(p), "attacked": p.attacked, "used": p.used, "faced": p.faced}
        tree |= {mark: True for mark, heroes in marks.items() if heroes >> hero & 1}
    return tree


def _foe(p: Position, foe: int) -> Tree:
    hits = hits_of(p.foe_hits, foe)
    tree: dict[str, Value] = {"card": NAMES[p.foes[foe]], "is": "beaten", "hits": hits}
    if hits < DEFEATED:
        tree |= {"is": "standing", "power": p.foe_powers[foe]}
    if p.blinded >> foe & 1:
        tree["blinded"] = True
    return tree


def _piles(monsters: int, discards: int, victory: int, victory_discards: int) -> Tree:
    return {
        "monsters": monsters,
        "discards": discards,
        "victory": victory,
        "victory_discards": victory_discards,
    }


def _counts(pile: bytes, names: tuple[str, ...]) -> Tree:
    """Count the cards of a pile by name."""
    return {name: pile.count(card) for card, name in enumerate(names) if card in pile}


def _turn(p: Position) -> Tree:
    tree: dict[str, Value] = {"turn": p.turn, "phase": p.phase, "lead": lead_of(p)}
    if p.round:
        tree["round"] = p.round
    if p.done:
        tree["done"] = list(MEMBERS[p.done])
    if p.phase == TRAPS:
        tree["traps"] = p.traps
    if p.phase == DEFENCE:
        tree["foe"] = MEMBERS[p.attackers][0] + 1
    if p.prizes:
        tree["prizes"] = p.prizes
    if p.arms:
        tree["card"] = VICTORY_NAMES[p.arms]
    return tree
