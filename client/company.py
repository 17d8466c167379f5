"""Sentences about pauses, and about people who are gone or whose seats are not their own."""

from collections.abc import Iterator

from haydes.client.model import View, my_seat, seat_name, seats
from haydes.client.read import branch, flag, number, text
from haydes.protocol.tree import Tree

GOES_ON = "Type pause off to go on"
AGREES = "type pause to agree"


def rule(view: View) -> str:
    """Return what becomes of the seats of those who go, or "" if the table waits for them."""
    seconds = number(view.table, "grace_seconds")
    return {
        "bot": f"For who is gone for {seconds} s a bot plays on.",
        "forfeit": f"Who is gone for {seconds} s loses the seat.",
    }.get(text(view.table, "absent"), "")


def fate(view: View, seat: int) -> tuple[int, str]:
    """Return what becomes of the seat of somebody gone, "" if nothing, and in how many seconds."""
    left = view.clock.grace.get(str(seat)) if view.clock else None
    fates = {"bot": "a bot plays on", "forfeit": "the seat is given up"}
    what = fates.get(text(view.table, "absent"), "")
    return (0, "") if left is None else (round(left / 1000), what)


def is_paused(view: View) -> bool:
    return flag(view.table, "paused")


def pause_news(old: View, new: View) -> Iterator[str]:
    """Return a sentence for each change of the pause, and of who wants one."""
    if is_paused(new) and not is_paused(old):
        yield f"the match is paused. {GOES_ON}."
    elif is_paused(old) and not is_paused(new):
        yield "the pause is over."
    for seat, tree in seats(new):
        before = branch(old.table, "seats", str(seat))
        if flag(tree, "pause") and not flag(before, "pause"):
            mine = seat == my_seat(new)
            who = "you want" if mine else f"{seat_name(new, seat)} wants"
            agree = "the others have to agree" if mine else AGREES
            yield f"{who} a pause: {agree}."


def stand_in_news(name: str, old: Tree, new: Tree) -> Iterator[str]:
    """Return that a bot has taken a seat over, or given it back."""
    if text(new, "stand_in") and not text(old, "stand_in"):
        yield f"a bot plays for {name} until they are back."


def move_news(old: View, new: View) -> Iterator[str]:
    """Return that this player sits elsewhere now."""
    seat = my_seat(new)
    if seat is not None and seat != my_seat(old):
        yield f"you sit in seat {seat + 1} now."
