"""`haydes-kit tap`: shows what goes over the wire, message by message, and what it sums up to."""

import argparse
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from haydes.client.exits import DONE, MISUSED, REFUSED, UNREACHABLE
from haydes.client.kit import UsageError
from haydes.client.kit.arguments import address, listening, written
from haydes.client.kit.frames import Cutter, Heard, Sums, UnreadableError, line
from haydes.protocol.codec import HEADER

SUMMARY = "show a live or a recorded stream in readable form, with sizes"

_MARKS = {"up": ">", "down": "<"}  # towards the server, and back
_OWN = frozenset({"act", "reveal"})  # what a record's owner has sent
_CHUNK = 1 << 16
_DEAD = 60.0  # seconds of silence from a server that pings
_EPILOG = f"""\
Given HOST:PORT of a server, connections are relayed to it from --listen: let a client connect
there, without TLS, and its talk is shown. With --table, the table is watched instead. A file is a
record that haydes-client has kept of a match, or one way of a stream as it came, byte by byte.

A line has the seconds, < (to the client) or > (to the server), the bytes of the frame, the type
and the fields. Tokens, words and nonces are shown as *** unless --secrets is given; hands are
shown, where the stream has them. At the end, or at Ctrl-C, come the sums by type.

  haydes-kit tap localhost:7345 --listen 7346       haydes-client localhost:7346 --no-tls

exit codes: 0 shown, {UNREACHABLE} cannot connect, {REFUSED} refused, {MISUSED} wrong usage.
"""


class _Kind(msgspec.Struct):
    type: str


class Screen:
    """Writes messages as they come, and sums them up."""

    def __init__(self, given: argparse.Namespace) -> None:
        self._secrets: bool = given.secrets
        cut = not given.whole and sys.stdout.isatty()
        self._width = shutil.get_terminal_size().columns - 16 if cut else 0
        self._start = time.monotonic()
        self.sums = Sums()

    def show(self, mark: str, message: Heard, connection: int | None = None) -> None:
        self.sums.add(mark, message)
        told = line(message, secrets=self._secrets, width=self._width)
        self.say(f"{mark}{told}", connection)

    def say(self, sentence: str, connection: int | None = None) -> None:
        number = f"{connection:>3}" if connection is not None else ""
        sys.stdout.write(f"{time.monotonic() - self._start:9.3f}{number} {sentence}\n")
        sys.stdout.flush()


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=tap)
    parser.epilog = _EPILOG
    parser.add_argument("what", metavar="FILE|HOST:PORT", help="a recorded stream, or a server")
    parser.add_argument(
        "--listen",
        metavar="PORT",
        type=listening,
        default=("127.0.0.1", 0),
        help="where clients connect (default: any free port of this machine)",
    )
    parser.add_argument("--table", metavar="ID", default="", help="watch this table")
    parser.add_argument("--word", default="", help="of a private table, with --table")
    parser.add_argument(
        "--server-word", metavar="WORD", default="", help="that the server asks everybody for"
    )
    parser.add_argument("--secrets", action="store_true", help="show tokens, words and nonces")
    parser.add_argument("--whole", action="store_true", help="cut no lines to the terminal's width")


def tap(given: argparse.Namespace) -> int:
    """Run the tool, return the exit code; raises UsageError."""
    screen, path = Screen(given), Path(given.what)
    try:
        if path.exists():
            for mark, message in recorded(path):
                screen.show(mark, message)
            return DONE
        try:
            target = address(given.what)
        except argparse.ArgumentTypeError:
            raise UsageError(f"{given.what} is neither a file nor HOST:PORT") from None
        return _watch(given, target, screen) if given.table else _relay(given, target, screen)
    except KeyboardInterrupt:
        return DONE
    finally:
        sys.stdout.write(screen.sums.table())


def recorded(path: Path) -> Iterator[tuple[str, Heard]]:
    """Yield the messages of a record or a stream, with their mark; raises UsageError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if data[:1] == b"{":
        yield from _record(path, data)
        return
    cutter = Cutter()
    try:
        for message in cutter.take(data):
            yield " ", message
    except UnreadableError as error:
        raise UsageError(f"{path}: {error}") from None
    if cutter.left:
        raise UsageError(f"{path} ends with {cutter.left} bytes of a frame that is not whole")


def _record(path: Path, data: bytes) -> Iterator[tuple[str, Heard]]:
    """Yield the messages of a record; their sizes are those they have on the wire."""
    for number, text in enumerate(data.splitlines(), 1):
        try:
            kind = msgspec.json.decode(text, type=_Kind).type
            fields = msgspec.json.decode(text)
            size = HEADER + len(msgspec.msgpack.encode(fields))
        except (ValueError, OverflowError, RecursionError):
            raise UsageError(f"{path}: line {number} is no message") from None
        del fields["type"]
        yield (_MARKS["up"] if kind in _OWN else _MARKS["down"]), Heard(size, kind, fields)


def _relay(given: argparse.Namespace, target: tuple[str, int], screen: Screen) -> int:
    from haydes.client.kit.relay import Relay, run  # noqa: PLC0415 - asyncio loads slowly

    cutters: dict[tuple[int, str], Cutter | None] = {}

    def seen(connection: int, way: str, data: bytes) -> None:
        cutter = cutters.setdefault((connection, way), Cutter())
        if not data:
            del cutters[connection, way]
            screen.say(f"{_MARKS[way]}       (end)", connection)
        elif cutter:
            try:
                for message in cutter.take(data):
                    screen.show(_MARKS[way], message, connection)
            except UnreadableError as error:
                cutters[connection, way] = None
                screen.say(f"{_MARKS[way]}       ({error})", connection)

    def ready(at: tuple[str, int]) -> None:
        sys.stdout.write(f"listening on {written(at)}\n")
        sys.stdout.flush()

    run(Relay(target, seen=seen), given.listen, ready)
    return DONE


def _watch(given: argparse.Namespace, target: tuple[str, int], screen: Screen) -> int:
    """Watch a table to its end; nothing is asked for but that."""

    def send(kind: str, **fields: object) -> None:
        content = msgspec.msgpack.encode({"type": kind, **fields})
        data = len(content).to_bytes(HEADER, "big") + content
        for message in Cutter().take(data):
            screen.show(_MARKS["up"], message)
        sock.sendall(data)

    cutter, code = Cutter(), REFUSED
    try:
        with socket.create_connection(target, timeout=_DEAD) as sock:
            name = f"Tap {time.time_ns() // 1000 % 10**6}"
            word = {"word": given.server_word} if given.server_word else {}
            send("hello", protocols=[1], name=name, client="haydes-kit tap", **word)
            word = {"word": given.word} if given.word else {}
            send("watch", ref=1, table=given.table, **word)
            while data := sock.recv(_CHUNK):
                for message in cutter.take(data):
                    screen.show(_MARKS["down"], message)
                    if message.kind == "ping":
                        send("pong", ref=message.fields.get("ref", 0))
                    elif message.kind == "snapshot":
                        code = DONE
                    elif message.kind in ("refused", "left"):
                        send("bye")
    except (OSError, UnreadableError) as error:
        screen.say(f"(the connection failed: {error})")
        return UNREACHABLE
    return code
