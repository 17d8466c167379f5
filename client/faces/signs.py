"""How seats and cards look, whatever the game."""

from collections.abc import Mapping
from string import ascii_lowercase

from haydes.client.screens.rows import Piece

SUITS: Mapping[str, tuple[str, str]] = {
    "S": ("♠", "spades"),
    "H": ("♥", "hearts"),
    "D": ("♦", "diamonds"),
    "C": ("♣", "clubs"),
}
JOKERS: Mapping[str, tuple[str, str]] = {"JB": ("B*", "start"), "JR": ("R*", "joker")}
SEAT_ROLES = 4


def letter(seat: int, me: int) -> str:
    """Return the figure of a seat: "@" is one's own, unless `me` is -1."""
    return "@" if seat == me else ascii_lowercase[seat % len(ascii_lowercase)]


def role(seat: int, me: int) -> str:
    return "me" if seat == me else f"seat{seat % SEAT_ROLES}"


def card(face: str) -> Piece:
    """Return a face-up card in two columns; what is no card reads as "??"."""
    if face in JOKERS:
        return JOKERS[face][1], JOKERS[face][0]
    sign, colour = SUITS.get(face[1:2], ("?", ""))
    return colour, (face[:1] or "?") + sign


def hinted(*, holds: bool) -> Piece:
    """Return what stands before a choice that the server advises."""
    return ("good", "»") if holds else ("", " ")
