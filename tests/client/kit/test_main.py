import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from haydes import __version__
from haydes.client.exits import MISUSED
from haydes.client.kit import main, simulate
from haydes.client.kit.main import run


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run([])
    assert stop.value.code == 64
    assert "COMMAND" in capsys.readouterr().err


def test_help_names_the_tools(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["--help"])
    assert stop.value.code == 0
    assert "simulate" in capsys.readouterr().out


# Any: these parts of argparse have no public names
def inner(action: Any) -> list[argparse.ArgumentParser]:
    """Return the parsers of subcommands, if the argument is one."""
    return list(action.choices.values()) if hasattr(action, "_name_parser_map") else []


def every(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of its subcommands."""
    yield parser
    for action in vars(parser)["_actions"]:
        for one in inner(action):
            yield from every(one)


PARSERS = {parser.prog: parser for parser in every(main.parser())}


@pytest.mark.parametrize("name", PARSERS)
def test_each_help_says_what_everything_is_and_tells_the_exit_codes(name: str) -> None:
    parser = PARSERS[name]
    assert len(PARSERS) >= 9
    assert parser.description
    assert parser.epilog
    assert re.search(
        rf"^exit codes: 0 .*\b{MISUSED} wrong\susage", parser.epilog, re.MULTILINE | re.DOTALL
    )
    for action in vars(parser)["_actions"]:
        assert action.help or inner(action), action.dest


@pytest.mark.parametrize("name", PARSERS)
def test_each_wrong_usage_has_the_same_code(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run([*name.split()[1:], "--no-such-flag"])
    assert stop.value.code == MISUSED
    assert capsys.readouterr().err.startswith("usage: haydes-kit")


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--version"])
    assert capsys.readouterr().out.strip() == __version__


def test_a_tool_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "chess"]) == 64
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("haydes-kit simulate: there is no game 'chess'; there is ")


def test_an_interrupt_ends_a_tool_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "report", interrupted)
    assert run(["simulate", "haydes", "--games", "1"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_kit_needs_neither_trio_nor_prompt_toolkit() -> None:
    script = (
        "import sys, haydes.client.kit.main\n"
        "assert not {'trio', 'prompt_toolkit', 'asyncio', 'engine', 'client'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
