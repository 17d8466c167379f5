"""Seats in a few words: who is there, and whether they are."""

from haydes.client.model import View
from haydes.client.read import branch, flag, text
from haydes.client.screens.rows import Piece

SHAPES = {"here": ("●", "good"), "away": ("◐", "warn"), "gone": ("○", "bad")}


def presence(view: View, seat: int) -> tuple[Piece, Piece]:
    """Return the shape and the word for a seat's presence ("bot" and "open" among them)."""
    tree = branch(view.table, "seats", str(seat))
    kind = text(tree, "kind", "open")
    if flag(tree, "forfeit"):
        return ("dim", "x"), ("dim", "left")
    if kind == "bot":
        return ("", "■"), ("", "bot")
    if kind == "open":
        return ("dim", "□"), ("dim", "open")
    if text(tree, "stand_in"):
        return ("warn", "◐"), ("warn", "bot")  # half there: a bot plays for them
    word = text(tree, "presence", "here")
    sign, colour = SHAPES.get(word, SHAPES["here"])
    return (colour, sign), ("" if word == "here" else colour, word)
