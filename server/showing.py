"""What is shown of a table to all alike: at the table, and in the lobby."""

from typing import Protocol

from haydes.engine.plain import Tree
from haydes.server.audience import Audience
from haydes.server.deal import Deals
from haydes.server.play import Play
from haydes.server.seats import Seats
from haydes.server.setup import Setup

_TENS = 10


class Shown(Protocol):
    """A table, as far as it is shown."""

    id: str
    setup: Setup
    seats: Seats
    play: Play
    deals: Deals
    audience: Audience

    @property
    def phase(self) -> str: ...


def table_tree(table: Shown) -> Tree:
    """Return the branch `table`, which everybody at the table sees."""
    play, deals = table.play, table.deals
    tree = table.setup.tree() | {
        "id": table.id,
        "phase": table.phase,
        "host": table.seats.host,
        "match": play.started,
        "seats": table.seats.tree(),
        "watching": table.audience.watching,
    }
    if table.setup.word:
        tree["private"] = True
    if play.is_paused:
        tree["paused"] = True
    if deals.latest:
        tree["fair"] = deals.latest.tree(over=not play.is_running)
    outcome = play.outcome
    if outcome and not deals.is_opening:
        tree["outcome"] = {"winners": outcome.winners, "reason": outcome.reason}
    return tree


def acts(table: Shown) -> int:
    """Return how many inputs the running match has had, in whole tens; 0 without one.

    The lobby would have to tell of every single one.
    """
    match = table.play.match if table.play.is_running else None
    return match.ply // _TENS * _TENS if match else 0


def summary_tree(table: Shown) -> Tree:
    """Return what the lobby shows of a table."""
    seats = table.seats
    tree = table.setup.tree() | {
        "phase": table.phase,
        "seats": len(seats),
        "taken": seats.taken,
        "people": [person.name for _, person in seats.persons],
        "watching": table.audience.watching,
        "opened": table.setup.opened,
    }
    if done := acts(table):
        tree["acts"] = done
    host = seats.sitter(seats.host)
    if host:
        tree["host"] = host.name
    return tree
