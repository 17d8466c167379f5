"""A server that breaks one requirement is caught by the case that is meant for it."""

from pathlib import Path

import pytest
from tests.client.kit.conformance.kit import failed, kit, target
from tests.client.kit.conformance.mutants import MUTANTS
from tests.server.processes import CODE


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_server_is_caught(tmp_path: Path, name: str) -> None:
    mutant = MUTANTS[name]
    with target(tmp_path, f"{mutant.change}\n{CODE}") as address:
        case = str(mutant.case)
        ran = kit("conformance", "server", address, "--only", case, "--patience", "3")
    assert failed(ran.stdout) == [mutant.case], f"{ran.stdout}{ran.stderr}"
    assert ran.returncode == 9
