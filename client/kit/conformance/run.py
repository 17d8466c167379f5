"""Runs cases one by one and tells what becomes of each."""

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TypeVar

from haydes.client.kit import UsageError
from haydes.client.kit.conformance.case import (
    Book,
    Case,
    FailedError,
    NonStrictError,
    NotCoveredError,
    Verdict,
)
from haydes.client.kit.conformance.report import Result
from haydes.client.kit.conformance.wire import EndError

W = TypeVar("W")


def chosen(book: Book[W], wanted: Sequence[str]) -> list[Case[W]]:
    """Return the cases that are meant by numbers (611, 600-699) or requirements (ACT-3)."""
    if not wanted:
        return list(book)
    cases: dict[int, Case[W]] = {}
    for word in wanted:
        found = [case for case in book if _means(word, case)]
        if not found:
            raise UsageError(f"no case has the number or requirement {word!r:.40}")
        cases |= {case.number: case for case in found}
    return [cases[number] for number in sorted(cases)]


def _means(word: str, case: Case[W]) -> bool:
    first, _, last = word.partition("-")
    if first.isdecimal() and (not last or last.isdecimal()):
        return int(first) <= case.number <= int(last or first)
    return word.upper() in case.rules


def run(
    book: Book[W],
    cases: Sequence[Case[W]],
    stage: Callable[[Case[W]], AbstractContextManager[W]],
    jobs: int = 1,
) -> Generator[Result]:
    """Run each case on a stage of its own, some at a time; yield results in the cases' order."""

    def result(case: Case[W]) -> Result:
        start = time.monotonic()
        verdict, why = _judge(case, stage)
        seconds = time.monotonic() - start
        return Result(
            case.number, case.rules, book.category(case), case.title, verdict, why, seconds
        )

    if jobs == 1:  # an interrupt ends it at once
        yield from map(result, cases)
        return
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(result, cases)
    finally:
        pool.shutdown(cancel_futures=True)


def _judge(
    case: Case[W], stage: Callable[[Case[W]], AbstractContextManager[W]]
) -> tuple[Verdict, str]:
    try:
        with stage(case) as world:
            case.run(world)
    except tuple(_VERDICTS) as error:
        verdicts = (verdict for kind, verdict in _VERDICTS.items() if isinstance(error, kind))
        return next(verdicts), str(error)
    except UsageError:
        raise
    except EndError:
        return Verdict.FAIL, "the stream has ended"
    except OSError as error:
        return Verdict.FAIL, f"the connection failed: {error}"
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        return Verdict.FAIL, f"a message is not as it should be: {type(error).__name__} {error}"
    return Verdict.PASS, ""


_VERDICTS: Mapping[type[Exception], Verdict] = {
    FailedError: Verdict.FAIL,
    NonStrictError: Verdict.NON_STRICT,
    NotCoveredError: Verdict.NOT_COVERED,
}
