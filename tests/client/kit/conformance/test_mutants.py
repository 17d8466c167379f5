"""A server that breaks one requirement is caught by the case that is meant for it."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest
from tests.client.kit.conformance.kit import Ran, at_once, failed, kit, target
from tests.client.kit.conformance.mutants import MUTANTS
from tests.server.processes import CODE


def trial(folder: Path, name: str) -> Ran:
    """Start a broken server, and put it to the case that is meant for it."""
    mutant = MUTANTS[name]
    own = folder / name.replace(" ", "_")
    own.mkdir()
    with target(own, f"{mutant.change}\n{CODE}") as address:
        case = str(mutant.case)
        return kit("conformance", "server", address, "--only", case, "--patience", "3")


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Future[Ran]]]:
    with at_once(partial(trial, tmp_path_factory.mktemp("broken")), MUTANTS) as running:
        yield running


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_server_is_caught(trials: Mapping[str, Future[Ran]], name: str) -> None:
    ran = trials[name].result()
    assert failed(ran.stdout) == [MUTANTS[name].case], f"{ran.stdout}{ran.stderr}"
    assert ran.returncode == 9
