"""Every bench runs, if only for a moment; what it measures then says nothing.

A table that stands still ends the load with an error. HolyQuest is played with for that: a seat is
often asked again with the same choices, and its old prompt must not be answered twice.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {
    "bytes": "--acts 40 --shorter",
    "client": "--starts 1 --redraws 5 --idle 0.1",
    "engine": "--seconds 0.1",
    "journal": "--tables 1 --seconds 0.1 --runs 1",
    "memory": "--tables 1 --watching 1 --seconds 0.1 --runs 1 --games sync",
    "recovery": "--tables 4 --inputs 8 --runs 1",
    "scale": "--only tables spectators --tables 2 --spectators 1 --pace 0.01 --seconds 0.1"
    " --runs 1",
    "wire": "--only limit holyquest --tables 4 --seconds 0.3 --runs 1",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bench_prints_a_table_and_writes_its_figures(name: str, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", *COMMANDS[name].split(), "--json", str(file)],
        cwd=ROOT,
        env={"PYTHONPATH": "src", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") > 2
    assert json.loads(file.read_text())
