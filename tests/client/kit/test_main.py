import subprocess
import sys

import pytest

from haydes import __version__
from haydes.client.kit import simulate
from haydes.client.kit.main import run


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run([])
    assert stop.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_help_names_the_tools(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["--help"])
    assert stop.value.code == 0
    assert "simulate" in capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--version"])
    assert capsys.readouterr().out.strip() == __version__


def test_a_tool_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "chess"]) == 2
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
