"""The kit as a command, and single cases of it, against programs of this machine."""

import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from tests.server.processes import CODE, ENVIRONMENT, server

from haydes.client.kit.conformance.case import Case
from haydes.client.kit.conformance.client import BOOK as CLIENT
from haydes.client.kit.conformance.report import Result
from haydes.client.kit.conformance.run import chosen, run
from haydes.client.kit.conformance.server import BOOK as SERVER
from haydes.client.kit.conformance.stage import Stage
from haydes.client.kit.conformance.world import World

SECONDS = 600  # for the kit to end; nothing takes so long unless it hangs
# What is counted by address is not counted here, and the server's clocks are short
CONFIG = """
[limits]
hello_seconds = 2
ping_seconds = 1
away_seconds = 2
dead_seconds = 4
opening_seconds = 2
accepts_per_second = 500
"""
# Tables are worn out soon here, by acts without a rest
WORN = "table_records = 60\nacts_burst = 1000\n"
# A server that the kit may stop: it serves on from its folder
OWN = (
    f"{sys.executable} -c '{CODE}' --no-tls --no-discovery --bot-pause 0 --exempt 127.0.0.1 "
    "--host 127.0.0.1 --port {port} --data {folder}"
)
TRIAL_PATIENCE = 3.0  # seconds
AT_ONCE = 4  # trials; most of them wait for what a broken peer does not send
Ran: TypeAlias = "subprocess.CompletedProcess[str]"
KIT = "from haydes.client.kit.main import main; main()"


@contextmanager
def target(
    folder: Path, code: str = CODE, *, limits: str = "", tls: bool = False
) -> Generator[str]:
    """Run a server that bears with the kit; give its address."""
    config = folder / "server.toml"
    config.write_text(CONFIG + limits)
    flags = ("--bot-pause", "0", "--exempt", "127.0.0.1", "--no-discovery", "--config", str(config))
    with server(*flags, code=code, tls=tls) as (_, port):
        yield f"127.0.0.1:{port}"


def kit(*arguments: str, stdin: str = "") -> Ran:
    """Run the kit to its end."""
    return subprocess.run(
        [sys.executable, "-c", KIT, *arguments],
        env=ENVIRONMENT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def tried_server(address: str, case: int) -> Result:
    """Put a server to one case, in this process."""
    host, port = address.split(":")
    world = World((host, int(port)), TRIAL_PATIENCE, slow=10.0)
    world.look_round()

    @contextmanager
    def stage(_: Case[World]) -> Generator[World]:
        with world.visit():
            yield world

    return next(run(SERVER, chosen(SERVER, [str(case)]), stage))


def tried_client(command: Sequence[str], case: int) -> Result:
    """Put a client to one case, in this process."""
    cases = chosen(CLIENT, [str(case)])
    return next(run(CLIENT, cases, lambda _: Stage(command, TRIAL_PATIENCE)))


@contextmanager
def at_once(
    trial: Callable[[str], Result], names: Iterable[str]
) -> Generator[Mapping[str, Future[Result]]]:
    """Run the trials that these names stand for, some at a time; none outlives the tests."""
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        yield {name: pool.submit(trial, name) for name in names}
    finally:
        pool.shutdown(cancel_futures=True)


def failed(report: str) -> Sequence[int]:
    """Return the numbers of the cases that a report calls failed."""
    words = [line.split() for line in report.splitlines()]
    return [int(line[0]) for line in words if line[1:2] == ["fail"] and line[0].isdecimal()]
