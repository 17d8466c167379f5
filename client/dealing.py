"""Sentences about how matches are dealt: what is opened, what follows from it, what was checked."""

from collections.abc import Sequence

from haydes.client.fair import Fair, Verdict, added, missing
from haydes.client.model import View, my_seat, seat_name
from haydes.client.speech import listed

OPENING = "The random numbers that its cards and dice follow from are being opened."
UNSHOWN = "the server does not show how the match was played"
UNHEARD = (
    "the server says that your random number did not come, but this client has sent it: the link "
    "was slow, or the server did not like what was to be dealt."
)
UNWRITTEN = "what this client saw could not be written down"

_VERDICTS = {
    Verdict.NONE: "",
    Verdict.CHECKING: "Dealing is being checked",
    Verdict.FAIR: "Dealt fairly",
    Verdict.UNFAIR: "NOT DEALT FAIRLY",
    Verdict.UNKNOWN: "Dealing could not be checked",
}

_MEANINGS = {
    Verdict.NONE: "that takes a server of somebody else's, and a match that was seen to its end",
    Verdict.CHECKING: "it is played again with the numbers that all were bound to",
    Verdict.FAIR: "every card and die follows from numbers that all were bound to before",
    Verdict.UNFAIR: "what was told at the end does not fit what was seen",
    Verdict.UNKNOWN: "what was seen is not enough to tell",
}


def begun(view: View) -> str:
    """Return who has a part in the seed of the match that begins, "" for nobody."""
    people = _people(view, added(view.table))
    return f" Its cards and dice follow from random numbers of {people} too." if people else ""


def cancelled(view: View) -> str:
    """Return why the latest start was called off."""
    people = _people(view, missing(view.table))
    return f"no match: no random number came in time from {people}. The host may start again."


def judged(verdict: Verdict, sentence: str) -> str:
    """Return what has come of checking how a match was dealt."""
    return f"{_VERDICTS[verdict]}: {sentence.rstrip('.')}."


def verdict(fair: Verdict) -> str:
    """Return the same in a few words, or "" if no match was seen to its end."""
    return f"{_VERDICTS[fair]}." if fair is not Verdict.NONE else ""


def explained(fair: Fair) -> list[str]:
    """Return what is known of how a match that is over was dealt, in sentences."""
    return [
        f"{_VERDICTS[fair.verdict] or 'Dealing was not checked'}: {_MEANINGS[fair.verdict]}.",
        *(judged(Verdict.UNFAIR, fault) for fault in fair.faults),
    ]


def _people(view: View, at: Sequence[int]) -> str:
    """Return who sits at these seats: "Ann, Bob and you"."""
    mine = my_seat(view)
    others = [seat_name(view, seat) for seat in at if seat != mine]
    return listed([*others, *(["you"] if mine in at else [])], "and")
