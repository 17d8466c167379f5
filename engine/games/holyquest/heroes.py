"""The four adventurers, who leads them, and how hits are counted.

A set of heroes, or of the opponents in a combat, is a number with one bit for each. The hits of
all of them are one number with two bits for each: 3 hits defeat (Q-19).
"""

from collections.abc import Sequence

KNIGHT, SCOUT, MINISTER, PROPHET = range(4)
HEROES = ("knight", "scout", "minister", "prophet")
POWERS = (4, 2, 1, 0)
GIFTS = ((), ("detect",), ("heal",), ("missile", "hide"))  # the skills they come with

FIGHTERS = 1 << KNIGHT | 1 << SCOUT | 1 << PROPHET  # the Minister may only defend (QA-15)
BEARERS = 1 << KNIGHT | 1 << SCOUT  # of arms, and drinkers of draughts
CASTERS = 1 << MINISTER | 1 << PROPHET  # a skill betrays them, an attack does not

# Who leads each adventurer, by the number of seats.
SHARES = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 2), 4: (0, 1, 2, 3)}

MOST = 4  # creatures on a side; a turn draws so many cards
DEFEATED = 3  # hits
NOBODY = (1 << 2 * MOST) - 1  # the hits of a side without anybody left
SETS = range(1 << MOST)
EVERYBODY = SETS[-1]
MEMBERS = tuple(tuple(one for one in range(MOST) if members >> one & 1) for members in SETS)


def hits_of(hits: int, one: int) -> int:
    return hits >> 2 * one & DEFEATED


def with_hits(hits: int, one: int, number: int) -> int:
    """Return the hits of a side after one of it has got `number` of them."""
    return hits & ~(DEFEATED << 2 * one) | number << 2 * one


def _sets(low: int, high: int) -> bytes:
    """Return for all hits of a side the set of those who have `low` to `high` of them."""
    return bytes(
        sum(1 << one for one in range(MOST) if low <= hits_of(hits, one) <= high)
        for hits in range(NOBODY + 1)
    )


STANDING = _sets(0, DEFEATED - 1)
HURT = _sets(1, DEFEATED - 1)


def leads_of(led: Sequence[int]) -> tuple[int, ...]:
    """Return the seat that decides for the party by the set of heroes who live.

    It is the lowest one that leads any of them; `led` are the heroes of each seat.
    """
    return tuple(
        next((seat for seat, heroes in enumerate(led) if heroes & alive), 0) for alive in SETS
    )


# Whom each seat leads, and who decides for the party, by the number of seats
LED = {
    seats: tuple(
        sum(1 << hero for hero, leader in enumerate(share) if leader == seat)
        for seat in range(seats)
    )
    for seats, share in SHARES.items()
}
LEADS = {seats: leads_of(led) for seats, led in LED.items()}
