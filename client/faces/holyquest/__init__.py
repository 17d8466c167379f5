"""The face of HolyQuest: party and monsters side by side, the place and the deeds below."""

from haydes.client.faces.holyquest import board
from haydes.client.faces.holyquest.keys import carried, keys, now
from haydes.client.faces.holyquest.rules import RULES
from haydes.client.faces.holyquest.sight import sight
from haydes.client.holyquest import party
from haydes.client.model import View
from haydes.client.read import branch, number, text
from haydes.client.screens.rows import Area, Drawing, plain, wrap
from haydes.client.screens.ui import Ui

__all__ = ["RULES", "carried", "draw", "height", "inspect", "keys", "mover", "now", "progress"]

WIDE = 54  # columns of the details


def height(view: View) -> int:
    return board.height(sight(view, Ui()))


def draw(view: View, ui: Ui, area: Area) -> Drawing:
    return board.draw(sight(view, ui), area)


def mover(view: View) -> int | None:
    lead = number(branch(view.game, "turn"), "lead", -1)
    return None if lead < 0 or party.phase(view.game) == party.ALL_AT_ONCE else lead


def progress(view: View) -> str:
    turn = branch(view.game, "turn")
    parts = [f"{word} {text(turn, word)}" for word in ("turn", "round") if word in turn]
    return ", ".join(parts)


def inspect(view: View) -> tuple[str, ...]:
    """Return what is left in the decks, and what every hero has."""
    piles = branch(view.game, "piles")
    lines: list[str] = []
    for deck in ("monsters", "victory"):
        left = branch(view.game, "unseen", deck)
        cards = [f"{number(left, name)} {plain(party.words(name))}" for name in left]
        told = f"{deck} deck, {text(piles, deck)} cards: {', '.join(cards)}"
        lines += [*wrap(told, WIDE, "  "), ""]
    for one in party.heroes(view.game):
        has = ", ".join(plain(party.words(name)) for name in one.has)
        lines += wrap(f"{party.titled(one.name)} has: {has or 'nothing'}", WIDE, "  ")
    return tuple(lines)
