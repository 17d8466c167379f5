"""Our clients pass their conformance cases; broken ones are caught."""

import sys
from pathlib import Path

import pytest
from tests.client.kit.conformance.broken_clients import BROKEN
from tests.client.kit.conformance.kit import failed, kit

from haydes.client.kit.conformance.client import BOOK

MINIMAL = Path(__file__).parents[4] / "client" / "kit" / "examples" / "minimal.py"
JOIN = ("{}", "join", "conformance")
PLAIN = "from haydes.client.main import main; main()"


def test_the_minimal_client_passes() -> None:
    command = (sys.executable, str(MINIMAL), *JOIN)
    ran = kit("conformance", "client", "--patience", "20", "--", *command)
    assert failed(ran.stdout) == [], ran.stdout
    assert ran.returncode == 0, ran.stderr
    assert " 0 non-strict, 0 fail, 8 not covered" in ran.stdout  # it never comes back


def test_our_own_client_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    flags = ("--plain", "--no-tls", "--name", "Kit", "--table", "conformance")
    command = (sys.executable, "-c", PLAIN, "{}", *flags)
    ran = kit("conformance", "client", "--patience", "20", "--on-turn", "1", "--", *command)
    assert failed(ran.stdout) == [], ran.stdout
    assert " 0 non-strict, 0 fail, 0 not covered" in ran.stdout


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_client_is_caught(tmp_path: Path, name: str) -> None:
    case, was, now = BROKEN[name]
    text = MINIMAL.read_text("utf-8")
    assert was in text
    program = tmp_path / "broken.py"
    program.write_text(text.replace(was, now), "utf-8")
    flags = ("--only", str(case), "--patience", "3", "--")
    ran = kit("conformance", "client", *flags, sys.executable, str(program), *JOIN)
    assert failed(ran.stdout) == [case], f"{ran.stdout}{ran.stderr}"
    assert ran.returncode == 9


def test_each_case_names_what_it_tests() -> None:
    assert len(BOOK) >= 40
    assert all(case.rules for case in BOOK)


def test_a_command_that_cannot_be_run_is_wrong_usage() -> None:
    ran = kit("conformance", "client", "--", "/no/such/client")
    assert ran.returncode == 2
    assert "cannot run" in ran.stderr
