"""What the client takes: until it shows something, for each redraw, and while nothing happens.

    python -m bench.client                       # medians of 10 starts, 300 redraws, 5 s of rest
    python -m bench.client --starts 3 --redraws 50 --idle 1 --json client.json

A start is a whole process, on a server that is there: "first" is the first thing that it shows,
"ready" is when it shows what the server has told. A redraw follows an update of a match that is
played at random, and ends with the bytes for the terminal. At rest a client sits in a terminal, in
the lobby or at a table where a clock runs.
"""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.figures import parser, show, spread, verdict, write
from bench.machine import Machine, cpu
from bench.redraw import models, redraw
from bench.serving import Server, serving
from bench.terminal import client

from haydes.client.kit.load import Client
from haydes.client.screens.rows import Area
from haydes.engine.registry import GAMES

TITLE = "Benchmark"
SIZES = (Area(24, 80), Area(43, 132))
USUAL = f"{SIZES[0].columns} x {SIZES[0].rows}"
ACTS = 60
SETTLED = 1.0  # seconds until a client is at rest, if it is measured for longer


class Front(NamedTuple):
    """A way to start the client, what shows that it is ready, and the goal in milliseconds."""

    flags: Sequence[str]
    ready: bytes
    goal: int | None = None
    in_terminal: bool = False


FIRST = b"127.0.0.1"  # the server's address
FRONTS: Mapping[str, Front] = {
    "full screen": Front([], TITLE.encode(), 300, in_terminal=True),
    "plain": Front(["--plain"], b"connected", 100),
    "json": Front(["--json"], b'"lobby"'),
}
GOAL_REDRAW = 5.0  # milliseconds


def starts(server: Server, times: int) -> dict[str, list[float]]:
    """Return the milliseconds until something was shown; the fronts take turns."""
    found: dict[str, list[float]] = {}
    for _ in range(times):
        for name, front in FRONTS.items():
            with tempfile.TemporaryDirectory() as folder:
                flags = [*front.flags, *_who("ann"), _address(server)]
                with client(Path(folder), flags, in_terminal=front.in_terminal) as program:
                    first, ready = program.until(FIRST), program.until(front.ready)
                    used = sum(cpu(program.pid))
            found.setdefault(f"{name}, first", []).append(first * 1e3)
            found.setdefault(f"{name}, ready", []).append(ready * 1e3)
            found.setdefault(f"{name}, ready, processor", []).append(used * 1e3)
    return found


def idle(
    server: Server, seconds: float, flags: Sequence[str], begin: Callable[[], object]
) -> float:
    """Return how much of a processor a client takes at rest, in percent.

    `begin` is called when it is where it is to rest.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        client(Path(folder), [*_who("bob"), *flags, _address(server)], in_terminal=True) as program,
    ):
        program.until(TITLE.encode())
        _listen(program.listen, min(seconds, SETTLED))
        begin()
        _listen(program.listen, min(seconds, SETTLED))
        before, at = sum(cpu(program.pid)), time.perf_counter()
        _listen(program.listen, seconds)
        return 100 * (sum(cpu(program.pid)) - before) / (time.perf_counter() - at)


def _listen(listen: Callable[[float], bool], seconds: float) -> None:
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        listen(left)


def _who(name: str) -> list[str]:
    return ["--name", name, "--no-tls"]


def _address(server: Server) -> str:
    return f"127.0.0.1:{server.port}"


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--starts", type=int, default=10)
    arguments.add_argument("--redraws", type=int, default=300)
    arguments.add_argument("--idle", type=float, default=5.0, help="seconds")
    given = arguments.parse_args()
    machine = Machine()
    with serving() as server:
        host = Client(server.port, "host")
        wish = {"type": "open", "game": "haydes", "seats": 2, "title": TITLE, "turn_seconds": 3600}
        table = str(host.ask(wish)["table"])
        begun = {name: spread(found) for name, found in starts(server, given.starts).items()}
        lobby = idle(server, given.idle, [], lambda: None)
        seat = idle(server, given.idle, ["--table", table], lambda: host.ask({"type": "start"}))
        host.socket.close()
    drawn = {
        f"{game}, {size.columns} x {size.rows}": spread(
            redraw(models(game, max(GAMES[game].seats), ACTS), size, given.redraws)
        )
        for game in GAMES
        for size in SIZES
    }
    print(machine.tell())
    show("milliseconds from the start of the process", begun)
    for name, front in FRONTS.items():
        if front.goal:
            verdict(f"{name}, first", begun[f"{name}, first"]["median"], front.goal)
    show("milliseconds of processor time a redraw", drawn, 2)
    usual = [row["median"] for name, row in drawn.items() if name.endswith(USUAL)]
    verdict(f"a redraw of {USUAL}", max(usual), GOAL_REDRAW)
    resting = {"in the lobby": {"percent": lobby}, "where a clock runs": {"percent": seat}}
    show("processor at rest", resting, 2)
    write(given.json, machine, {"starts": begun, "redraws": drawn, "rest": resting})


if __name__ == "__main__":
    main()
