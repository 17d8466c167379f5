"""Our server without sockets, and people who play on it: what each of them is sent is recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random  # noqa: TID251  # a bench plays no match: it is to be the same each time
from typing import Any

import msgspec
from bench.sync import GAME

from haydes.engine.registry import GAMES
from haydes.protocol.limits import Limits
from haydes.protocol.tree import merge
from haydes.server.core import Core
from haydes.server.door import Door
from haydes.server.house import House
from haydes.server.journal import VolatileJournal
from haydes.server.means import Means
from haydes.server.outbox import Outbox, Parcel
from haydes.server.session import Session
from haydes.server.tables import Tables

HEADER = 4  # bytes before a frame
NOW = 100.0
DATE = 1_800_000_000
_MANY = 1_000_000
LIMITS = Limits(
    connections=_MANY, connections_per_source=_MANY, strangers=_MANY, strangers_per_source=_MANY,
    tables=_MANY, tables_per_player=_MANY, tables_per_source=_MANY, table_records=_MANY,
    spectators=_MANY, spectators_per_table=_MANY, accepts_burst=_MANY, acts_burst=_MANY,
    joins_burst=_MANY, joins_burst_per_source=_MANY, changes_burst=_MANY,
)  # fmt: skip
_encode = msgspec.msgpack.encode
_decode = msgspec.msgpack.decode

Message = dict[str, Any]  # as it is on the wire: whatever msgpack holds


@dataclass(eq=False)
class Person:
    """Someone connected, seated or watching. `frames` is what has come since it was emptied."""

    session: Session
    you: Message = field(default_factory=dict[str, Any])
    answer: Message = field(default_factory=dict[str, Any])
    frames: list[bytes] = field(default_factory=list[bytes])

    def hear(self, frame: bytes) -> None:
        self.frames.append(frame)
        message: Message = _decode(frame[HEADER:])
        match message["type"]:
            case "update":
                self.you = merge(self.you, message.get("you", {}))
            case "snapshot":
                self.you = message.get("you", {})
            case "done":
                self.answer = message
            case "refused" | "bye":
                raise SystemExit(f"the server says {message}")
            case _:
                pass


class Stage:
    """A server and everybody connected to it; the same from the same number."""

    def __init__(self, number: int = 1) -> None:
        self.chance = Random(number)  # noqa: S311 - nobody's secret
        outbox = Outbox(VolatileJournal(), self._deliver)
        means = Means(LIMITS, outbox, lambda _: None, self.chance, lambda: DATE)
        tables = Tables({**GAMES, GAME.name: GAME}, means)
        self.core = Core(House(tables, means, Door(LIMITS), name="bench"))
        self._people: dict[Session, Person] = {}

    def enter(self, name: str) -> Person:
        session = self.core.connect("127.0.0.1", NOW)
        if not isinstance(session, Session):
            raise SystemExit(f"the server says {session}")
        person = self._people[session] = Person(session)
        self.say(person, {"type": "hello", "protocols": [1], "name": name})
        return person

    def say(self, person: Person, message: Message) -> None:
        body = _encode(message)
        self.core.receive(person.session, len(body).to_bytes(HEADER, "big") + body, NOW)

    def table(self, game: str, seats: int, watching: int = 0) -> list[Person]:
        """Return people at a table of theirs, the first one as host; then those who watch."""
        host, *others = [self.enter(f"p{number}") for number in range(seats + watching)]
        self.say(host, {"type": "open", "ref": 1, "game": game, "seats": seats})
        table = host.answer["table"]
        for number, person in enumerate(others, 1):
            kind = "join" if number < seats else "watch"
            self.say(person, {"type": kind, "ref": 1, "table": table})
        return [host, *others]

    def act(self, people: Sequence[Person]) -> Person | None:
        """Let somebody who is asked take any of the choices; None, and a new match: nobody is."""
        for person in people:
            if choices := person.you.get("choices"):
                group: Message = self.chance.choice(choices)
                action = {key: self._one_of(value) for key, value in group.items()}
                request = {"type": "act", "ref": 1, "prompt": person.you["prompt"]}
                self.say(person, {**request, "action": action})
                return person
        self.say(people[0], {"type": "start", "ref": 1})
        return None

    def _one_of(self, value: str | int | list[str | int]) -> str | int:
        return self.chance.choice(value) if isinstance(value, list) else value

    def _deliver(self, parcels: Mapping[Session, Parcel]) -> None:
        for session, parcel in parcels.items():
            data = parcel.data
            while data:
                end = HEADER + int.from_bytes(data[:HEADER], "big")
                self._people[session].hear(data[:end])
                data = data[end:]
