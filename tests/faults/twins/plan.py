"""A match as two servers will play it: the same inputs, with other secrets where that can be.

What a viewer knows is the same after every input. Where the other secrets would show, as a card
that is played must have been in the hand, others are put in their place just before, and where
there are none, the true ones: a viewer can tell none of that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.faults.twins.hidden import HIDDEN, Deed, Hidden, Viewer, facts

from haydes.engine.cards import DECK, FIRST_COURT
from haydes.engine.dealer import Dealer, FastDealer, ScriptedDealer
from haydes.engine.game import Game, OptionValue, Seat, State
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.match import Kind
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES

TURN_SECONDS = 30
_EARLIER = 60  # inputs, at most, before a server takes over
_TRIES = 5  # other secrets that are looked at, before it is the true ones
_KEPT = 0.6  # how often secrets stay what they have become


@dataclass(frozen=True, slots=True)
class Step:
    """One input and what it takes."""

    deed: Deed
    is_late: bool  # it is the turn clock that acts
    draws: Sequence[int]
    other: State | None  # secrets for the second server; None: they stay what they are
    probe: Tree | None  # something that the viewer may not do now, and tries before


@dataclass(slots=True)
class Plan:
    """A match, from where the servers begin it."""

    game: Game
    seats: int
    bots: int  # that have the last seats
    options: dict[str, OptionValue]
    turn_seconds: int
    viewer: Viewer
    start: State
    other: State  # what the second server begins with
    steps: list[Step] = field(default_factory=list[Step])
    differing: int = 0  # inputs that find other secrets at the second server

    @property
    def people(self) -> int:
        return self.seats - self.bots


class _Noting:
    """A dealer who notes what was drawn."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self.draws: list[int] = []

    def below(self, n: int) -> int:
        self.draws.append(self._dealer.below(n))
        return self.draws[-1]


def plan(name: str, seed: int, inputs: int) -> Plan:
    """Return a match of so many inputs, if it does not end before."""
    random = Random(f"{name}/{seed}")
    its = _begin(GAMES[name], random)
    hidden = HIDDEN[name]
    true, other = its.start.clone(), its.other.clone()
    gone: set[Seat] = set()
    for _ in range(inputs):
        deed = _deed(its, true, gone, random)
        chance = _Noting(FastDealer(random.random))
        after = true.clone()
        put(after, deed, chance)
        if after.outcome():
            break
        is_late = random.random() < 0.3 and _may_be_late(its, true, after, deed)
        probe = _probe(its, true, random)
        draws = tuple(chance.draws)
        taken = next(
            one
            for one in _others(its, true, other, deed, draws, random)
            if _passes(one, deed, draws, after, its.viewer, hidden, is_late=is_late)
        )
        its.steps.append(
            Step(deed, is_late, draws, None if taken is other else taken.clone(), probe)
        )
        its.differing += _secrets(taken, hidden) != _secrets(true, hidden)
        put(taken, deed, ScriptedDealer(draws))
        true, other = after, taken
        if deed.kind is Kind.FORFEIT:
            gone.add(deed.seat)
    return its


def put(state: State, deed: Deed, dealer: Dealer) -> None:
    """Carry out an input."""
    if deed.kind is Kind.ACT:
        state.apply(deed.seat, deed.action, dealer)
    else:
        state.forfeit(deed.seat, dealer)


def _begin(game: Game, random: Random) -> Plan:
    seats = random.choice(game.seats[1:] if random.random() < 0.8 else game.seats)
    bots = random.choice((0, 0, 1)) if seats > 1 else 0
    options = game.settle({})
    for option in game.options:
        if random.random() < 0.4 and option.name != "clock":
            options[option.name] = random.choice(option.values)
    if game.name == "haydes" and random.random() < 0.8:
        options["encounter"] = "denizens"
    dealer = FastDealer(random.random)
    start = game.new(seats, options, dealer)
    if isinstance(start, HaydesState) and options["encounter"] == "denizens":
        _invite_kings(start, random)
    for _ in range(random.randrange(_EARLIER)):
        after = start.clone()
        seat, actions = _asked(after, seats)
        after.apply(seat, random.choice(actions), dealer)
        if after.outcome():
            break
        start = after
    viewer = random.choice((None, *range(seats), *range(seats)))
    deed = Deed(Kind.ACT, *_first(start, seats))
    other = HIDDEN[game.name].other(start, viewer, deed, (), random)
    turn_seconds = random.choice((0, 0, TURN_SECONDS))
    return Plan(game, seats, bots, options, turn_seconds, viewer, start, other)


def _invite_kings(state: HaydesState, random: Random) -> None:
    """Let every other card of the map be a King: who gets by one may look at a card (H-43)."""
    kings = range(DECK - 4, DECK - 1)
    pile = state.piles[0]
    state.piles[0] = bytearray(
        random.choice(kings) if card < FIRST_COURT and random.random() < 0.5 else card
        for card in pile
    )


def _asked(state: State, seats: int) -> tuple[Seat, Sequence[int]]:
    return next((seat, legal) for seat in range(seats) if (legal := state.legal(seat)))


def _first(state: State, seats: int) -> tuple[Seat, int]:
    seat, actions = _asked(state, seats)
    return seat, actions[-1]


def _deed(its: Plan, state: State, gone: set[Seat], random: Random) -> Deed:
    """Choose an input: an act, or now and then somebody gives up who is not the viewer."""
    stayers = {*range(its.people)} - gone - {its.viewer}
    if random.random() < 0.03 and stayers and len(gone) + 2 < its.seats:
        return Deed(Kind.FORFEIT, random.choice(sorted(stayers)))
    asking = [seat for seat in range(its.seats) if state.legal(seat)]
    seat = random.choice(asking)
    actions = state.legal(seat)
    if its.turn_seconds and random.random() < 0.1:
        return Deed(Kind.ACT, seat, state.default(seat))
    return Deed(Kind.ACT, seat, random.choice(actions))


def _may_be_late(its: Plan, state: State, after: State, deed: Deed) -> bool:
    """Tell whether a turn clock that runs out does just this."""
    turn = state.turn_number()
    return (
        its.turn_seconds > 0
        and deed.kind is Kind.ACT
        and deed.seat < its.people
        and deed.action == state.default(deed.seat)
        and sum(bool(state.legal(seat)) for seat in range(its.seats)) == 1
        and (turn is None or after.turn_number() != turn)
    )


def _probe(its: Plan, state: State, random: Random) -> Tree | None:
    """Return, not always, an act that the viewer may not do now, as others may, or nobody."""
    if its.viewer is None or random.random() < 0.7:
        return None
    own = set(state.legal(its.viewer))
    numbers = {n for seat in range(its.seats) for n in state.legal(seat)}
    if random.random() < 0.5:
        numbers = {*range(max(numbers))}
    forbidden = sorted(numbers - own)
    try:
        return state.describe(random.choice(forbidden)) if forbidden else None
    except (LookupError, ValueError):
        return None  # no action has this number


def _others(  # noqa: PLR0913, PLR0917 - what a position must agree with
    its: Plan, true: State, other: State, deed: Deed, draws: Sequence[int], random: Random
) -> Iterator[State]:
    """Yield positions for the second server, the best first, the true one last."""
    if random.random() < _KEPT:
        yield other
    make = HIDDEN[its.game.name].other
    for _ in range(_TRIES):
        yield make(true, its.viewer, deed, draws, random)
    yield true.clone()


def _passes(  # noqa: PLR0913, PLR0917 - as above
    state: State,
    deed: Deed,
    draws: Sequence[int],
    wanted: State,
    viewer: Viewer,
    hidden: Hidden,
    *,
    is_late: bool,
) -> bool:
    """Tell whether an input has the same effect on all that the viewer knows."""
    trial = state.clone()
    if deed.kind is Kind.ACT and deed.action not in trial.legal(deed.seat):
        return False
    if is_late and trial.default(deed.seat) != deed.action:
        return False
    chance = ScriptedDealer(draws)
    try:
        put(trial, deed, chance)
    except (IndexError, ValueError):  # it draws otherwise
        return False
    return not chance.left and facts(trial, viewer, hidden) == facts(wanted, viewer, hidden)


def _secrets(state: State, hidden: Hidden) -> list[object]:
    return [getattr(state, name) for name in sorted(hidden.parts - {"eyes"})]
