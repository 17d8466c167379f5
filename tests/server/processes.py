"""The command `haydes-server` as a process, and what the system says of it."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.server.client import Client

import haydes

SOURCE = str(Path(haydes.__file__).parents[1])
CODE = "from haydes.server.main import main; main()"
COMMAND = [sys.executable, "-c", CODE]
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCE}
PATIENCE = 60  # seconds; nothing takes so long unless it hangs


@contextmanager
def server(
    *arguments: str, code: str = CODE, tls: bool = False
) -> Generator[tuple[subprocess.Popen[str], int]]:
    """Run a server on this machine; give the process and the port.

    Its tables outlive it only if `arguments` say where. `tls`: it takes TLS too.
    """
    kept = () if "--data" in arguments else ("--volatile",)
    plain = () if tls or "--tls-only" in arguments else ("--no-tls",)
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            code,
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            *kept,
            *plain,
            *arguments,
        ],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            found = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", process.stdout.readline())
            assert found
            yield process, int(found[1])
        finally:
            process.kill()


def call(port: int, *, tls: bool = False) -> Client:
    return Client(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE), tls=tls)


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
