"""The walker: goes to the nearest tile where the red Joker may be, and guesses by the counts.

Near is what takes few flips; walking over open cards is free, so it looks for the best card to
guess from among all it can walk to.

A right guess matters only where the card is a number: a court card is an encounter whatever
was said (H-27), and beating it lets the figure go on even so (H-30). So courts are left out of
the counts. On a fresh map five ranks above 5 face four below, and four above 6 face five
below: higher up to 5, lower from 6. With the courts counted the border would be 7. The red
Joker is one more card below, worth more than others because it wins.

A ride is rated as a move is, but a wrong guess on it meets nobody, which is worth something: so
it takes the ride early in the turn, and then goes on by moves. Riding and stopping, turn after
turn, would be safer for who plays alone and has all the time in the world; it is in a hurry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from haydes.engine.cards import DECK, FIRST_COURT, RED_JOKER, VALUES
from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat, State
from haydes.engine.games.haydes.actions import HIGHER, LOWER, WALK
from haydes.engine.games.haydes.faces import CREATURE, HIDING, SEARCHED, VALUE
from haydes.engine.games.haydes.layout import REFERENCE, UNKNOWN
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.games.haydes.turns import ENCOUNTER, KEYS, MOVE

ESCAPE = 3.0  # what an escape is worth in right guesses
SPARED = 1.0  # what it is worth to have no creature to meet
WARY = 3  # with so few tiles left to hide in, the start is no place to enter one from (HA-10)

NUMBERS = range(FIRST_COURT)
ABOVE = tuple(bytes(card for card in NUMBERS if VALUES[card] > value) for value in range(14))
BELOW = tuple(bytes(card for card in NUMBERS if VALUES[card] < value) for value in range(14))
COURTS = range(FIRST_COURT, DECK)
COURTS_NOT_ABOVE = tuple(bytes(c for c in COURTS if VALUES[c] <= value) for value in range(14))
COURTS_NOT_BELOW = tuple(bytes(c for c in COURTS if VALUES[c] >= value) for value in range(14))

Walks: TypeAlias = dict[int, tuple[int, ...]]  # the steps to a tile


class Flip(NamedTuple):
    """A card to flip, and from where: by moving onto it or by riding there."""

    tile: int
    door: int
    ride: bool


class Care(IntEnum):
    """What the way to a hiding tile may lead over, if there is no better one."""

    SURE = 0
    CREATURES = 1  # and steps that end the turn because the values are equal
    START = 2  # into a hiding tile from the start, unless it is the only one


@dataclass(frozen=True, slots=True)
class Sight:
    """A position as its bot sees it."""

    state: HaydesState
    known: dict[int, int]
    """The face-down cards that the bot has looked at."""
    hidden: frozenset[int]
    """The tiles that may be the red Joker."""

    @classmethod
    def of(cls, state: HaydesState) -> "Sight":
        known = {t: peek.card for t, peek in state.peeks.items() if peek.card != UNKNOWN}
        hidden = [tile for tile, card in known.items() if card == RED_JOKER] or [
            tile for tile, face in enumerate(state.faces) if face == HIDING and tile not in known
        ]
        return cls(state, known, frozenset(hidden))

    def passable(self, tile: int, near: int, care: Care) -> bool:
        state = self.state
        face, onto = state.faces[tile], state.faces[near]
        if near in self.hidden and tile == state.map.start:
            return len(self.hidden) > (1 if care == Care.START else WARY)
        if care > Care.SURE:
            return True
        onto = self.known.get(near, onto)
        if onto >= SEARCHED:
            return True
        return not CREATURE[onto] and (face >= SEARCHED or VALUE[face] != VALUE[onto])


def walker(state: State, seat: Seat, dealer: Dealer) -> int:
    """Choose an action of a state of this game."""
    if not isinstance(state, HaydesState):
        raise TypeError("the walker knows Escape from Haydes only")
    if state.phase == MOVE:
        return _step(Sight.of(state), state.at[seat], dealer)
    actions = state.legal(seat)
    if state.phase == ENCOUNTER:
        return actions[-1 if state.endurance[seat] > state.charisma[seat] else 0]
    if state.phase == KEYS:
        hidden = [state.actions.peek + tile for tile in Sight.of(state).hidden]
        useful = [action for action in actions if action in hidden] or actions
        return useful[dealer.below(len(useful))]
    return actions[-1]  # the split with most Charisma; a bargain


def _step(sight: Sight, at: int, dealer: Dealer) -> int:
    """Take the best flip there is or a step towards it.

    All tiles on the walk see the same flips, so every step makes the walk shorter.
    """
    for care in Care:
        walks = _walks(sight, at, care)
        flips = _flips(sight, walks, care)
        if flips:
            break
    else:
        walks, flips = _lure(sight, at)
        if not flips:
            return sight.state.actions.stop
    rated: list[tuple[float, int, int, int]] = []
    for flip in flips:
        worth, action = _rate(sight, flip)
        rated.append((worth, -len(walks[flip.tile]), flip.tile, action))
    best = max(rated)[:2]
    good = [(tile, action) for *worth, tile, action in rated if tuple(worth) == best]
    tile, action = good[dealer.below(len(good))]
    return 3 * walks[tile][0] + WALK if walks[tile] else action


def _walks(sight: Sight, at: int, care: Care) -> Walks:
    """Return the tiles that can be reached over open cards, each with the way there."""
    walks: Walks = {at: ()}
    queue = [at]
    for tile in queue:
        for near in sight.state.map.near[tile]:
            if (
                near not in walks
                and sight.state.faces[near] < SEARCHED
                and sight.passable(tile, near, care)
            ):
                walks[near] = (*walks[tile], near)
                queue.append(near)
    return walks


def _flips(sight: Sight, walks: Walks, care: Care) -> set[Flip]:
    """Return the flips with which the shortest ways to a hiding tile begin."""
    reached = set(walks)
    rides = sight.state.rides and not sight.state.rode
    level: dict[int, set[Flip]] = {tile: set() for tile in walks}
    while level:
        beyond: dict[int, set[Flip]] = {}
        for tile, flips in level.items():
            for near, ride in _ways(sight, tile, rides=rides):
                if near not in reached and sight.passable(tile, near, care):
                    beyond.setdefault(near, set()).update(flips or {Flip(tile, near, ride)})
        found = {flip for tile, flips in beyond.items() for flip in flips if tile in sight.hidden}
        if found:
            return found
        reached.update(beyond)
        level = beyond
        rides = sight.state.rides  # there is another next turn
    return set()


def _ways(sight: Sight, tile: int, *, rides: bool) -> Iterator[tuple[int, bool]]:
    """Yield where one may go from a tile, and whether by riding."""
    ground = sight.state.map
    for near in ground.near[tile]:
        yield near, False
    if rides:
        for far in ground.beyond[tile]:
            if sight.state.faces[far] >= SEARCHED:
                yield far, True


def _lure(sight: Sight, at: int) -> tuple[Walks, set[Flip]]:
    """Have a red Joker shuffled away that can be entered from the start only (HA-10).

    It is missed on purpose, once a tile further off was flipped in this turn and is in the pool.
    Who can ride needs nothing of the kind and waits for the next ride.
    """
    state, start = sight.state, sight.state.map.start
    walks = _walks(sight, at, Care.CREATURES)
    if state.rides:
        return walks, set()
    beside = state.map.near[start]
    (joker,) = sight.hidden
    flips = {
        Flip(tile, door, ride=False)
        for tile in walks
        for door in state.map.near[tile]
        if state.faces[door] >= SEARCHED and door != joker
    }
    if start not in walks:
        steps = _steps(state.map.near, start)
        nearest = min(steps[flip.door] for flip in flips)
        return walks, {flip for flip in flips if steps[flip.door] == nearest}
    if any(tile not in beside for tile in state.up[state.fresh :]):
        return walks, {Flip(start, joker, ride=False)}
    return walks, {flip for flip in flips if flip.door not in beside} or flips


def _steps(near: tuple[tuple[int, ...], ...], start: int) -> dict[int, int]:
    """Count the steps from the start to every tile."""
    steps = {start: 0}
    queue = [start]
    for tile in queue:
        for other in near[tile]:
            if other not in steps:
                steps[other] = steps[tile] + 1
                queue.append(other)
    return steps


def _rate(sight: Sight, flip: Flip) -> tuple[float, int]:
    """Return what the better call onto a face-down tile is worth, and that call."""
    state, door = sight.state, flip.door
    value = VALUE[state.faces[flip.tile]]
    base = 3 * door + (state.actions.ride if flip.ride else 0)
    pile = state.origin[door]
    above, below = _share(sight, door, pile, ABOVE[value]), _share(sight, door, pile, BELOW[value])
    if flip.ride:
        above += SPARED * _share(sight, door, pile, COURTS_NOT_ABOVE[value])
        below += SPARED * _share(sight, door, pile, COURTS_NOT_BELOW[value])
    if door in sight.hidden:
        joker = 1 / len(sight.hidden)
        above, below = (1 - joker) * above, (1 - joker) * below
        if value:
            below += joker * ESCAPE
    return max((above, base + HIGHER), (below, base + LOWER))


def likelihood(sight: Sight, door: int, cards: bytes) -> float:
    """Return how likely a face-down tile is one of the cards, if it is not the red Joker."""
    return _share(sight, door, sight.state.origin[door], cards)


def _share(sight: Sight, door: int, number: int, cards: bytes) -> float:
    """Return how likely a door is one of the cards, if it is not the red Joker."""
    if door in sight.known:
        return float(sight.known[door] in cards)
    pile = sight.state.piles[number]
    if not pile:  # the tile is the red Joker
        return 0.0
    if pile[0] >= REFERENCE:
        parts = [_share(sight, door, entry - REFERENCE, cards) for entry in pile]
        return sum(parts) / len(pile)
    return (len(pile) - len(pile.translate(None, cards))) / len(pile)
