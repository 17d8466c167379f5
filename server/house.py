"""Everything that the server has in hand, and how connections part from it."""

from haydes.engine.game import Seat
from haydes.protocol.codes import CLOSES, Close
from haydes.protocol.messages import Notice
from haydes.server.door import Door
from haydes.server.lobby import Lobby
from haydes.server.means import Means
from haydes.server.meter import Meter
from haydes.server.people import People
from haydes.server.rulebook import read
from haydes.server.session import Session
from haydes.server.small import Small
from haydes.server.table import Table
from haydes.server.tables import Tables


class House:
    """The door, the people, the lobby, the tables."""

    def __init__(self, tables: Tables, means: Means, door: Door, *, name: str) -> None:
        self.name = name  # program and version, as `welcome` tells
        self.limits = means.limits
        self.outbox = means.outbox
        self.chance = means.chance
        self.tables = tables
        self.small = Small(tables.games)
        self.rulebooks = {name: read(game.rules()) for name, game in tables.games.items()}
        self.door = door
        self.meter = Meter(means.limits)
        self.people = People()
        self.lobby = Lobby(tables, self.people, means.outbox, means.limits.tables)
        self.date = means.date
        self.is_closing = False  # nothing new is begun any more

    def forget(self, session: Session, now: float) -> None:
        """Let go of a connection that has ended, or ends; its seat is kept."""
        table = self._let_go(session, now)
        if table:
            table.publish(now)

    def part(self, session: Session, code: Close, text: str, now: float) -> None:
        """Say bye to a connection and let go of it."""
        self.outbox.part(session, code, text)
        self.forget(session, now)

    def reopen(self, session: Session, table: Table, seat: Seat, now: float) -> None:
        """Give a seat to a new connection, which wins over an older one."""
        older = table.seats.person(seat).session
        if older:
            self.outbox.part(older, Close.SUPERSEDED, CLOSES[Close.SUPERSEDED][0])
            self._let_go(older, now)
        table.resume(session, seat)

    def _let_go(self, session: Session, now: float) -> Table | None:
        self.door.greet(session)
        self.people.remove(session)
        self.lobby.leave(session)
        table = self.tables.get(session.table)
        if table:
            table.lose(session, now)
        return table

    def warn(self, session: Session, table: Table, ply: int) -> None:
        """Tell someone who has seen a later ply than the server knows."""
        known = table.play.ply
        if ply > known:
            text = f"you have seen ply {ply} of this table, but the server knows only {known}"
            self.outbox.post(session, Notice(code="older", text=text))
