"""Whole matches over TCP: a server, clients through pipes, and bots."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.client.processes import run, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


def test_a_match_is_played_by_numbers_alone(server: str, tmp_path: Path) -> None:
    script = "new holyquest seats 1 goal=2\nstart\n" + "1\n" * 600
    ran = run(tmp_path, server, "--name", "Ann", script=script)
    assert ran.code == 0
    assert any(line.startswith("Drawn: ") for line in ran.told("Event"))
    assert any(line.startswith("the match is over. ") for line in ran.told("Table"))


def test_a_bot_leads_half_of_the_party(server: str, tmp_path: Path) -> None:
    script = (
        "new holyquest seats 2 bots 1 difficulty=easy\nstart\n" + "draw\nodds\nparty\ndone\n" * 9
    )
    ran = run(tmp_path, server, "--name", "Bea", script=script)
    assert ran.code == 0
    assert any("led by captain" in line for line in ran.told("You"))


def test_a_table_of_ones_own_is_for_one(tmp_path: Path) -> None:
    ran = run(tmp_path, "--solo", "holyquest", "--name", "Ann", script="who\ndraw\nparty\n")
    assert ran.code == 0
    assert "Knight: power " in " ".join(ran.told("You"))
