import io

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from haydes.client.attention import LONG, QUIET, Attention, call, report


@pytest.mark.parametrize(
    ("focused", "quiet", "away"),
    [
        (None, QUIET - 1, False),
        (None, QUIET + 1, True),
        (False, 0.1, True),
        (True, QUIET + 1, False),
        (True, LONG + 1, True),
    ],
)
def test_who_is_away(quiet: float, *, focused: bool | None, away: bool) -> None:
    assert Attention(100.0, focused).is_away(100.0 + quiet) is away


def sent(*, bell: bool, notice: bool, environ: dict[str, str]) -> str:
    stream = io.StringIO()
    output = Vt100_Output(stream, lambda: Size(24, 80), term="xterm", enable_bell=True)
    call(output, bell=bell, notice=notice, environ=environ)
    output.flush()
    return stream.getvalue()


def test_bell_and_notice_are_switched_apart() -> None:
    assert sent(bell=True, notice=False, environ={}) == "\a"
    assert sent(bell=False, notice=False, environ={}) == ""
    notice = sent(bell=False, notice=True, environ={})
    assert notice.startswith("\x1b]9;")
    assert "\a" not in notice


def test_a_multiplexer_gets_the_bell_only() -> None:
    assert sent(bell=True, notice=True, environ={"TMUX": "/tmp/x"}) == "\a"  # noqa: S108 - no path


def test_reports_of_the_focus_are_asked_for_and_let_go() -> None:
    stream = io.StringIO()
    output = Vt100_Output(stream, lambda: Size(24, 80), term="xterm")
    report(output, on=True)
    report(output, on=False)
    assert stream.getvalue() == "\x1b[?1004h\x1b[?1004l"
