"""Calling a player who looks elsewhere: the bell, a notice, and where the keyboard's focus is.

Terminals that can tell whether they have the focus send a sign when it changes; the others
never do, and then a while without a key counts as being away.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output

QUIET = 5.0  # seconds without a key after which a player may have turned away
LONG = 60.0  # the same where the terminal says that it has the focus
MULTIPLEXERS = ("TMUX", "STY")  # they swallow notices

# The terminal library knows no such keys, so two that no keyboard has stand for the signs.
FOCUS_IN, FOCUS_OUT = Keys.F23, Keys.F24
ANSI_SEQUENCES["\x1b[I"] = FOCUS_IN
ANSI_SEQUENCES["\x1b[O"] = FOCUS_OUT
_REPORT = {True: "\x1b[?1004h", False: "\x1b[?1004l"}
_NOTICE = "\x1b]9;haydes: your move\x1b\\"  # of iTerm2's making; others took it on


@dataclass(frozen=True, slots=True)
class Attention:
    """What is known of where the player looks."""

    struck: float  # when the last key was, on the front end's clock
    focused: bool | None = None  # None: the terminal does not say

    def is_away(self, now: float) -> bool:
        quiet = now - self.struck
        if self.focused is None:
            return quiet > QUIET
        return not self.focused or quiet > LONG


def report(output: Output, *, on: bool) -> None:
    """Ask the terminal to say when it gets or loses the focus, or no more."""
    output.write_raw(_REPORT[on])
    output.flush()


def call(output: Output, *, bell: bool, notice: bool, environ: Mapping[str, str]) -> None:
    """Call the player, in the ways that the settings allow."""
    if bell:
        output.bell()
    if notice and not any(name in environ for name in MULTIPLEXERS):
        output.write_raw(_NOTICE)
        output.flush()
