"""A server that breaks one requirement is caught by the case that is meant for it."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.client.kit.conformance.kit import at_once, failed, kit, target, tried_server
from tests.client.kit.conformance.mutants import MUTANTS
from tests.server.processes import CODE

from haydes.client.kit.conformance.case import Verdict
from haydes.client.kit.conformance.report import Result


def trial(folder: Path, name: str) -> Result:
    """Start a broken server, and put it to the case that is meant for it."""
    mutant = MUTANTS[name]
    own = folder / name.replace(" ", "_")
    own.mkdir()
    with target(own, f"{mutant.change}\n{CODE}") as address:
        return tried_server(address, mutant.case)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Future[Result]]]:
    with at_once(partial(trial, tmp_path_factory.mktemp("broken")), MUTANTS) as running:
        yield running


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_server_is_caught(trials: Mapping[str, Future[Result]], name: str) -> None:
    assert trials[name].result().verdict is Verdict.FAIL


def test_the_command_tells_of_a_case_that_failed(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    mutant = MUTANTS["pong has no ref"]
    with target(tmp_path, f"{mutant.change}\n{CODE}") as address:
        flags = ("--only", "1601-1602", "--patience", "3", "--junit", str(file))
        ran = kit("conformance", "server", address, *flags)
    assert failed(ran.stdout) == [1601]
    assert "1 pass, 0 non-strict, 1 fail, 0 not covered" in ran.stdout
    assert ran.returncode == 9
    suite = ET.fromstring(file.read_bytes())  # noqa: S314 - we wrote it
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("2", "1")
    assert [case.find("failure") is not None for case in suite] == [True, False]
