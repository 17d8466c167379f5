"""What an honest server does is found fair by everybody who saw it."""

from pathlib import Path

import pytest
from tests.fair.table import SHORT, Sitting, verdict

from haydes.client.exits import DONE


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", SHORT)
def test_everybody_finds_the_match_fair(tmp_path: Path, game: str, number: int) -> None:
    sitting = Sitting(tmp_path, game, 100 * number)
    sitting.play()
    for player in sitting.all:
        assert player.faults == ()
        assert player.is_done
        code, sentence = verdict(player)
        assert code == DONE, sentence
    assert "your nonce and the nonce of Bob" in verdict(sitting.ann)[1]
    assert "the nonce of Ann and your nonce" in verdict(sitting.bob)[1]
