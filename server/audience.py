"""Everybody at one table, seated or watching, and what they are about to be told.

Law: who has just come gets a snapshot and the kept chat, who was here gets the update; both
are at the same `seq` then. Who has gone gets `left`, after the answer to the request.
"""

from collections import deque
from collections.abc import Iterator, Mapping

from msgspec import UNSET

from haydes.engine.game import Seat
from haydes.protocol.codec import Packed, prepack
from haydes.protocol.messages import Chat, Left, Notice, Update
from haydes.server.outbox import Outbox
from haydes.server.session import Session
from haydes.server.views import Views

REASONS = {
    "left": "you left the table",
    "resigned": "you gave up your seat",
    "kicked": "the host cleared your seat",
    "banned": "the host cleared your seat and banned your name from the table",
    "absent": "you were away for too long, and your seat was given up",
    "closed": "the table is closed",
}


class Audience:
    """The connections at one table."""

    def __init__(self, table: str, outbox: Outbox, chat_lines: int) -> None:
        self._table = table
        self._outbox = outbox
        self._members: dict[Session, None] = {}
        self._fresh: dict[Session, bool] = {}  # wants a snapshot; and the kept chat?
        self._gone: list[tuple[Session, str]] = []
        self._said: list[Packed] = []
        self._news: list[Notice] = []
        self._kept: deque[Packed] = deque(maxlen=chat_lines)
        self._lines = 0

    def __iter__(self) -> Iterator[Session]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    @property
    def watching(self) -> int:
        return sum(session.seat is None for session in self._members)

    def enter(self, session: Session, seat: Seat | None) -> None:
        session.table, session.seat = self._table, seat
        self._members[session] = None
        self._fresh[session] = True

    def refresh(self, session: Session) -> None:
        """Let someone here have a fresh snapshot."""
        self._fresh.setdefault(session, False)

    def move(self, session: Session, seat: Seat) -> None:
        """Show someone here the view of another seat."""
        session.seat = seat
        self.refresh(session)

    def lose(self, session: Session) -> None:
        """Forget a connection that has ended, or ends."""
        session.table, session.seat = "", None
        self._members.pop(session, None)
        self._fresh.pop(session, None)

    def dismiss(self, session: Session, reason: str) -> None:
        """Send someone to the lobby; `reason` is the code of `left`."""
        self.lose(session)
        self._gone.append((session, reason))

    def dismiss_all(self, reason: str) -> None:
        for session in list(self._members):
            self.dismiss(session, reason)

    def say(self, session: Session, name: str, text: str, at: int) -> None:
        """Say a line of chat; `at` in seconds since 1970."""
        self._lines += 1
        seat = UNSET if session.seat is None else session.seat
        line = Chat(n=self._lines, name=name, text=text, at=at, seat=seat)
        packed = prepack(line)
        self._said.append(packed)
        self._kept.append(packed)

    def announce(self, code: str, text: str) -> None:
        """Tell everybody who is still here, just before the next update."""
        self._news.append(Notice(code=code, text=f"{text}."))

    def is_waiting(self) -> bool:
        """Tell whether `catch_up` has anything to post."""
        return bool(self._fresh or self._said or self._gone)

    def tell(self, public: Update, private: Mapping[Seat, Update]) -> None:
        """Post an update to who was here before; a seat may have one of its own."""
        for notice in self._news:
            self._outbox.post_all(self._members, prepack(notice))
        self._news.clear()
        alike: list[Session] = []
        for session in self._members:
            if session in self._fresh:
                continue
            seat = session.seat
            if seat is not None and seat in private:
                self._outbox.post(session, private[seat])
            else:
                alike.append(session)
        if alike:
            self._outbox.post_all(alike, prepack(public))

    def catch_up(self, views: Views) -> None:
        """Post everything else: new chat, snapshots, goodbyes."""
        if self._said:
            listeners = [session for session in self._members if not self._fresh.get(session)]
            for line in self._said:
                self._outbox.post_all(listeners, line)
        for session, newcomer in self._fresh.items():
            self._outbox.post(session, views.snapshot(session.seat))
            for line in self._kept if newcomer else ():
                self._outbox.post(session, line)
        for session, reason in self._gone:
            left = Left(table=self._table, code=reason, text=REASONS[reason])
            self._outbox.post(session, left)
        self._fresh.clear()
        self._said.clear()
        self._gone.clear()
