"""Whether the server deals as it has bound itself to: what is checked when, without the rules.

Trees go in as they came over the wire, sentences about faults come out. What only a replay can
show is the business of `haydes-kit verify`, which goes the same way through a record.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from haydes.client.read import branch, many, number, text
from haydes.protocol.fair import DIGEST, commitment, fits, unhex
from haydes.protocol.messages import Request, Reveal, Transcript
from haydes.protocol.tree import Tree

Naming: TypeAlias = Callable[[int], str]  # what a seat is called in a sentence

_BINDING = ("match", "version", "commitment", "commitments")  # what must not change


class Verdict(Enum):
    NONE = "none"  # no match was seen to its end
    CHECKING = "checking"
    FAIR = "fair"
    UNFAIR = "unfair"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Fair:
    """What a client knows of how the match at its table is dealt."""

    nonce: str = field(default="", repr=False)  # of its seat, for the next match or this one
    pledged: bool = False  # the server has shown the nonce's commitment as the seat's
    opened: bool = False  # the nonce has left this client
    asked: bool = False  # over the present connection
    phase: str = ""  # of the table as last seen; empty: something may have been missed
    shown: Tree = field(default_factory=dict[str, str])  # what all are bound to, as first seen
    begun: bool = False  # a match was seen to follow from what is shown
    faults: tuple[str, ...] = ()
    verdict: Verdict = Verdict.NONE

    @property
    def commitment(self) -> str:
        return commitment(unhex(self.nonce)) if self.nonce else ""


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from a view: what is known now, what is wrong, what to ask for."""

    fair: Fair
    faults: tuple[str, ...] = ()
    send: tuple[Request, ...] = ()


def follow(fair: Fair, table: Tree, seat: int | None, name: Naming) -> Step:
    """Take in a table as it is now; `seat` is one's own, None for a spectator."""
    now, phase = branch(table, "fair"), text(table, "phase")
    mine = text(branch(table, "seats", str(seat)), "commitment")
    if fair.nonce and mine == fair.commitment:
        fair = replace(fair, pledged=True)
    off = phase == "waiting" or "missing" in now
    if not fair.phase and not fair.begun and (off or not _is_bound(fair, now, seat)):
        # the start that was seen may have been called off while nobody looked
        fair = replace(fair, opened=False, shown={})
    seen = replace(fair, phase=phase)
    match phase:
        case "opening":
            step = _opening(fair, seen, now, seat)
        case "playing":
            step = _playing(fair, seen, now, seat)
        case "over" if _has_ended(fair, now):
            step = _over(seen, now, seat, name)
        case "over" if not fair.phase and fair.verdict is Verdict.CHECKING:
            step = Step(seen, (), _transcript(now))  # it was asked for over a lost connection
        case _ if fair.phase == "opening":
            step = Step(Fair(phase=phase))  # called off, and all promises with it
        case _:
            step = Step(seen)
    new = tuple(fault for fault in step.faults if fault not in step.fair.faults)
    return replace(step, fair=replace(step.fair, faults=step.fair.faults + new), faults=new)


def relinked(fair: Fair) -> Fair:
    """Return what is still known over a new connection: promises may have been called off."""
    return replace(fair, phase="", pledged=False, asked=False)


def _is_bound(fair: Fair, now: Tree, seat: int | None) -> bool:
    """Tell whether this is a start for which the seat has opened its nonce."""
    return fair.opened and _listed(now, seat) == fair.commitment


def _has_ended(fair: Fair, now: Tree) -> bool:
    """Tell whether this is the end of the match that was seen."""
    fresh = fair.verdict is Verdict.NONE and "missing" not in now
    return bool(fair.shown) and _same_match(fair.shown, now) and fresh


def _opening(before: Fair, fair: Fair, now: Tree, seat: int | None) -> Step:
    known = before.phase == "opening" or _is_bound(fair, now, seat)
    if known and fair.shown:
        faults = list(_changed(fair.shown, now))
    else:
        faults = []
        fair = Fair(fair.nonce, fair.pledged, phase=fair.phase, shown=now)
    faults += _unsafe(fair, now, seat)
    if faults or not fair.nonce or _listed(now, seat) != fair.commitment or fair.asked:
        return Step(fair, tuple(faults))
    reveal = Reveal(ref=0, nonce=fair.nonce)
    return Step(replace(fair, opened=True, asked=True), (), (reveal,))


def _unsafe(fair: Fair, now: Tree, seat: int | None) -> Iterator[str]:
    """Yield why the nonce must not be opened."""
    if not _is_digest(text(now, "commitment")):
        yield "the server wants the nonces before it has bound itself to a secret"
    listed = _listed(now, seat)
    if fair.pledged and not listed:
        yield "the server leaves out the nonce that your seat has promised"
    elif fair.nonce and listed and listed != fair.commitment:
        yield "the server shows another commitment for your seat than this client has sent"


def _playing(before: Fair, fair: Fair, now: Tree, seat: int | None) -> Step:
    if before.phase == "playing" or (fair.shown and _same_match(fair.shown, now)):
        faults = list(_changed(fair.shown, now))
    else:
        faults = []
        fair = Fair(fair.nonce, fair.pledged, phase=fair.phase, shown=now)
    fair = replace(fair, begun=True)
    if before.phase == "playing":
        return Step(fair, tuple(faults))
    if not _is_digest(text(now, "commitment")):
        faults.append("the match began before the server had bound itself to a secret")
    if fair.pledged and not _listed(now, seat):
        faults.append("the match began without the nonce that your seat has promised")
    elif fair.pledged and not fair.opened:
        faults.append("the match began although this client has not opened its nonce")
    return Step(fair, tuple(faults))


def _over(fair: Fair, now: Tree, seat: int | None, name: Naming) -> Step:
    faults = [*_changed(fair.shown, now), *_untrue(fair, now, seat, name)]
    verdict = Verdict.UNFAIR if faults or fair.faults else Verdict.CHECKING
    # the nonce has served; what was wrong stays known
    done = replace(fair, nonce="", pledged=False, opened=False, verdict=verdict)
    return Step(done, tuple(faults), _transcript(now))


def _transcript(now: Tree) -> tuple[Request, ...]:
    return (Transcript(ref=0, match=number(now, "match")),) if text(now, "secret") else ()


def _untrue(fair: Fair, now: Tree, seat: int | None, name: Naming) -> Iterator[str]:
    """Yield what is wrong with what is told at the end."""
    if not text(now, "secret"):
        yield "the match is over, and the server has not told its secret"
        return
    if not _fits(text(now, "secret"), text(fair.shown, "commitment")):
        yield "the server's secret is not the one that it was bound to"
    promised, told = _by_seat(fair.shown, "commitments"), _by_seat(now, "nonces")
    for n, shown in promised.items():
        if n not in told:
            yield f"the nonce of {name(n)} is missing, and the match should not have begun"
        elif n == seat and shown == fair.commitment and told[n] != fair.nonce:
            yield "the nonce of your seat is not the one that this client has opened"
        elif not _fits(told[n], shown):
            yield f"the nonce of {name(n)} is not the one that was promised"
    for n in told.keys() - promised.keys():
        yield f"there is a nonce of {name(n)}, who had promised none"


def _changed(shown: Tree, now: Tree) -> Iterator[str]:
    what = {
        "match": "the number of the match",
        "version": "the version of the rules",
        "commitment": "the server's commitment",
        "commitments": "the seats' commitments",
    }
    for key in _BINDING:
        if shown.get(key) != now.get(key):
            yield f"{what[key]} changed after it had been shown"


def _same_match(shown: Tree, now: Tree) -> bool:
    return number(shown, "match") == number(now, "match")


def _listed(now: Tree, seat: int | None) -> str:
    return text(branch(now, "commitments"), str(seat))


def _by_seat(tree: Tree, key: str) -> Mapping[int, str]:
    held = branch(tree, key)
    return {int(n): text(held, n) for n in sorted(held) if n.isascii() and n.isdecimal()}


def _fits(secret: str, shown: str) -> bool:
    drawn = unhex(secret)
    return bool(drawn) and shown.isascii() and fits(drawn, shown)


def _is_digest(shown: str) -> bool:
    return len(shown) == DIGEST and bool(unhex(shown))


def added(table: Tree) -> list[int]:
    """Return the seats whose nonces are in the seed of the latest match."""
    return list(_by_seat(branch(table, "fair"), "commitments"))


def missing(table: Tree) -> list[int]:
    """Return the seats for which the latest start was called off; none: it was not."""
    seats = many(branch(table, "fair"), "missing")
    return [seat for seat in seats if isinstance(seat, int)]
