"""What one person has seen and done, for the oracle."""

from collections import Counter
from dataclasses import dataclass, field

from msgspec import json
from tests.faults.broken import BrokenError

from haydes.client.model import View, phase, table_id
from haydes.protocol.codes import Refusal
from haydes.protocol.messages import Act, Done, Refused, Snapshot, Update
from haydes.protocol.tree import Tree

Deed = tuple[int, bytes]  # prompt, and the action written down

# refusals after which an act has not been done and never will be
_FINAL = frozenset({Refusal.STALE, Refusal.ILLEGAL_ACTION, Refusal.NOT_YOUR_TURN, Refusal.NO_MATCH})


@dataclass(frozen=True, slots=True)
class Sight:
    """The match at one moment. Events are those since `since`; None: not all of them came."""

    ply: int
    game: Tree
    you: Tree
    since: int = 0
    events: tuple[Tree, ...] | None = None
    private_events: tuple[Tree, ...] = ()


@dataclass(slots=True)
class Sights:
    """All that a person has seen of the match, in order."""

    seen: list[Sight] = field(default_factory=list[Sight])
    table: str = ""
    is_over: bool = False

    def see(self, message: Snapshot | Update, before: View | None, after: View | None) -> None:
        if after is None or after.seq != message.seq:
            return  # not taken in: the view was out of date
        known = before is not None and before.seq >= 0
        if isinstance(message, Snapshot):
            if known and before is not None and before.seq == after.seq:
                _compare(before, after)
            sight = Sight(after.ply, after.game, after.you)
        elif known and before is not None:
            events, private = tuple(message.events), tuple(message.private_events)
            sight = Sight(after.ply, after.game, after.you, before.ply, events, private)
        else:
            return
        if phase(after) in ("playing", "over"):
            self.table = table_id(after)
            self.seen.append(sight)
        self.is_over = phase(after) == "over"


def _compare(kept: View, fresh: View) -> None:
    """See that what updates have led to is what a snapshot shows."""
    for branch in ("table", "game", "you", "ply"):
        if getattr(kept, branch) != getattr(fresh, branch):
            raise BrokenError("I5", f"a fresh snapshot shows another {branch}")


@dataclass(slots=True)
class Acts:
    """All that a person has tried to do in the match."""

    tried: Counter[Deed] = field(default_factory=Counter[Deed])
    done: set[Deed] = field(default_factory=set[Deed])
    refused: dict[Deed, str] = field(default_factory=dict[Deed, str])
    voided: set[Deed] = field(default_factory=set[Deed])
    latest: Act | None = None  # that was done

    def sent(self, act: Act) -> None:
        self.tried[deed(act)] += 1
        self.voided.discard(deed(act))

    def void(self, act: Act) -> None:
        """Note that an act must not be done any more: it came over a connection that is past."""
        self.voided.add(deed(act))

    def answered(self, act: Act, answer: Done | Refused) -> None:
        if isinstance(answer, Done):
            self.done.add(deed(act))
            self.latest = act
        elif answer.code in _FINAL:
            self.refused[deed(act)] = answer.code


def deed(act: Act) -> Deed:
    return act.prompt, written(act.action)


def written(action: object) -> bytes:
    return json.encode(action, order="sorted")
