"""People at their clients, and a server that is killed under them again and again."""

import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest
from tests.client.processes import LIMITS, SERVER, environment, start

from haydes.engine.registry import GAMES

PATIENCE = 50.0  # seconds for a line to come; nothing takes so long unless it hangs
KILLS = 2
ASKS = ("Turn: yours", "Choices: ", "Table: the match is over")
CHOICES = 4  # between two of them


class Player:
    """A plain client that takes the first of its choices, whenever it is asked."""

    def __init__(self, client: "subprocess.Popen[str]") -> None:
        self.client = client
        self.lines: list[str] = []
        self.is_asked = False
        self._queue: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def type(self, line: str) -> None:
        assert self.client.stdin
        self.client.stdin.write(f"{line}\n")
        self.client.stdin.flush()

    def until(self, start: str) -> str:
        """Wait for a line that starts so, and return it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            line = self.line(1.0)
            if line.startswith(start):
                return line
        raise AssertionError(f"{start} did not come; what came was {self.lines[-20:]}")

    def line(self, seconds: float) -> str:
        """Return the next line, or "" if none comes in time."""
        try:
            self.lines.append(self._queue.get(timeout=seconds))
        except Empty:
            return ""
        self.is_asked |= self.lines[-1].startswith(ASKS)
        return self.lines[-1]

    def _read(self) -> None:
        assert self.client.stdout
        for line in self.client.stdout:
            self._queue.put(line.rstrip("\n"))


@contextmanager
def serving(folder: Path, port: int) -> Generator["subprocess.Popen[str]"]:
    config = folder / "server.toml"
    config.write_text(LIMITS)
    flags = ["--host", "127.0.0.1", "--port", str(port), "--bot-pause", "0"]
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *flags, "--config", str(config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(folder),
    ) as server:
        try:
            assert server.stdout
            assert server.stdout.readline().startswith("listening")
            yield server
        finally:
            server.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def act(players: list[Player], times: int) -> None:
    """Let whoever is asked act, so often in all."""
    deadline = time.monotonic() + PATIENCE
    while times > 0:
        assert time.monotonic() < deadline, [player.lines[-9:] for player in players]
        for player in players:
            while player.line(0.1):  # all that was said at once
                pass
            if player.is_asked:
                player.is_asked = False
                player.type("start" if "the match is over" in player.lines[-1] else "1")
                times -= 1


@pytest.mark.parametrize("game", GAMES)
def test_clients_come_back_by_themselves_and_play_on(game: str, tmp_path: Path) -> None:
    port = free_port()
    address = f"127.0.0.1:{port}"
    with ExitStack() as stack:
        with serving(tmp_path, port) as server:
            players: list[Player] = []
            for name in ("Ann", "Bob"):
                client = stack.enter_context(start(tmp_path, address, "--name", name, "--plain"))
                stack.callback(client.kill)
                players.append(Player(client))
                players[-1].until("Link: connected")
            ann, bob = players
            ann.type(f"new {game} seats 2")
            table = ann.until("Table: ").removeprefix("Table: ").partition(",")[0]
            bob.type(f"join {table}")
            bob.until("Table: ")
            ann.type("start")
            act(players, CHOICES)
            server.kill()
        for _ in range(KILLS):
            with serving(tmp_path, port) as server:
                for player in players:
                    player.until("Link: connected")
                act(players, CHOICES)
                server.kill()
        for player in players:
            seen = "\n".join(player.lines)
            assert "no longer" not in seen
            assert seen.count("Link: connected") == 1 + KILLS
