"""A tap shows whole matches, live and recorded, and no secret of them."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from tests.client.kit.conformance.kit import KIT, kit
from tests.client.kit.programs import EXAMPLES, authors_server, example, plays, tool
from tests.server.processes import ENVIRONMENT

from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.wire import frame, framed, payload
from haydes.client.kit.main import run

MINIMAL = (sys.executable, str(EXAMPLES / "minimal.py"))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with authors_server() as address:
        yield address


def test_a_client_is_heard_on_its_way_to_the_server(server: str) -> None:
    with tool("tap", server) as tap:
        said = example(MINIMAL, tap.address, "open", "haydes", "2", "1")
        shown = tap.end()
    table = said.split()[1]
    messages, sums = shown.split(" messages ")
    assert "hello protocols=[1] name=" in messages
    assert f'table="{table}" seat=0 token="***"' in messages
    assert messages.count(" act ref=") == int(next(s for s in sums.splitlines() if " act" in s)[:9])
    assert "> bye" in sums
    assert "< bye" in sums


def test_a_table_is_watched_until_it_is_enough(server: str) -> None:
    host, port = server.split(":")
    with socket.create_connection((host, int(port)), timeout=60) as sock:
        ann = Peer(sock, 60)
        ann.greet("Ann")
        ann.enter("open", game="haydes", seats=2, bots=[""], word="swordfish")
        flags = ("--table", ann.table["id"], "--word", "swordfish")
        with subprocess.Popen(
            [sys.executable, "-c", KIT, "tap", server, *flags],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            text=True,
        ) as tap:
            assert tap.stdout
            lines = iter(tap.stdout.readline, "")
            assert any(" snapshot seq=" in line for line in lines)
            ann.do("start")
            assert any(" update seq=" in line and '"commitment":' in line for line in lines)
            tap.send_signal(signal.SIGINT)
            rest = "".join(lines)
            assert tap.wait(60) == 0
    assert "< snapshot" in rest  # in the sums
    assert "you=" not in rest


def test_a_table_that_is_not_there_is_refused_to_who_would_watch_it(server: str) -> None:
    ran = kit("tap", server, "--table", "nowhere", "--word", "swordfish")
    assert ran.returncode == 4
    assert 'watch ref=1 table="nowhere" word="***"' in ran.stdout
    assert 'refused code="unknown_table"' in ran.stdout
    assert "swordfish" not in ran.stdout


def test_who_is_sent_away_is_refused() -> None:
    def answer() -> None:
        sock, _ = full.accept()
        with sock:
            sock.recv(1000)
            sock.sendall(frame("bye", code="full"))

    with socket.create_server(("127.0.0.1", 0)) as full:
        answering = Thread(target=answer)
        answering.start()
        assert run(["tap", f"127.0.0.1:{full.getsockname()[1]}", "--table", "rimuta"]) == 4
        answering.join()


def test_a_record_of_our_client_is_shown_with_the_same_sizes(server: str, tmp_path: Path) -> None:
    plays(server, tmp_path, "new haydes seats 1 map=quick turn_limit=1", "start")
    (record,) = tmp_path.rglob("*_seat-0_*.jsonl")
    ran = kit("tap", str(record))
    assert ran.returncode == 0
    assert '"phase":"over"' in ran.stdout
    assert 'nonce="***"' in ran.stdout
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    update = next(line for line in lines if line["type"] == "update")
    assert f"<{len(framed(payload(update))):>6} update seq={update['seq']} " in ran.stdout


def test_one_way_of_a_stream_is_read_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stream"
    file.write_bytes(frame("ping", ref=3) + frame("bye"))
    assert run(["tap", str(file)]) == 0
    assert "    20 ping ref=3\n" in capsys.readouterr().out


def test_whoever_reads_may_stop(tmp_path: Path) -> None:
    file = tmp_path / "stream"
    file.write_bytes(frame("bye") * 20_000)
    with subprocess.Popen(
        [sys.executable, "-c", KIT, "tap", str(file)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as tap:
        assert tap.stdout
        assert tap.stderr
        tap.stdout.read(1)
        tap.stdout.close()
        assert tap.stderr.read() == b""
        assert tap.wait(60) == 0


@pytest.mark.parametrize(
    "data",
    [
        frame("bye")[:-1],
        b"\x16\x03\x01\x02\x00",
        b"{}\n",
        b"{\n",
        b'{"type":[]}\n',
        b'{"type":"act","ref":1%s}\n' % (b"0" * 30),
        b'{"type":"act","action":"\\ud800"}\n',
        b'{"type":"act","action":%s1%s}\n' % (b"[" * 5000, b"]" * 5000),
    ],
)
def test_a_file_that_is_no_stream_is_wrong_usage(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stream"
    file.write_bytes(data)
    assert run(["tap", str(file)]) == 64
    assert str(file) in capsys.readouterr().err


def test_what_is_neither_a_file_nor_an_address_is_wrong_usage() -> None:
    assert run(["tap", "no/such:file"]) == 64


def test_nobody_at_the_address_is_told() -> None:
    assert run(["tap", "127.0.0.1:1", "--table", "rimuta"]) == 3
