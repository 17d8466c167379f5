"""The example for authors plays whole matches against a real server, before a watcher's eyes."""

import ast
import itertools
import re
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

import haydes
from haydes.protocol.connection import Connection, Message, Role
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    ClientMessage,
    Done,
    Hello,
    Open,
    Pause,
    Ping,
    Pong,
    Refused,
    Resign,
    Snapshot,
    Start,
    Swap,
    Sync,
    Update,
    Watch,
    Welcome,
)
from haydes.protocol.tree import Tree, merge

SOURCE = Path(haydes.__file__).parents[1]
MINIMAL = Path(__file__).parents[2] / "client" / "kit" / "examples" / "minimal.py"
SERVER = [sys.executable, "-c", "from haydes.server.main import main; main()"]
# Fewer refusals for rate than usual, for each costs a second, but some
LIMITS = "[limits]\nacts_burst = 40\nacts_per_second = 100\nping_seconds = 1\n"
CHECK_EVERY = 10  # updates
PATIENCE = 120  # seconds; a match of chance alone may be long
T = TypeVar("T")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run a server on a free port."""
    config = tmp_path_factory.mktemp("server") / "haydes.toml"
    config.write_text(LIMITS, "utf-8")
    flags = ["--host", "127.0.0.1", "--port", "0", "--bot-pause", "0", "--volatile", "--no-tls"]
    flags += ["--config", str(config)]
    with subprocess.Popen(
        [*SERVER, *flags],
        env={"PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout
            found = re.fullmatch(r"listening on .*:(\d+)\n", process.stdout.readline())
            assert found
            yield int(found[1])
        finally:
            process.kill()


@contextmanager
def minimal(port: int, *arguments: str) -> Generator[subprocess.Popen[str]]:
    """Run the example."""
    with subprocess.Popen(
        [sys.executable, str(MINIMAL), f"127.0.0.1:{port}", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def table_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    found = re.fullmatch(r"table (\w+)\n", process.stdout.readline())
    assert found
    return found[1]


def ending(process: subprocess.Popen[str]) -> str:
    """Wait until the example ends well and return its last line."""
    said, complaints = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints) == (0, "")
    return said.splitlines()[-1]


class Peer:
    """A connection that is refused nothing."""

    def __init__(self, sock: socket.socket, name: str) -> None:
        self.connection = Connection(Role.CLIENT, Limits())
        self.socket = sock
        self.refs = itertools.count(1)
        self.send(Hello(protocols=[1], name=name))
        self.until(Welcome)

    def send(self, *messages: ClientMessage) -> None:
        self.socket.sendall(b"".join(map(self.connection.send, messages)))

    def read(self) -> Message:
        message = self.connection.next_message()
        while message is None:
            data = self.socket.recv(1 << 16)
            assert data, "the server has closed"
            self.connection.receive_data(data)
            message = self.connection.next_message()
        assert not isinstance(message, Refused), message
        return message

    def until(self, kind: type[T]) -> T:
        """Wait for a message of a type."""
        while not isinstance(message := self.read(), kind):
            pass
        return message


class Watcher(Peer):
    """A spectator who believes nothing: each update and snapshot is checked as it comes."""

    def __init__(self, sock: socket.socket, table: str) -> None:
        super().__init__(sock, "Watcher")
        self.view: dict[str, Tree] = {}
        self.seq = 0
        self.updates = 0
        self.compared = 0
        self.send(Watch(ref=next(self.refs), table=table))
        while not self.view:
            self.hear()

    @property
    def phase(self) -> object:
        return self.view["table"]["phase"]

    def hear(self) -> None:
        self.look(self.read())

    def look(self, message: object) -> None:
        match message:
            case Ping(ref=ref):
                self.send(Pong(ref=ref))
            case Snapshot():
                assert not message.you
                view: dict[str, Tree] = {"table": message.table, "game": message.game}
                if self.view:
                    assert (message.seq, view) == (self.seq, self.view)
                    self.compared += 1
                self.view, self.seq = view, message.seq
            case Update():
                assert message.seq == self.seq + 1
                assert not message.you
                assert not message.private_events
                self.seq = message.seq
                self.updates += 1
                self.view = {
                    "table": merge(self.view["table"], message.table),
                    "game": merge(self.view["game"], message.game),
                }
            case _:
                pass

    def compare(self) -> None:
        """Ask for a snapshot and wait for it; `look` compares."""
        compared = self.compared
        self.send(Sync(ref=next(self.refs)))
        while self.compared == compared:
            self.hear()


def test_it_opens_a_table_and_plays_a_bot_to_the_end(port: int) -> None:
    with minimal(port, "open", "haydes", "2", "1") as process:
        table_of(process)
        assert re.fullmatch(r"winners: \[[01]?\] you: 0", ending(process))


def test_two_of_them_play_with_a_bot_and_a_watcher_sees_all_but_no_more(port: int) -> None:
    with minimal(port, "open", "haydes", "3", "2") as host:
        table = table_of(host)
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sock:
            watcher = Watcher(sock, table)
            with minimal(port, "join", table) as guest:
                assert table_of(guest) == table
                while watcher.phase != "over":
                    watcher.hear()
                    if watcher.updates >= CHECK_EVERY * (1 + watcher.compared):
                        watcher.compare()
                watcher.compare()
                ends = [ending(host), ending(guest)]
            outcome = watcher.view["table"]["outcome"]
            assert isinstance(outcome, dict)
            assert ends == [f"winners: {outcome['winners']} you: {seat}" for seat in (0, 1)]


def test_it_waits_for_the_end_of_a_pause(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sock:
        ann = Peer(sock, "Ann")
        ann.send(Open(ref=1, game="haydes", seats=2, bots=[""], takeover=True))
        table = ann.until(Done).table
        # The bot is in the seat that begins, and has no time to do so before the pause
        ann.send(Swap(ref=2, seat=0, to=1), Start(ref=3), Pause(ref=4))
        with minimal(port, "join", table) as guest:
            assert table_of(guest) == table
            ann.until(Ping)  # after a second in which the guest could have acted
            ann.send(Pause(ref=5, on=False), Resign(ref=6))
            assert re.fullmatch(r"winners: \[0?\] you: 0", ending(guest))


def test_it_is_short_and_needs_nothing_but_msgpack() -> None:
    text = MINIMAL.read_text("utf-8")
    assert len(text.splitlines()) <= 60
    needed: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, ast.ImportFrom)
        if isinstance(node, ast.Import):
            needed |= {alias.name.partition(".")[0] for alias in node.names}
    assert needed - sys.stdlib_module_names == {"msgpack"}
