"""A script that plays over the pipes of JSON mode."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.client.processes import Ran, run, start

Told = dict[str, Any]


def told(lines: Iterable[str]) -> list[Told]:
    """Read lines of JSON mode."""
    return [json.loads(line) for line in lines]


def answers(ran: Ran, id_: object) -> list[Told]:
    """Return what was told in answer to the line with an id."""
    return [line for line in told(ran.lines) if line.get("id") == id_]


def of_type(lines: Iterable[Told], type_: str) -> list[Told]:
    return [line for line in lines if line["type"] == type_]


def say(server: str, folder: Path, *lines: str | Told, name: str = "Ann") -> Ran:
    """Write lines down in advance; return what came of them."""
    script = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    return run(folder, server, "--json", "--name", name, script=script)


def play(server: str, folder: Path, opening: str, *, never: str) -> list[Told]:
    """Open a table and play there until the match is over; return what was told.

    `never` is what a turn or a match could go on with for ever; it is done only if it must be.
    """
    heard: list[Told] = []
    with start(folder, server, "--json", "--name", "Ann") as client:
        assert client.stdin
        assert client.stdout
        client.stdin.write(f"{opening}\nstart\n")
        client.stdin.flush()
        for line in client.stdout:
            heard.append(json.loads(line))
            if order := _next(heard, never):
                client.stdin.write(f"{order}\n")
                client.stdin.flush()
        client.stdin.close()
        assert client.wait() == 0
    return heard


def _next(heard: list[Told], never: str) -> str:
    """Return what to say to the last line: an answer to its question, or goodbye."""
    view = heard[-1]
    if view["type"] != "view":
        return ""
    if view["table"]["phase"] == "over":
        return "quit"
    if not view["my_turn"] or view["prompt"] in _asked(heard[:-1]):
        return ""
    actions = [choice["action"] for choice in view["choices"]]
    some = [action for action in actions if action["do"] != never] or actions
    return json.dumps({"id": view["prompt"], **some[view["prompt"] * 7 % len(some)]})


def _asked(heard: Iterable[Told]) -> Iterator[int]:
    return (view["prompt"] for view in of_type(heard, "view") if view["my_turn"])
