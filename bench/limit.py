"""The least that a server of turn-based games can do under Trio: no game, no protocol.

    python -m bench.limit                        # says its port, serves until it is killed

Every four connections are a table. Each frame that one of them sends is answered by one frame of
60 bytes to all four: a task for each connection, `recv` when there is something, `send` at once.
"""

import socket
from functools import partial

import trio

SEATS = 4
HEADER = 4
FRAME = (60).to_bytes(HEADER, "big") + bytes(60)
_CHUNK = 1 << 16


async def _serve(sock: socket.socket, table: list[socket.socket]) -> None:
    unread = b""
    while True:
        await trio.lowlevel.wait_readable(sock)
        data = sock.recv(_CHUNK)
        if not data:
            return
        unread += data
        while len(unread) >= HEADER:
            end = HEADER + int.from_bytes(unread[:HEADER], "big")
            if len(unread) < end:
                break
            unread = unread[end:]
            for other in table:
                other.send(FRAME)  # 64 bytes that somebody waits for always fit


async def _listen() -> None:
    table: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.settimeout(0)
        print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", flush=True)
        async with trio.open_nursery() as nursery:
            while True:
                await trio.lowlevel.wait_readable(listener)
                sock, _ = listener.accept()
                sock.settimeout(0)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if len(table) == SEATS:
                    table = []
                table.append(sock)
                nursery.start_soon(partial(_serve, sock, table))


if __name__ == "__main__":
    trio.run(_listen)
