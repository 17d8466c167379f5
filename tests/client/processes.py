"""Real programs: a server that ends with the test, and clients that talk through pipes.

Who hangs is killed after a while, so that whoever waits for its words fails and says why.
"""

import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

SERVER = "from haydes.server.main import main; main()"
CLIENT = "from haydes.client.main import main; main()"
SECONDS = 60.0  # for anything to end; nothing takes so long unless it hangs
SOURCES = Path(__file__).parents[2] / "src"
# a script acts faster than people do
LIMITS = "[limits]\nacts_burst = 1000\nacts_per_second = 1000\njoins_burst = 100\n"
ALSO_KEPT = ("PATH", "LANG", "COVERAGE_PROCESS_START")


@dataclass(frozen=True)
class Ran:
    code: int
    lines: list[str]
    errors: str

    def told(self, voice: str) -> list[str]:
        """Return what was said with a first word."""
        return [line.removeprefix(f"{voice}: ") for line in self.lines if line.startswith(voice)]


def environment(state: Path) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in ALSO_KEPT if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(SOURCES),
        "XDG_STATE_HOME": str(state),
        "XDG_RUNTIME_DIR": str(state),
        "XDG_CONFIG_HOME": str(state),
        "TERM": "xterm",
    }


@contextmanager
def patience(program: "subprocess.Popen[str]", what: str) -> Generator[None, None, None]:
    """Kill a program that has not ended, or been let go, in time; fail then."""
    alarm = Timer(SECONDS, program.kill)
    alarm.start()
    try:
        yield
    finally:
        late = alarm.finished.is_set()
        alarm.cancel()
        alarm.join()
        if late:
            raise TimeoutError(f"{what} took longer than {SECONDS:.0f} s")


@contextmanager
def serving(folder: Path) -> Generator[str, None, None]:
    """Run a server; return its address."""
    config = folder / "server.toml"
    config.write_text(LIMITS)
    flags = [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--bot-pause",
        "0",
        "--until-stdin-closes",
        "--volatile",
    ]
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *flags, "--config", str(config)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(folder),
    ) as server:
        assert server.stdin
        assert server.stdout
        try:
            with patience(server, "the start of the server"):
                said = server.stdout.readline()
            assert said.startswith("listening on "), f"the server did not start: {said!r}"
            yield said.removeprefix("listening on ").strip()
            server.stdin.close()
            server.wait(SECONDS)
        finally:
            server.kill()


@contextmanager
def start(state: Path, *arguments: str) -> Generator["subprocess.Popen[str]", None, None]:
    """Start a client whose input and output are pipes, and which is to end in the end."""
    with subprocess.Popen(
        [sys.executable, "-c", CLIENT, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(state),
        start_new_session=True,  # as in a terminal of its own
    ) as client:
        try:
            with patience(client, f"the client with {arguments}"):
                yield client
        finally:
            client.kill()


def run(state: Path, *arguments: str, script: str = "") -> Ran:
    """Run a client with all its input at once."""
    with start(state, *arguments) as client:
        out, errors = client.communicate(script)
    return Ran(client.returncode, out.splitlines(), errors)


def choice(line: str, any_number: int, never: str) -> str:
    """Return the number of one of the choices that a client has told, as a line to type.

    `never` is what a turn or a match could go on with for ever; it is done only if it must be.
    """
    deeds = line.removeprefix("Choices: ").split(", ")
    numbers = [n for n, deed in enumerate(deeds, 1) if never not in deed] or [1]
    return f"{numbers[any_number % len(numbers)]}\n"
