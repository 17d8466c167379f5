"""What a script is told when the link goes while it waits for an answer."""

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.client.processes import CLIENT, SECONDS, environment
from tests.client.servers import FakeServer, Peer
from tests.client.tables import lobby

from haydes.protocol.messages import Act, Browse, Done, Join, Snapshot, Update

TABLE: Any = {
    "id": "rimuta", "game": "pig", "phase": "playing", "match": 1, "host": 0,
    "seats": {"0": {"kind": "person", "name": "Ann", "presence": "here"}},
}  # fmt: skip
OPENS = "secret"
YOU: Any = {"seat": 0, "prompt": 4, "choices": [{"do": "roll"}]}


class Script:
    """A client in JSON mode, as a script has it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def say(self, line: Mapping[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(line).encode() + b"\n")

    async def hear(self, type_: str) -> dict[str, Any]:
        """Return the next line of a type."""
        assert self._process.stdout
        while True:
            line = json.loads(await self._process.stdout.readline())
            if line["type"] == type_:
                return dict(line)

    async def end(self) -> int:
        assert self._process.stdin
        self._process.stdin.close()
        return await self._process.wait()


async def enter(server: FakeServer) -> Peer:
    """Let the client into the lobby."""
    peer = await server.accept()
    await peer.greet()
    browse = await peer.hear()
    assert isinstance(browse, Browse)
    peer.say(Done(ref=browse.ref), lobby())
    return peer


async def play(server: FakeServer, script: Script) -> None:
    peer = await enter(server)
    script.say({"id": 1, "cmd": "join rimuta"})
    assert isinstance(await peer.hear(), Join)
    peer.drop()
    error = await script.hear("error")
    assert (error["id"], error["code"]) == (1, "unanswered")

    peer = await enter(server)
    script.say({"id": 2, "cmd": "join rimuta"})
    join = await peer.hear()
    assert isinstance(join, Join)
    peer.say(
        Done(ref=join.ref, table="rimuta", seat=0, token=OPENS),
        Snapshot(seq=7, ply=3, table=TABLE, you=YOU),
    )
    assert (await script.hear("done"))["id"] == 2
    script.say({"id": 3, "prompt": 4, "do": "roll"})
    assert isinstance(await peer.hear(), Act)
    peer.drop()
    error = await script.hear("error")
    assert (error["id"], error["code"]) == (3, "kept")

    peer = await server.accept()
    await peer.greet(table="rimuta")
    peer.say(Snapshot(seq=8, ply=3, table=TABLE, you=YOU))
    again = await peer.hear()
    assert isinstance(again, Act)
    assert (again.prompt, again.action) == (4, {"do": "roll"})
    rolled: Any = {"event": "rolled", "seat": 0}
    peer.say(Done(ref=again.ref), Update(seq=9, ply=4, events=[rolled]))
    assert await script.hear("event") == {"v": 1, "type": "event", "seq": 9, "event": rolled}
    assert await script.end() == 0


async def main(folder: Path) -> None:
    async with FakeServer() as server:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CLIENT, "--json", str(server.address), "--name", "Ann"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment(folder),
        )
        try:
            await play(server, Script(process))
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def test_it_is_told_whether_an_act_is_kept_or_nothing_is_known(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(main(tmp_path), SECONDS))
