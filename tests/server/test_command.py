"""The command `haydes-server` as a real process."""

import json
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import trio
import trio.testing
from tests.server.processes import COMMAND, ENVIRONMENT, PATIENCE, call, server
from tests.server.secure import Secure

import haydes
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Bye, Hello, Notice, Open, Welcome
from haydes.server.identity import own
from haydes.server.journal import VolatileJournal
from haydes.server.listen import listen
from haydes.server.main import run, serve
from haydes.server.settings import Settings


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_server_politely(number: signal.Signals) -> None:
    with server() as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        await ann.do(Open(ref=1, game="haydes", seats=2, bots=["walker"]))
        process.send_signal(number)
        assert (await ann.until(Notice)).code == "closing"
        assert (await ann.until(Bye)).code == "shutdown"
        ann.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr
        logged = [json.loads(line) for line in process.stderr]
        assert {line["level"] for line in logged} <= {"info"}
        assert logged[-1]["event"] == "ended"


async def test_a_second_signal_is_no_failure() -> None:
    with server() as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        process.send_signal(signal.SIGTERM)
        await ann.until(Bye)  # the server waits for us to close the stream
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        ann.close()


async def test_a_second_signal_ends_it_at_once(autojump_clock: trio.testing.MockClock) -> None:
    (listener,) = listen("127.0.0.1", 0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve, Settings(), [listener], VolatileJournal(), ())
        ann = call(listener.getsockname()[1])
        await ann.greet("Ann")
        signal.raise_signal(signal.SIGTERM)
        await ann.until(Bye)
        begun = autojump_clock.current_time()
        signal.raise_signal(signal.SIGTERM)
    assert autojump_clock.current_time() == begun
    ann.close()


async def test_it_can_end_with_its_standard_input() -> None:
    with server("--until-stdin-closes") as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        assert process.stdin
        process.stdin.close()
        assert (await ann.until(Bye)).code == "shutdown"
        ann.close()
        assert process.wait(PATIENCE) == 0


async def test_its_key_is_made_once_and_for_its_own_eyes(tmp_path: Path) -> None:
    pins: set[str] = set()
    for _ in range(2):
        with server("--tls-only", "--data", str(tmp_path / "data")) as (_, port):
            ann = call(port, tls=True)
            await ann.greet("Ann")
            assert isinstance(ann.transport, Secure)
            pins.add(ann.transport.pin)
            ann.close()
    file = tmp_path / "data" / "identity.pem"
    assert pins == {own(file.parent).pin}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert not [
        path.name for path in file.parent.iterdir() if path.name.startswith("identity.pem.")
    ]


@pytest.mark.parametrize(
    ("files", "code", "sentence"),
    [
        (["--tls-cert", "/nowhere/cert.pem"], 73, "/nowhere/cert.pem: No such file"),
        (["--tls-cert", __file__], 73, "no certificate with its key"),
        (["--tls-key", __file__], 64, "needs its certificate"),
    ],
)
def test_a_certificate_that_is_none_is_one_clear_line(
    files: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--host", "127.0.0.1", "--port", "0", "--volatile", *files]) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_with_few_open_files_it_takes_fewer_connections_and_says_so() -> None:
    flags = ["--port", "0", "--no-tls", "--no-discovery", "--until-stdin-closes", "--volatile"]
    ended = subprocess.run(
        ["sh", "-c", 'ulimit -n 100; exec "$0" "$@"', *COMMAND, *flags],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    logged = json.loads(ended.stderr.splitlines()[0])
    assert (logged["level"], logged["files"], logged["connections"]) == ("warning", 100, 36)


async def test_a_server_with_a_word_asks_everybody_for_it(tmp_path: Path) -> None:
    file = tmp_path / "word"
    file.write_text("sesame\n")
    with server("--word-file", str(file), "--exempt", "127.0.0.0/8") as (_, port):
        for number in range(20):
            eve = call(port)
            eve.send(Hello(protocols=[1], name="Eve", word=f"w{number}"))
            assert (await eve.until(Bye)).code == "wrong_word"
            eve.close()
        ann = call(port)
        ann.send(Hello(protocols=[1], name="Ann", word="sesame"))
        assert (await ann.until(Welcome)).name == "Ann"
        ann.close()


def test_an_address_in_use_is_one_clear_line(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["--host", "127.0.0.1", "--port", str(port)]) == 73
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert f"127.0.0.1, port {port}" in said


def test_a_failure_of_its_own_has_an_exit_code() -> None:
    # Signals can be received in the main thread only, so this server fails
    code = """if True:
        import sys
        from concurrent.futures import ThreadPoolExecutor
        from haydes.server.main import run
        with ThreadPoolExecutor() as pool:
            flags = ["--host", "127.0.0.1", "--port", "0", "--volatile", "--no-tls"]
            sys.exit(pool.submit(run, flags).result())
    """
    ended = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip
    assert ended.returncode == 70
    logged, said = ended.stderr.splitlines()
    assert json.loads(logged)["event"] == "server failed"
    assert "internal error" in said


def test_wrong_usage_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--port", "many"]) == 64
    assert capsys.readouterr().err.count("\n") == 1


def test_the_limits_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--print-limits"]) == 0
    assert json.loads(capsys.readouterr().out) == Limits().tree()


def test_help_names_every_flag_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    for word in (
        "--host", "--port", "--name", "--bot-pause", "--log-level", "--config",
        "--tls-cert", "--tls-key", "--tls-only", "--no-tls", "HAYDES_TLS", "identity.pem",
        "--data", "--volatile", "--until-stdin-closes", "--print-limits", "--version",
        "--word", "--word-file", "--exempt", "HAYDES_WORD", "HAYDES_EXEMPT",
        "HAYDES_PORT", "HAYDES_DATA", "--no-discovery", "HAYDES_DISCOVERY",
        "doctor", "journal", "backup",
        "0 ", "64 ", "70 ", "73 ", "74 ", "75 ",
    ):  # fmt: skip
        assert word in said


def test_the_version_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--version"])
    assert capsys.readouterr().out == f"haydes-server {haydes.__version__}\n"
