"""Faults where the system matters: real processes, sockets, signals and files."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import trio
from tests.server.client import Client
from tests.server.processes import COMMAND, ENVIRONMENT, PATIENCE, call, server
from tests.server.world import BANK

from haydes.protocol.messages import Act, Bye, Open, Snapshot, Start, Sync, Update

_STOPPED = 5.0  # seconds for which the server is stopped
_SLACK = 2.0  # of these, at most so many may count


async def playing(port: int, name: str = "Ann", turn_seconds: int = 0) -> tuple[Client, str]:
    """Return somebody in a match, and the token of the seat."""
    ann = call(port)
    await ann.greet(name)
    # of the games, one in which every seat is asked, whatever the cards are
    wish = Open(ref=1, game="haydes", seats=2, bots=["random"], turn_seconds=turn_seconds)
    token = (await ann.do(wish)).token
    await ann.do(Start(ref=2))
    while ann.table.get("phase") != "playing" or not ann.you["choices"]:
        await ann.until(Update)
    return ann, token


async def act(ann: Client) -> None:
    """Do the first of the choices."""
    choices = cast(list[dict[str, str | int | list[Any]]], ann.you["choices"])
    action = {k: v[0] if isinstance(v, list) else v for k, v in choices[0].items()}
    await ann.do(Act(ref=3, prompt=int(str(ann.you["prompt"])), action=action))


async def turn_ms(ann: Client) -> int:
    """Return what is left of the turn."""
    ann.send(Sync(ref=9))
    clock = (await ann.until(Snapshot)).clock
    assert clock
    assert isinstance(clock.turn, int)
    return clock.turn


async def test_f20_a_stopped_server_takes_no_time_from_anybody() -> None:
    with server() as (process, port), trio.fail_after(PATIENCE):
        ann, _ = await playing(port, turn_seconds=600)
        begun = time.monotonic()
        left = await turn_ms(ann)
        process.send_signal(signal.SIGSTOP)
        await trio.sleep(_STOPPED)
        process.send_signal(signal.SIGCONT)
        lost = left - await turn_ms(ann)
        passed = time.monotonic() - begun
        assert lost / 1000 <= passed - _STOPPED + _SLACK
        await act(ann)
        ann.close()


def test_f18_a_second_server_on_a_folder_is_refused(tmp_path: Path) -> None:
    with server("--data", str(tmp_path)) as (_, port):
        second = subprocess.run(
            [*COMMAND, "--host", "127.0.0.1", "--port", "0", "--no-tls", "--data", str(tmp_path)],
            env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert second.returncode == 73
        assert second.stderr.count("\n") == 1
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()


_MUTE = """if True:
    import os, signal, sys, trio
    from tests.faults.test_real_process import playing
    async def main():
        ann, token = await playing(int(sys.argv[1]))
        print(token, flush=True)
        os.kill(os.getpid(), signal.SIGSTOP)
    trio.run(main)
"""


@contextmanager
def mute_peer(port: int) -> Generator[str]:
    """Run somebody who takes a seat and then is stopped; give the seat's token."""
    paths = os.pathsep.join([ENVIRONMENT["PYTHONPATH"], str(Path(__file__).parents[2])])
    with subprocess.Popen(
        [sys.executable, "-c", _MUTE, str(port)],
        env={**ENVIRONMENT, "PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True,
    ) as mute:  # fmt: skip
        assert mute.stdout
        yield mute.stdout.readline().strip()
        mute.kill()


async def test_f22_a_seat_is_resumed_at_once_though_its_old_peer_only_stands_still() -> None:
    with server() as (_, port), mute_peer(port) as token, trio.fail_after(PATIENCE):
        ann = call(port)
        await ann.greet("Ann", token)
        await ann.until(Snapshot)
        await act(ann)
        ann.close()


async def test_f26_what_an_old_connection_still_had_to_say_comes_too_late() -> None:
    with server() as (_, port), trio.fail_after(PATIENCE):
        old, token = await playing(port)
        new = call(port)
        await new.greet("Ann", token)
        await new.until(Snapshot)
        ply = new.seq
        old.send(Act(ref=3, prompt=int(str(old.you["prompt"])), action=BANK))
        assert (await old.until(Bye)).code == "superseded"
        await new.do(Sync(ref=4))
        assert new.seq == ply
        old.close()
        new.close()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize("times", [1, 2])
async def test_f49_a_signal_ends_it_without_a_trace(name: str, times: int) -> None:
    with server() as (process, port), trio.fail_after(PATIENCE):
        ann, _ = await playing(port)
        process.send_signal(signal.Signals[name])
        if times == 1:
            assert (await ann.until(Bye)).code == "shutdown"
            ann.close()
        else:
            process.send_signal(signal.Signals[name])
        assert await trio.to_thread.run_sync(process.wait) == 0
        assert process.stderr
        assert "Traceback" not in process.stderr.read()
        ann.close()


@contextmanager
def deaf_server(log: str) -> Generator[int]:
    """Run a server that can write neither log nor output; give the port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f'exec "$0" "$@" >{log} 2>{log}'
    flags = ["--host", "127.0.0.1", "--port", str(port), "--volatile", "--no-tls"]
    with subprocess.Popen(
        ["sh", "-c", command, *COMMAND, *flags, "--log-level", "debug"], env=ENVIRONMENT
    ) as process:
        try:
            yield port
            assert process.poll() is None
        finally:
            process.kill()


@pytest.mark.parametrize("log", ["/dev/full", "&-"], ids=["full", "closed"])
async def test_f50_a_log_that_cannot_be_written_ends_no_game(log: str) -> None:
    with deaf_server(log) as port, trio.fail_after(PATIENCE):
        while True:
            try:
                call(port).close()
                break
            except OSError:
                await trio.sleep(0.05)
        for _ in range(5):
            call(port).close()
        ann, _ = await playing(port)
        await act(ann)
        ann.close()


async def test_f50_nobody_needs_to_read_what_the_server_prints() -> None:
    with server("--log-level", "debug") as (process, port), trio.fail_after(PATIENCE):
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stderr.close()
        ann, _ = await playing(port)
        call(port).close()
        await act(ann)
        ann.close()
