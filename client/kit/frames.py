"""A tap's view of the wire: streams cut into frames, frames in readable form, and their sums."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec

from haydes.protocol.codec import HEADER, RemoteProtocolError
from haydes.protocol.deflate import MARK, from_text, inflate

LARGEST = 1 << 24  # bytes; a frame's first byte is 0 (TLS-1)
SECRET = frozenset({"token", "word", "nonce"})  # fields that open seats, tables and deals
HIDDEN = "***"
_TLS = 0x16  # first byte of a handshake (TLS-1)


class UnreadableError(ValueError):
    """A stream cannot be read on; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message, as it came."""

    size: int  # bytes, the four of the length included
    kind: str
    fields: Mapping[str, Any]  # Any: whatever somebody has sent


class Cutter:
    """One way of a connection: bytes in, messages out."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._dictionary = b""  # of what is deflated, once a welcome has brought it

    def take(self, data: bytes) -> Iterator[Heard]:
        """Yield the messages that are whole now; raises UnreadableError."""
        self._buffer += data
        while len(self._buffer) >= HEADER:
            length = int.from_bytes(self._buffer[:HEADER], "big")
            if length >= LARGEST:
                told = "TLS" if self._buffer[0] == _TLS else "no frame"
                raise UnreadableError(f"{told} from here on, which cannot be read")
            end = HEADER + length
            if len(self._buffer) < end:
                return
            content = bytes(self._buffer[HEADER:end])
            del self._buffer[:end]
            try:
                message = self._heard(content)
            except RemoteProtocolError as error:
                raise UnreadableError(str(error)) from None
            yield message

    def _heard(self, content: bytes) -> Heard:
        if self._dictionary and content.startswith(MARK):
            whole = heard(inflate(content, self._dictionary, LARGEST))
            return replace(whole, size=HEADER + len(content))
        message = heard(content)
        if message.kind == "welcome":
            self._dictionary = from_text(str(message.fields.get("dictionary", "")))
        return message

    @property
    def left(self) -> int:
        """How many bytes have come of a frame that is not whole."""
        return len(self._buffer)


def heard(content: bytes) -> Heard:
    """Read a payload; one that is no message is told as such."""
    size = HEADER + len(content)
    try:
        tree: object = msgspec.msgpack.decode(content)
    except (msgspec.MsgspecError, RecursionError) as error:
        return Heard(size, "(not msgpack)", {"why": str(error)})
    fields = cast("dict[object, Any]", tree) if isinstance(tree, dict) else {}
    kind = fields.get("type")
    if not isinstance(kind, str):
        return Heard(size, "(no message)", {"what": tree})
    return Heard(size, kind, {str(key): item for key, item in fields.items() if key != "type"})


def line(message: Heard, *, secrets: bool = False, width: int = 0) -> str:
    """Return the message in a line, cut to a width (0: whole)."""
    try:
        shown = message.fields if secrets else {k: _hidden(k, v) for k, v in message.fields.items()}
        told = " ".join(f"{key}={_brief(item)}" for key, item in shown.items())
    except (TypeError, RecursionError):
        told = "(odd keys, or nested too deeply to be shown)"
    text = "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode()
        for char in f"{message.size:>6} {message.kind} {told}".rstrip()
    )
    return f"{text[: width - 3]}..." if 0 < width < len(text) else text


def _hidden(key: str, item: object) -> object:
    """Return what may be shown of a field, and of the fields in it."""
    if key in SECRET:
        return HIDDEN if item else item
    if isinstance(item, dict):
        return {k: _hidden(str(k), v) for k, v in cast("dict[object, object]", item).items()}
    if isinstance(item, list):
        return [_hidden("", part) for part in cast("list[object]", item)]
    return item


def _brief(item: object) -> str:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":"), default=repr)


class Sums:
    """Counts messages and bytes by kind."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[str, str], list[int]] = {}

    def add(self, mark: str, message: Heard) -> None:
        """Count a message; `mark` says which way it went."""
        self._sizes.setdefault((mark, message.kind), []).append(message.size)

    def table(self) -> str:
        """Return the sums, largest first, as lines."""
        rows = sorted(self._sizes.items(), key=lambda row: -sum(row[1]))
        head = f"{'messages':>9} {'bytes':>10} {'mean':>7} {'largest':>8}   kind\n"
        lines = [
            f"{len(sizes):>9} {sum(sizes):>10} {sum(sizes) / len(sizes):>7.0f} {max(sizes):>8} "
            f"{mark} {kind}\n"
            for (mark, kind), sizes in rows
        ]
        count = sum(len(sizes) for _, sizes in rows)
        whole = sum(sum(sizes) for _, sizes in rows)
        return "".join([head, *lines, f"{count:>9} {whole:>10} in all\n"])
