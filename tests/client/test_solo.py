import asyncio
import json
import os
import signal
import stat
import time
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest
from tests.client.loops import jumping
from tests.client.processes import SECONDS, SOURCES, run, start

from haydes.client import solo
from haydes.client.exits import MISUSED
from haydes.client.options import Address
from haydes.client.solo import Solo, SoloError


def note(state: Path) -> dict[str, str]:
    """Return what clients tell each other about the server that runs."""
    return dict(json.loads((state / "haydes" / "solo.json").read_text()))


def kill_server_of(client: int) -> None:
    """Kill the one child of a process."""
    (child,) = Path(f"/proc/{client}/task/{client}/children").read_text().split()
    os.kill(int(child), signal.SIGKILL)


def wait_for_end(pipe: str) -> None:
    """Wait until nobody reads a server's pipe; the test fails if somebody always does."""
    ends = time.monotonic() + SECONDS
    with suppress(OSError):
        while True:
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
            assert time.monotonic() < ends, "the server does not end"
            time.sleep(0.01)


def test_solo_starts_a_server_plays_and_takes_the_server_along(tmp_path: Path) -> None:
    ran = run(tmp_path, "--solo", "--name", "Ann", script="split 8 8\nlook\n")
    assert ran.code == 0
    assert ran.lines[0] == "Link: starting your own server."
    assert "Table: match 1 begins." in ran.lines
    assert "You: split 8 8. Sent." in ran.lines
    assert ran.errors == ""


def test_a_server_that_has_ended_leaves_nothing_but_its_games_and_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    monkeypatch.setattr(solo, "END_SECONDS", SECONDS)
    own = Solo(tmp_path)
    assert not own.start()
    asyncio.run(own.address())
    assert (tmp_path / "solo.json").exists()
    own.end()
    assert {path.name for path in tmp_path.iterdir()} == {"solo", "solo.log"}


def test_a_game_on_ones_own_server_is_there_again(tmp_path: Path) -> None:
    first = run(tmp_path, "--solo", "--bots", "0", "--name", "Ann", script="split 8 8\nquit\n")
    assert first.lines[-1] == "Link: you leave; your seat is held. The match is not resigned."
    assert "Table: match 1 begins." in first.lines
    second = run(tmp_path, "--solo", "--name", "Ann", script="look\nquit\n")
    assert "Link: your game goes on: round 1. --new begins another one." in second.lines
    assert not any("split" in line for line in second.told("Choices"))
    assert second.told("Choices")[0] == first.told("Choices")[-1]
    other = run(tmp_path, "--solo", "--name", "Ann", "--new", script="quit\n")
    assert "Table: match 1 begins." in other.lines
    hounds = run(tmp_path, "--solo", "hounds", "--name", "Ann", script="quit\n")
    assert "Table: match 1 begins." in hounds.lines


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the server by its parent")
def test_a_server_of_ones_own_that_is_killed_is_started_again(tmp_path: Path) -> None:
    with start(tmp_path, "--solo", "--bots", "0", "--name", "Ann") as client:
        late = Timer(SECONDS, client.kill)
        late.start()
        assert client.stdin
        assert client.stdout
        client.stdin.write("split 7 9\n")
        client.stdin.flush()
        next(line for line in client.stdout if "higher" in line)
        kill_server_of(client.pid)
        next(line for line in client.stdout if line.startswith("Link: offline"))
        next(line for line in client.stdout if line.startswith("Link: connected"))
        next(line for line in client.stdout if "higher" in line or "Charisma 7" in line)
        client.communicate("quit\n", SECONDS)
        late.cancel()
        assert client.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["chess"], MISUSED),
        (["haydes", "--option", "encounter=huge"], MISUSED),
        (["haydes", "--seats", "9"], MISUSED),
        (["haydes", "--option", "size=3"], MISUSED),
    ],
)
def test_a_game_that_cannot_be_had_is_one_error(
    tmp_path: Path, arguments: list[str], code: int
) -> None:
    ran = run(tmp_path, "--solo", *arguments)
    assert ran.code == code
    assert len(ran.told("Error")) == 1


def test_a_second_solo_joins_the_server_of_the_first(tmp_path: Path) -> None:
    with start(tmp_path, "--solo", "--name", "Ann") as first:
        assert first.stdin
        assert first.stdout
        next(line for line in first.stdout if line.startswith("Choices: "))
        pipe = note(tmp_path)["pipe"]
        assert stat.S_IMODE((tmp_path / "haydes" / "solo.json").stat().st_mode) == 0o600
        with start(tmp_path, "--solo", "--name", "Bram") as second:
            assert second.stdin
            assert second.stdout
            assert next(iter(second.stdout)) == "Link: joining your running server.\n"
            next(line for line in second.stdout if line.startswith("Choices: "))
            os.killpg(first.pid, signal.SIGINT)  # Ctrl-C in the first window
            first.communicate()
            assert first.returncode == 130
            # the server lives on for the second, whose table is kept
            out, _ = second.communicate("who\nleave\ntables\nquit\n")
            assert "1 Bram (you, host)." in out
            assert out.count("Escape from Haydes: your seat is kept. Type: join ") == 1
    wait_for_end(pipe)


def test_the_server_ends_with_a_client_that_is_killed(tmp_path: Path) -> None:
    with start(tmp_path, "--solo", "--name", "Ann") as client:
        assert client.stdout
        next(line for line in client.stdout if line.startswith("Choices: "))
        pipe = note(tmp_path)["pipe"]
        client.kill()
        client.communicate()
    wait_for_end(pipe)
    # what it left behind does not keep the next one from playing
    assert run(tmp_path, "--solo", "--name", "Ann", script="split 8 8\n").code == 0


def test_a_server_that_does_not_start_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solo, "_SERVER", "raise SystemExit(1)")
    own = Solo(tmp_path)
    own.start()
    with pytest.raises(SoloError, match="did not start; see"):
        jumping(own.address())
    own.end()


def test_a_server_that_does_not_end_is_killed_if_its_folder_is_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solo, "_SERVER", "import signal; signal.pause()")
    monkeypatch.setattr(solo, "END_SECONDS", 0.01)
    own = Solo(tmp_path)
    own.start()
    (pipe,) = tmp_path.glob("*.pipe")
    own.end()
    os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))  # somebody reads it
    own.end(kills=True)
    assert {path.name for path in tmp_path.iterdir()} == {"solo.log"}


def test_a_note_of_a_server_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    pipe = tmp_path / "solo-1.pipe"
    os.mkfifo(pipe)
    (tmp_path / "solo.json").write_text(json.dumps({"address": "127.0.0.1:1", "pipe": str(pipe)}))
    own = Solo(tmp_path)
    assert not own.join()
    assert not pipe.exists()
    assert not (tmp_path / "solo.json").exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"address": "x", "pipe": "y"}', '{"pipe": 1}'])
def test_a_damaged_note_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "solo.json").write_text(text)
    assert not Solo(tmp_path).join()


def test_the_pipe_of_a_living_server_says_where_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "solo-1.pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    (tmp_path / "solo.json").write_text(
        json.dumps({"address": "127.0.0.1:4000", "pipe": str(pipe)})
    )
    own = Solo(tmp_path)
    assert own.join()
    assert jumping(own.address()) == Address("127.0.0.1", 4000)
    own.end()
    assert os.read(reader, 1) == b""  # nobody holds it open any more
    os.close(reader)
