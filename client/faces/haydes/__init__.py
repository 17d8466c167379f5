"""The face of Escape from Haydes: a map on the left, a panel on the right."""

from haydes.client.faces.haydes import tiles
from haydes.client.faces.haydes.keys import keys, now
from haydes.client.faces.haydes.panel import panel
from haydes.client.faces.haydes.rules import RULES
from haydes.client.faces.haydes.tiles import AXIS, PITCH, extent, sight
from haydes.client.haydes import ground
from haydes.client.model import View
from haydes.client.read import branch, number, text
from haydes.client.screens.rows import Area, Drawing, beside, fill, row
from haydes.client.screens.ui import Ui
from haydes.client.screens.ui import dropped as carried

__all__ = ["RULES", "carried", "draw", "height", "inspect", "keys", "mover", "now", "progress"]

ROWS = 16  # what the panel needs in full with four players
PANEL = 36
PANEL_LEAST = 20
PANEL_MOST = 60
GAP = 2  # the line between map and panel

_HIDDEN = row(("down", "░░░"), " face down  ", ("searched", "···"), " searched: no Joker")
_CARDS = row(("bad", "!"), " creature  ", ("dim", "x"), " beaten one  ", ("start", "*B*"), " start")
LEGEND = (
    _HIDDEN,
    row(
        ("target", "[n]"), " ", ("target", "(n)"), " n aims there  ", ("me", "@"), " you  + several"
    ),
    _CARDS,
)
WATCHED = (_HIDDEN, row("a to d the figures  + several of them"), _CARDS)


def height(view: View) -> int:
    letters, _ = extent(view)
    return max(ROWS, len(letters) + 1 + len(LEGEND))


def draw(view: View, ui: Ui, area: Area) -> Drawing:
    eyes = sight(view, ui.aim, odds=ui.odds)
    letters, columns = extent(view)
    whole = AXIS + PITCH * columns
    least = (
        PANEL if area.rows >= ROWS and area.columns >= whole + GAP + PANEL_LEAST else PANEL_LEAST
    )
    wide = whole if ui.board_only else min(whole, area.columns - GAP - least)
    if area.rows >= ROWS and area.columns >= whole + GAP + PANEL - GAP:
        wide = whole
    board = tiles.draw(eyes, Area(area.rows, wide))
    rows = list(board.rows)
    if area.rows >= len(letters) + 1 + len(LEGEND):
        legend = WATCHED if eyes.me < 0 else LEGEND
        rows += [*[row()] * (area.rows - len(rows) - len(legend)), *legend]
    left = fill(rows, Area(area.rows, wide))
    rest = min(PANEL_MOST, area.columns - wide - GAP)
    if rest < PANEL_LEAST - 4:
        return Drawing(fill(left, area), board.cursor)
    right = fill(panel(eyes, Area(area.rows, rest)), Area(area.rows, rest))
    line = tuple(row(("rule", "│ ")) for _ in range(area.rows))
    return Drawing(fill(beside(beside(left, line), right), area), board.cursor)


def mover(view: View) -> int | None:
    seat = number(branch(view.game, "turn"), "seat", -1)
    return None if seat < 0 else seat


def progress(view: View) -> str:
    number_ = text(branch(view.game, "turn"), "round")
    return f"round {number_}" if number_ else ""


def inspect(view: View) -> tuple[str, ...]:
    """Return which cards nobody has seen yet, rank by rank."""
    laid, filled = (branch(view.game, "unseen", origin) for origin in ("map", "replacement"))
    ranks = "A23456789TJQK"
    lying = dict(ground.tiles(view.game))
    hiding = [place for place, face in lying.items() if face == ground.HIDING]
    found = [place for place, face in lying.items() if face == ground.ESCAPE]
    where = f"is one of {len(hiding)} hatched cards"
    if found or len(hiding) == 1:
        where = f"is at {(found or hiding)[0]}"
    return (
        "Cards that nobody has seen yet:",
        "",
        "            " + "".join(f"{rank:>3}" for rank in ranks),
        "map         " + "".join(f"{number(laid, rank):>3}" for rank in ranks),
        "replacement " + "".join(f"{number(filled, rank):>3}" for rank in ranks),
        "",
        f"The red Joker (0) {where}.",
    )
