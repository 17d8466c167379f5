import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.client.completions import FOLDER, SCRIPTS
from tests.client.processes import SECONDS, run

ASK = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
[[ $(complete -p "$1") == *"-F _haydes "* ]] || exit 1
_haydes "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def ask(*typed: str, folder: Path = FOLDER) -> list[str]:
    """Return what bash offers instead of the last word."""
    script = FOLDER / "haydes.bash"
    out = subprocess.check_output(
        ["bash", "-c", ASK, "bash", str(script), *typed], cwd=folder, text=True, timeout=SECONDS
    )
    return out.split()


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_scripts_are_made_of_what_the_parsers_know(shell: str) -> None:
    made: Callable[[], str] = SCRIPTS[shell]
    assert (FOLDER / f"haydes.{shell}").read_text() == made()


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_client_prints_them(shell: str, tmp_path: Path) -> None:
    ran = run(tmp_path, "--print-completion", shell)
    assert (ran.code, ran.errors) == (0, "")
    assert ran.lines == SCRIPTS[shell]().splitlines()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["haydes-client", "--pl"], ["--plain"]),
        (["haydes-client", "--theme", ""], ["dark", "light", "none"]),
        (["haydes-client", "--theme", "l"], ["light"]),
        (["haydes-client", "--theme", "="], ["dark", "light", "none"]),
        (["haydes-client", "--theme", "=", "d"], ["dark"]),
        (["haydes-client", "--name", ""], []),
        (["haydes-client", "--solo", "--jso"], ["--json"]),
        (["haydes-client", "--json", "--print-p"], ["--print-paths"]),
        (["haydes-server", "jo"], ["journal"]),
        (["haydes-server", "journal", ""], ["verify", "show", "export", "delete", "-h", "--help"]),
        (["haydes-server", "journal", "export", "--m"], ["--msgpack"]),
        (["haydes-server", "--vol"], ["--volatile"]),
        (["haydes-kit", "sim"], ["simulate"]),
        (["haydes-kit", "simulate", "--jobs", "2", "--cs"], ["--csv"]),
    ],
)
def test_bash_offers_what_may_follow(typed: list[str], offered: list[str]) -> None:
    assert ask(*typed) == offered


def test_bash_offers_files_where_files_are_meant(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").touch()
    for typed in (
        ["haydes-client", "--config"],
        ["haydes-server", "backup", "--data"],
        ["haydes-kit", "verify"],
    ):
        assert ask(*typed, "mi", folder=tmp_path) == ["mine.toml"]


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not here")
def test_zsh_can_read_its_script() -> None:
    subprocess.run(["zsh", "-n", str(FOLDER / "haydes.zsh")], check=True, timeout=SECONDS)


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not here")
def test_fish_offers_what_may_follow() -> None:
    ask_ = f"source {FOLDER / 'haydes.fish'}; complete -C 'haydes-client --theme l'"
    out = subprocess.check_output(["fish", "-c", ask_], text=True, timeout=SECONDS)
    assert out.split() == ["light"]
