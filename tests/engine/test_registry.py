import sys
from types import ModuleType

import pytest

from haydes.engine.game import Game
from haydes.engine.registry import GAMES, load


def test_games_are_known_by_the_name_they_give_themselves() -> None:
    assert GAMES
    for name, game in GAMES.items():
        assert isinstance(game, Game)
        assert game.name == name
        assert name.isalpha()
        assert name.islower()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_rules_to_read(name: str) -> None:
    lines = GAMES[name].rules().splitlines()
    assert lines[0] == f"# {GAMES[name].title}"
    headings = [line for line in lines if line.startswith("## ")]
    assert headings == ["## How to play", "## Options", "## Clauses", "## Rulings"]
    rows = {line.split("`")[1] for line in lines if line.startswith("| `")}
    assert {option.name for option in GAMES[name].options} <= rows


def test_a_folder_without_a_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ModuleType("haydes.engine.games.nonsense")
    folder.GAME = "a box of dice"  # type: ignore[attr-defined]  # what is wrong with it
    monkeypatch.setitem(sys.modules, folder.__name__, folder)
    with pytest.raises(TypeError, match=r"nonsense\.GAME is not a Game"):
        load("nonsense")
