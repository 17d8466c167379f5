"""The lobby: the list of tables, kept fresh for those who browse it, and its chat."""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from msgspec import UNSET

from haydes.engine.game import Game
from haydes.engine.plain import Tree
from haydes.protocol.codec import Packed, prepack
from haydes.protocol.messages import Chat, LobbyUpdate
from haydes.protocol.messages import Lobby as WholeLobby
from haydes.protocol.tree import diff
from haydes.server.outbox import Outbox
from haydes.server.people import People
from haydes.server.session import Session
from haydes.server.showing import acts, summary_tree
from haydes.server.tables import Tables
from haydes.server.views import wire, wire_patch


class _Seen(NamedTuple):
    """What a browser has been told last."""

    tables: Tree
    people: int


class _Summary(NamedTuple):
    """What is shown of a table, and what it was made of."""

    table: Tree
    acts: int
    summary: Tree


class Lobby:
    """What is shown of the tables to whoever browses."""

    def __init__(self, tables: Tables, people: People, outbox: Outbox, most: int) -> None:
        self._tables = tables
        self._most = most  # tables that are listed
        self._people = people
        self._outbox = outbox
        self._games = games_tree(tables.games)
        self._browsers: dict[Session, _Seen] = {}
        self._summaries: dict[str, _Summary] = {}
        self._whole: tuple[_Seen, Packed] | None = None  # packed since the last tick
        self._again: dict[Session, None] = {}  # want the whole lobby once more
        self._said: list[Packed] = []
        self._lines = 0

    def show(self, session: Session) -> None:
        """Post the whole lobby, and updates from now on; at most one whole lobby in a tick."""
        if self._whole is None:
            self._whole = self._pack()
        seen, whole = self._whole
        if self._browsers.get(session) is seen:
            self._again[session] = None
            return
        self._browsers[session] = seen
        self._outbox.post(session, whole)

    def leave(self, session: Session) -> None:
        self._browsers.pop(session, None)
        self._again.pop(session, None)

    def tick(self) -> None:
        """Post what has changed and what was said since the last call."""
        self._tell()
        self._whole = None
        if self._browsers:
            self._update()
        again, self._again = self._again, {}
        for session in again:
            self.show(session)

    def _tell(self) -> None:
        said, self._said = self._said, []
        for session in self._people.in_lobby() if said else ():
            for line in said:
                self._outbox.post(session, line)

    def _update(self) -> None:
        now = self._now()
        updates: dict[int, Packed | None] = {}
        for session, seen in self._browsers.items():
            key = id(seen)
            if key not in updates:
                update = _change(seen, now)
                updates[key] = prepack(update) if update else None
            packed = updates[key]
            if packed:
                self._outbox.post(session, packed)
                self._browsers[session] = now

    def say(self, name: str, text: str, at: int) -> None:
        """Say a line of chat to everybody in the lobby, at the next tick."""
        self._lines += 1
        self._said.append(prepack(Chat(n=self._lines, name=name, text=text, at=at)))

    def _pack(self) -> tuple[_Seen, Packed]:
        seen = self._now()
        lobby = WholeLobby(games=wire(self._games), tables=wire(seen.tables), people=seen.people)
        return seen, prepack(lobby)

    @property
    def openings(self) -> tuple[int, int]:
        """How many tables anyone may join, and how many seats are free there."""
        free = [
            len(table.seats) - table.seats.taken
            for table in self._tables
            if not table.setup.word and table.phase != "playing"
        ]
        return sum(map(bool, free)), sum(free)

    def _now(self) -> _Seen:
        """Return the lobby as it is; what has not changed is the same object as before."""
        old = self._summaries
        self._summaries = {}
        listed = (table for table in self._tables if not (table.setup.word or table.is_parked))
        # Parked tables to which people come back count for no limit, but a lobby has to fit
        for table in islice(listed, self._most):
            known, done = old.get(table.id), acts(table)
            if known is None or known.table is not table.tree or known.acts != done:
                known = _Summary(table.tree, done, summary_tree(table))
            self._summaries[table.id] = known
        tables = {name: known.summary for name, known in self._summaries.items()}
        return _Seen(tables, len(self._people))


def games_tree(games: Mapping[str, Game]) -> Tree:
    """Return what a client needs to know to offer the games."""
    return {
        name: {
            "title": game.title,
            "version": game.version,
            "seats": [game.seats[0], game.seats[-1]],
            "options": {option.name: option.tree() for option in game.options},
            "bots": list(game.bots),
        }
        for name, game in games.items()
    }


def _change(seen: _Seen, now: _Seen) -> LobbyUpdate | None:
    tables = diff(seen.tables, now.tables)
    people = UNSET if seen.people == now.people else now.people
    if not tables and people is UNSET:
        return None
    return LobbyUpdate(tables=wire_patch(tables), people=people)
