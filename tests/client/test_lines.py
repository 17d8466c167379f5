"""What can be typed in any match: every choice in the words in which it is told."""

from dataclasses import replace

import pytest
from tests.client.lines import typed
from tests.client.positions import in_lobby
from tests.client.tables import look_on
from tests.engine.toy import PIG

from haydes.client.model import choices
from haydes.client.words import deed
from haydes.engine.game import Game
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Act
from haydes.protocol.tree import Tree, Value

HAYDES: dict[str, Value] = {"map": "lattice", "tuybe": True, "exhaustion": "never"}
MATCHES: list[tuple[Game, int, Tree, set[str]]] = [
    (GAMES["haydes"], 2, {}, {"split", "move", "walk", "stop", "talk", "brawl"}),
    (GAMES["haydes"], 1, HAYDES | {"encounter": "denizens"}, {"ride", "peek", "bargain", "face"}),
    (GAMES["haydes"], 1, HAYDES | {"encounter": "brawl", "map": "fishbone"}, {"ride", "fight"}),
    (GAMES["hounds"], 2, {}, {"play", "discard"}),
    (GAMES["hounds"], 8, {}, {"play", "discard"}),
    (GAMES["holyquest"], 1, {}, {"draw", "attack", "skill", "done", "face"}),
    (GAMES["holyquest"], 4, {"difficulty": "easy"}, {"draw", "attack", "skill", "done", "face"}),
    (PIG, 2, {}, set()),
]


@pytest.mark.parametrize(("game", "seats", "options", "deeds"), MATCHES)
def test_every_choice_of_a_match_can_be_typed_as_it_is_told(
    game: Game, seats: int, options: Tree, deeds: set[str]
) -> None:
    seen: set[str] = set()
    for seed in range(12):
        match = Match(game, seats, options, bytes([seed]) * 32)
        for number in range(60):
            mover = next((seat for seat in range(seats) if match.legal(seat)), None)
            if mover is None:
                break
            view = look_on(match, mover)
            model = replace(in_lobby(), view=view)
            told = [deed(choice, view) for choice in choices(view)]
            assert len(set(told)) == len(told)
            for choice, line in zip(choices(view), told, strict=True):
                assert typed(model, line).requests == (Act(ref=0, prompt=match.ply, action=choice),)
                seen.add(str(choice["do"]))
            legal = match.legal(mover)
            match.play(mover, legal[(number * 7 + seed) % len(legal)])
    assert seen >= deeds
