"""How many bytes a server sends: for each client and act, by kind of message, by part of an update.

    python -m bench.bytes                        # 1,000 acts of each game, at random
    python -m bench.bytes --acts 5000 --shorter  # and what other ways to write updates would take

The games are the same each time. Four play, one watches. A frame counts with its length.
"""

import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from bench.figures import parser, show, spread, verdict, write
from bench.machine import Machine
from bench.shorter import SAMPLE, WAYS, shorten
from bench.stage import HEADER, Message, Person, Stage
from bench.sync import GAME

from haydes.engine.registry import GAMES

SEATS = 4
DIGITS = {"count": 0, "min": 0, "median": 0, "p90": 0, "max": 0}
GOAL = 60  # bytes for each client and act of `sync`
PARTS = ("table", "game", "you", "events", "private_events", "clock")
_decode = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode


@dataclass
class Recording:
    """What was sent: to the four who play, act by act; and in all, by kind of message."""

    acts: list[list[list[bytes]]] = field(default_factory=list[list[list[bytes]]])
    kinds: dict[str, list[int]] = field(default_factory=lambda: defaultdict[str, list[int]](list))
    parts: dict[str, list[int]] = field(default_factory=lambda: defaultdict[str, list[int]](list))

    def note(self, frame: bytes, role: str) -> None:
        message: Message = _decode(frame[HEADER:])
        kind = message["type"]
        self.kinds[f"{kind}, {role}" if kind == "update" else kind].append(len(frame))
        if kind == "update":
            inner = 0
            for part in PARTS:
                size = len(_encode(part)) + len(_encode(message[part])) if part in message else 0
                self.parts[part].append(size)
                inner += size
            self.parts["envelope"].append(len(frame) - inner)


def record(game: str, acts: int, number: int = 1) -> Recording:
    """Play at random, the same from the same number; return what was sent."""
    stage, found = Stage(number), Recording()
    people = stage.table(game, SEATS, watching=1)
    _take(found, people, None)
    while len(found.acts) < acts:
        if len(found.acts) == acts // 2:
            stage.say(people[0], {"type": "sync", "ref": 1})
            _take(found, people, None)
        actor = stage.act(people[:SEATS])
        frames = _take(found, people, actor)
        if actor:
            found.acts.append(frames[:SEATS])
    return found


def _take(found: Recording, people: Sequence[Person], actor: Person | None) -> list[list[bytes]]:
    """Take what everybody was sent since the last time."""
    taken: list[list[bytes]] = []
    for person in people:
        if person is actor:
            role = "who acts"
        elif person.you.get("choices"):
            role = "who is asked"
        else:
            role = "others"
        for frame in person.frames:
            found.note(frame, role)
        taken.append(person.frames)
        person.frames = []
    return taken


def per_act(acts: Sequence[Sequence[Sequence[bytes]]]) -> list[float]:
    """Return the bytes for each client, act by act."""
    return [sum(len(frame) for frames in act for frame in frames) / SEATS for act in acts]


def summary(sizes: Sequence[float]) -> dict[str, float]:
    return {"count": len(sizes), "mean": statistics.fmean(sizes), **spread(sizes)}


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--acts", type=int, default=1000)
    arguments.add_argument("--shorter", action="store_true", help="other ways to write updates")
    given = arguments.parse_args()
    machine = Machine()
    games = (GAME.name, *GAMES)
    samples = {game: record(game, SAMPLE, number=2).acts for game in games}
    document: dict[str, object] = {}
    print(f"bytes, {given.acts} acts, {SEATS} play and one watches; {machine.tell()}")
    for game in games:
        found = record(game, given.acts)
        figures = {"a client and act": summary(per_act(found.acts))}
        figures |= {kind: summary(sizes) for kind, sizes in sorted(found.kinds.items())}
        figures |= {f"update: {part}": summary(sizes) for part, sizes in found.parts.items()}
        show(game, figures, DIGITS)
        document[game] = figures
        if game == GAME.name:
            verdict("bytes a client and act", figures["a client and act"]["mean"], GOAL)
        if given.shorter:
            ways = {name: shorten(way, found.acts, samples, game) for name, way in WAYS.items()}
            now = ways["as it is"]["bytes"]
            compared = {name: row | {"of now": row["bytes"] / now} for name, row in ways.items()}
            show(f"{game}, bytes a client and act", compared, {"of now": 2})
            document[f"{game}, shorter"] = compared
    write(given.json, machine, {"games": document})


if __name__ == "__main__":
    main()
