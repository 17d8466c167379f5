"""A table without a server: plays a real match and says what one seat would hear of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from haydes.client.model import View
from haydes.engine.choices import Group
from haydes.engine.game import Event
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol import messages
from haydes.protocol.codec import HEADER, pack, unpack_server
from haydes.protocol.messages import Act, ServerMessage, Snapshot, Update
from haydes.protocol.tree import Patch, Tree, Value, diff


def wired(message: ServerMessage) -> ServerMessage:
    """Return a message as it comes out of the wire."""
    arrived = unpack_server(pack(message)[HEADER:])
    assert arrived is not None
    return arrived


def wire(tree: Tree) -> messages.Tree:
    return cast("messages.Tree", tree)


def wire_patch(patch: Patch) -> messages.Patch:
    return cast("messages.Patch", patch)


@dataclass
class Branches:
    table: Tree
    game: Tree
    you: Tree


class Table:
    """Ann in seat 0 plays Haydes; what happens is told as to `viewer` (None: a spectator)."""

    def __init__(
        self, seats: int = 2, seed: int = 1, viewer: int | None = 0, **options: str | int
    ) -> None:
        self.options: Tree = {"map": "quick", **options}
        self.match = Match(GAMES["haydes"], seats, self.options, bytes([seed]) * 32)
        self.viewer = viewer
        self.seq = 0
        self.prompt = 0
        self._choices: Sequence[Group] = []
        self._last = self._look()

    def snapshot(self) -> ServerMessage:
        now = self._look()
        return wired(
            Snapshot(
                seq=self.seq,
                ply=self.match.ply,
                table=wire(now.table),
                game=wire(now.game),
                you=wire(now.you),
            )
        )

    def play(self, number: int = 0) -> ServerMessage:
        """Let whoever is to act take one of the legal actions; return the update."""
        seat = self.turn()
        legal = self.match.legal(seat)
        return self.update(self.match.play(seat, legal[number % len(legal)]))

    def act(self, act: Act) -> ServerMessage:
        """Carry out the act of a client."""
        assert act.prompt == self.prompt
        seat = self.turn()
        return self.update(self.match.play(seat, self.match.action(seat, act.action)))

    def update(self, events: Sequence[Event]) -> ServerMessage:
        old, self._last = self._last, self._look()
        self.seq += 1
        return wired(
            Update(
                seq=self.seq,
                ply=self.match.ply,
                table=wire_patch(diff(old.table, self._last.table)),
                game=wire_patch(diff(old.game, self._last.game)),
                you=wire_patch(diff(old.you, self._last.you)),
                events=[wire(event.tree) for event in events if event.only in (None, self.viewer)],
            )
        )

    def turn(self) -> int:
        return next(seat for seat in range(self.match.seats) if self.match.legal(seat))

    def _look(self) -> Branches:
        names = ("Ann", "Bram", "Cleo", "Dov")
        outcome = self.match.outcome
        table: dict[str, Value] = {
            "id": "rimuta",
            "game": "haydes",
            "phase": "over" if outcome else "playing",
            "host": 0,
            "options": self.options,
            "turn_seconds": 0,
            "match": 1,
            "watching": 0,
            "seats": {
                str(seat): {"kind": "person", "name": names[seat], "presence": "here"}
                for seat in range(self.match.seats)
            },
        }
        if outcome:
            table["outcome"] = {"winners": list(outcome.winners), "reason": outcome.reason}
        return Branches(table, self.match.public(), self._you())

    def _you(self) -> Tree:
        if self.viewer is None:
            return {}
        choices = self.match.choices(self.viewer)
        if choices != self._choices:
            self._choices, self.prompt = choices, self.match.ply
        own = self.match.private(self.viewer)
        return {"seat": self.viewer, "prompt": self.prompt, "choices": choices, **own}


def look_on(match: Match, seat: int | None) -> View:
    """Return what a seat, or a spectator, sees of a match of any game at a table of bots."""
    seats: dict[str, Value] = {
        str(n): {"kind": "bot", "name": f"walker {n + 1}"} for n in range(match.seats)
    }
    seats["0"] = {"kind": "person", "name": "Zoë 漢字"}
    table: dict[str, Value] = {
        "id": "rimuta",
        "game": match.game.name,
        "title": "The Deep Dark",
        "phase": "over" if match.outcome else "playing",
        "host": 0,
        "options": match.options,
        "turn_seconds": 0,
        "match": 1,
        "seats": seats,
        "watching": 2,
    }
    if match.outcome:
        winners = list(match.outcome.winners)
        table["outcome"] = {"winners": winners, "reason": match.outcome.reason}
    if seat is None:
        return View(1, match.ply, table, match.public(), {})
    own: Tree = {"seat": seat, "prompt": match.ply, "choices": match.choices(seat)}
    return View(1, match.ply, table, match.public(), {**own, **match.private(seat)})


def lobby(**tables: Tree) -> messages.Lobby:
    games: Tree = {
        "haydes": {
            "title": "Escape from Haydes",
            "version": 1,
            "seats": [1, 4],
            "options": {
                "map": {
                    "default": "block",
                    "summary": "",
                    "values": ["block", "quick"],
                    "text": True,
                },
                "encounter": {"default": "test", "summary": "", "values": ["test", "brawl"]},
                "turn_limit": {"default": 0, "summary": "", "low": 0, "high": 99},
                "tuybe": {"default": False, "summary": "", "values": [False, True]},
            },
            "bots": ["walker", "random"],
        }
    }
    return messages.Lobby(games=wire(games), tables=wire(tables), people=2)
