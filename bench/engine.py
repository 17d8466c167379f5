"""Measure the rules engine: random playouts and clones, beside games of OpenSpiel.

    python -m bench.engine [--seconds S] [--json FILE]

All contestants take turns in short slices of one run, so that what slows the machine slows them
all; the figures are medians of processor time over the slices, with the middle half of them as
spread. A playout is counted whole, set-up included; an action is `legal` + a random choice +
`apply`, and both sides choose with the same generator. Our games draw cards and dice inside
`apply`; in OpenSpiel they are steps of their own, which a playout must take too: "action"
divides the time by the decisions of players alone, "step" by all steps.
"""

import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from random import Random  # noqa: TID251  # a bench plays no match: speed is all it asks of chance
from time import perf_counter, process_time
from typing import Protocol, Self, TypeAlias

from bench.figures import parser, write
from bench.machine import Machine

from haydes.engine.dealer import FastDealer
from haydes.engine.game import Game, State
from haydes.engine.registry import GAMES

SLICE = 0.02  # seconds a contestant runs before the next one does
FEWEST_SLICES = 2
CLONES = 200
MIDGAME = 60  # steps into a playout at which clones are taken
PEERS = ("hearts", "crazy_eights", "go_fish", "backgammon")
PEER = "OpenSpiel"
COLUMNS = ("action", "step", "clone")
GOALS = {  # microseconds, at any number of seats
    "haydes": {"action": 2.5, "clone": 2.0},
    "hounds": {"action": 4.0, "clone": 2.0},
    "holyquest": {"action": 4.0, "clone": 2.0},
}

Summary: TypeAlias = dict[str, float]


class Clonable(Protocol):
    def clone(self) -> Self: ...


class PeerState(Clonable, Protocol):
    """What is used of OpenSpiel's State, which has no types."""

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def legal_actions(self) -> Sequence[int]: ...
    def apply_action(self, action: int) -> None: ...


class PeerGame(Protocol):
    def new_initial_state(self) -> PeerState: ...


@dataclass
class Contestant:
    """`playout(limit)` plays up to `limit` steps; returns decisions, steps and the position."""

    name: str
    playout: Callable[[int], tuple[int, int, Clonable]]
    action: list[float] = field(default_factory=list[float])
    step: list[float] = field(default_factory=list[float])
    clone: list[float] = field(default_factory=list[float])

    def run_slice(self) -> None:
        decisions = steps = 0
        begun = now = process_time()
        while now - begun < SLICE:
            more_decisions, more_steps, _ = self.playout(sys.maxsize)
            decisions += more_decisions
            steps += more_steps
            now = process_time()
        self.action.append((now - begun) / decisions * 1e6)
        self.step.append((now - begun) / steps * 1e6)
        clone = self.playout(MIDGAME)[2].clone
        begun = process_time()
        for _ in range(CLONES):
            clone()
        self.clone.append((process_time() - begun) / CLONES * 1e6)


def named(game: Game, seats: int) -> str:
    return f"{game.name.capitalize()}, {seats} seat" + "s" * (seats > 1)


def ours(game: Game, seats: int, random: Callable[[], float]) -> Contestant:
    options = game.settle({})
    dealer = FastDealer(random)
    seat_of = mover(game.new(seats, options, dealer))

    def playout(limit: int) -> tuple[int, int, Clonable]:
        state = game.new(seats, options, dealer)
        steps = 0
        while steps < limit and not state.outcome():
            seat = seat_of(state)
            actions = state.legal(seat)
            state.apply(seat, actions[int(random() * len(actions))], dealer)
            steps += 1
        return steps, steps, state

    return Contestant(named(game, seats), playout)


def mover(state: State) -> Callable[[State], int]:
    """Return what finds a seat to decide: where all act at once, it is the lowest that may."""
    return attrgetter("seat") if hasattr(state, "seat") else lowest


def lowest(state: State) -> int:
    seat = 0
    while not state.legal(seat):  # as cheap as can be, for it is measured with the rest
        seat += 1
    return seat


def peers(random: Callable[[], float]) -> Iterator[Contestant]:
    """Yield OpenSpiel's games, or nothing, and say so, if it is not installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed, so there are no peers: pip install -e '.[bench]'")
        return
    for name in PEERS:
        yield peer(name, pyspiel.load_game(name), random)


def peer(name: str, game: PeerGame, random: Callable[[], float]) -> Contestant:
    def playout(limit: int) -> tuple[int, int, Clonable]:
        state = game.new_initial_state()
        decisions = steps = 0
        while steps < limit and not state.is_terminal():
            # nobody asks for the odds: only backgammon's are not all the same, which costs no time
            decisions += not state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            steps += 1
        return decisions, steps, state

    return Contestant(f"{PEER} {name}", playout)


def measure(seconds: float) -> list[Contestant]:
    random = Random().random  # noqa: S311  # nobody's secret
    contestants = [
        *(ours(game, seats, random) for game in GAMES.values() for seats in game.seats),
        *peers(random),
    ]
    end = perf_counter() + seconds
    while len(contestants[0].action) < FEWEST_SLICES or perf_counter() < end:
        for contestant in contestants:
            contestant.run_slice()
    return contestants


def summary(times: Sequence[float]) -> Summary:
    low, median, high = statistics.quantiles(times, n=4)
    return {"low": round(low, 3), "median": round(median, 3), "high": round(high, 3)}


def report(figures: Mapping[str, Mapping[str, Summary]], machine: Machine) -> None:
    print(machine.tell())
    print(f"{'microseconds, median (middle half)':36}" + "".join(f"{what:>20}" for what in COLUMNS))
    for name, times in figures.items():
        cells = (f"{t['median']:.2f} ({t['low']:.2f}-{t['high']:.2f})" for t in times.values())
        print(f"{name:36}" + "".join(f"{cell:>20}" for cell in cells))
    for game in GAMES.values():
        fullest = figures[named(game, max(game.seats))]
        for name, times in figures.items():
            if name.startswith(PEER):
                ratios = (fullest[what]["median"] / times[what]["median"] for what in COLUMNS)
                label = f"{game.name.capitalize()} / {name}"
                print(f"{label:36}" + "".join(f"{ratio:>20.2f}" for ratio in ratios))
    for name, goals in GOALS.items():
        for what, goal in goals.items():
            ours_of = (figures[named(GAMES[name], seats)] for seats in GAMES[name].seats)
            worst = max(times[what]["median"] for times in ours_of)
            verdict = "met" if worst <= goal else "missed"
            print(f"goal: {name}, at most {goal} us per {what}: {worst:.2f}, {verdict}")


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--seconds", type=float, default=20, help="how long to measure (20)")
    given = arguments.parse_args()
    machine = Machine()
    contestants = measure(given.seconds)
    figures = {
        each.name: {what: summary(getattr(each, what)) for what in COLUMNS} for each in contestants
    }
    report(figures, machine)
    write(given.json, machine, {"microseconds": figures})


if __name__ == "__main__":
    main()
