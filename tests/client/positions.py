"""Haydes positions drawn as text, and models that look at them from Ann's seat."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.client.tables import lobby

from haydes.client.model import Link, LinkState, Lobby, Model, View
from haydes.client.read import branch, text
from haydes.protocol.tree import Tree, Value

RANKS = "A23456789TJQK"
FRESH = dict.fromkeys(RANKS, 8)
LIVE = Link(LinkState.LIVE, "here")

# Ann on the six of clubs at B2: north and east face down, south a king, west nothing
MAP = """
?? ?? ??
.. 6C ??
?? KH JB
"""


def game(
    tiles: str = MAP,
    *,
    at: str = "B2",
    phase: str = "move",
    seat: int = 0,
    unseen: tuple[Mapping[str, int], Mapping[str, int]] = (FRESH, FRESH),
) -> Tree:
    """Return a public tree; Bram stands on the start.

    `unseen` counts the map's cards, then those of the Replacement Deck.
    """
    rows: dict[str, Value] = {}
    start = ""
    for letter, row in zip("ABCDEFGHIJK", tiles.strip().splitlines(), strict=False):
        faces = {str(n): face for n, face in enumerate(row.split(), 1) if face != ".."}
        rows[letter] = faces
        start = next((letter + n for n, face in faces.items() if face == "JB"), start)
    return {
        "map": "quick",
        "start": start,
        "first": 0,
        "tiles": rows,
        "figures": {
            "0": {"at": at, "is": "free", "charisma": 6, "endurance": 4},
            "1": {"at": start, "is": "free", "charisma": 9, "endurance": 2},
        },
        "turn": {"seat": seat, "round": 3, "phase": phase},
        "piles": {"replacement": 100, "discards": 0, "removed": 0},
        "unseen": {"map": dict(unseen[0]), "replacement": dict(unseen[1])},
    }


MOVES: Sequence[Tree] = (
    {"do": "move", "to": ["A2", "B3"], "call": ["higher", "lower"]},
    {"do": "walk", "to": ["C2"]},
    {"do": "stop"},
)
TESTS: Sequence[Tree] = ({"do": "talk"}, {"do": "brawl"})
SPLITS: Sequence[Tree] = ({"do": "split", "charisma": [7, 8, 9]},)


RIDES: Sequence[Tree] = (
    *MOVES,
    {"do": "ride", "to": ["A1", "A3", "C1"], "call": ["higher", "lower"]},
    {"do": "ride", "to": ["C3"]},
)
BARGAIN: Sequence[Tree] = ({"do": "bargain"}, {"do": "stop"})
PEEKS: Sequence[Tree] = ({"do": "peek", "at": ["A2", "B3"]},)


def denizens(creature: str, phase: str, **turn: Value) -> Tree:
    """Return a tree in which Ann stands on a creature at B2."""
    tree = game(MAP.replace("6C", creature), phase=phase)
    return {**tree, "turn": {"seat": 0, "round": 3, "phase": phase, **turn}}


def wounded(tree: Tree) -> Tree:
    """Return a tree with wounds instead of characteristics: Ann has 3 left, Bram 1."""
    figures = branch(tree, "figures")
    known: dict[str, Value] = {
        seat: {"at": text(branch(figures, seat), "at"), "is": "free", "wounds": left}
        for seat, left in (("0", 3), ("1", 1))
    }
    return {**tree, "figures": known}


def options(model: Model, **settled: Value) -> Model:
    """Return the model at a table that plays with these options."""
    assert model.view is not None
    table = {**model.view.table, "options": {"map": "quick", **settled}}
    return replace(model, view=replace(model.view, table=table))


def view(tree: Tree, choices: Sequence[Tree], phase: str = "playing", seat: int | None = 0) -> View:
    table: dict[str, Value] = {
        "id": "rimuta",
        "game": "haydes",
        "phase": phase,
        "host": 0,
        "options": {"map": "quick"},
        "match": 1,
        "watching": 0,
        "seats": {
            "0": {"kind": "person", "name": "Ann", "presence": "here"},
            "1": {"kind": "person", "name": "Bram", "presence": "here"},
        },
    }
    you: dict[str, Value] = {} if seat is None else {"seat": seat, "prompt": 14}
    return View(7, 20, table, tree, you | ({"choices": list(choices)} if you else {}))


def at_table(
    tree: Tree | None = None, choices: Sequence[Tree] = MOVES, phase: str = "playing"
) -> Model:
    """Return a model of Ann at a table; she is to move unless told otherwise."""
    return replace(in_lobby(), view=view(game() if tree is None else tree, choices, phase))


def in_lobby(**tables: Tree) -> Model:
    message = lobby(**tables)
    lobby_ = Lobby(message.games, message.tables, message.people)
    return Model(name="Ann", link=LIVE, lobby=lobby_, features=("hint",))
