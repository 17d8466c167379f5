"""Positions of Hounds written out as trees, and models that look at them from Ann's seat."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.client.positions import in_lobby

from haydes.client.model import Model, View
from haydes.protocol.tree import Tree, Value

NAMES = ("Ann", "Bram", "Cleo", "Dov", "greedy 1", "greedy 2", "Gil", "Hob")
RANKS = dict.fromkeys("A23456789T", 2)
UNSEEN: Tree = {
    "0": {"joker": 2, "red": {**RANKS, "court": 6}, "black": {**RANKS, "court": 6}},
}


def runs(at: int, net: int = 0, hand: int = 2, pile: int = 0) -> Tree:
    return {"is": "running", "at": at, "net": net, "hand": hand, "pile": pile}


FOUR = (runs(8), runs(14, 9, 0), runs(5, -6), {"is": "caught"})
PLAYED: Sequence[Tree] = (
    {"do": "play", "seat": 1, "card": "9H", "on": 1},
    {"do": "play", "seat": 1, "card": "6C", "on": 2},
)


def listed(values: Sequence[Value]) -> Tree:
    """Write a list as games do, as a map from places."""
    return {str(place): value for place, value in enumerate(values)}


MINE: Tree = {"turn": {"seat": 0, "round": 3, "phase": "play"}}


def game(
    figures: Sequence[Tree] = FOUR,
    order: Sequence[int] = (1, 0, 2),
    turn: Tree | None = None,
    played: Sequence[Tree] = PLAYED,
) -> Tree:
    """Return a public tree; it is Ann's part of round 3 unless told otherwise."""
    tree: dict[str, Value] = {
        "track": 20,
        "figures": listed(figures),
        "order": listed(order),
        "played": listed(played),
        "piles": {"deck": 20, "discards": 6},
        "unseen": UNSEEN,
    }
    return {**tree, **(MINE if turn is None else turn)}


FORCED: Tree = {
    "turn": {"seat": 0, "round": 3, "phase": "forced", "by": 1, "court": "red"},
}
FORCED_AWAY: Tree = {
    "turn": {"seat": 0, "round": 3, "phase": "forced", "by": 1, "court": "black"},
}
PARTS: Sequence[Tree] = (
    {"do": "discard"},
    {"do": "play", "card": "9D", "on": [0, 1, 2]},
    {"do": "play", "card": "JC", "on": [1, 2]},
)
JOKERS: Sequence[Tree] = (
    {"do": "discard"},
    {"do": "play", "card": ["9D"], "on": [0, 1, 2]},
    {"do": "play", "card": "JB", "toward": ["escape", "hounds"]},
)


def view(
    tree: Tree,
    choices: Sequence[Tree] = PARTS,
    hand: Sequence[str] = ("9D", "JC"),
    seat: int | None = 0,
    seats: Mapping[str, Tree] | None = None,
) -> View:
    figures = tree["figures"]
    assert isinstance(figures, Mapping)
    table: dict[str, Value] = {
        "id": "rimuta",
        "game": "hounds",
        "phase": "playing",
        "host": 0,
        "options": {"fight": "sum", "one_hound_short": False},
        "match": 1,
        "watching": 0,
        "seats": seats
        or {
            key: {"kind": "person", "name": NAMES[int(key)], "presence": "here"} for key in figures
        },
    }
    you: dict[str, Value] = {"prompt": 14, "hand": listed(hand), "choices": list(choices)}
    return View(7, 20, table, tree, {} if seat is None else {**you, "seat": seat})


def at_table(
    tree: Tree | None = None, choices: Sequence[Tree] = PARTS, hand: Sequence[str] = ("9D", "JC")
) -> Model:
    return replace(in_lobby(), view=view(game() if tree is None else tree, choices, hand))
