"""A case of the conformance kit: a number, the requirement it tests, and a function.

A case passes by returning. It ends otherwise by raising one of the errors of this file.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

W = TypeVar("W")  # what a case is given to work with
R = TypeVar("R")


class Verdict(Enum):
    PASS = "pass"  # noqa: S105 - no password
    NON_STRICT = "non-strict"  # a SHOULD is not heeded
    FAIL = "fail"
    NOT_COVERED = "not covered"  # this run cannot tell


class FailedError(Exception):
    """A requirement is broken."""


class NonStrictError(Exception):
    """A recommendation is not heeded."""


class NotCoveredError(Exception):
    """It cannot be told here; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Case(Generic[W]):
    number: int  # hundreds are the category; never given to another case
    rules: tuple[str, ...]  # names of requirements of SPEC.md
    title: str
    run: Callable[[W], None]


class Book(Generic[W]):
    """All cases of one kind; files add theirs with decorators."""

    def __init__(self, categories: Mapping[int, str]) -> None:
        self.categories = categories
        self._cases: dict[int, Case[W]] = {}

    def __iter__(self) -> Iterator[Case[W]]:
        return iter(sorted(self._cases.values(), key=lambda case: case.number))

    def __len__(self) -> int:
        return len(self._cases)

    def category(self, case: Case[W]) -> str:
        return self.categories[case.number // 100]

    def case(
        self, number: int, rules: str, title: str
    ) -> Callable[[Callable[[W], None]], Callable[[W], None]]:
        """Add a function as a case; `rules` are separated by spaces."""

        def add(run: Callable[[W], None]) -> Callable[[W], None]:
            self._add(Case(number, tuple(rules.split()), title, run))
            return run

        return add

    def rows(
        self, number: int, rules: str, title: str, rows: Mapping[str, R]
    ) -> Callable[[Callable[[W, R], None]], Callable[[W, R], None]]:
        """Add a function as a case for each row, numbered on from `number`.

        Rows are only ever added at the end. `{}` in `title` is the key of the row.
        """

        def add(run: Callable[[W, R], None]) -> Callable[[W, R], None]:
            for step, (name, row) in enumerate(rows.items()):

                def bound(world: W, row: R = row) -> None:
                    run(world, row)

                self._add(
                    Case(number + step, tuple(rules.split()), title.replace("{}", name), bound)
                )
            return run

        return add

    def _add(self, case: Case[W]) -> None:
        if case.number in self._cases:
            raise ValueError(f"two cases have the number {case.number}")
        self._cases[case.number] = case


def expect(holds: object, sentence: str) -> None:
    """Raise FailedError unless something holds."""
    if not holds:
        raise FailedError(sentence)


def recommend(holds: object, sentence: str) -> None:
    """Raise NonStrictError unless something holds."""
    if not holds:
        raise NonStrictError(sentence)
