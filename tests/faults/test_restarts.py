"""A game during which the server is killed again and again."""

from tests.faults.restarts import NAMES, evening


def test_all_see_the_same_game_to_its_end() -> None:
    game = evening(3, every=0.5, pause=0.01, wish=("haydes", {"map": "quick"}, []))
    assert game.restarts
    assert set(game.transcripts) == set(NAMES)
    for transcript in game.transcripts.values():
        assert transcript == game.replayed
    assert game.verdicts == [0] * len(NAMES)
