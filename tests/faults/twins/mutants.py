"""Servers that tell too much, each in another way: a pair must show it."""

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from haydes.engine.game import IllegalActionError
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.games.holyquest.state import HolyQuestState
from haydes.engine.games.hounds.rules import HoundsState
from haydes.engine.match import Match
from haydes.server.deal import Deal
from haydes.server.play import Play
from haydes.server.views import Views

_Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Mutant:
    """What is wrong, and the game in which it shows, in few pairs from `seed` on."""

    game: str
    apply: Callable[[], AbstractContextManager[None]]
    seed: int = 2


@contextmanager
def _wrapped(kind: type, name: str, wrap: Callable[[_Function], _Function]) -> Generator[None]:
    proper = getattr(kind, name)
    setattr(kind, name, wrap(proper))
    try:
        yield
    finally:
        setattr(kind, name, proper)


def _to_everybody(advance: _Function) -> _Function:
    """Send the private part of one seat to all seats."""

    def told(views: Any, new: Any, events: Any) -> Any:
        updates = advance(views, new, events)
        if not updates or not updates[1]:
            return updates
        public, private = updates
        first = next(iter(private.values()))
        return public, dict.fromkeys(new.you, first)

    return told


def _events_to_all(advance: _Function) -> _Function:
    """Tell everybody what only one seat may hear."""

    def told(views: Any, new: Any, events: Any) -> Any:
        return advance(views, new, [type(event)(event.tree) for event in events])

    return told


def _snapshot_of_a_seat(snapshot: _Function) -> _Function:
    """Show whoever comes to watch what a seat sees."""

    def shown(views: Any, seat: Any) -> Any:
        seats = sorted(views._latest.you)
        return snapshot(views, seats[-1] if seat is None and seats else seat)

    return shown


def _padded(public: _Function) -> _Function:
    """Let the size of a view depend on cards in hands."""

    def look(state: Any) -> Any:
        pad = sum(sum(hand) for hand in state.hands) % 5
        return {**public(state), "pad": "." * pad}

    return look


def _in_order_of_hands(public: _Function) -> _Function:
    """Let the order of keys depend on cards in hands."""

    def look(state: Any) -> Any:
        figures = public(state)["figures"]
        order = sorted(figures, key=lambda seat: state.hands[int(seat)])
        return {**public(state), "figures": {seat: figures[seat] for seat in order}}

    return look


def _fewer_choices(choices: _Function) -> _Function:
    """Let what a seat is offered depend on what others have in hand."""

    def offered(match: Any, seat: Any) -> Any:
        others = (match.private(other) for other in range(match.seats) if other != seat)
        red = sum(str(hand).count("D") + str(hand).count("H") for hand in others)
        return choices(match, seat)[: None if red % 2 else -1]

    return offered


def _looks_of_all(private: _Function) -> _Function:
    """Show a seat the cards that any seat has looked at."""

    def look(state: Any, seat: Any) -> Any:
        seen: dict[str, Any] = {}
        for other in range(len(state.at)):
            seen |= private(state, other).get("seen", {})
        return {"seen": seen} if seen else private(state, seat)

    return look


def _top_card(public: _Function) -> _Function:
    """Show what is about to be drawn."""

    def look(state: Any) -> Any:
        return {**public(state), "next": [*state.deck[:3]]}

    return look


def _telling_refusal(action: _Function) -> _Function:
    """Refuse a card that somebody else has in hand in other words than one that nobody has."""

    def checked(match: Any, seat: Any, described: Any) -> Any:
        for other in range(match.seats):
            held = match.private(other).get("hand", {}).values()
            if other != seat and described.get("card") in held:
                raise IllegalActionError("not_your_turn", "it is another's card")
        return action(match, seat, described)

    return checked


def _secret_at_once(tree: _Function) -> _Function:
    """Show the server's secret while the match is played."""

    def shown(deal: Any, **_: bool) -> Any:
        return tree(deal, over=True)

    return shown


def _nothing_concealed(_: _Function) -> _Function:
    """Let the bot that gives hints see all."""

    def seen(play: Any, *_: Any) -> Any:
        return play.match._state.clone()

    return seen


def _turns_by_prompts(_: _Function) -> _Function:
    """Let the turn clock, which all see, begin anew when a seat's choices change."""

    def number(_: Any) -> None:
        return None

    return number


MUTANTS: Mapping[str, Mutant] = {
    "private-to-all": Mutant("hounds", partial(_wrapped, Views, "advance", _to_everybody)),
    "events-to-all": Mutant("haydes", partial(_wrapped, Views, "advance", _events_to_all)),
    "snapshot": Mutant("hounds", partial(_wrapped, Views, "snapshot", _snapshot_of_a_seat)),
    "length": Mutant("hounds", partial(_wrapped, HoundsState, "public", _padded)),
    "order": Mutant("hounds", partial(_wrapped, HoundsState, "public", _in_order_of_hands)),
    "choices": Mutant("hounds", partial(_wrapped, Match, "choices", _fewer_choices), 3),
    "clock": Mutant("hounds", partial(_wrapped, HoundsState, "turn_number", _turns_by_prompts), 26),
    "refusal": Mutant("hounds", partial(_wrapped, Match, "action", _telling_refusal)),
    "hint": Mutant("haydes", partial(_wrapped, Play, "conceal", _nothing_concealed), 26),
    "looks": Mutant("haydes", partial(_wrapped, HaydesState, "private", _looks_of_all)),
    "next-cards": Mutant("holyquest", partial(_wrapped, HolyQuestState, "public", _top_card)),
    "secret": Mutant("holyquest", partial(_wrapped, Deal, "tree", _secret_at_once)),
}
