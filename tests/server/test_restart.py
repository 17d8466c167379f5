"""Real servers that are killed in the middle, and started again on the same folder."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import trio
from tests.server.client import Client

import haydes
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Act, Join, Open, Start, Update

SOURCE = str(Path(haydes.__file__).parents[1])
COMMAND = [sys.executable, "-c", "from haydes.server.main import main; main()"]
LIMITS = "[limits]\nacts_burst = 10000\nacts_per_second = 10000\njoins_burst = 1000\n"
SECONDS = 60.0  # for any of these tests


@contextmanager
def server(folder: Path, *flags: str) -> Generator[tuple[subprocess.Popen[str], int]]:
    """Run a server on a folder; give the process and the port."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    with subprocess.Popen(
        [*COMMAND, "--host", "127.0.0.1", "--port", "0", "--bot-pause", "0",
         "--data", str(folder / "data"), "--config", str(config), *flags],
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
    tokens: dict[str, str] = {}
    views: list[Any] = []
    with trio.fail_after(SECONDS):
        with server(tmp_path) as (process, port):
            ann, bob = await come(port, "Ann"), await come(port, "Bob")
            done = await ann.do(Open(ref=1, game=name, seats=2))
            tokens["Ann"] = done.token
            tokens["Bob"] = (await bob.do(Join(ref=1, table=done.table))).token
            await ann.do(Start(ref=2))
            for one in (ann, bob):
                while one.table.get("phase") != "playing":
                    await one.hear()
            await play([ann, bob], 12)
            views = [(one.game, one.you, one.table) for one in (ann, bob)]
            process.send_signal(signal.SIGKILL)
            ann.close()
            bob.close()
        with server(tmp_path) as (process, port):
            people = [await come(port, who, token) for who, token in tokens.items()]
            for one in people:
                while not one.table or one.table["seats"] != views[0][2]["seats"]:
                    await one.hear()
            assert [(one.game, one.you, one.table) for one in people] == views
            await play(people, 12)
            for one in people:
                one.close()
