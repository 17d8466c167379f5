"""How a match ended, in a few lines that stand beside the last position."""

from haydes.client.model import View, my_seat
from haydes.client.read import branch, many
from haydes.client.screens.rows import Row, plain, row, wrap
from haydes.client.words import outcome


def result(view: View, columns: int) -> list[Row]:
    """Return the lines that say who won and how."""
    winners = many(branch(view.table, "outcome"), "winners")
    me = my_seat(view)
    head = "GAME OVER" if me is None else "YOU WIN" if me in winners else "YOU LOSE"
    rows = [row(("turn" if head == "YOU WIN" else "title", head))]
    return rows + [row(line) for line in wrap(plain(outcome(view)), columns)]
