"""The numbers of actions, which a `script` holds, are those that SPEC.md tells."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest
from tests.engine.transcripts import FOLDER, read

from haydes.engine.cards import NAMES
from haydes.engine.match import Kind, Match
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES

Action: TypeAlias = Mapping[str, Any]
Places: TypeAlias = list[str]  # of Haydes, as they are read

HEROES = ("knight", "scout", "minister", "prophet")
FIGHTERS = ("knight", "scout", "prophet")
BEARERS = ("knight", "scout")
SKILLS = {
    "sneak": 34, "heal": 38, "advanced_heal": 42, "raise": 46, "light": 50, "word": 54,
    "missile": 58, "hide": 62, "fire": 63, "hail": 64, "death": 65,
}  # fmt: skip
ENDS = ("escape", "hounds")


def of_haydes(action: Action, places: Places) -> int:
    n, calls = len(places), {"higher": 0, "lower": 1, None: 2}
    match action["do"]:
        case "move" | "walk":
            return 3 * places.index(action["to"]) + calls[action.get("call")]
        case "split":
            return 3 * n - 4 + int(action["charisma"])
        case "peek":
            return 3 * n + 9 + places.index(action["at"])
        case "ride":
            return 4 * n + 9 + 3 * places.index(action["to"]) + calls[action.get("call")]
        case do:
            plain = {"stop": 0, "talk": 1, "brawl": 2, "face": 6, "fight": 7, "bargain": 8}
            return 3 * n + plain[do]


def of_hounds(action: Action, _: Places) -> int:
    if action["do"] == "discard":
        return 0
    target = ENDS.index(action["toward"]) if "toward" in action else action["on"]
    return 8 + 8 * NAMES.index(action["card"]) + int(target)


def of_holyquest(action: Action, _: Places) -> int:
    hero, foe = action.get("hero"), action.get("foe", 1) - 1
    match action["do"]:
        case "give":
            return 2 + BEARERS.index(str(hero))
        case "face":
            return 4 + 4 * int(foe) + HEROES.index(str(hero))
        case "attack":
            return 20 + 4 * FIGHTERS.index(str(hero)) + int(foe)
        case "skill":
            return SKILLS[action["skill"]] + (HEROES.index(hero) if hero else int(foe))
        case "drink":
            return 69 + BEARERS.index(str(hero))
        case do:
            return {"draw": 0, "take": 1, "done": 32, "decline": 33}[do]


NUMBERS: Mapping[str, Callable[[Action, Places], int]] = {
    "haydes": of_haydes,
    "hounds": of_hounds,
    "holyquest": of_holyquest,
}


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_every_action_has_the_number_that_it_is_said_to_have(file: Any) -> None:
    transcript = read(file)
    seed = bytes.fromhex(transcript["seed"])
    match = Match(GAMES[transcript["game"]], transcript["seats"], transcript["options"], seed)
    places, number = places_of(match.public()), NUMBERS[transcript["game"]]
    for entry in transcript["script"]:
        for seat in range(match.seats):
            for action in match.legal(seat):
                assert number(match.describe(action), places) == action
        if entry["kind"] != Kind.ACT:
            break
        match.play(entry["seat"], match.action(entry["seat"], entry["action"]))


def places_of(tree: Tree) -> Places:
    rows: Any = tree.get("tiles", {})
    return [f"{letter}{column}" for letter, row in rows.items() for column in row]
