"""The wheel holds the package `haydes` and nothing else, and works from there."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PATIENCE = 120  # seconds; nothing takes so long unless it hangs


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    return next(folder.glob("*.whl"))


def test_nothing_but_haydes_is_installed(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"haydes"}


def test_what_authors_need_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "haydes/py.typed",
        "haydes/protocol/SPEC.md",
        "haydes/protocol/TUTORIAL.md",
        "haydes/protocol/schema.json",
        "haydes/protocol/vectors/frames.json",
        "haydes/protocol/vectors/matches/hounds.json",
        *(f"haydes/engine/games/{game}/RULES.md" for game in ("haydes", "hounds", "holyquest")),
        *(
            f"haydes/client/kit/examples/{name}"
            for name in ("minimal.py", "bot.py", "minimal.mjs", "package.json")
        ),
        *(f"haydes/protocol/games/{game}.json" for game in ("haydes", "hounds", "holyquest")),
    } <= names


def test_the_commands_start_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    for module in ("haydes.server.main", "haydes.client.main", "haydes.client.kit.main"):
        done = subprocess.run(
            [sys.executable, "-c", f"from {module} import main; main()", "--version"],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path), "PATH": ""},
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert "0.1.0" in done.stdout


RULES = """
from haydes.engine.registry import GAMES
print(*(game.rules().splitlines()[0] for game in GAMES.values()), sep=", ")
"""


def test_the_rules_can_be_read_from_the_wheel_as_it_is(wheel: Path) -> None:
    environment = {"PYTHONPATH": str(wheel), "PATH": ""}
    command = [sys.executable, "-c", RULES]
    told = subprocess.check_output(command, env=environment, text=True, timeout=30)
    assert told == "# Escape from Haydes, # Release the Hounds, # HolyQuest\n"


def test_no_module_is_loaded_under_a_second_name() -> None:
    assert not {"engine", "protocol", "server", "client"} & set(sys.modules)
