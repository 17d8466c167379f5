"""Our own server passes its own conformance kit."""

from pathlib import Path
from xml.etree import ElementTree as ET

from tests.client.kit.conformance.kit import OWN, WORN, failed, kit, target

from haydes.client.kit.conformance.server import BOOK


def test_our_server_passes_all_cases(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    with target(tmp_path) as address:
        flags = ("--junit", str(file), "--patience", "30", "--jobs", "6", "--own", OWN)
        ran = kit("conformance", "server", address, *flags)
    assert failed(ran.stdout) == [], ran.stdout
    assert ran.returncode == 0, ran.stderr
    assert " 0 non-strict, 0 fail, " in ran.stdout
    suite = ET.fromstring(file.read_bytes())  # noqa: S314 - we wrote it
    assert int(suite.attrib["tests"]) == len(BOOK) == len(suite)
    assert suite.attrib["failures"] == "0"
    assert int(suite.attrib["skipped"]) <= 8, ran.stdout  # TLS, the word, worn tables, haste


def test_our_server_passes_the_cases_about_tls_and_worn_tables(tmp_path: Path) -> None:
    only = ("--only", "551", "--only", "2200-2299", "--patience", "30", "--jobs", "4")
    with target(tmp_path, limits=WORN, tls=True) as address:
        ran = kit("conformance", "server", address, *only)
    assert " 0 non-strict, 0 fail, " in ran.stdout, ran.stdout
    # one is about servers without TLS; not every machine speaks the old versions
    missed = [line.split()[0] for line in ran.stdout.splitlines() if " not covered " in line]
    assert set(missed) <= {"2202", "2203"}


def test_there_are_enough_cases_and_each_names_what_it_tests() -> None:
    assert len(BOOK) >= 150
    assert all(case.rules for case in BOOK)
    assert {case.number // 100 for case in BOOK} == BOOK.categories.keys()
