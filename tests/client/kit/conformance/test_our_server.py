"""Our own server passes its own conformance kit."""

from pathlib import Path
from xml.etree import ElementTree as ET

from tests.client.kit.conformance.kit import failed, kit, target

from haydes.client.kit.conformance.server import BOOK


def test_our_server_passes_all_cases(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    with target(tmp_path) as address:
        flags = ("--junit", str(file), "--patience", "30", "--jobs", "6")
        ran = kit("conformance", "server", address, *flags)
    assert failed(ran.stdout) == [], ran.stdout
    assert ran.returncode == 0, ran.stderr
    assert " 0 non-strict, 0 fail, " in ran.stdout
    suite = ET.fromstring(file.read_bytes())  # noqa: S314 - we wrote it
    assert int(suite.attrib["tests"]) == len(BOOK) == len(suite)
    assert suite.attrib["failures"] == "0"
    assert int(suite.attrib["skipped"]) <= 5


def test_there_are_enough_cases_and_each_names_what_it_tests() -> None:
    assert len(BOOK) >= 150
    assert all(case.rules for case in BOOK)
    assert {case.number // 100 for case in BOOK} == BOOK.categories.keys()
