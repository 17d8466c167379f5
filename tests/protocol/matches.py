"""Whole matches as each seat and a spectator get them: protocol/vectors/matches/NAME.json.

`python -m tests.protocol.matches` writes the files. The server is the real one, without a socket
and with chance that can be repeated; the people choose by chance, and one of them is cut off.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.server.world import Peer, World

from haydes.engine.dealer import SEED_BYTES, Dealer, FairDealer
from haydes.engine.registry import GAMES
from haydes.protocol.codec import HEADER
from haydes.protocol.limits import PROTOCOL, Limits
from haydes.protocol.messages import (
    Act,
    Bye,
    Described,
    Hello,
    Join,
    Leave,
    Open,
    Snapshot,
    Start,
    Sync,
    Transcript,
    Update,
    Watch,
)
from haydes.server.authors import Repeated
from haydes.server.session import Session

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "matches"
PAUSE = 0.4  # seconds before each act

Frame: TypeAlias = tuple[str, str]  # who sent it, and the whole of it in hexadecimal
View: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """What to play; `cut` is the ply at which Ben is cut off, and comes back."""

    name: str
    game: str
    deal: str
    cut: int
    options: Mapping[str, str | int | bool]
    bots: tuple[str, ...] = ()


DENIZENS: Mapping[str, str | int | bool] = {
    "map": "quick",
    "turn_limit": 8,
    "encounter": "denizens",
}
CASES = (
    Case("haydes", "haydes", "1", 5, DENIZENS),
    Case("haydes-escape", "haydes", "29", 3, DENIZENS),  # with a card that one seat has looked at
    Case("hounds", "hounds", "1", 4, {}, ("greedy",)),
    Case("holyquest", "holyquest", "11", 6, {"goal": "2", "gentle_start": True}),
)


class Listener(Peer):
    """Someone whose connection is written down."""

    def __init__(self, world: World, session: Session, name: str) -> None:
        super().__init__(world, session)
        self.name = name
        self.frames: list[Frame] = []
        self.views: list[tuple[int, View]] = []  # the number of a frame, from 0, and what it made
        self.ref = 0

    def write(self, data: bytes) -> None:
        self.frames.append(("client", data.hex()))
        super().write(data)

    def hear(self, data: bytes, *, last: bool) -> None:
        for frame in frames_in(data):
            self.frames.append(("server", frame.hex()))
            super().hear(frame, last=False)
            if isinstance(self.heard[-1], Snapshot | Update):
                view = {"table": self.table, "game": self.game, "you": self.you}
                self.views.append((len(self.frames) - 1, json.loads(json.dumps(view))))
        if last:
            super().hear(b"", last=True)

    def next(self) -> int:
        self.ref += 1
        return self.ref

    def tree(self) -> View:
        """Return the connection with some of its views: the first, one in the middle, the last."""
        some = {0: None, len(self.views) // 2: None, len(self.views) - 1: None}
        return {
            "name": self.name,
            "frames": self.frames,
            "views": [self.views[place] for place in some],
        }


class Stage:
    """A match from the first hello to the last bye."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.world = World({case.game: GAMES[case.game]}, Limits(), Repeated(case.deal))
        self.listeners: list[Listener] = []

    def enter(self, name: str, token: str = "", ply: int = 0) -> Listener:
        self.listeners.append(listening(self.world, name, token, ply))
        return self.listeners[-1]

    def play(self) -> None:
        case = self.case
        ann, ben, eve = (self.enter(name) for name in ("Ann", "Ben", "Eve"))
        seats, options = 2 + len(case.bots), dict(case.options)
        wish = Open(ref=ann.next(), game=case.game, seats=seats, options=options, bots=[*case.bots])
        table = ann.do(wish).table
        token = ben.do(Join(ref=ben.next(), table=table)).token
        eve.do(Watch(ref=eve.next(), table=table))
        ann.do(Start(ref=ann.next()))
        chooser = FairDealer(case.deal.encode().rjust(SEED_BYTES))
        while ann.table["phase"] == "playing":
            self.world.wait(PAUSE)
            self.world.bots_play()
            if ann.ply >= case.cut and token:
                ben.leave()
                ben, token = self.enter("Ben", token, ben.ply), ""
            person = next((one for one in (ann, ben) if one.choices), None)
            if person:
                act(person, chooser)
        ann.do(Transcript(ref=ann.next(), match=1))
        for person in (ann, ben, eve):
            person.do(Sync(ref=person.next()))
            person.do(Leave(ref=person.next()))
            person.send(Bye())


def listening(world: World, name: str, token: str = "", ply: int = 0) -> Listener:
    """Connect somebody and let them say hello."""
    session = world.core.connect("10.0.0.1", world.now)
    assert isinstance(session, Session)
    listener = Listener(world, session, name)
    hello = Hello(
        protocols=[PROTOCOL], name=name, client="vectors", features=["fair"], token=token, ply=ply
    )
    listener.send(hello)
    return listener


def act(person: Listener, chooser: Dealer) -> None:
    group: Mapping[str, Any] = person.choices[chooser.below(len(person.choices))]
    action: Described = {"do": group["do"]}
    for name, values in group.items():
        if name != "do":
            action[name] = values[chooser.below(len(values))]
    person.do(Act(ref=person.next(), prompt=person.prompt, action=action))


def frames_in(data: bytes) -> Iterator[bytes]:
    """Take apart what came in one piece."""
    while data:
        end = HEADER + int.from_bytes(data[:HEADER], "big")
        yield data[:end]
        data = data[end:]


def text(case: Case) -> str:
    """Return the file of a match, one frame a line."""
    stage = Stage(case)
    stage.play()
    head = {"game": case.game, "version": GAMES[case.game].version, "options": case.options}
    people = ",\n".join(_text(listener.tree()) for listener in stage.listeners)
    return f'{json.dumps(head)[:-1]}, "connections": [\n{people}\n]}}\n'


def _text(connection: View) -> str:
    parts = [f'"name": {json.dumps(connection["name"])}']
    for key in ("frames", "views"):
        lines = ",\n".join(json.dumps(line) for line in connection[key])
        parts.append(f'"{key}": [\n{lines}\n]')
    return f"{{{', '.join(parts)}}}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        (FOLDER / f"{case.name}.json").write_text(text(case), "utf-8")
