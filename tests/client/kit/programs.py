"""Tools of the kit that run until they are told to end, and clients that play by themselves."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from tests.client.kit.conformance.kit import KIT
from tests.client.processes import CLIENT, environment, patience
from tests.server.processes import ENVIRONMENT

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "client" / "kit" / "examples"
SECONDS = 120  # for a match; nothing takes so long unless it hangs
QUICK = ("--limit", "acts_burst=1000", "--limit", "acts_per_second=1000")


class Tool:
    """A running tool; what it says is read as it comes, or it would wait for us."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        found = re.fullmatch(r"listening on (127\.0\.0\.1:\d+)\n", process.stdout.readline())
        assert found
        self.address = found[1]
        self._process = process
        self._said: list[str] = []
        self._reader = Thread(target=self._said.extend, args=(process.stdout,))
        self._reader.start()

    def end(self) -> str:
        """Let it end as by Ctrl-C, and return what it has said."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(SECONDS) == 0
        self._reader.join()
        return "".join(self._said)

    def kill(self) -> None:
        self._process.kill()
        self._reader.join()


@contextmanager
def tool(*arguments: str) -> Generator[Tool]:
    """Run a tool that listens."""
    with subprocess.Popen(
        [sys.executable, "-c", KIT, *arguments],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        running = Tool(process)
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def authors_server() -> Generator[str]:
    with tool("server", "--port", "0", *QUICK) as server:
        yield server.address


def node_modules() -> Path | None:
    """Return where the packages of JavaScript are that `./check` has installed, if any."""
    folders = [
        *os.environ.get("NODE_PATH", "").split(os.pathsep),
        f"{sys.prefix}/node/node_modules",
    ]
    found = (Path(folder) for folder in folders if folder)
    return next((folder for folder in found if (folder / "@msgpack" / "msgpack").is_dir()), None)


def program(name: str, folder: Path) -> tuple[str, ...]:
    """Return the command of an example; skips the test if what it needs is not here."""
    if name.endswith(".py"):
        return (sys.executable, str(EXAMPLES / name))
    node, modules = shutil.which("node"), node_modules()
    if node is None or modules is None:
        pytest.skip("node or the package @msgpack/msgpack is not here; ./check installs the latter")
    (folder / "node_modules").symlink_to(modules.resolve())
    return (node, str(shutil.copy(EXAMPLES / name, folder)))


def example(program: Sequence[str], address: str, *arguments: str) -> str:
    """Let an example play to the end; return what it has said."""
    ran = subprocess.run(
        [*program, address, *arguments],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def plays(address: str, state: Path, *orders: str) -> list[str]:
    """Let our own client play a match to its end; return the states of its link on the way."""
    command = [sys.executable, "-c", CLIENT, "--json", address, "--name", "Ann"]
    links: list[str] = []
    with subprocess.Popen(
        command,
        env=environment(state),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as client:
        assert client.stdin
        assert client.stdout
        with patience(client, "the match"):
            client.stdin.write("".join(f"{order}\n" for order in orders))
            client.stdin.flush()
            answered = -1
            for text in client.stdout:
                line = json.loads(text)
                if line["type"] == "link":
                    links.append(line["state"])
                elif line["type"] == "view" and line["table"].get("phase") == "over":
                    client.stdin.close()
                elif line["type"] == "view" and line["choices"] and line["prompt"] > answered:
                    answered = line["prompt"]
                    choice = line["choices"][answered % len(line["choices"])]
                    order = {"prompt": answered, **choice["action"]}
                    client.stdin.write(f"{json.dumps(order)}\n")
                    client.stdin.flush()
            assert client.wait() == 0
    return links
