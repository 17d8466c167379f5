from typing import Any

import pytest

from haydes.protocol.codes import CLOSES, REFUSALS, Close, Refusal
from haydes.protocol.limits import KEY

TABLES: list[tuple[Any, Any]] = [(Refusal, REFUSALS), (Close, CLOSES)]


@pytest.mark.parametrize(("codes", "table"), TABLES)
def test_every_code_has_a_meaning_and_a_cure(codes: Any, table: Any) -> None:
    assert list(table) == list(codes)
    for meaning, cure in table.values():
        assert meaning
        assert cure
        assert "|" not in meaning + cure  # both stand in tables of SPEC.md


def test_a_code_is_a_short_word_for_machines() -> None:
    for code in (*Refusal, *Close):
        assert code == code.name.lower()
        assert code.replace("_", "").isalpha()
        assert len(code) <= KEY
