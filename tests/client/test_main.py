import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.client.processes import SECONDS, environment, run

from haydes.client.arguments import parser
from haydes.client.main import UsageError, plain_reason, read
from haydes.client.options import Address, Colour, Glyphs, Options, UseTls
from haydes.client.store import Store

ENVIRONMENT = {"USER": "ann"}


def options(*arguments: str) -> Options:
    return read(parser().parse_args(arguments), ENVIRONMENT)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("play.example.net", Address("play.example.net", 7345)),
        ("play.example.net:80", Address("play.example.net", 80)),
        ("127.0.0.1:7345", Address("127.0.0.1", 7345)),
        ("[::1]:7346", Address("::1", 7346)),
        ("[::1]", Address("::1", 7345)),
        ("::1", Address("::1", 7345)),
        ("fe80::1:2", Address("fe80::1:2", 7345)),
    ],
)
def test_addresses(text: str, expected: Address) -> None:
    assert options(text).address == expected


@pytest.mark.parametrize(
    "text", [":80", "host:", "host:x", "host:0", "host:65536", "[::1", "[::1]80", "[]:80", "[::1]:"]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(UsageError, match="no address"):
        options(text)


PIN = "A" * 43


def test_an_invite_is_as_good_as_an_address() -> None:
    given = options(f"haydes://192.0.2.7:80/RIMUTA#{PIN}")
    assert (given.address, given.table, given.pin) == (Address("192.0.2.7", 80), "rimuta", PIN)
    assert options("haydes://192.0.2.7", "--table", "bokafe").table == "bokafe"


def test_the_link_is_encrypted_as_one_likes() -> None:
    assert options().use_tls is UseTls.AUTO
    assert options("--tls").use_tls is UseTls.ALWAYS
    assert options("--no-tls").use_tls is UseTls.NEVER


def test_an_address_is_shown_as_it_is_typed() -> None:
    assert str(Address("h")) == "h"
    assert str(Address("h", 80)) == "h:80"
    assert str(Address("::1", 80)) == "[::1]:80"


@pytest.mark.parametrize("flag", ["--solo", "--tutorial"])
def test_a_game_may_be_named_where_no_address_is_wanted(flag: str) -> None:
    given = options(flag, "haydes", "hounds")  # as ./play hounds does
    assert "hounds" in (given.solo, given.tutorial)
    assert given.address == Address()
    with pytest.raises(UsageError, match="name a game: haydes, hounds, holyquest"):
        options(flag, "haydes", "chess")


def test_everything_has_a_default() -> None:
    assert options() == Options(name="ann", chosen=False, near=True)
    assert str(options().address) == "localhost"


def test_options_are_taken_over() -> None:
    settled = options(
        "--solo", "--name", "Ann B", "--seats", "3", "--bots", "1", "--ascii", "--color", "never",
        "--option", "turn_limit=12", "--option", "map=quick", "--option", "tuybe=on",
        "--log", "x.log",
    )  # fmt: skip
    assert settled == Options(
        name="Ann B",
        solo="haydes",
        seats=3,
        bots=1,
        settings={"turn_limit": 12, "map": "quick", "tuybe": True},
        glyphs=Glyphs.ASCII,
        colour=Colour.NEVER,
        log=Path("x.log"),
    )
    assert settled.server == "your own server"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--watch"], "--watch needs --table"),
        (["haydes://h/rimuta", "--table", "bokafe"], "different tables"),
        ([f"haydes://h#{PIN}", "--no-tls"], "needs TLS"),
        (["haydes://h/ri-muta"], "no table"),
        (["haydes://h#short"], "43 letters"),
        (["host", "--solo"], "leave the address out"),
        (["--bots", "1"], "need --solo"),
        (["--seats", "2"], "need --solo"),
        (["--option", "map=quick"], "need --solo"),
        (["--solo", "--bots", "-2"], "from 0"),
        (["--name", "a  b"], "--name: a name has no space"),
        (["--name", "x" * 25], "at most 24"),
        (["--server-word", "x" * 65], "at most 64"),
        (["--solo", "haydes", "--option", "map"], "--option takes NAME=VALUE"),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        options(*arguments)


@pytest.mark.parametrize("user", ["", "root$", "\u202e", "  "])
def test_a_user_without_a_proper_name_is_a_guest(user: str) -> None:
    assert read(parser().parse_args([]), {"USER": user}).name == "Guest"


def test_the_servers_word_comes_from_a_flag_or_the_environment_and_is_not_shown() -> None:
    environment = {"HAYDES_WORD": "sesame"}
    assert read(parser().parse_args([]), environment).server_word == "sesame"
    given = read(parser().parse_args(["--server-word", "open"]), environment)
    assert given.server_word == "open"
    assert "open" not in repr(given)


def test_a_pipe_gets_line_mode_and_cannot_be_full_screen() -> None:
    assert plain_reason(parser().parse_args([]), {"TERM": "xterm"})
    with pytest.raises(UsageError):
        plain_reason(parser().parse_args(["--full"]), {"TERM": "xterm"})


Terminal: TypeAlias = tuple[dict[str, str], tuple[int, int], list[str], str]
TERMINALS: list[Terminal] = [
    ({"TERM": "xterm"}, (80, 24), [], ""),
    ({"TERM": "xterm"}, (39, 24), [], "the window is tiny"),
    ({"TERM": "xterm"}, (80, 7), [], "the window is tiny"),
    ({"TERM": "xterm"}, (0, 0), [], ""),
    ({"TERM": "xterm"}, (39, 24), ["--full"], ""),
    ({"TERM": "xterm"}, (80, 24), ["--plain"], "it was asked for"),
    ({"TERM": "dumb"}, (80, 24), [], "the terminal is a simple one"),
    ({}, (80, 24), [], "the terminal is a simple one"),
    ({"TERM": "xterm", "ACCESSIBLE": "1"}, (80, 24), [], "ACCESSIBLE is set"),
    ({"TERM": "xterm", "ACCESSIBLE": "0"}, (80, 24), [], ""),
    ({"TERM": "xterm", "HAYDES_PLAIN": ""}, (80, 24), [], ""),
    ({"TERM": "xterm", "HAYDES_PLAIN": "yes"}, (80, 24), [], "HAYDES_PLAIN is set"),
]


def _size(size: tuple[int, int], _descriptor: int) -> os.terminal_size:
    return os.terminal_size(size)


@contextmanager
def terminal(size: tuple[int, int]) -> Generator[None, None, None]:
    """Stand at a terminal of a size."""
    ends = os.openpty()
    with pytest.MonkeyPatch.context() as patch, os.fdopen(ends[1], "r+b", buffering=0) as stream:
        patch.setattr(sys, "stdin", stream)
        patch.setattr(sys, "stdout", stream)
        patch.setattr(os, "get_terminal_size", partial(_size, size))
        yield
    os.close(ends[0])


@pytest.mark.parametrize(("variables", "size", "arguments", "reason"), TERMINALS)
def test_which_terminal_gets_line_mode(
    variables: dict[str, str], size: tuple[int, int], arguments: list[str], reason: str
) -> None:
    with terminal(size):
        assert plain_reason(parser().parse_args(arguments), variables) == reason


def test_line_mode_may_be_a_setting_that_the_environment_and_flags_overrule() -> None:
    saved, given = {"plain": "on"}, parser().parse_args([])
    with terminal((80, 24)):
        assert plain_reason(given, {"TERM": "xterm"}, saved) == "the configuration says so"
        assert not plain_reason(given, {"TERM": "xterm", "HAYDES_PLAIN": "0"}, saved)
        assert not plain_reason(parser().parse_args(["--full"]), {"TERM": "xterm"}, saved)


@pytest.mark.parametrize(
    "arguments", [["--watch"], ["host:x"], ["--nonsense"], ["--name", "a:b"], ["--full"]]
)
def test_wrong_usage_has_a_code_of_its_own(arguments: list[str], tmp_path: Path) -> None:
    ran = run(tmp_path, *arguments)
    assert (ran.code, ran.lines) == (64, [])
    assert "haydes-client: " in ran.errors


def test_version_and_paths(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").lines == ["haydes-client 0.1.0"]
    paths = run(tmp_path, "--print-paths").lines
    assert f"config: {tmp_path}/haydes/client.toml" in paths
    assert f"seats: {tmp_path}/haydes/seats.json" in paths
    assert f"known servers: {tmp_path}/haydes/known_hosts" in paths
    assert f"records: {tmp_path}/haydes/records" in paths


def test_a_server_may_be_forgotten(tmp_path: Path) -> None:
    Store(tmp_path / "haydes").know(Address("192.0.2.7"), PIN)
    ran = run(tmp_path, "--forget", "192.0.2.7")
    assert (ran.code, ran.errors) == (0, "")
    assert "192.0.2.7 is forgotten" in ran.lines[0]
    ran = run(tmp_path, "--forget", "192.0.2.7")
    assert (ran.code, ran.errors) == (64, "haydes-client: 192.0.2.7 is not known\n")


LAZY = """
import sys
import haydes.client.main as m
try:
    m.run(["--version"], {})
except SystemExit:
    pass
print(sorted({"asyncio", "msgspec", "platformdirs", "prompt_toolkit", "trio"} & set(sys.modules)))
"""


def test_version_loads_nothing_it_does_not_need(tmp_path: Path) -> None:
    out = subprocess.check_output(
        [sys.executable, "-c", LAZY], env=environment(tmp_path), text=True, timeout=SECONDS
    )
    assert out.splitlines()[-1] == "[]"


BROKEN = """
import sys
import haydes.client.plain
def fail(*_): raise RuntimeError("boom")
haydes.client.plain.run = fail
import haydes.client.main as m
sys.exit(m.run(["--plain"], {}))
"""


def fails(state: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", BROKEN],
        env=environment(state),
        text=True,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )


def test_a_failure_of_ours_is_exit_code_1_and_written_down(tmp_path: Path) -> None:
    failed = fails(tmp_path)
    log = tmp_path / "haydes" / "client.log"
    assert failed.returncode == 1
    assert failed.stderr == f"haydes-client: internal error; see {log}\n"
    assert "RuntimeError: boom" in log.read_text()


def test_a_failure_of_ours_is_told_where_it_cannot_be_written_down(tmp_path: Path) -> None:
    log = tmp_path / "haydes" / "client.log"
    log.mkdir(parents=True)
    failed = fails(tmp_path)
    assert failed.returncode == 1
    assert failed.stderr == (
        f"haydes-client: internal error; {log} cannot be written (Is a directory): "
        "RuntimeError: boom\n"
    )
