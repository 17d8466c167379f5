"""Positions of HolyQuest written out as trees, and models that look at them from Ann's seat."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.client.positions import in_lobby

from haydes.client.model import Model, View
from haydes.protocol.tree import Tree, Value


def stands(power: int, hits: int = 0, *has: str, seat: int = 0, **marks: bool) -> Tree:
    return {"seat": seat, "is": "standing", "hits": hits, "power": power, "has": [*has], **marks}


def foe(card: str, power: int, hits: int = 0) -> Tree:
    return {"card": card, "is": "standing", "hits": hits, "power": power}


def beaten(card: str) -> Tree:
    return {"card": card, "is": "beaten", "hits": 3}


PARTY: Mapping[str, Tree] = {
    "knight": stands(6, 1, "arms_3"),
    "scout": stands(2, 0, "detect"),
    "minister": stands(1, 0, "heal"),
    "prophet": stands(-1, 1, "missile", "hide"),
}
DEAD: Tree = {"seat": 0, "is": "defeated", "hits": 3, "has": []}
FOES = (foe("ogre", 4, 1), foe("goblins", 1), foe("goblins", 1, 2), beaten("elf"))
GO: Tree = {"turn": 9, "phase": "go", "lead": 0, "round": 2}
CAMP: Tree = {"turn": 9, "phase": "camp", "lead": 0}


def game(
    turn: Tree = GO,
    foes: Sequence[Tree] = FOES,
    heroes: Mapping[str, Tree] | None = None,
    **party: Value,
) -> Tree:
    """Return a public tree; it is round 2 of a combat unless told otherwise."""
    return {
        "party": {"ep": 12, "draughts": 1, "goal": 80, **party},
        "heroes": {**PARTY, **(heroes or {})},
        "foes": {str(n): one for n, one in enumerate(foes, 1)},
        "piles": {"monsters": 31, "discards": 23, "victory": 55, "victory_discards": 2},
        "unseen": {"monsters": {"dragon": 1}, "victory": {"experience": 30}},
        "terrain": "stake_barrier",
        "turn": turn,
    }


FIGHT: Sequence[Tree] = (
    {"do": "attack", "hero": ["knight", "scout", "prophet"], "foe": [1, 2, 3]},
    {"do": "done"},
    {"do": "skill", "skill": "heal", "hero": ["knight", "prophet"]},
    {"do": "skill", "skill": "missile", "foe": [1, 2, 3]},
    {"do": "skill", "skill": "hide"},
    {"do": "drink", "hero": "knight"},
)
DEFENCE: Tree = {**GO, "phase": "defence", "foe": 1}
FACE: Sequence[Tree] = ({"do": "face", "foe": 1, "hero": ["scout", "minister"]},)
REST: Sequence[Tree] = (
    {"do": "draw"},
    {"do": "skill", "skill": "heal", "hero": ["knight", "prophet"]},
    {"do": "drink", "hero": "knight"},
)
PRIZE: Tree = {**GO, "phase": "prize", "prizes": 2}
TAKE: Sequence[Tree] = ({"do": "take"}, {"do": "decline"})
ARMS: Tree = {**GO, "phase": "arms", "card": "arms_4"}
GIVE: Sequence[Tree] = ({"do": "give", "hero": ["knight", "scout"]},)
TRAP: Tree = {**CAMP, "phase": "traps", "traps": 1}
LEFT: Sequence[Tree] = ({"do": "done"}, {"do": "drink", "hero": "knight"})


def view(
    tree: Tree | None = None,
    choices: Sequence[Tree] = FIGHT,
    seat: int | None = 0,
    names: Sequence[str] = ("Ann",),
) -> View:
    table: dict[str, Value] = {
        "id": "rimuta",
        "game": "holyquest",
        "phase": "playing",
        "host": 0,
        "options": {"goal": "long", "difficulty": "standard"},
        "match": 1,
        "watching": 0,
        "seats": {
            str(n): {"kind": "person", "name": name, "presence": "here"}
            for n, name in enumerate(names)
        },
    }
    you: dict[str, Value] = {"prompt": 14, "choices": list(choices)}
    public = game() if tree is None else tree
    return View(7, 20, table, public, {} if seat is None else {**you, "seat": seat})


def at_table(
    tree: Tree | None = None, choices: Sequence[Tree] = FIGHT, names: Sequence[str] = ("Ann",)
) -> Model:
    return replace(in_lobby(), view=view(tree, choices, names=names))
