"""Every bench runs, if only for a moment; what it measures then says nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {
    "recovery": ["--tables", "4", "--inputs", "8", "--runs", "1"],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bench_prints_a_table_and_writes_its_figures(name: str, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", *COMMANDS[name], "--json", str(file)],
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
