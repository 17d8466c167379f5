"""The examples for authors are short, play every game to its end, and are right."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.client.kit.conformance.kit import failed, kit
from tests.client.kit.programs import EXAMPLES, authors_server, example, program, tool

from haydes.engine.registry import GAMES

NAMES = ("minimal.py", "bot.py", "minimal.mjs")
COME_BACK = NAMES[1:]
LINES = 150


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with authors_server() as address:
        yield address


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_it_plays_bots_to_the_end(server: str, name: str, game: str, tmp_path: Path) -> None:
    said = example(program(name, tmp_path), server, "open", game, "3", "1")
    assert re.fullmatch(r"table \w+\nwinners: \[[0-9, ]*\] you: 0\n", said)


@pytest.mark.parametrize("name", COME_BACK)
def test_it_survives_a_link_that_is_reset(server: str, name: str, tmp_path: Path) -> None:
    command = program(name, tmp_path)
    with tool("proxy", "0", server, "--fault", "down:reset=12000", "--fault", "slice") as proxy:
        said = example(command, proxy.address, "open", "holyquest", "3", "1")
        assert " down reset after " in proxy.end()
    assert said.count("table ") == 1
    assert "winners: " in said


@pytest.mark.parametrize("name", COME_BACK)
def test_it_passes_all_cases_about_clients(name: str, tmp_path: Path) -> None:
    command = (*program(name, tmp_path), "{}", "join", "conformance")
    ran = kit("conformance", "client", "--patience", "20", "--jobs", "6", "--", *command)
    assert failed(ran.stdout) == [], ran.stdout
    assert " 0 non-strict, 0 fail, 0 not covered" in ran.stdout


@pytest.mark.parametrize("name", ["minimal.py", "bot.py"])
def test_without_arguments_it_says_what_it_takes(name: str) -> None:
    command = [sys.executable, str(EXAMPLES / name)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 1
    assert f"{name} HOST:PORT open GAME SEATS PEOPLE" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) < LINES
