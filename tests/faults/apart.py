"""Runs a suite in a process of its own: it forks, and a process with threads must not."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_SECONDS = 240  # on a busy machine


def command(module: str, *flags: str) -> str:
    """Run a suite's command, which must find what it looks for; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.faults.{module}", *flags],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout
