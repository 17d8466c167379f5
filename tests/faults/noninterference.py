"""Pairs of matches that differ only in what a viewer may not know, and look the same to it.

Run it as `python -m tests.faults.noninterference --pairs 1000 --seed 1`: so many pairs for each
game. Two real servers are put in positions that the viewer cannot tell apart, with secrets of
their own, and play the same inputs. The viewer's seat before and after a new connection, a
spectator, one who comes late and one in the lobby must hear the same bytes at the same time, hints
and refusals included; a bot in the seat must choose the same, and the server log the same. Nobody
may hear of a card that was not shown to them, of the server's secret, or of another's token.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial

from tests.faults.twins.hall import BACK, LATE, LOBBY, SPECTATOR, Heard, Show
from tests.faults.twins.hidden import HIDDEN
from tests.faults.twins.mutants import MUTANTS
from tests.faults.twins.plan import Plan, plan
from tests.faults.twins.show import perform

_INPUTS = 40
_TOLD = 100  # pairs between two lines of a long run


@dataclass(frozen=True, slots=True)
class Finding:
    """What has come of one pair."""

    seed: int
    inputs: int
    differing: int  # inputs that found other secrets at the second server
    streams: int  # that were compared
    size: int  # bytes of these
    wrong: str = ""


def pair(name: str, seed: int, inputs: int = _INPUTS, mutant: str = "") -> Finding:
    """Play one match of a game at two servers and compare what was heard."""
    its = plan(name, seed, inputs)
    with MUTANTS[mutant].apply() if mutant else nullcontext():
        first, second = (perform(its, seed, second=second) for second in (False, True))
    compared = _compared(its, first)
    size = sum(len(data) for stream in compared for _, data in first.heard[stream])
    wrong = _judged(compared, first, second)
    return Finding(seed, len(its.steps), its.differing, len(compared), size, wrong)


def _compared(its: Plan, show: Show) -> list[str]:
    """Return whose streams must be the same."""
    if not HIDDEN[its.game.name].from_seats:
        return sorted(show.heard)
    viewer = () if its.viewer is None else (f"P{its.viewer}", BACK)
    return [name for name in (*viewer, SPECTATOR, LATE, LOBBY) if name in show.heard]


def _judged(compared: Sequence[str], first: Show, second: Show) -> str:
    for name in compared:
        if first.heard[name] != second.heard.get(name):
            return f"{name} can tell: {_difference(first.heard[name], second.heard.get(name, []))}"
    if first.log != second.log:
        return f"the log can tell: {set(first.log) ^ set(second.log)}"
    if first.thoughts != second.thoughts:
        return f"a bot can tell: it chooses {first.thoughts} or {second.thoughts}"
    for show in (first, second):
        if show.faults or show.failure:
            return show.failure or show.faults[0]
    return ""


def _difference(first: Heard, second: Heard) -> str:
    """Return where two streams part."""
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        if one[1] != other[1]:
            pieces = len(one[1]), len(other[1])
            place = next((n for n, (a, b) in enumerate(zip(one[1], other[1], strict=False))
                          if a != b), min(pieces))  # fmt: skip
            around = slice(max(0, place - 40), place + 40)
            return f"piece {number} at byte {place}: {one[1][around]!r} or {other[1][around]!r}"
        if one[0] != other[0]:
            return f"piece {number} comes at {one[0]:.3f} or {other[0]:.3f} s"
    return f"{len(first)} or {len(second)} pieces"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.noninterference",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pairs", type=int, default=50, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair")
    parser.add_argument("--inputs", type=int, default=_INPUTS, help="of a match, at most")
    parser.add_argument("--streams", type=int, default=2, help="processes")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), default="", help="a broken server")
    wish = parser.parse_args(arguments)
    games = [MUTANTS[wish.mutant].game] if wish.mutant else [*HIDDEN]
    seeds = range(wish.seed, wish.seed + wish.pairs)
    bad = 0
    with ProcessPoolExecutor(wish.streams) as pool:
        for name in games:
            began = time.monotonic()
            run = partial(pair, name, inputs=wish.inputs, mutant=wish.mutant)
            found: list[Finding] = []
            for finding in pool.map(run, seeds, chunksize=4):
                found.append(finding)
                if finding.wrong:
                    sys.stdout.write(f"{name}, seed {finding.seed}: {finding.wrong}\n")
                if len(found) % _TOLD == 0:
                    sys.stdout.write(f"  {len(found)} pairs of {name}\n")
                sys.stdout.flush()
            wrong = sum(bool(finding.wrong) for finding in found)
            bad += wrong
            sys.stdout.write(_report(name, found, wrong, time.monotonic() - began))
            sys.stdout.flush()
    return 1 if bad else os.EX_OK


def _report(name: str, found: Sequence[Finding], wrong: int, seconds: float) -> str:
    inputs = sum(one.inputs for one in found)
    differing = sum(one.differing for one in found)
    streams, size = sum(one.streams for one in found), sum(one.size for one in found)
    return (
        f"{name}: {len(found)} pairs, {wrong} told apart; {inputs} inputs, {differing} of them"
        f" with other secrets; {streams} streams of {size} bytes compared; {seconds:.0f} s\n"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
