"""A record, read: what its owner saw of one match, did in it, and was told of it afterwards.

The same checks as the client's own are made on the way, so a record shows what came before what.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from haydes.client.fair import Fair, follow, relinked
from haydes.client.kit import UsageError
from haydes.client.model import Described, View, my_seat, phase, seat_name
from haydes.client.read import branch, number
from haydes.client.record import Head, read
from haydes.protocol.messages import Act, Done, Refused, Reveal, Script, Snapshot, Update
from haydes.protocol.tree import Tree, merge


@dataclass(frozen=True, slots=True)
class Sight:
    """The table at one moment. Events are those since the sight before, None if not all came."""

    view: View
    events: tuple[Tree, ...] | None = None
    private_events: tuple[Tree, ...] = ()


@dataclass(slots=True)
class Seen:
    """All that a record holds of its match."""

    fair: Fair = field(default_factory=Fair)
    faults: list[str] = field(default_factory=list[str])
    view: View | None = None
    sights: list[Sight] = field(default_factory=list[Sight])  # from the match's beginning to end
    acts: list[tuple[int, Described]] = field(default_factory=list[tuple[int, Described]])
    scripts: list[Script] = field(default_factory=list[Script])  # the parts, first one first
    _asked: dict[int, Act] = field(default_factory=dict[int, Act])

    @property
    def seat(self) -> int | None:
        """The owner's in the match; after it one may move."""
        view = self.sights[-1].view if self.sights else self.view
        return my_seat(view) if view else None

    @property
    def is_over(self) -> bool:
        return bool(self.sights) and phase(self.sights[-1].view) == "over"

    def name(self, seat: int) -> str:
        """Return who sat in a seat when the match was seen first."""
        view = self.sights[0].view if self.sights else self.view
        return seat_name(view, seat) if view else f"seat {seat + 1}"

    def take(self, line: object) -> None:
        """Take in a line of the record."""
        match line:
            case Head(nonce=nonce):
                known = relinked(self.fair)
                self.fair = replace(known, nonce=nonce, pledged=True) if nonce else known
            case Snapshot():
                bare = View(line.seq, line.ply, line.table, line.game, line.you)
                self._look(Sight(bare))
            case Update():
                self._update(line)
            case Act() | Done() | Refused():
                self._act(line)
            case Reveal() if not self.fair.opened:
                self.faults.append("the nonce was opened before it was safe to do so")
            case Script():
                self.scripts = [*(self.scripts if line.first else ()), line]
            case _:
                pass

    def _act(self, line: Act | Done | Refused) -> None:
        """Note an act that was done; one that was sent again was done once."""
        if isinstance(line, Act):
            self._asked[line.ref] = line
            return
        act = self._asked.pop(line.ref, None)
        if act and isinstance(line, Done) and (act.prompt, act.action) not in self.acts:
            self.acts.append((act.prompt, act.action))

    def _update(self, update: Update) -> None:
        old = self.view
        if old is None or update.seq != old.seq + 1:
            return  # as the client did, which asked for a snapshot
        new = View(
            update.seq,
            update.ply,
            merge(old.table, update.table),
            merge(old.game, update.game),
            merge(old.you, update.you),
        )
        self._look(Sight(new, tuple(update.events), tuple(update.private_events)))

    def _look(self, sight: Sight) -> None:
        view = self.view = sight.view
        step = follow(self.fair, view.table, my_seat(view), partial(seat_name, view))
        self.fair = step.fair
        self.faults += step.faults
        was_over = self.is_over
        if phase(view) == "playing" or (phase(view) == "over" and not was_over):
            self.sights.append(sight)


def load(path: Path) -> Seen:
    """Read a record; raises UsageError if it is none."""
    seen = Seen()
    try:
        for line in read(path):
            seen.take(line)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{path} is no record: {error}") from None
    if seen.view is None:
        raise UsageError(f"{path} is no record: it shows no table")
    return seen


def version(seen: Seen) -> int:
    """Return the version of the rules that all were bound to."""
    return number(seen.fair.shown, "version")


def inputs(parts: Sequence[Script]) -> list[Tree] | None:
    """Put the parts of a script together; None if it is not whole."""
    script: list[Tree] = []
    for part in parts:
        if part.first != len(script):
            return None
        script += part.inputs
    return script if parts and len(script) == parts[-1].total else None


def told(seen: Seen) -> Tree:
    """Return what the table shows of the dealing at the end."""
    return branch(seen.sights[-1].view.table, "fair") if seen.sights else {}
