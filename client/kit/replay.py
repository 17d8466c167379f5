"""A match played again beside what was seen of it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, cast

from msgspec import json

from haydes.client.kit.seen import Seen, Sight
from haydes.client.model import Described, phase
from haydes.client.read import branch, many, number, text
from haydes.engine.game import Event, IllegalActionError
from haydes.engine.match import Kind, Match
from haydes.protocol.tree import Tree

_ADDED = ("seat", "prompt", "choices", "banned")  # what the table adds to a private tree

Plain: TypeAlias = Any  # a tree as it comes out of JSON


class UnplayableError(Exception):
    """The match cannot be played again; the sentence says where it stops."""


class Replay:
    """Plays a script and compares: one input at a time, each sight when its ply is reached."""

    def __init__(self, seen: Seen, match: Match, base: int) -> None:
        self._seen = seen
        self._match = match
        self._base = base  # ply of the table when the match began
        self._events: list[list[Event]] = []  # of each input
        self._own: list[tuple[int, Described]] = []  # ply and action of the owner's acts

    def faults(self, script: Sequence[Tree]) -> Iterator[str]:
        """Yield what does not fit; raises UnplayableError where the script cannot go on."""
        at: dict[int, list[tuple[Sight | None, Sight]]] = {}
        sights = self._seen.sights
        for before, sight in ((None, sights[0]), *pairwise(sights)):
            at.setdefault(sight.view.ply - self._base, []).append((before, sight))
        if min(at) < 0:
            yield "the match began later than the script says"
        for ply in range(len(script) + 1):
            for before, sight in at.pop(ply, ()):
                yield from self._compare(before, sight)
            if ply < len(script):
                self._play(ply, script[ply])
        if any(ply > len(script) for ply in at):
            yield f"more was played than the {len(script)} inputs of the script"
        yield from self._ends()
        yield from self._acts()

    def _play(self, ply: int, entry: Tree) -> None:
        match, seat = self._match, number(entry, "seat", -1)
        who = self._seen.name(seat)
        try:
            kind = Kind(text(entry, "kind"))
            if seat not in range(match.seats):
                events = None
            elif kind is Kind.ACT:
                events = self._act(ply, seat, number(entry, "action", -1))
            else:
                events = match.expire() if kind is Kind.EXPIRE else match.forfeit(seat)
        except (IllegalActionError, ValueError):
            events = None
        if events is None:
            raise UnplayableError(f"input {ply + 1} of the script, of {who}, was not possible")
        self._events.append(events)

    def _act(self, ply: int, seat: int, action: int) -> list[Event] | None:
        match = self._match
        if action not in match.legal(seat):
            return None
        if seat == self._seen.seat:
            self._own.append((ply, _plain(match.describe(action))))
        return match.play(seat, action)

    def _compare(self, before: Sight | None, sight: Sight) -> Iterator[str]:
        match, view = self._match, sight.view
        ply = view.ply - self._base
        yield from _differences(f"after input {ply}", view.game, _plain(match.public()))
        seat = self._seen.seat
        if seat is not None and phase(view) == "playing":
            private = {key: value for key, value in view.you.items() if key not in _ADDED}
            dealt = _plain(match.private(seat))
            yield from _differences(f"in your hand after input {ply}", private, dealt)
            if list(many(view.you, "choices")) != _plain(match.choices(seat)):
                yield f"after input {ply} your choices were not those of the rules"
        if before is not None and sight.events is not None:
            yield from self._compare_events(before.view.ply - self._base, sight)

    def _compare_events(self, since: int, sight: Sight) -> Iterator[str]:
        ply = sight.view.ply - self._base
        happened = [event for part in self._events[max(since, 0) : ply] for event in part]
        public = [_plain(event.tree) for event in happened if event.only is None]
        mine = [
            _plain(event.tree)
            for event in happened
            if event.only is not None and event.only == self._seen.seat
        ]
        for told, dealt in ((sight.events or (), public), (sight.private_events, mine)):
            if list(told) != dealt:
                yield f"the events of input {ply} were told otherwise: {_first(told, dealt)}"

    def _ends(self) -> Iterator[str]:
        outcome, view = self._match.outcome, self._seen.sights[-1].view
        shown = branch(view.table, "outcome")
        if outcome is None:
            yield "the script ends before the match does"
        elif (list(many(shown, "winners")), text(shown, "reason")) != (
            list(outcome.winners),
            outcome.reason,
        ):
            yield "the outcome is not the one that the table showed"

    def _acts(self) -> Iterator[str]:
        """Yield which of the owner's acts are not in the script, in their order."""
        left = iter(self._own)
        for prompt, described in self._seen.acts:
            if prompt < self._base:
                continue
            since = prompt - self._base
            if not any(ply >= since and action == described for ply, action in left):
                words = ", ".join(f"{key} {value}" for key, value in described.items())
                yield f"your act ({words}) is not in the script where you did it"
                return


def _plain(tree: object) -> Plain:
    """Return plain data as a client gets it."""
    return json.decode(json.encode(tree))


def _first(told: Sequence[Plain], dealt: Sequence[Plain]) -> str:
    """Return the first place where two lists of events part."""
    for one, other in zip(told, dealt, strict=False):
        if one != other:
            return "; ".join(_differences(str(one.get("event", "event")), one, other))
    return f"{len(told)} of them where the deal gives {len(dealt)}"


def _differences(where: str, seen: Tree, dealt: Tree) -> Iterator[str]:
    """Yield a sentence about the first thing in two trees that differs."""
    for path, one, other in _parting(seen, dealt, ()):
        place = " ".join(path)
        yield f"{where}, {place} was shown as {_short(one)}, but the deal gives {_short(other)}"
        return


def _parting(
    seen: Plain, dealt: Plain, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Plain, Plain]]:
    if isinstance(seen, dict) and isinstance(dealt, dict):
        one, other = cast(dict[str, Plain], seen), cast(dict[str, Plain], dealt)
        for key in {**one, **other}:
            yield from _parting(one.get(key), other.get(key), (*path, key))
    elif seen != dealt:
        yield path, seen, dealt


def _short(value: Plain) -> str:
    return "nothing" if value is None else str(value)[:60]
