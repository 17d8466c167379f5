"""Real servers that are killed in the middle, and started again on the same folder."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
import trio
from tests.server.client import Client

import haydes
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Act, Join, Open, Start, Update
from haydes.server.store import FILE

SOURCE = str(Path(haydes.__file__).parents[1])
COMMAND = [sys.executable, "-c", "from haydes.server.main import main; main()"]
LIMITS = "[limits]\nacts_burst = 10000\nacts_per_second = 10000\njoins_burst = 1000\n"
SECONDS = 60.0  # for any of these tests


@contextmanager
def server(folder: Path, before: str = "") -> Generator[tuple[subprocess.Popen[str], int]]:
    """Run a server on a folder, after some words of shell; give the process and the port."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    with subprocess.Popen(
        ["sh", "-c", f'{before}exec "$0" "$@"', *COMMAND, "--host", "127.0.0.1", "--port", "0",
         "--bot-pause", "0", "--data", str(folder / "data"), "--config", str(config)],
        env={**os.environ, "PYTHONPATH": SOURCE},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout
            found = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", process.stdout.readline())
            assert found, process.stderr and process.stderr.read()
            yield process, int(found[1])
        finally:
            process.kill()


async def come(port: int, name: str, token: str = "") -> Client:
    client = Client(socket.create_connection(("127.0.0.1", port), timeout=SECONDS))
    await client.greet(name, token)
    return client


def choice(client: Client, number: int) -> dict[str, Any]:
    """Return one of a seat's choices, another one for every number."""
    groups = cast(list[dict[str, str | int | list[Any]]], client.you["choices"])
    group = groups[number % len(groups)]
    return {k: v[number % len(v)] if isinstance(v, list) else v for k, v in group.items()}


async def act(client: Client, number: int) -> Act:
    prompt = cast(int, client.you["prompt"])
    request = Act(ref=100 + number, prompt=prompt, action=choice(client, number))
    await client.do(request)
    return request


async def play(people: list[Client], acts: int) -> Act | None:
    """Let whoever is asked act, as often as said or until the end; return the last act."""
    last = None
    for number in range(acts):
        asked = [one for one in people if one.table["phase"] == "playing" and one.you["choices"]]
        if not asked:
            break
        last = await act(asked[0], number)
        for one in people:
            await one.until(Update)
    return last


@pytest.mark.parametrize("name", GAMES)
async def test_a_killed_server_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        with server(tmp_path) as (process, port):
            people, tokens = await seated(port, name)
            await play(people, 12)
            views = [(one.ply, one.game, one.you, one.table) for one in people]
            process.send_signal(signal.SIGKILL)
            for one in people:
                one.close()
        with server(tmp_path) as (_, port):
            people = [await come(port, "", token) for token in tokens]
            for one in people:
                while not one.table or one.table["seats"] != views[0][3]["seats"]:
                    await one.hear()
            assert [(one.ply, one.game, one.you, one.table) for one in people] == views
            await play(people, 12)
            for one in people:
                one.close()


async def until_it_ends(people: list[Client]) -> list[int]:
    """Play match after match until the server ends; return the plies that were seen last."""
    number = 0
    with suppress(EOFError, OSError):
        while True:
            asked = [one for one in people if one.you["choices"]]
            number += 1
            if asked:
                await act(asked[0], number)
            else:  # the match is over
                await people[0].do(Start(ref=number))
            for one in people:
                await one.until(Update)
    return [one.ply for one in people]


async def seated(port: int, name: str) -> tuple[list[Client], list[str]]:
    """Begin a match of two; return the people and their tokens."""
    ann, bob = await come(port, "Ann"), await come(port, "Bob")
    done = await ann.do(Open(ref=1, game=name, seats=2))
    token = (await bob.do(Join(ref=1, table=done.table))).token
    await ann.do(Start(ref=2))
    for one in (ann, bob):
        while one.table.get("phase") != "playing":
            await one.hear()
    return [ann, bob], [done.token, token]


async def test_a_disk_that_is_full_ends_the_server_and_loses_nothing(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        with server(tmp_path, before="ulimit -f 400; ") as (process, port):
            people, tokens = await seated(port, "haydes")
            plies = await until_it_ends(people)
            for one in people:
                one.close()
            assert max(plies) > 3
            assert await trio.to_thread.run_sync(process.wait) == 75
            assert process.stderr
            *_, logged, said = process.stderr.read().splitlines()
            assert "haydes-server: the storage failed: " in said
            assert '"level": "critical"' in logged
        with server(tmp_path) as (_, port):
            for token, ply in zip(tokens, plies, strict=True):
                back = await come(port, "", token)
                while not back.table:
                    await back.hear()
                assert back.ply >= ply
                back.close()


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with server(tmp_path):
        second = subprocess.run(
            [*COMMAND, "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")],
            env={**os.environ, "PYTHONPATH": SOURCE}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert second.returncode == 73
    assert second.stdout == ""
    said = f"cannot use the folder {tmp_path / 'data'}: another server uses it, or a tool does"
    assert second.stderr.splitlines() == [f"haydes-server: {said}"]


def test_a_journal_that_cannot_be_read_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / FILE).write_text("Dear diary, " * 100)
    ended = subprocess.run(
        [*COMMAND, "--host", "127.0.0.1", "--port", "0", "--data", str(folder)],
        env={**os.environ, "PYTHONPATH": SOURCE}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 74
    assert FILE in ended.stderr
    assert (folder / FILE).read_text() == "Dear diary, " * 100


async def test_a_server_that_ends_politely_has_everything_on_disk(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        with server(tmp_path) as (process, port):
            people, tokens = await seated(port, "hounds")
            await play(people, 6)
            process.send_signal(signal.SIGTERM)
            for one in people:
                assert (await one.end()).code == "shutdown"
                one.close()
            assert await trio.to_thread.run_sync(process.wait) == 0
        assert not (tmp_path / "data" / f"{FILE}-wal").exists(), "SQLite's log is folded in"
        with server(tmp_path) as (_, port):
            back = await come(port, "", tokens[0])
            while not back.table:
                await back.hear()
            assert back.ply == people[0].ply
            back.close()
