"""The control socket: whatever comes there, the server goes on."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.json import decode
from tests.server.running import running

from haydes.server.control import SOCKET, Answer, Control, open_socket
from haydes.server.copying import CopyError
from haydes.server.figures import Figures, Observer


def touch(path: Path) -> None:
    path.touch()


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@asynccontextmanager
async def controlled(folder: Path) -> AsyncGenerator[None]:
    """Run a control socket whose server can make no copies."""

    async def copy(path: Path) -> None:
        touch(path)
        raise CopyError("there is no room")

    async def delete(table: str) -> bool:
        raise ZeroDivisionError(table)

    async with running() as place, trio.open_nursery() as nursery:
        observer = Observer(place.service.house, folder, ["here"], "", 5)

        def look() -> Figures:
            return observer.look([0.001, 0.002, 0.5])

        sock = open_socket(folder)
        assert sock
        nursery.start_soon(Control(folder, look=look, copy=copy, delete=delete).run, sock)
        yield
        nursery.cancel_scope.cancel()


async def ask(folder: Path, data: bytes) -> bytes:
    """Return all that is said to one who sends this."""
    stream = await trio.open_unix_socket(folder / SOCKET)
    async with stream:
        await stream.send_all(data)
        return b"".join([piece async for piece in stream])


async def figures(folder: Path) -> Figures:
    answer = decode(await ask(folder, b'{"do": "figures"}\n'), type=Answer)
    assert answer.figures
    return answer.figures


async def test_it_tells_the_figures(tmp_path: Path) -> None:
    async with controlled(tmp_path):
        seen = await figures(tmp_path)
        assert (seen.commits, seen.commit_p50, seen.commit_p99) == (3, 2_000, 500_000)
        assert (seen.addresses, seen.keep_free) == (["here"], 5)


@pytest.mark.parametrize(
    "data",
    [
        b"\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b'{"do": "everything"}\n',
        b'{"do": "figures", "path": "/etc"}\n',
        b'{"do": 1}\n',
        b"\xff\xfe\n",
        b"[" * 4096,
        b'{"do": "delete", "table": "rimuta"}\n',  # fails
    ],
)
async def test_what_cannot_be_done_ends_the_connection_and_nothing_else(
    data: bytes, tmp_path: Path
) -> None:
    async with controlled(tmp_path):
        assert await ask(tmp_path, data) == b""
        assert (await figures(tmp_path)).commits == 3


async def test_a_copy_that_fails_leaves_nothing(tmp_path: Path) -> None:
    async with controlled(tmp_path):
        assert b"there is no room" in await ask(tmp_path, b'{"do": "copy"}\n')
        assert names(tmp_path) == [SOCKET]
    assert names(tmp_path) == []


async def test_who_asks_nothing_is_not_waited_for(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with controlled(tmp_path):
        assert await ask(tmp_path, b'{"do":') == b""
        assert autojump_clock.current_time() >= 5


def test_without_a_socket_the_server_goes_on(tmp_path: Path) -> None:
    (tmp_path / SOCKET).mkdir()
    assert open_socket(tmp_path) is None
    assert open_socket(tmp_path / "nowhere") is None
