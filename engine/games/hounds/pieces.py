"""What lies on the table: the pack, the track, and notes of what was played."""

from typing import NamedTuple, TypeAlias

from haydes.engine.cards import FIRST_COURT, RED_JOKER, VALUES, is_red
from haydes.engine.game import Seat

PACK = bytes(range(RED_JOKER + 1))
TRACK = 20  # R-4; its cards are numbered from The Hounds to Escape
CAUGHT, ESCAPED, OUT = 0, TRACK + 1, -1  # where figures are that left the track
HAND = 2

Hand: TypeAlias = tuple[int, ...]  # cards, sorted

# how far a spot card moves a figure towards Escape
STEPS = tuple(VALUES[card] if is_red(card) else -VALUES[card] for card in range(FIRST_COURT))


class Demand(NamedTuple):
    """A court card that `seat` has to obey, played by `by` (R-15, R-16)."""

    seat: Seat
    by: Seat
    red: bool


# What became of a card: the seat that held it, the card, the target as in an action's number or
# DISCARDED, and the die of a Joker, else 0. A plain tuple, as every action makes one.
Play: TypeAlias = tuple[Seat, int, int, int]

DISCARDED = -1
