"""A replay in lines: the words that lead on go in, what happened comes out.

`haydes-client --replay FILE` in plain and JSON mode is this and nothing else.
"""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from haydes.client import json_lines
from haydes.client.exits import BAD_FILE, DONE
from haydes.client.json_trees import shown
from haydes.client.model import Line, Voice
from haydes.client.options import Options
from haydes.client.past.film import FilmError
from haydes.client.past.projector import load
from haydes.client.past.reel import WORDS, LostError, Reel, follow, run, told
from haydes.client.past.telling import replay_head

PROMPT = "> "
QUIT = ("quit", "q", "exit")


def play(options: Options, *, as_json: bool) -> int:
    """Show a file, led by lines of the standard input to its end; return the exit code."""
    try:
        reel = Reel(load(Path(options.replay), options.cards), options.replay)
    except FilmError as problem:
        sys.stderr.write(f"haydes-client: {problem}\n")
        return BAD_FILE
    prompt = PROMPT if sys.stdin.isatty() and not as_json else ""
    _put(_object(reel, begun(reel)) if as_json else _written(begun(reel)), prompt)
    for line in sys.stdin:
        for command in filter(None, map(str.strip, line.partition("#")[0].split(";"))):
            if command.lower() in QUIT:
                return DONE
            reel, lines = led(reel, command)
            _put(_object(reel, lines) if as_json else _written(lines), "")
        _put("", prompt)
    return DONE


def begun(reel: Reel) -> tuple[Line, ...]:
    """Return what to say at the beginning of a replay."""
    return (Line(Voice.TABLE, replay_head(reel)), *told(reel))


def is_about(command: str) -> bool:
    """Tell whether a command of a session is meant for its replay."""
    return command.split(maxsplit=1)[0].lower() in WORDS


def led(reel: Reel, command: str) -> tuple[Reel, tuple[Line, ...]]:
    """Return where a command leads, and what is told there; all that is left for "play"."""
    try:
        there = follow(reel, command)
    except LostError as problem:
        return reel, (Line(Voice.ERROR, str(problem)),)
    if there.rolls:
        there = replace(run(there, there.film.last - there.at), rolls=False)
    if there.at == reel.at:
        return there, (Line(Voice.TABLE, f"{there.place}, nothing more that way."),)
    turn = f"turn {there.film.turn(there.at)} of {len(there.film.turns)}"
    return there, (*told(there), Line(Voice.TABLE, f"{there.place}, {turn}."))


def _written(lines: Iterable[Line]) -> str:
    return "".join(f"{line.voice}: {line.text}\n" for line in lines)


def _object(reel: Reel, lines: Iterable[Line]) -> str:
    """Return what was said, and the view at this place, as lines of JSON mode."""
    view = reel.film.steps[reel.at].view
    said = [
        json_lines.line("said", view.seq, voice=line.voice.lower(), say=line.text) for line in lines
    ]
    place = {"step": reel.at + 1, "steps": reel.film.last + 1}
    return "".join([*said, json_lines.line("view", view.seq, **place, **shown(reel.model, view))])


def _put(text: str, prompt: str) -> None:
    sys.stdout.write(text + prompt)
    sys.stdout.flush()
