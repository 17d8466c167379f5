"""Our clients pass their conformance cases; broken ones are caught."""

import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest
from tests.client.kit.conformance.broken_clients import BROKEN
from tests.client.kit.conformance.kit import at_once, failed, kit, tried_client

from haydes.client.kit.conformance.client import BOOK
from haydes.client.kit.conformance.report import Result
from haydes.client.kit.conformance.server import BOOK as SERVER

MINIMAL = Path(__file__).parents[4] / "client" / "kit" / "examples" / "minimal.py"
JOIN = ("{}", "join", "conformance")
PLAIN = "from haydes.client.main import main; main()"


def test_the_minimal_client_passes() -> None:
    command = (sys.executable, str(MINIMAL), *JOIN)
    ran = kit("conformance", "client", "--patience", "20", "--jobs", "6", "--", *command)
    assert failed(ran.stdout) == [], ran.stdout
    assert ran.returncode == 0, ran.stderr
    assert " 0 non-strict, 0 fail, 10 not covered" in ran.stdout  # it never comes back


def test_our_own_client_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    flags = ("--plain", "--no-tls", "--name", "Kit", "--table", "conformance")
    command = (sys.executable, "-c", PLAIN, "{}", *flags)
    typed = ("--patience", "20", "--jobs", "6", "--on-turn", "1")
    ran = kit("conformance", "client", *typed, "--", *command)
    assert failed(ran.stdout) == [], ran.stdout
    assert " 0 non-strict, 0 fail, 0 not covered" in ran.stdout


def trial(folder: Path, name: str) -> Result:
    """Break the minimal client, and put it to the case that is meant for it."""
    case, was, now, _ = BROKEN[name]
    text = MINIMAL.read_text("utf-8")
    assert was in text
    program = folder / f"{name.replace(' ', '_')}.py"
    program.write_text(text.replace(was, now), "utf-8")
    return tried_client((sys.executable, str(program), *JOIN), case)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Future[Result]]]:
    with at_once(partial(trial, tmp_path_factory.mktemp("broken")), BROKEN) as running:
        yield running


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_client_is_caught(trials: Mapping[str, Future[Result]], name: str) -> None:
    assert trials[name].result().verdict is BROKEN[name].verdict


def test_each_case_names_what_it_tests() -> None:
    assert len(BOOK) >= 40
    assert all(case.rules for case in BOOK)


def test_a_command_that_cannot_be_run_is_wrong_usage() -> None:
    ran = kit("conformance", "client", "--", "/no/such/client")
    assert ran.returncode == 64
    assert "cannot run" in ran.stderr


def test_a_command_and_an_address_are_needed_but_to_list_the_cases() -> None:
    for side, book in (("client", BOOK), ("server", SERVER)):
        ran = kit("conformance", side)
        assert ran.returncode == 64
        assert ran.stderr.startswith("haydes-kit conformance: ")
        ran = kit("conformance", side, "--list")
        assert (ran.returncode, len(ran.stdout.splitlines())) == (0, len(book))
