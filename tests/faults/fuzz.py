"""Frames and sessions that no honest client makes, by the million.

Run it as `python -m tests.faults.fuzz --frames 20000000 --messages 1000000 --seed 1`. Frames go
through the decoder and the connection of both roles, messages to a whole server without sockets.
No exception leaves either but the declared one, and memory stays flat.
"""

import argparse
import gc
import os
import resource
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from tests.faults.fuzzing import frames, sessions
from tests.faults.fuzzing.frames import WrongError

_PARTS = 20  # of a run, each with a seed and a line of its own
_GROWTH = 16  # MiB that memory may grow by after the first part

_Fuzz: TypeAlias = Callable[[Random, int], Counter[str]]


class Part(NamedTuple):
    """What has come of one part of a run."""

    size: int
    found: Counter[str]
    seconds: float
    memory: float  # MiB: in use now where tracemalloc traces it, else at the most so far
    wrong: str = ""


def run(what: str, fuzz: _Fuzz, count: int, seed: int, parts: int = _PARTS) -> Iterator[Part]:
    """Fuzz in parts; the last one yielded is wrong if anything is."""
    for number in range(parts):
        share = count * (number + 1) // parts - count * number // parts
        began, found, wrong = time.monotonic(), Counter[str](), ""
        try:
            found = fuzz(Random(f"{what}/{seed}/{number}"), share)
        except WrongError as error:
            wrong = f"part {number}: {error}"
        yield Part(share, found, time.monotonic() - began, _memory(), wrong)
        if wrong:
            return


def grown(parts: Sequence[Part]) -> float:
    """Return by how many MiB memory has grown since the first part."""
    return parts[-1].memory - parts[0].memory


def _memory() -> float:
    if tracemalloc.is_tracing():
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _report(what: str, parts: Sequence[Part]) -> str:
    count = sum(part.size for part in parts)
    seconds = sum(part.seconds for part in parts)
    found = sum((part.found for part in parts), Counter[str]())
    told = ", ".join(f"{number} {kind}" for kind, number in found.most_common(12))
    first, last = parts[0].memory, parts[-1].memory
    return (
        f"{count} {what} in {seconds:.0f} s, {count / max(seconds, 0.001):.0f} a second; "
        f"memory {first:.0f} MiB at first, {last:.0f} at last\n  {told}\n"
        f"{parts[-1].wrong and f'  WRONG {parts[-1].wrong}'}"
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(arguments)
    sys.stdout.write(f"seed {wish.seed}\n")
    bad = False
    for what, fuzz, count in (
        ("frames", frames.fuzz, wish.frames),
        ("messages", sessions.fuzz, wish.messages),
    ):
        if not count:
            continue
        parts: list[Part] = []
        for part in run(what, fuzz, count, wish.seed):
            parts.append(part)
            done = sum(each.size for each in parts)
            sys.stdout.write(f"  {done} {what}, {part.seconds:.0f} s, {part.memory:.0f} MiB\n")
            sys.stdout.flush()
        sys.stdout.write(_report(what, parts))
        bad = bad or bool(parts[-1].wrong) or grown(parts) > _GROWTH
    return 1 if bad else os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
