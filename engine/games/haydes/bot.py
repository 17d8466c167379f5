"""The walker: goes to the nearest tile where the red Joker may be, and guesses by the counts.

Near is what takes few flips; walking over open cards is free, so it looks for the best card to
guess from among all it can walk to.

A right guess matters only where the card is a number: a court card is an encounter whatever
was said (H-27), and beating it lets the figure go on even so (H-30). So courts are left out of
the counts. On a fresh map five ranks above 5 face four below, and four above 6 face five
below: higher up to 5, lower from 6. With the courts counted the border would be 7. The red
Joker is one more card below, worth more than others because it wins.
"""

from enum import IntEnum
from typing import TypeAlias

from haydes.engine.cards import FIRST_COURT, VALUES
from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat, State
from haydes.engine.games.haydes.actions import HIGHER, LOWER, WALK
from haydes.engine.games.haydes.faces import CREATURE, HIDING, SEARCHED, VALUE
from haydes.engine.games.haydes.layout import REFERENCE
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.games.haydes.turns import ENCOUNTER, MOVE

ESCAPE = 3.0  # what an escape is worth in right guesses
WARY = 3  # with so few tiles left to hide in, the start is no place to enter one from (HA-10)

NUMBERS = range(FIRST_COURT)
ABOVE = tuple(bytes(card for card in NUMBERS if VALUES[card] > value) for value in range(14))
BELOW = tuple(bytes(card for card in NUMBERS if VALUES[card] < value) for value in range(14))

Walks: TypeAlias = dict[int, tuple[int, ...]]  # the steps to a tile
Flip: TypeAlias = tuple[int, int]  # from a tile onto its neighbour


class Care(IntEnum):
    """What the way to a hiding tile may lead over, if there is no better one."""

    SURE = 0
    CREATURES = 1  # and steps that end the turn because the values are equal
    START = 2  # into a hiding tile from the start, unless it is the only one


def walker(state: State, seat: Seat, dealer: Dealer) -> int:
    """Choose an action of a state of this game."""
    if not isinstance(state, HaydesState):
        raise TypeError("the walker knows Escape from Haydes only")
    if state.phase == MOVE:
        return _step(state, state.at[seat], dealer)
    if state.phase == ENCOUNTER:
        brawls = state.endurance[seat] > state.charisma[seat]
        return state.actions.brawl if brawls else state.actions.talk
    return state.actions.splits[-1]


def _step(state: HaydesState, at: int, dealer: Dealer) -> int:
    """Take the best flip there is or a step towards it.

    All tiles on the walk see the same flips, so every step makes the walk shorter.
    """
    for care in Care:
        walks = _walks(state, at, care)
        flips = _flips(state, walks, care)
        if flips:
            break
    else:
        return state.actions.stop
    rated: list[tuple[float, int, int, int]] = []
    for tile, door in flips:
        worth, action = _rate(state, VALUE[state.faces[tile]], door)
        rated.append((worth, -len(walks[tile]), tile, action))
    best = max(rated)[:2]
    good = [(tile, action) for *worth, tile, action in rated if tuple(worth) == best]
    tile, action = good[dealer.below(len(good))]
    return 3 * walks[tile][0] + WALK if walks[tile] else action


def _walks(state: HaydesState, at: int, care: Care) -> Walks:
    """Return the tiles that can be reached over open cards, each with the way there."""
    walks: Walks = {at: ()}
    queue = [at]
    for tile in queue:
        for near in state.map.near[tile]:
            if (
                near not in walks
                and state.faces[near] < SEARCHED
                and _passable(state, tile, near, care)
            ):
                walks[near] = (*walks[tile], near)
                queue.append(near)
    return walks


def _flips(state: HaydesState, walks: Walks, care: Care) -> set[Flip]:
    """Return the flips with which the shortest ways to a hiding tile begin."""
    reached = set(walks)
    level: dict[int, set[Flip]] = {tile: set() for tile in walks}
    while level:
        beyond: dict[int, set[Flip]] = {}
        for tile, flips in level.items():
            for near in state.map.near[tile]:
                if near not in reached and _passable(state, tile, near, care):
                    beyond.setdefault(near, set()).update(flips or {(tile, near)})
        found = {
            flip for tile, flips in beyond.items() for flip in flips if state.faces[tile] == HIDING
        }
        if found:
            return found
        reached.update(beyond)
        level = beyond
    return set()


def _passable(state: HaydesState, tile: int, near: int, care: Care) -> bool:
    face, onto = state.faces[tile], state.faces[near]
    if onto == HIDING and tile == state.map.start:
        return state.hiding > (1 if care == Care.START else WARY)
    if onto >= SEARCHED or care > Care.SURE:
        return True
    return not CREATURE[onto] and (face >= SEARCHED or VALUE[face] != VALUE[onto])


def _rate(state: HaydesState, value: int, door: int) -> tuple[float, int]:
    """Return what the better call onto a face-down tile is worth, and that call."""
    above, below = _shares(state, state.origin[door], value)
    if state.faces[door] == HIDING:
        joker = 1 / state.hiding
        above, below = (1 - joker) * above, (1 - joker) * below
        if value:
            below += joker * ESCAPE
    return max((above, 3 * door + HIGHER), (below, 3 * door + LOWER))


def _shares(state: HaydesState, number: int, value: int) -> tuple[float, float]:
    """Return the shares of a pile that are number cards above and below a value."""
    pile = state.piles[number]
    if not pile:  # the tile is the red Joker
        return 0.0, 0.0
    if pile[0] >= REFERENCE:
        parts = [_shares(state, entry - REFERENCE, value) for entry in pile]
        above, below = (sum(shares) / len(pile) for shares in zip(*parts, strict=True))
        return above, below
    above, below = (
        (len(pile) - len(pile.translate(None, cards))) / len(pile)
        for cards in (ABOVE[value], BELOW[value])
    )
    return above, below
