"""What `haydes-kit verify` makes of records that are odd, whoever has made them so."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from tests.fair.table import Sitting

from haydes.client import check
from haydes.client.exits import DONE, UNCHECKED, UNFAIR
from haydes.client.fair import Verdict
from haydes.client.kit.main import run
from haydes.client.kit.seen import load
from haydes.client.kit.verify import MOST, judge

Line = dict[str, Any]  # of a record
Edit = Callable[[list[Line]], object]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return Ann's record of a match."""
    sitting = Sitting(tmp_path_factory.mktemp("records"), "hounds", 42)
    sitting.play()
    assert sitting.ann.recorder.path
    return sitting.ann.recorder.path


def judged(record: Path, folder: Path, edit: Edit) -> tuple[int, str]:
    lines = [json.decode(line) for line in record.read_bytes().splitlines()]
    edit(lines)
    spoilt = folder / "spoilt"
    spoilt.write_bytes(b"\n".join(json.encode(line) for line in lines))
    code, sentences = judge(load(spoilt))
    return code, "\n".join(sentences)


def of(lines: list[Line], kind: str) -> list[Line]:
    return [line for line in lines if line["type"] == kind]


def test_the_command_prints_its_verdict(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(record)]) == DONE
    out, err = capsys.readouterr()
    assert out.startswith("match 1 at ")
    assert out.endswith("with their events.\n")
    assert err == ""


def test_the_order_of_a_record_counts(record: Path, tmp_path: Path) -> None:
    def early(lines: list[Line]) -> None:
        (reveal,) = of(lines, "reveal")
        lines.remove(reveal)
        lines.insert(1, reveal)

    code, found = judged(record, tmp_path, early)
    assert (code, found) == (UNFAIR, "the nonce was opened before it was safe to do so")


def test_a_script_that_is_not_whole_cannot_be_checked(record: Path, tmp_path: Path) -> None:
    code, found = judged(record, tmp_path, lambda lines: lines.remove(of(lines, "script")[0]))
    assert (code, found) == (
        UNCHECKED,
        "the server's script of the match is not whole in the record",
    )

    def late(lines: list[Line]) -> None:
        of(lines, "script")[0]["first"] = 5

    assert judged(record, tmp_path, late)[0] == UNCHECKED


def test_a_script_may_come_in_parts_and_anew(record: Path, tmp_path: Path) -> None:
    def part(lines: list[Line]) -> None:
        (script,) = of(lines, "script")
        half = len(script["inputs"]) // 2
        first = script | {"inputs": script["inputs"][:half]}
        second = script | {"first": half, "inputs": script["inputs"][half:]}
        lines[lines.index(script) :] = [first, first, second]

    assert judged(record, tmp_path, part)[0] == DONE


def test_parts_that_tell_of_different_deals_are_a_fault(record: Path, tmp_path: Path) -> None:
    def part(lines: list[Line]) -> None:
        (script,) = of(lines, "script")
        half = len(script["inputs"]) // 2
        other: Line = script | {"first": half, "inputs": script["inputs"][half:]}
        script["inputs"] = script["inputs"][:half]
        deal: Line = other["deal"]
        lines.append(other | {"deal": deal | {"more": 1}})

    code, found = judged(record, tmp_path, part)
    assert code == UNFAIR
    assert "the parts of the script tell of different deals" in found


def test_a_game_that_this_program_does_not_know_cannot_be_checked(
    record: Path, tmp_path: Path
) -> None:
    def rename(lines: list[Line]) -> None:
        lines[1]["table"]["game"] = "chess"
        of(lines, "script")[0]["deal"]["game"] = "chess"

    code, found = judged(record, tmp_path, rename)
    assert (code, found) == (UNCHECKED, "this program does not know the game 'chess'")


def test_what_the_rules_do_not_allow_cannot_be_dealt(record: Path, tmp_path: Path) -> None:
    def forbid(lines: list[Line]) -> None:
        lines[1]["table"]["options"]["fight"] = "never"
        of(lines, "script")[0]["deal"]["options"]["fight"] = "never"

    code, found = judged(record, tmp_path, forbid)
    assert code == UNFAIR
    assert found.startswith("the match cannot be dealt: ")


def test_a_match_that_began_at_another_ply_does_not_fit(record: Path, tmp_path: Path) -> None:
    def later(lines: list[Line]) -> None:
        of(lines, "script")[0]["deal"]["ply"] = 3

    code, found = judged(record, tmp_path, later)
    assert code == UNFAIR
    assert found.startswith("the match began later than the script says")
    assert found.endswith("more things do not fit")
    assert len(found.splitlines()) == MOST + 1


@pytest.mark.parametrize("kind", ["castle", "expire", "forfeit"])
def test_an_input_of_another_kind_does_not_fit(record: Path, tmp_path: Path, kind: str) -> None:
    def change(lines: list[Line]) -> None:
        of(lines, "script")[0]["inputs"][0]["kind"] = kind

    assert judged(record, tmp_path, change)[0] == UNFAIR


def test_an_act_that_was_refused_need_not_be_in_the_script(record: Path, tmp_path: Path) -> None:
    def refuse(lines: list[Line]) -> None:
        act = {"type": "act", "ref": 7777, "prompt": 0, "action": {"do": "fly"}}
        refused = {"type": "refused", "ref": 7777, "code": "illegal_action", "text": "no"}
        lines[2:2] = [act, refused]

    assert judged(record, tmp_path, refuse)[0] == DONE


def test_a_gap_is_passed_over_as_the_client_did(record: Path, tmp_path: Path) -> None:
    def doubled(lines: list[Line]) -> None:
        update = of(lines, "update")[3]
        lines.insert(lines.index(update), {**update, "seq": update["seq"] + 5})

    assert judged(record, tmp_path, doubled)[0] == DONE


# In a process of its own


def test_the_client_has_its_record_checked(record: Path) -> None:
    verdict, (sentence,) = asyncio.run(check.check(record))
    assert verdict is Verdict.FAIR
    assert sentence.startswith("match 1 at ")


def test_a_program_that_fails_leaves_the_question_open(tmp_path: Path) -> None:
    assert asyncio.run(check.check(tmp_path / "nothing")) == (
        Verdict.UNKNOWN,
        ["the program for it has failed"],
    )


def test_a_program_that_does_not_start_leaves_the_question_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "nothing"))
    verdict, (why,) = asyncio.run(check.check(tmp_path))
    assert verdict is Verdict.UNKNOWN
    assert "does not start" in why


def test_a_program_that_does_not_end_leaves_the_question_open(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SECONDS", 0.0)
    assert asyncio.run(check.check(record)) == (Verdict.UNKNOWN, ["it took too long"])
