"""Who is connected, by name. Names that look alike are one name."""

from collections.abc import Iterator

from haydes.protocol.text import skeleton
from haydes.server.session import Place, Session


class People:
    """The connections that have said hello."""

    def __init__(self) -> None:
        self._named: dict[str, Session] = {}
        self._all: dict[Session, None] = {}

    def __len__(self) -> int:
        return len(self._all)

    def in_lobby(self) -> Iterator[Session]:
        return (session for session in self._all if session.place is Place.LOBBY)

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._all))

    def named(self, name: str) -> Session | None:
        return self._named.get(skeleton(name))

    def add(self, session: Session) -> None:
        """Let someone in; a name stays with who had it before."""
        self._all[session] = None
        self._named.setdefault(skeleton(session.name), session)

    def holds_name(self, session: Session) -> bool:
        """Tell whether a name is this connection's; a free one becomes so."""
        return self._named.setdefault(skeleton(session.name), session) is session

    def remove(self, session: Session) -> None:
        self._all.pop(session, None)
        look = skeleton(session.name)
        if self._named.get(look) is session:
            del self._named[look]
