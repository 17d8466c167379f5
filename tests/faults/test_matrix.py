"""The matrix of faults names tests that exist."""

import ast
from functools import cache
from pathlib import Path

import pytest
from tests.faults.matrix import MATRIX

_TESTS = Path(__file__).parents[1]


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((_TESTS / file).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, functions))


def test_every_fault_has_a_row() -> None:
    assert list(MATRIX) == [f"F{n}" for n in range(1, 53)]


@pytest.mark.parametrize("name", MATRIX)
def test_a_row_names_tests_that_exist_or_says_why_there_are_none(name: str) -> None:
    row = MATRIX[name]
    assert row.tests or row.why
    for place in row.tests:
        file, _, test = place.partition("::")
        assert test in names_in(file), place
