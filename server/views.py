"""What everybody at a table has seen last, and what has changed since.

Law: everybody at the table is at the same `seq`; the shared part of an update is compared once,
a seat's private part is only in that seat's update.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from haydes.engine.game import Event, Seat, State
from haydes.engine.plain import Tree
from haydes.protocol import messages
from haydes.protocol.messages import Clock, Snapshot, Update
from haydes.protocol.tree import Patch, diff

Updates: TypeAlias = tuple[Update, Mapping[Seat, Update]]


def wire(tree: Tree) -> messages.Tree:
    """Return plain data as the type that messages have."""
    # Plain data is what the wire carries; its type there only says so more narrowly
    return cast(messages.Tree, tree)


def described(state: State, action: int) -> messages.Described:
    """Return an action as the type that messages have."""
    return cast(messages.Described, state.describe(action))


def wire_patch(patch: Patch) -> messages.Patch:
    """Return a patch as the type that messages have."""
    return cast(messages.Patch, patch)


class View(Struct, frozen=True):
    """A table as it is now: its three branches and what goes along with them.

    `table` is the same object as before if nothing in it has changed.
    """

    ply: int
    table: Tree
    game: Tree
    you: Mapping[Seat, Tree]
    clock: Clock | UnsetType

    def __repr__(self) -> str:
        return f"View({self.ply})"  # the private trees are secrets


class Views:
    """The latest view of one table, and how many updates led to it."""

    def __init__(self) -> None:
        self._seq = 0
        self._latest = View(0, {}, {}, {}, UNSET)

    def advance(self, new: View, events: Sequence[Event]) -> Updates | None:
        """Take in a view and return what to tell: everybody, and seats with a private part.

        Return None if nothing is new.
        """
        old, self._latest = self._latest, new
        table: Patch = diff(old.table, new.table) if new.table is not old.table else {}
        game = diff(old.game, new.game)
        you: dict[Seat, Patch] = {}
        for seat, tree in new.you.items():
            before = old.you.get(seat, {})
            if before is not tree and (patch := diff(before, tree)):
                you[seat] = patch
        if not (table or game or you or events):
            return None
        self._seq += 1
        public = Update(
            seq=self._seq,
            ply=new.ply,
            table=wire_patch(table),
            game=wire_patch(game),
            events=[wire(event.tree) for event in events if event.only is None],
            clock=new.clock,
        )
        secrets: dict[Seat, list[messages.Tree]] = {}
        for event in events:
            if event.only is not None:
                secrets.setdefault(event.only, []).append(wire(event.tree))
        return public, {
            seat: replace(
                public, you=wire_patch(you.get(seat, {})), private_events=secrets.get(seat, [])
            )
            for seat in new.you
            if seat in you or seat in secrets
        }

    def snapshot(self, seat: Seat | None) -> Snapshot:
        """Return the whole view of a seat, or of a spectator."""
        latest = self._latest
        return Snapshot(
            seq=self._seq,
            ply=latest.ply,
            table=wire(latest.table),
            game=wire(latest.game),
            you={} if seat is None else wire(latest.you[seat]),
            clock=latest.clock,
        )
