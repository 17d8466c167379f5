"""Many who watch one table and only read, as a process of its own.

python -m bench.listeners PORT TABLE COUNT   # says when all are there, reads until it is killed
"""

import selectors
import sys

from bench.load import crowd

from haydes.client.kit.load import RECEIVED


def main() -> None:
    port, table, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    selector = selectors.DefaultSelector()
    for client in crowd(port, count, "w"):
        client.ask({"type": "watch", "table": table})
        selector.register(client.socket, selectors.EVENT_READ, client.socket.recv)
    print(f"all are there:{count}", flush=True)
    while selector.get_map():
        for key, _ in selector.select():
            if not key.data(RECEIVED):
                selector.unregister(key.fileobj)


if __name__ == "__main__":
    main()
