"""A bench plays on a server as people do, and says why if it cannot."""

import json
import socket
from pathlib import Path

import pytest
from tests.client.kit.conformance.kit import kit
from tests.client.kit.programs import tool

from haydes.engine.registry import GAMES

SOON = ("--seconds", "0.2")
LIFTED = (
    *("--limit", "acts_burst=1000000", "--limit", "acts_per_second=1000000"),
    *("--limit", "changes_burst=1000000"),
)


def test_it_measures_every_game(tmp_path: Path) -> None:
    with tool("server", "--port", "0", *LIFTED) as server:
        for game in GAMES:
            file = tmp_path / game
            what = ("--game", game, "--tables", "2", "--json", str(file))
            ran = kit("bench", server.address, *what, *SOON)
            assert ran.returncode == 0, ran.stderr
            found = json.loads(file.read_text("utf-8"))
            assert found["acts"] > 0
            assert 0 < found["p50"] <= found["p99"] <= found["max"]
            assert found["bytes"] > 20, "an update has a head"
            assert "acts a second" in ran.stdout


def test_a_limit_that_ends_it_is_told() -> None:
    with tool("server", "--port", "0", "--limit", "acts_burst=1") as server:
        ran = kit("bench", server.address, *SOON)
    assert ran.returncode == 4
    assert "'rate'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_server_that_is_not_there_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    ran = kit("bench", f"127.0.0.1:{port}", *SOON)
    assert ran.returncode == 3
    assert ran.stderr.startswith(f"haydes-kit bench: cannot reach 127.0.0.1:{port}: ")


@pytest.mark.parametrize("wrong", [("--tables", "0"), ("--seats", "0"), ("--seconds", "0")])
def test_numbers_that_measure_nothing_are_wrong_usage(wrong: tuple[str, str]) -> None:
    ran = kit("bench", "127.0.0.1:1", *wrong)
    assert ran.returncode == 64
    assert "--tables and --seats take numbers from 1" in ran.stderr
