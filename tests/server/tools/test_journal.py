"""`haydes-server journal`, where no server runs."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from msgspec import msgpack
from tests.server.processes import COMMAND, ENVIRONMENT, PATIENCE
from tests.server.tools.campaign import campaign, command, contents, edit, spoil, write

import haydes
from haydes.engine.registry import GAMES
from haydes.server.journal import MatchStarted, SeatTaken, SecretDrawn, TableOpened
from haydes.server.main import run
from haydes.server.store import FILE, Store

SECRET = b"\x5a" * 32
OLD = TableOpened(
    "rimuta", "haydes", 0, 1, {}, "A \x1b[2Jtitle", b"", 0, 1_700_000_000, release="0.0.9"
)


def secretive(folder: Path) -> None:
    """Make a table with every kind of secret."""
    write(
        folder,
        OLD,
        SeatTaken("rimuta", 0, "Ann", token=SECRET),
        SecretDrawn("rimuta", SECRET, {}),
        MatchStarted("rimuta", SECRET),
    )


def journal(folder: Path, *arguments: str) -> int:
    return run(["journal", *arguments, "--data", str(folder)])


def test_whole_tables_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign(tmp_path, *GAMES)
    before = contents(tmp_path)
    assert journal(tmp_path, "verify") == 0
    assert capsys.readouterr().out == "3 tables: 3 whole\n"
    assert contents(tmp_path) == before


def test_a_record_that_has_got_into_another_table_is_missed_in_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table,) = campaign(tmp_path, "haydes")
    move = "SET table_id = 'aaa' WHERE n = (SELECT max(n) FROM records)"
    edit(tmp_path, f"UPDATE records {move}")
    assert journal(tmp_path, "verify") == 74
    said = capsys.readouterr().out
    assert f"{table}  damaged: record " in said
    assert "has got into another table" in said


def test_a_damaged_table_is_named_and_the_code_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = campaign(tmp_path, "haydes", "hounds")
    spoil(tmp_path, tables[0])
    before = contents(tmp_path)
    assert journal(tmp_path, "verify") == 74
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"{tables[0]}  damaged: record 4 does not follow from those before",
        "2 tables: 1 damaged, 1 whole",
    ]
    assert contents(tmp_path) == before


def test_a_table_that_cannot_be_played_again_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        tmp_path,
        TableOpened("rimuta", "haydes", GAMES["haydes"].version, 1, {}, "", b"", 0, 5),
        MatchStarted("rimuta", b"a seed that follows from nothing"),
    )
    assert journal(tmp_path, "verify") == 74
    assert "rimuta  damaged: record 2 cannot be done again" in capsys.readouterr().out


def test_a_table_of_other_rules_is_named_with_its_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secretive(tmp_path)
    assert journal(tmp_path, "verify") == 0
    said = capsys.readouterr().out
    assert "rimuta  other rules: it is played by the rules of haydes, version 0" in said
    assert "release 0.0.9" in said


def test_tables_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, spoiled = campaign(tmp_path, "hounds", "haydes")
    edit(tmp_path, "DELETE FROM records WHERE table_id = ? AND n = 1", spoiled)
    assert journal(tmp_path, "show") == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines[table].endswith("seats: Ann0, Bob0")
    assert f"hounds {GAMES['hounds'].version}" in lines[table]
    assert lines[spoiled].split()[1:] == ["damaged", "0", "records"]


def test_records_are_shown_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table,) = campaign(tmp_path, "hounds")
    assert journal(tmp_path, "show", table) == 0
    said = capsys.readouterr().out
    assert "1  table opened: game=hounds" in said
    assert "seat taken: seat=1 name=Bob0 token=hidden" in said
    assert '"seat":0,"do":' in said


@pytest.mark.parametrize("tool", ["show", "export"])
def test_secrets_are_hidden_unless_asked_for(
    tmp_path: Path, tool: str, capsys: pytest.CaptureFixture[str]
) -> None:
    secretive(tmp_path)
    assert journal(tmp_path, tool, "rimuta") == 0
    said = capsys.readouterr()
    assert SECRET.hex() not in said.out
    assert said.out.count("hidden") == 3
    assert journal(tmp_path, tool, "rimuta", "--secrets") == 0
    assert capsys.readouterr().out.count(SECRET.hex()) == 3


def test_nothing_shown_controls_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secretive(tmp_path)
    for tool in ("show", "export"):
        journal(tmp_path, tool, "rimuta")
        assert "\x1b" not in capsys.readouterr().out


def test_an_export_says_what_opens_it(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    secretive(tmp_path)
    assert journal(tmp_path, "export", "rimuta") == 0
    said = capsysbinary.readouterr()
    tree = json.loads(said.out)
    assert tree["opens_with"] == {"release": "0.0.9", "game": "haydes", "rules": 0}
    assert tree["state"] == "other rules"
    assert [record["record"] for record in tree["records"]] == [
        "table opened", "seat taken", "secret drawn", "match started",
    ]  # fmt: skip
    assert b"left out" in said.err
    assert journal(tmp_path, "export", "rimuta", "--msgpack") == 0
    assert msgpack.decode(capsysbinary.readouterr().out) == tree


def test_a_new_table_knows_its_release(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (table,) = campaign(tmp_path, "haydes")
    journal(tmp_path, "export", table)
    tree = json.loads(capsysbinary.readouterr().out)
    assert tree["opens_with"]["release"] == haydes.__version__


def test_a_deleted_table_leaves_nothing_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, deleted, damaged = campaign(tmp_path, "haydes", "hounds", "holyquest")
    spoil(tmp_path, damaged)
    assert b"Bob1" in (tmp_path / FILE).read_bytes()
    for table in (deleted, damaged):
        assert journal(tmp_path, "delete", table, "--yes") == 0
    assert journal(tmp_path, "delete", deleted, "--yes") == 66
    capsys.readouterr()
    assert journal(tmp_path, "verify") == 0
    assert capsys.readouterr().out == "1 table: 1 whole\n"
    left = b"".join(contents(tmp_path).values())
    assert b"Bob1" not in left
    assert b"Bob2" not in left
    with Store(tmp_path) as store:
        assert [name for name, _ in store.read()] == [kept]


def test_nothing_is_deleted_that_nobody_has_confirmed(tmp_path: Path) -> None:
    (table,) = campaign(tmp_path, "haydes")
    ended = command("journal", "delete", table, "--data", str(tmp_path), stdin=f"{table}\n")
    assert ended.returncode == 64
    assert "--yes" in ended.stderr
    assert journal(tmp_path, "show", table) == 0


@pytest.mark.parametrize(("answer", "code"), [("no", 64), ("", 0)])
def test_whoever_deletes_types_the_id_once_more(tmp_path: Path, answer: str, code: int) -> None:
    (table,) = campaign(tmp_path, "haydes")
    ours, theirs = os.openpty()
    os.write(ours, f"{answer or table}\n".encode())
    ended = subprocess.run(
        [*COMMAND, "journal", "delete", table, "--data", str(tmp_path)], env=ENVIRONMENT,
        stdin=theirs, capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert ended.returncode == code
    assert f"Delete table {table} for good?" in ended.stderr
    assert journal(tmp_path, "show", table) == (66 if code == 0 else 0)


def test_an_unknown_table_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign(tmp_path, "haydes")
    for tool in (["show"], ["export"], ["delete", "--yes"]):
        assert journal(tmp_path, *tool, "nobody") == 66
        assert "no table 'nobody'" in capsys.readouterr().err
