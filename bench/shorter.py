"""Other ways to write what an act sends, each measured by a real encoder over a recorded game.

Nothing of this is spoken by the server: it is what the proposal in README.md is made of. A step
rewrites all that one client is sent; a squeeze packs each frame's payload once more.
"""

import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeGuard

import msgspec

HEADER = 4  # bytes before a frame
ROWS = "tiles"  # the branch of `sync` that has rows of columns
ORDER = ("seq", "ply", "table", "game", "you", "events", "private_events", "clock")
MARGIN = 64  # bytes of the window for the frame itself
SAMPLE = 40  # acts of another game of the same kind, from which a dictionary is made
LEVEL = 6
ONCE = -13, 5  # raw deflate, 8 KB back; and how much memory a packer takes
STREAM = -12, 5  # which with these is 40 KB for each client
SMALL = -10, 2  # and 12 KB with these
END = b"\0\0\xff\xff"  # of each flush of a stream; a reader adds it again
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode

Value: TypeAlias = Any  # whatever msgpack holds
Acts: TypeAlias = Sequence[Sequence[Sequence[bytes]]]  # by act, by client, the frames
Sent: TypeAlias = list[list[Value]]  # to one client: by act, the messages
Step: TypeAlias = Callable[[Sent], Sent]
Squeeze: TypeAlias = Callable[[bytes], bytes]


class Way(NamedTuple):
    """How to write it: steps in order, then what makes the squeeze of a client."""

    steps: Sequence[Step] = ()
    squeeze: Callable[[bytes], Squeeze] | None = None
    common: bool = False  # the dictionary is the same for all games


def _is_map(value: Value) -> TypeGuard[dict[str, Value]]:
    return isinstance(value, dict)


def _is_list(value: Value) -> TypeGuard[list[Value]]:
    return isinstance(value, list)


def numbered(sent: Sent) -> Sent:
    """Write keys, and the type, as numbers, the most frequent ones first; a snapshot lists them."""
    names = names_of(sent)

    def rewrite(value: Value) -> Value:
        if _is_map(value):
            return {names[key]: rewrite(inner) for key, inner in value.items()}
        if _is_list(value):
            return [rewrite(inner) for inner in value]
        return value

    def whole(message: Value) -> Value:
        if _is_map(message):
            return rewrite({**message, "type": names[message["type"]]})
        return rewrite(message)

    return [[whole(message) for message in messages] for messages in sent]


def listed(sent: Sent) -> Sent:
    """Write an update as a list, in which what comes last may be missing."""

    def rewrite(message: Value) -> Value:
        if message["type"] != "update":
            return message
        values = [message.get(name) for name in ORDER] + [message.get("ref")]
        while values[-1] is None:
            values.pop()
        return values

    return [[rewrite(message) for message in messages] for messages in sent]


def flat(sent: Sent) -> Sent:
    """Key tiles by one number, not by row and column."""

    def rewrite(message: Value) -> Value:
        game = message.get("game", {})
        rows = game.get(ROWS)
        if not _is_map(rows):
            return message
        tiles = {
            f"{row}.{column}": tile
            for row, columns in rows.items()
            if _is_map(columns)
            for column, tile in columns.items()
        }
        return {**message, "game": {**game, ROWS: tiles}}

    return [[rewrite(message) for message in messages] for messages in sent]


def folded(sent: Sent) -> Sent:
    """Answer an act by `ref` in its update, not by `done`."""
    found: Sent = []
    for messages in sent:
        dones = [message for message in messages if message["type"] == "done"]
        updates = [message for message in messages if message["type"] == "update"]
        if len(dones) == 1 and len(updates) == 1:
            found.append([{**updates[0], "ref": dones[0]["ref"]}])
        else:
            found.append(messages)
    return found


def kept(sent: Sent) -> Sent:
    """Let choices stand until others are offered; a negative prompt says that they do not hold."""
    found: Sent = []
    offered: Value = None
    for messages in sent:
        told: list[Value] = []
        for message in messages:
            you = dict(message.get("you", {}))
            if "choices" in you:
                choices = you.pop("choices")
                if not choices:
                    you["prompt"] = -1
                elif choices != offered:
                    offered = you["choices"] = choices
            told.append({**message, "you": you} if you else message)
        found.append(told)
    return found


def once(dictionary: bytes) -> Squeeze:
    """Pack each frame on its own, with a dictionary that both sides have."""
    start = zlib.compressobj(LEVEL, zlib.DEFLATED, *ONCE, zdict=dictionary)

    def squeeze(payload: bytes) -> bytes:
        packer = start.copy()
        return packer.compress(payload) + packer.flush()

    return squeeze


def stream(window: int, memory: int, _: bytes) -> Squeeze:
    """Pack all that a client is sent as one stream, which costs memory for each client."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, window, memory)

    def squeeze(payload: bytes) -> bytes:
        return (packer.compress(payload) + packer.flush(zlib.Z_SYNC_FLUSH))[: -len(END)]

    return squeeze


_one_stream = partial(stream, *STREAM)
WAYS: Mapping[str, Way] = {
    "as it is": Way(),
    "a  keys are numbers": Way([numbered]),
    "b  an update is a list": Way([listed]),
    "c  one key for each tile": Way([flat]),
    "d  no `done` beside an update": Way([folded]),
    "e  choices stand until others come": Way([kept]),
    "f  deflate, a dictionary for each game": Way([], once),
    "g  deflate, one dictionary for all games": Way([], once, common=True),
    "h  deflate, one stream for each client": Way([], _one_stream),
    "i  the same with little memory": Way([], partial(stream, *SMALL)),
    "d e": Way([folded, kept]),
    "a d e": Way([folded, kept, numbered]),
    "a b d e": Way([folded, kept, listed, numbered]),
    "a b c d e": Way([flat, folded, kept, listed, numbered]),
    "d f": Way([folded], once),
    "d e f": Way([folded, kept], once),
    "d e g": Way([folded, kept], once, common=True),
    "d e h": Way([folded, kept], _one_stream),
    "a b c d e f": Way([flat, folded, kept, listed, numbered], once),
    "a b c d e h": Way([flat, folded, kept, listed, numbered], _one_stream),
}


def shorten(way: Way, acts: Acts, samples: Mapping[str, Acts], game: str) -> dict[str, float]:
    """Return bytes for each client and act, and the microseconds of the squeeze for each frame.

    `samples`: of other matches of each game, what a dictionary is made of.
    """
    words = {name: _dictionary(way, sample) for name, sample in samples.items()}
    share = (1 << -ONCE[0]) // len(words) - MARGIN
    dictionary = b"".join(w[-share:] for w in words.values()) if way.common else words[game]
    sizes: list[int] = []
    frames, seconds = 0, 0.0
    for sent in _rewritten(way, acts):
        squeeze = way.squeeze(dictionary) if way.squeeze else bytes
        payloads = [_encode(message) for messages in sent for message in messages]
        begun = time.process_time()
        packed = [squeeze(payload) for payload in payloads]
        seconds += time.process_time() - begun
        sizes += [HEADER + len(payload) for payload in packed]
        frames += len(packed)
    return {
        "bytes": sum(sizes) / len(acts) / len(acts[0]),
        "us": seconds * 1e6 / frames if way.squeeze else 0.0,
    }


def names_of(sent: Sent) -> dict[str, int]:
    """Number the keys and types of a stream, the most frequent first: one byte up to 127."""
    count: Counter[str] = Counter()

    def look(value: Value) -> None:
        if _is_map(value):
            count.update(value.keys())
            for inner in value.values():
                look(inner)
        elif _is_list(value):
            for inner in value:
                look(inner)

    for messages in sent:
        for message in messages:
            if _is_map(message):
                count[message["type"]] += 1
            look(message)
    return {name: number for number, (name, _) in enumerate(count.most_common())}


def _dictionary(way: Way, sample: Acts) -> bytes:
    """Return what a client of the sample is sent, the latest last: that is found most cheaply."""
    sent = _rewritten(way, sample)[0]
    return b"".join(_encode(message) for messages in sent for message in messages)


def _rewritten(way: Way, acts: Acts) -> list[Sent]:
    """Return what each client is sent."""
    found: list[Sent] = []
    for client in range(len(acts[0])):
        sent: Sent = [[_decode(frame[HEADER:]) for frame in act[client]] for act in acts]
        for step in way.steps:
            sent = step(sent)
        found.append(sent)
    return found
