"""A server for authors' test suites: what happens once happens again."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from tests.client.kit.conformance.kit import KIT, kit
from tests.server.processes import ENVIRONMENT

from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.main import run
from haydes.protocol.fair import commitment

PATIENCE = 60


@contextmanager
def authors_server(*flags: str) -> Generator[tuple["subprocess.Popen[str]", str]]:
    with subprocess.Popen(
        [sys.executable, "-c", KIT, "server", "--port", "0", "--until-stdin-closes", *flags],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            found = re.fullmatch(r"listening on (127\.0\.0\.1:\d+)\n", process.stdout.readline())
            assert found
            yield process, found[1]
        finally:
            process.kill()


def match_at(address: str, name: str = "Ann") -> tuple[object, ...]:
    """Open a table against a bot, act three times; return all that chance has decided."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as sock:
        peer = Peer(sock, PATIENCE)
        peer.greet(name)
        peer.enter("open", game="haydes", seats=2, bots=[""], options={"map": "quick"})
        peer.do("start")
        for _ in range(3):
            peer.see(lambda one: one.choices, "choices")
            peer.act()
        fair = peer.table["fair"]["commitment"]
        return peer.table["id"], peer.token, fair, peer.view["game"]


def test_each_run_brings_the_same_tables_tokens_and_matches() -> None:
    runs: list[tuple[object, ...]] = []
    for seed in ("7", "7", "8"):
        with authors_server("--seed", seed) as (_, address):
            runs.append(match_at(address))
    assert runs[0] == runs[1]
    assert all(a != b for a, b in zip(runs[1][:3], runs[2][:3], strict=True))


def test_the_secrets_of_the_first_matches_can_be_given() -> None:
    secret = "ab" * 32
    with authors_server("--deal", secret) as (_, address):
        assert match_at(address)[2] == commitment(bytes.fromhex(secret))
        # not as Ann: the server need not know yet that she has gone
        assert match_at(address, "Bob")[2] != commitment(bytes.fromhex(secret))


def test_it_passes_the_kits_own_cases_with_clocks() -> None:
    only = ("--only", "LIFE-2", "--only", "FAIR-6")
    with authors_server() as (_, address):
        ran = kit("conformance", "server", address, *only, "--jobs", "4")
    assert ran.returncode == 0, ran.stdout
    assert " 0 not covered" in ran.stdout


@pytest.mark.parametrize("polite", [True, False])
def test_it_ends_with_its_input_or_by_a_signal(polite: bool) -> None:  # noqa: FBT001
    with authors_server() as (process, _):
        if polite:
            assert process.stdin
            process.stdin.close()
        else:
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    "flags", [("--limit", "acts"), ("--limit", "acts_burst=x"), ("--deal", "12")]
)
def test_it_says_what_it_cannot_do(
    flags: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["server", *flags]) == 64
    assert capsys.readouterr().err.startswith(f"haydes-kit server: {flags[0]}: ")
