"""A campaign: a match is left as it is and taken up later (Q-51, QA-52)."""

from collections.abc import Callable

import pytest
from tests.engine.games.holyquest.play import branch

from haydes.engine.dealer import FairDealer
from haydes.engine.game import OptionValue
from haydes.engine.games.holyquest import GAME
from haydes.engine.match import Match
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES
from haydes.engine.saved import load, save

OPTIONS: dict[str, OptionValue] = {"difficulty": "easy", "gentle_start": True}
SEATS = 2
DEALS = 20  # that are searched for a place to stop at


def phase(tree: Tree) -> object:
    return branch(tree, "turn")["phase"]


def in_round_2(tree: Tree) -> bool:
    return phase(tree) == "go" and branch(tree, "turn")["round"] == 2


def in_round_2_after_an_attack(tree: Tree) -> bool:
    return in_round_2(tree) and any("attacked" in hero for hero in heroes(tree))


def between_two_skills_of_a_round(tree: Tree) -> bool:
    used = [hero for hero in heroes(tree) if "used" in hero]
    return phase(tree) == "go" and len(used) == 1


def in_mid_skill_before_its_cards(tree: Tree) -> bool:
    """Fire or Hail has beaten several, and a card may be drawn for each."""
    return phase(tree) == "prize" and branch(tree, "turn")["prizes"] == 2


def while_the_opponents_attack(tree: Tree) -> bool:
    return phase(tree) == "defence"


def while_arms_wait_for_a_bearer(tree: Tree) -> bool:
    return phase(tree) == "arms"


def while_one_is_blind(tree: Tree) -> bool:
    foes = branch(tree, "foes")
    return any("blinded" in branch(foes, foe) for foe in foes)


def heroes(tree: Tree) -> list[Tree]:
    return [branch(branch(tree, "heroes"), name) for name in branch(tree, "heroes")]


def played(deal: int) -> Match:
    """Let the captain play a match to its end."""
    match = Match(GAME, SEATS, OPTIONS, bytes([deal]) * 32)
    bot, dealer = GAME.bots["captain"], FairDealer(bytes(32))
    while not match.outcome:
        seat = next(seat for seat in range(SEATS) if match.legal(seat))
        match.play(seat, bot(match.conceal(seat, dealer), seat, dealer))
    return match


def stopped(place: Callable[[Tree], bool]) -> tuple[Match, Match]:
    """Return the first match that gets to a place, stopped there, and what became of it."""
    for whole in map(played, range(DEALS)):
        match = Match(GAME, SEATS, OPTIONS, whole.seed)
        for entry in whole.script:
            if place(match.public()):
                return match, whole
            match.put(entry)
    pytest.fail("no match gets there")


@pytest.mark.parametrize(
    "place",
    [
        in_round_2,
        in_round_2_after_an_attack,
        between_two_skills_of_a_round,
        in_mid_skill_before_its_cards,
        while_the_opponents_attack,
        while_arms_wait_for_a_bearer,
        while_one_is_blind,
    ],
)
def test_qe19_restored_in_combat_every_roll_and_card_is_the_same(
    place: Callable[[Tree], bool],
) -> None:
    match, whole = stopped(place)
    restored = load(save(match), GAMES)
    assert place(restored.public())
    assert restored.public() == match.public()
    for entry in whole.script[match.ply :]:
        assert restored.put(entry) == match.put(entry)
        assert restored.public() == match.public()
        assert [*map(restored.legal, range(SEATS))] == [*map(match.legal, range(SEATS))]
    assert restored.outcome == whole.outcome
    assert restored.script == whole.script
