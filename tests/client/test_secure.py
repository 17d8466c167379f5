"""Real programs over TLS: the first meeting, an invite, a server with another key."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.client.processes import SECONDS, SERVER, environment, run


@dataclass(frozen=True)
class Place:
    port: str
    invite: str
    fingerprint: str


@contextmanager
def server(data: Path, *flags: str, port: str = "0") -> Generator[Place]:
    """Run a server with a key of its own; return what it says of itself."""
    where = ["--host", "127.0.0.1", "--port", port, "--data", str(data), "--until-stdin-closes"]
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *where, *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(data),
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            said = [process.stdout.readline().split(" ", 1)[1].strip() for _ in range(3)]
            address = said[0].removeprefix("on ")
            yield Place(address.rpartition(":")[2], said[1], said[2])
        finally:
            process.stdin.close()
            process.wait(SECONDS)


def test_a_server_is_met_remembered_and_found_changed(tmp_path: Path) -> None:
    me = tmp_path / "me"
    with server(tmp_path / "one", "--tls-only") as place:
        address = f"127.0.0.1:{place.port}"
        first = run(me, "--tls", address)
        assert (first.code, first.errors) == (0, "")
        assert any(place.fingerprint in line for line in first.told("Link"))
        again = run(me, "--tls", address, script="status\n")
        assert not any(place.fingerprint in line for line in again.told("Link"))
        assert any("encrypted" in line for line in again.told("Link"))
        plain = run(me, address)
        assert plain.code == 4
        assert any("connect with --tls" in line for line in plain.told("Link"))
    with server(tmp_path / "two", port=place.port) as other:
        refused = run(me, "--tls", address)
        assert refused.code == 8
        (reason,) = [line for line in refused.told("Link") if "another key" in line]
        assert place.fingerprint in reason
        assert other.fingerprint in reason
        assert run(me, "--forget", address).code == 0
        assert run(me, "--tls", address).code == 0


def test_an_invite_leads_to_a_table_of_the_right_server_only(tmp_path: Path) -> None:
    with server(tmp_path / "one") as place:
        host = run(tmp_path / "ann", place.invite, "--name", "Ann", script="new haydes\ninvite\n")
        (line,) = [line for line in host.told("Table") if line.startswith("haydes://")]
        invite = line.split(" ", 1)[0]
        assert invite.partition("#")[2] == place.invite.partition("#")[2]
        assert invite.partition("#")[0].startswith(f"haydes://127.0.0.1:{place.port}/")
    with server(tmp_path / "two", port=place.port) as other:
        assert run(tmp_path / "bob", other.invite).code == 0
        refused = run(tmp_path / "bob", invite)
        assert refused.code == 8
        assert any("not the server of your invite" in line for line in refused.told("Link"))
