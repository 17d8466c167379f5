"""A game during which the server is killed again and again."""

from tests.faults.apart import command


def test_all_see_the_same_game_to_its_end() -> None:
    said = command("restarts", "--every", "0.5", "--pause", "0.01", "--map", "quick")
    assert "4 transcripts are one and the same" in said
    assert "haydes-kit verify accepts them" in said
