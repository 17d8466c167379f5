"""Real clients play over a bad link to a real server."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.client.kit.programs import EXAMPLES, authors_server, example, plays, tool

from haydes.client.kit import relay
from haydes.client.kit.main import run

MINIMAL = (sys.executable, str(EXAMPLES / "minimal.py"))
NEW = ("new haydes seats 1 map=quick turn_limit=4", "start")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with authors_server() as address:
        yield address


def test_a_match_survives_a_slow_and_crumbling_link(server: str) -> None:
    faults = ("slice", "latency=2", "jitter=3", "bandwidth=100000", "slow_close=50")
    with tool("proxy", "0", server, *(f"--fault={fault}" for fault in faults)) as proxy:
        assert "winners: " in example(MINIMAL, proxy.address, "open", "hounds", "3", "1")
        log = proxy.end()
    assert "faults: slice 7, latency 2, jitter 3, bandwidth 100000, slow_close 50" in log
    assert " 1 open\n" in log
    assert " slow close: 0.05 s\n" in log
    assert " 1 closed: up " in log


def test_our_client_comes_back_after_every_reset_and_ends_its_match(
    server: str, tmp_path: Path
) -> None:
    # with this seed every connection gets further than its hello, and none is enough for a match
    faults = ("--fault", "up:reset=600", "--fault", "slice", "--seed", "45")
    with tool("proxy", "0", server, *faults) as proxy:
        links = plays(proxy.address, tmp_path, *NEW)
        log = proxy.end()
    assert log.count(" up reset after ") >= 1
    assert links.count("live") >= 2


def test_a_black_hole_swallows_what_follows_and_tells_nobody(server: str) -> None:
    with tool("proxy", "0", server, "--fault", "down:blackhole=1") as proxy:
        host, port = proxy.address.split(":")
        with socket.create_connection((host, int(port)), timeout=60) as sock:
            sock.sendall(bytes(5))  # an empty frame; the server says bye and closes
            assert len(sock.recv(100)) == 1
            sock.settimeout(0.5)
            with pytest.raises(TimeoutError):
                sock.recv(100)
        assert " 1 down black hole after 1 bytes\n" in proxy.end()


def test_a_target_that_is_not_there_is_told_by_a_reset() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and listens not
        with tool("proxy", "0", f"127.0.0.1:{taken.getsockname()[1]}") as proxy:
            host, port = proxy.address.split(":")
            with (
                socket.create_connection((host, int(port)), timeout=60) as sock,
                pytest.raises(ConnectionResetError),
            ):
                sock.recv(1)
            log = proxy.end()
    assert " 1 cannot connect to the target: " in log


def test_a_target_of_which_no_address_answers_is_told_with_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lookup, log = socket.getaddrinfo, list[str]()

    def two(host: str, *rest: Any, **named: Any) -> list[Any]:  # Any: as the library passes it on
        hosts = ("127.0.0.1", "127.0.0.2") if host == "two.example" else (host,)
        return [found for each in hosts for found in lookup(each, *rest, **named)]

    def calls(at: relay.Address) -> None:
        with socket.create_connection(at, timeout=60) as sock, suppress(ConnectionResetError):
            sock.recv(1)
        os.kill(os.getpid(), signal.SIGINT)

    def listening(at: relay.Address) -> None:
        Thread(target=calls, args=(at,)).start()

    monkeypatch.setattr(socket, "getaddrinfo", two)
    target = "two.example", 1
    relay.run(relay.Relay(target, log=log.append), ("127.0.0.1", 0), listening)
    (told,) = log
    assert told.startswith("1 cannot connect to the target: ")
    assert told.count("Connect call failed") == 2


def test_a_port_that_is_taken_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["proxy", port, "localhost"]) == 64
    assert capsys.readouterr().err.startswith("haydes-kit proxy: cannot listen on 127.0.0.1:")


@pytest.mark.parametrize("flags", [("--fault", "fire"), ("--fault", "slice=0")])
def test_a_fault_that_is_none_is_wrong_usage(
    flags: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["proxy", "0", "localhost", *flags])
    assert stop.value.code == 64
    assert "--fault: " in capsys.readouterr().err
