"""Chances in Release the Hounds, counted from the cards that nobody has seen.

Every card of another hand, and the next one of the deck, is any unseen card of its pile with
the same chance. Of those this player's own cards are not: he sees them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from haydes.client.hounds import track
from haydes.client.model import View, my_seat
from haydes.client.read import branch, number

SPOTS = "A23456789T"
COLOURS = ("red", "black")
KINDS = ("red ace to ten", "black ace to ten", "red court", "black court", "Joker")


@dataclass(frozen=True, slots=True)
class Unseen:
    """Cards of a pile by colour and rank ("court" stands for all three), and Jokers."""

    colours: Mapping[str, Mapping[str, int]]
    jokers: int

    @property
    def kinds(self) -> tuple[int, ...]:
        """Return how many there are of each of KINDS."""
        spots = [sum(self.colours[colour][rank] for rank in SPOTS) for colour in COLOURS]
        courts = [self.colours[colour]["court"] for colour in COLOURS]
        return (*spots, *courts, self.jokers)


def piles(view: View) -> list[int]:
    """Return the piles from which cards are in other hands, oldest first."""
    me = my_seat(view)
    return sorted({c.pile for c in track.convicts(view.game) if c.hand and c.seat != me})


def unseen(view: View, pile: int) -> Unseen:
    """Return the cards of a pile that this player has not seen either."""
    seat = my_seat(view)
    mine = seat is not None and track.convict(view.game, seat).pile == pile
    own = track.hand(view) if mine else []
    counts = branch(view.game, "unseen", str(pile))
    ranks = (*SPOTS, "court")
    colours = {
        colour: {
            rank: number(branch(counts, colour), rank) - sum(_is(c, colour, rank) for c in own)
            for rank in ranks
        }
        for colour in COLOURS
    }
    return Unseen(colours, number(counts, "joker") - sum(map(track.is_joker, own)))


def chances(view: View, pile: int) -> tuple[int, ...]:
    """Return the percent for each of KINDS that a hidden card of a pile is one."""
    kinds = unseen(view, pile).kinds
    total = sum(kinds)
    return tuple((200 * n + total) // (2 * total) if total > 0 else 0 for n in kinds)


def _is(card: str, colour: str, rank: str) -> bool:
    alike = not track.is_joker(card) and track.is_red(card) == (colour == "red")
    return alike and (track.is_court(card) if rank == "court" else card[:1] == rank)


def die(least: int) -> int:
    """Return the percent of a die that shows at least so much."""
    faces = range(1, 7)
    return round(100 * sum(face >= least for face in faces) / len(faces))
