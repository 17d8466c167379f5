"""Folders and files that are not what a tool needs: one clear sentence each, nothing touched."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.processes import COMMAND, ENVIRONMENT, PATIENCE
from tests.server.tools.campaign import campaign, command, contents, edit, tool

from haydes.server.database import UnreadableError
from haydes.server.folder import hold
from haydes.server.main import run
from haydes.server.store import FILE, Store
from haydes.server.tools import ToolError
from haydes.server.tools.reach import reached

FAR = 104_729  # bits; prime


def no_folder(path: Path) -> None:
    path.rmdir()


def a_file(path: Path) -> None:
    path.rmdir()
    path.touch()


def an_empty_folder(path: Path) -> None:
    pass


def an_empty_file(path: Path) -> None:
    (path / FILE).touch()


def a_text(path: Path) -> None:
    (path / FILE).write_text("Dear diary, " * 100)


def a_folder_for_a_file(path: Path) -> None:
    (path / FILE).mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path / FILE)


def a_stranger(path: Path) -> None:
    database = sqlite3.connect(path / FILE)
    database.execute("CREATE TABLE records (table_id, n, body, hash)")
    database.close()


def newer(path: Path) -> None:
    campaign(path, "hounds")
    edit(path, "PRAGMA user_version = 2")


def older(path: Path) -> None:
    campaign(path, "hounds")
    edit(path, "PRAGMA user_version = 0")


def beheaded(path: Path) -> None:
    campaign(path, "hounds")
    (path / FILE).write_bytes(b"\x00" * 100 + (path / FILE).read_bytes()[100:])


def halved(path: Path) -> None:
    campaign(path, "hounds")
    data = (path / FILE).read_bytes()
    (path / FILE).write_bytes(data[: len(data) // 2])


CASES: dict[Callable[[Path], None], tuple[int, str]] = {
    no_folder: (66, "there is no folder"),
    a_file: (66, "is not a folder"),
    an_empty_folder: (66, f"there is no {FILE}"),
    an_empty_file: (74, "is empty"),
    a_text: (74, "not a database"),
    a_folder_for_a_file: (74, "it is a folder"),
    a_pipe: (74, "is empty"),
    a_stranger: (74, "another program"),
    newer: (74, "a newer release"),
    older: (74, "an older release"),
    beheaded: (74, "not a database"),
    halved: (74, "malformed"),
}


@pytest.mark.parametrize("make", CASES)
def test_f17_what_is_no_journal_is_named_and_left_alone(
    make: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    make(folder)
    before = contents(folder) if folder.is_dir() else {}
    code, sentence = CASES[make]
    flags = ["--data", str(folder)]
    copy = tmp_path / "copy"
    for words in (["journal", "verify"], ["journal", "show"], ["backup", str(copy)]):
        assert run([*words, *flags]) == code
        said = capsys.readouterr()
        assert sentence in said.err
        assert said.err.count("\n") == 1
    assert run(["doctor", *flags]) == 2
    assert sentence in capsys.readouterr().out
    assert (contents(folder) if folder.is_dir() else {}) == before
    assert not list(tmp_path.glob("copy*"))


def test_a_folder_of_somebody_else_is_said_so(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    folder = tmp_path / "data"
    campaign(folder, "hounds")
    for path in (tmp_path, *tmp_path.parents[:3]):
        path.chmod(path.stat().st_mode | 0o011)
    code = "import os; os.setuid(65534); from haydes.server.main import main; main()"
    early = "import haydes.server.main, haydes.server.tools.main;" + code
    for words, expected in (("journal verify", 73), ("doctor", 2)):
        arguments = [*words.split(), "--data", str(folder)]
        ended = subprocess.run(
            [*COMMAND[:2], early, *arguments], env=ENVIRONMENT, capture_output=True, text=True,
            check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert ended.returncode == expected, ended.stderr
        assert "Permission denied" in ended.stdout + ended.stderr
        assert "Traceback" not in ended.stderr


def test_a_folder_that_cannot_be_asked_for_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    folder = "x" * 5000  # as one within a folder that lets nobody look in
    assert run(["doctor", "--data", folder]) == 2
    said = capsys.readouterr()
    assert f"cannot use the folder {folder}: File name too long" in said.out
    assert said.err == ""


def test_a_server_that_does_not_answer_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    campaign(tmp_path, "hounds")
    lock = hold(tmp_path)
    try:
        with pytest.raises(ToolError, match="cannot be reached") as failed, reached(tmp_path, 0.2):
            pass
    finally:
        os.close(lock)
    assert failed.value.code == 69


def test_wrong_usage_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["journal", "mend"], ["backup"], ["doctor", "--fast"], ["journal"]):
        assert run(wrong) == 64
        said = capsys.readouterr()
        assert said.err.count("\n") == 1
        assert "--help" in said.err


def test_the_folder_is_found_as_the_server_finds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign(tmp_path / "data", "hounds")
    config = tmp_path / "server.toml"
    config.write_text(f'data = "{tmp_path / "data"}"\n')
    assert run(["journal", "verify", "--config", str(config)]) == 0
    assert capsys.readouterr().out == "1 table: 1 whole\n"


@pytest.mark.parametrize(
    "words",
    ["doctor", "journal verify", "journal show", "journal export", "journal delete", "backup"],
)
def test_help_names_the_exit_codes(words: str) -> None:
    ended = command(*words.split(), "--help")
    assert ended.returncode == 0
    assert ended.stdout.startswith(f"usage: haydes-server {words}")
    for code in ("1 ", "2 ", "64 ") if words == "doctor" else ("64 ", "66 ", "69 ", "73 ", "74 "):
        assert code in ended.stdout


def test_help_spells_a_name_as_it_is_spelled() -> None:
    assert "Write a table to standard output, as JSON." in command("journal", "export", "-h").stdout


def test_n3_no_flipped_bits_make_a_tool_fail_or_change_the_file(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    campaign(folder, "hounds")
    whole = (folder / FILE).read_bytes()
    seen: set[int] = set()
    bits = len(whole) * 8
    for first in range(0, bits, bits // 200 | 1):
        spoiled = bytearray(whole)
        for n in range(40 if first % 2 else 1):
            bit = (first + n * n * FAR) % bits
            spoiled[bit // 8] ^= 1 << bit % 8
        (folder / FILE).write_bytes(spoiled)
        for words in (["journal", "verify"], ["backup", str(copy)]):
            ended = tool(*words, "--data", str(folder))
            assert ended.returncode in (0, 74), ended
            seen.add(ended.returncode)
        assert contents(folder) == {FILE: bytes(spoiled)}
        copy.unlink(missing_ok=True)
    assert seen == {0, 74}


@pytest.mark.parametrize("spoiled", [b"n INTEGER NOT NUL\xcc", b"n INTEGER NOT N\x1b[2"])
def test_a_spoiled_schema_is_damage(tmp_path: Path, spoiled: bytes) -> None:
    campaign(tmp_path, "hounds")
    data = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data.replace(b"n INTEGER NOT NULL", spoiled))
    with pytest.raises(UnreadableError):
        Store(tmp_path)
    ended = tool("journal", "verify", "--data", str(tmp_path))
    assert ended.returncode == 74
    assert ended.stderr.removesuffix("\n").isprintable()


def test_a_journal_without_identity_is_damage(tmp_path: Path) -> None:
    campaign(tmp_path, "hounds")
    data = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(
        data.replace(b"identity BLOB NOT NULL", b"identity BLOB         ")
    )
    edit(tmp_path, "UPDATE store SET identity = NULL")
    with pytest.raises(UnreadableError, match="no identity"):
        Store(tmp_path)
    assert tool("journal", "verify", "--data", str(tmp_path)).returncode == 74
