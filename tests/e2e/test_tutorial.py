"""The tutorial's code runs as it stands, step by step, and ends in a client that is right."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.client.kit.conformance.kit import failed, kit
from tests.client.kit.programs import ROOT, SECONDS, authors_server, example, tool

from haydes.engine.registry import GAMES

TEXT = (ROOT / "protocol" / "TUTORIAL.md").read_text("utf-8")


class Step(NamedTuple):
    title: str
    kept: str  # the program so far
    tried: str  # what goes below it for the moment
    shown: str  # what it prints then; "..." is anything in a line


def steps() -> list[Step]:
    found: list[Step] = []
    kept = ""
    for part in TEXT.split("\n## ")[1:]:
        blocks = re.findall(r"^```(\w+(?: try)?)\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
        named = {kind: [code for k, code in blocks if k == kind] for kind, _ in blocks}
        kept += "".join(f"\n\n{code}" for code in named["python"])
        tried = "\n\n".join(named.get("python try", ()))
        found.append(Step(part.splitlines()[0], kept, tried, "".join(named.get("text", ()))))
    return found


STEPS = steps()
TRIED = [step for step in STEPS if step.tried]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with authors_server() as address:
        yield address


@pytest.fixture
def client(tmp_path: Path) -> tuple[str, str]:
    file = tmp_path / "client.py"
    file.write_text(STEPS[-1].kept, "utf-8")
    return sys.executable, str(file)


@pytest.mark.parametrize("step", TRIED, ids=lambda step: step.title)
def test_a_step_prints_what_it_says(server: str, step: Step, tmp_path: Path) -> None:
    file = tmp_path / "client.py"
    file.write_text(f"{step.kept}\n\n{step.tried}", "utf-8")
    ran = subprocess.run(
        [sys.executable, str(file), server],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    pattern = re.escape(step.shown).replace(r"\.\.\.", ".*")
    assert re.fullmatch(pattern, ran.stdout + ran.stderr), ran.stdout + ran.stderr


def test_most_steps_are_tried() -> None:
    assert len(STEPS) - len(TRIED) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_client_plays_every_game(server: str, game: str, client: tuple[str, str]) -> None:
    assert "the winners are [" in example(client, server, "open", game, "", "")


def test_the_client_comes_back_over_a_bad_link(server: str, client: tuple[str, str]) -> None:
    with tool("proxy", "0", server, "--fault", "down:reset=12000") as proxy:
        said = example(client, proxy.address, "open", "holyquest", "", "")
        assert " down reset after " in proxy.end()
    assert said.count("at table") == 1


def test_the_client_passes_all_cases(client: tuple[str, str]) -> None:
    flags = ("--patience", "20", "--jobs", "6", "--")
    ran = kit("conformance", "client", *flags, *client, "{}", "join", "conformance")
    assert failed(ran.stdout) == [], ran.stdout
    assert " 0 non-strict, 0 fail, 0 not covered" in ran.stdout


def test_every_rule_that_is_named_is_one() -> None:
    spec = (ROOT / "protocol" / "SPEC.md").read_text("utf-8")
    named = set(re.findall(r"[A-Z]+-\d+", TEXT))
    assert len(named) > 10
    assert all(f"**{rule}**" in spec for rule in named)
