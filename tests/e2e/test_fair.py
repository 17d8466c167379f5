"""Two real clients at a real server: what they promise, check and keep; `haydes-kit verify`."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from tests.client.processes import SECONDS, environment, serving, start

MINIMAL = Path(__file__).parents[2] / "client" / "kit" / "examples" / "minimal.py"
KIT = "from haydes.client.kit.main import main; main()"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


def heard(stream: IO[str], part: str) -> str:
    """Return the first line with `part` in it."""
    for line in stream:
        if part in line:
            return line.strip()
    raise AssertionError(f"nobody has said {part!r}")


def say(client: "subprocess.Popen[str]", *lines: str) -> None:
    assert client.stdin
    client.stdin.write("".join(f"{line}\n" for line in lines))
    client.stdin.flush()


def verify(folder: Path, *files: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", KIT, "verify", *files],
        capture_output=True,
        text=True,
        env=environment(folder),
        timeout=SECONDS,
        check=False,
    )


def test_two_people_play_and_find_that_it_was_dealt_fairly(server: str, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ann", tmp_path / "bob"
    turn = ("split 9 7", "stop")
    with start(ours, server, "--name", "Ann") as ann, start(theirs, server, "--name", "Bob") as bob:
        assert ann.stdout
        assert bob.stdout
        say(ann, "new haydes seats 2 map=quick turn_limit=1")
        table = heard(ann.stdout, "Escape from Haydes, waiting").split()[1].strip(",")
        say(bob, f"join {table}", "ready")
        heard(ann.stdout, "Bob is ready.")
        say(ann, "start", *turn)
        say(bob, *turn)
        begun = heard(ann.stdout, "match 1 begins.")
        assert begun.endswith("Its cards and dice follow from random numbers of Bob and you too.")
        for client in (ann, bob):
            assert client.stdout
            line = heard(client.stdout, "ealt fairly")
            assert line.startswith("Table: Dealt fairly: match 1 at ")
        for client in (ann, bob):
            assert client.stdin
            client.stdin.close()
            assert client.wait(SECONDS) == 0
    for folder in (ours, theirs):
        (record,) = (folder / "haydes" / "records").glob(f"*{table}*")
        assert record.stat().st_mode & 0o077 == 0
        found = verify(folder, str(record))
        assert (found.returncode, found.stderr) == (0, "")
        assert found.stdout.startswith(f"match 1 at {table} follows from the server's secret and ")
        # a card that was another than dealt
        spoilt = folder / "spoilt"
        spoilt.write_text(record.read_text("utf-8").replace('"JB"', '"2C"'), "utf-8")
        found = verify(folder, str(spoilt))
        assert found.returncode == 6
        assert "was shown as 2C, but the deal gives JB" in found.stdout
        # half a record
        half = folder / "half"
        half.write_text("".join(record.read_text("utf-8").splitlines(keepends=True)[:4]), "utf-8")
        found = verify(folder, str(half))
        assert (found.returncode, found.stdout) == (7, "the record ends before the match does.\n")


def minimal(address: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start the example for authors, which knows nothing of fair dealing."""
    program = [sys.executable, str(MINIMAL), address, *arguments]
    return subprocess.Popen(program, stdout=subprocess.PIPE, text=True)


def plays(client: "subprocess.Popen[str]") -> str:
    """Make one choice after the other, and return what comes of the dealing."""
    assert client.stdout
    turns = 0
    for line in client.stdout:
        if line.startswith("Choices: "):
            say(client, f"{1 + turns % len(line.split(', '))}")
            turns += 1
        if "ealt fairly" in line:
            return line
    raise AssertionError("nothing was said of the dealing")


def test_clients_that_know_nothing_of_it_play_with_one_that_does(
    server: str, tmp_path: Path
) -> None:
    with minimal(server, "open", "hounds", "3", "3") as host:
        assert host.stdout
        table = heard(host.stdout, "table ").split()[1]
        with start(tmp_path, server, "--name", "Bob", "--table", table) as bob:
            assert bob.stdout
            say(bob, "ready")
            heard(bob.stdout, "you are ready")
            with minimal(server, "join", table) as guest:
                begun = heard(bob.stdout, "match 1 begins.")
                assert begun.endswith("Its cards and dice follow from random numbers of you too.")
                assert plays(bob).startswith("Table: Dealt fairly: ")
                assert bob.stdin
                bob.stdin.close()
                assert bob.wait(SECONDS) == 0
                assert host.wait(SECONDS) == 0
                assert guest.wait(SECONDS) == 0


@pytest.mark.parametrize("text", ["", "hello\n", '{"type": "done", "ref": 1}\n'])
def test_what_is_no_record_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    found = verify(tmp_path, str(file))
    assert found.returncode == 64
    assert "is no record" in found.stderr


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    found = verify(tmp_path, str(tmp_path / "nothing"))
    assert found.returncode == 64
    assert "cannot read" in found.stderr
