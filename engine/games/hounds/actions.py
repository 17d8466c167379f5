"""The numbers of the actions and their description as plain data.

Action 0 discards what is left of the hand. Action 8 + 8c + t plays card c on seat t; for a
Joker t is 0 towards Escape, 1 towards The Hounds.
"""

from functools import cache

from haydes.engine.cards import BLACK_JOKER, NAMES
from haydes.engine.plain import Tree

SEATS = 8
DISCARD = 0
ESCAPE, HOUNDS = range(2)
ENDS = ("escape", "hounds")


def number(card: int, target: int) -> int:
    return SEATS * (card + 1) + target


def card_and_target(action: int) -> tuple[int, int]:
    """Take an action apart that plays a card."""
    return divmod(action - SEATS, SEATS)


@cache
def plays(card: int, targets: int) -> tuple[int, ...]:
    """Return the ways to play a card, if it may go on the seats whose bits are set."""
    if card >= BLACK_JOKER:
        return number(card, ESCAPE), number(card, HOUNDS)
    return tuple(number(card, seat) for seat in range(SEATS) if targets >> seat & 1)


def describe(action: int) -> Tree:
    if action == DISCARD:
        return {"do": "discard"}
    return {"do": "play", **describe_play(*card_and_target(action))}


def describe_play(card: int, target: int) -> Tree:
    if card >= BLACK_JOKER:
        return {"card": NAMES[card], "toward": ENDS[target]}
    return {"card": NAMES[card], "on": target}
