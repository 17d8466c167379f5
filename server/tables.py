"""The tables of the server, by id, and what opens them: ids, words, tokens."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from haydes import __version__
from haydes.engine.game import Game, Seat
from haydes.protocol.codes import Refusal
from haydes.protocol.messages import Open
from haydes.protocol.text import skeleton
from haydes.server.chain import Kept
from haydes.server.journal import TableClosed, TableOpened
from haydes.server.log import log
from haydes.server.means import Means
from haydes.server.refusal import RefusalError
from haydes.server.restore import UnservedError, restore, tokens
from haydes.server.session import Session
from haydes.server.setup import settle
from haydes.server.table import Table
from haydes.server.tokens import digest, same

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aeiou"
_PAIRS = 3
_NOBODYS_WORD = bytes(32)  # the digest of no word that anybody knows


class Tables:
    """All tables, in the order in which they were opened."""

    def __init__(self, games: Mapping[str, Game], means: Means) -> None:
        self.games = games
        self._means = means
        self._limits = means.limits
        self._outbox = means.outbox
        self._tables: dict[str, Table] = {}
        self._openers: dict[str, tuple[str, str]] = {}  # table id: skeleton of a name, source
        self._unserved: dict[str, UnservedError] = {}  # tables that are kept, but not to be had
        self._lost_tokens: dict[bytes, UnservedError] = {}  # what opened them

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def __getitem__(self, name: str) -> Table:
        return self._tables[name]

    @property
    def unserved(self) -> Mapping[str, UnservedError]:
        """The tables that are kept but cannot be played on, and why."""
        return self._unserved

    def get(self, name: str) -> Table | None:
        return self._tables.get(name)

    def find(self, name: str, word: str) -> Table:
        """Return a table; refuse alike if there is none and if the word is wrong."""
        table = self._tables.get(name)
        kept = table.setup.word if table else _NOBODYS_WORD
        is_open = not kept or same(digest(word), kept)
        if table is None or not is_open:
            raise RefusalError(Refusal.UNKNOWN_TABLE)
        return table

    def check_spectators(self, table: Table) -> None:
        """Refuse one more spectator of this table if there are enough, here or in all."""
        everywhere = sum(other.audience.watching for other in self._tables.values())
        limits = self._limits
        if table.audience.watching >= limits.spectators_per_table or everywhere >= min(
            limits.spectators, limits.connections // 2
        ):
            raise RefusalError(Refusal.TOO_MANY, "there are as many spectators as there may be")

    def with_token(self, token: str) -> tuple[Table, Seat]:
        """Return the seat that a token opens."""
        found, wanted = None, digest(token)
        for table in self._tables.values():
            for seat, person in table.seats.persons:
                if person.token and same(wanted, person.token):
                    found = table, seat
        if found:
            return found
        unserved = self._lost_tokens.get(wanted)
        if unserved:
            raise RefusalError(unserved.code, f"the table is kept, but {unserved}")
        raise RefusalError(Refusal.UNKNOWN_TOKEN)

    def restore(self, all_kept: Iterable[Kept], now: float) -> None:
        """Take in what the journal has kept."""
        restored: list[Table] = []
        for kept in all_kept:
            try:
                restored.append(restore(kept, self.games, self._means, now))
            except UnservedError as why:
                self._unserved[kept.table] = why
                self._lost_tokens.update(dict.fromkeys(tokens(kept), why))
                log(logging.ERROR, "table kept but not served", table=kept.table, why=str(why))
        if restored:
            log(logging.INFO, "tables restored", tables=len(restored))
        for table in sorted(restored, key=lambda table: table.setup.opened):
            self._tables[table.id] = table
            self._openers[table.id] = "", ""  # whoever that was

    def open(self, session: Session, wish: Open, at: int) -> tuple[Table, str]:
        """Open a table for its host and bots, `at` seconds since 1970.

        Return it and the token of the host's seat.
        """
        if not self._outbox.has_room():
            raise RefusalError(Refusal.NO_SPACE)
        setup = settle(wish, self.games, at)
        for table in self:
            if table.is_abandoned:
                self.close(table)
        opener = skeleton(session.name), session.source
        self._check_opener(*opener)
        self._make_room()
        name = self._new_id()
        table = Table(name, setup, self._means)
        self._tables[name] = table
        self._openers[name] = opener
        self._outbox.append(
            TableOpened(
                name,
                setup.game.name,
                setup.game.version,
                setup.seats,
                dict(setup.options),
                setup.title,
                setup.word,
                setup.turn_seconds,
                at,
                setup.absent.value,
                setup.grace_seconds,
                setup.takeover,
                __version__,
                setup.hints.value,
            )
        )
        _, token = table.sit(session, table.seats.host)
        for seat, bot in enumerate(wish.bots, setup.seats - len(wish.bots)):
            table.add_bot(seat, bot)
        return table, token

    def _check_opener(self, name: str, source: str) -> None:
        """Refuse one more table of a name, or of an address, that has enough of them."""
        # A table where nobody is connected is no reason to keep its opener from another
        named = sum(
            opener == name and self._tables[table].lonely_since is None
            for table, (opener, _) in self._openers.items()
        )
        if named >= self._limits.tables_per_player:
            raise RefusalError(Refusal.TOO_MANY, "you have opened as many tables as you may")
        opened = sum(
            address == source and not self._tables[table].is_parked
            for table, (_, address) in self._openers.items()
        )
        if opened >= self._limits.tables_per_source:
            raise RefusalError(Refusal.TOO_MANY, "your address has opened as many as it may")

    def _make_room(self) -> None:
        """Close what has been without anybody for longest, or was hardly begun, if need be."""
        parked = [table for table in self._tables.values() if table.is_parked]
        if len(parked) >= self._limits.parked_tables:
            self.close(min(parked, key=self._worth(parked)))
        if len(self._tables) - len(parked) < self._limits.tables:
            return
        lonely = [
            (since, name)
            for name, table in self._tables.items()
            if (since := table.lonely_since) is not None and not table.is_parked
        ]
        if not lonely:
            raise RefusalError(Refusal.TOO_MANY, "the server has no room for another table")
        self.close(self._tables[min(lonely)[1]])

    def _worth(self, parked: Iterable[Table]) -> Callable[[Table], tuple[int, int, float]]:
        """Return what to sort parked tables by, so that the first to go is the first.

        Whoever parks many games has to spare one of them, however far it has come.
        """
        source = {table.id: self._openers[table.id][1] for table in parked}
        crowds = Counter(filter(None, source.values()))
        return lambda table: (-crowds[source[table.id]], table.play.ply, table.lonely_since or 0.0)

    def close(self, table: Table) -> None:
        """Close a table for good; of no effect a second time."""
        if self._tables.pop(table.id, None) is None:
            return
        table.close()
        del self._openers[table.id]
        self._outbox.append(TableClosed(table.id))

    def set_aside(self, table: Table) -> None:
        """Serve a table no more, because the server has failed at it; its records are kept."""
        if self._tables.pop(table.id, None) is None:
            return
        why = UnservedError(Refusal.DAMAGED, "the server has failed at it")
        self._unserved[table.id] = why
        self._lost_tokens.update({person.token: why for _, person in table.seats.persons})
        del self._openers[table.id]

    def remove(self, name: str) -> bool:
        """Close a table, or give up one that is kept but not served; False if there is none."""
        table = self._tables.get(name)
        if table:
            self.close(table)
            return True
        why = self._unserved.pop(name, None)
        if why is None:
            return False
        lost = self._lost_tokens.items()
        self._lost_tokens = {token: other for token, other in lost if other is not why}
        self._outbox.append(TableClosed(name))
        return True

    def _new_id(self) -> str:
        while True:
            letters = (_CONSONANTS, _VOWELS) * _PAIRS
            name = "".join(self._means.chance.choice(some) for some in letters)
            if name not in self._tables and name not in self._unserved:
                return name
