"""The face of Release the Hounds: the track above, one's hand and the round below."""

from haydes.client.faces.hounds import lanes
from haydes.client.faces.hounds.keys import keys, now
from haydes.client.faces.hounds.panel import LARGE, panel
from haydes.client.faces.hounds.rules import RULES
from haydes.client.faces.hounds.sight import sight
from haydes.client.hounds import counts, track
from haydes.client.model import View
from haydes.client.read import branch, number, text
from haydes.client.screens.rows import Area, Drawing, Row, fill, row, rule
from haydes.client.screens.ui import Ui
from haydes.client.screens.ui import dropped as carried

__all__ = ["RULES", "carried", "draw", "height", "inspect", "keys", "mover", "now", "progress"]

OWN = 3  # rows besides lanes and panel: the axis, a rule, the legend
LEGEND = row(
    ("dim", "▸ plays now  @ you  ▸ ◂ in a lane: leads there so far  ■ a card in hand"),
)


def height(view: View) -> int:
    return len(track.convicts(view.game)) + LARGE + OWN


def draw(view: View, ui: Ui, area: Area) -> Drawing:
    eyes = sight(view, ui)
    above = lanes.draw(eyes, area)
    rows: list[Row] = list(above.rows)
    rest = area.rows - len(rows)
    parted = rest != LARGE and rest > 1
    explained = rest >= LARGE + 2
    if parted:
        rows.append(rule(area.columns))
    below = Area(max(0, area.rows - len(rows) - explained), area.columns)
    rows += panel(eyes, below)
    if explained:
        rows.append(LEGEND)
    return Drawing(fill(rows, area), above.cursor)


def mover(view: View) -> int | None:
    seat = number(branch(view.game, "turn"), "seat", -1)
    return None if seat < 0 else seat


def progress(view: View) -> str:
    number_ = text(branch(view.game, "turn"), "round")
    return f"round {number_}" if number_ else ""


def inspect(view: View) -> tuple[str, ...]:
    """Return which cards this player has not seen yet, by what they do."""
    piles = branch(view.game, "piles")
    lines = [
        "Cards that nobody has seen, your own apart:",
        "",
        " " * 14 + "".join(f"{rank:>3}" for rank in counts.SPOTS) + "  J-K",
    ]
    for pile in sorted(int(name) for name in branch(view.game, "unseen") if name.isdecimal()):
        hidden = counts.unseen(view, pile)
        name = "first deal" if not pile else f"reshuffle {pile}"
        for colour in counts.COLOURS:
            ranks = hidden.colours[colour]
            told = "".join(f"{ranks[rank]:>3}" for rank in counts.SPOTS)
            lines.append(
                f"{name if colour == 'red' else '':<12}{colour[0]} {told}{ranks['court']:>5}"
            )
        lines.append(f"{'':12}Jokers {hidden.jokers}")
    deck, discards = text(piles, "deck"), text(piles, "discards")
    return (*lines, "", f"deck {deck}, discards {discards}; twenty cards are the track.")
