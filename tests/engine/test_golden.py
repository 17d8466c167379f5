"""A rules version changes if and only if a golden transcript changes."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.engine.toy import PIG, Pig
from tests.engine.transcripts import (
    CASES,
    FOLDER,
    HOW,
    Case,
    Transcript,
    difference,
    read,
    record,
    renew,
    write,
)

from haydes.engine.game import Bot, State, random_bot
from haydes.engine.match import Kind
from haydes.engine.registry import GAMES

FILES = sorted(FOLDER.glob("*.json"))
GAME = {"pig": PIG}
CASE = Case("pig", "three", 3, ("careful", "random"), {"target": 9}, {2: (Kind.FORFEIT, 1)}, deal=1)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_match_plays_as_it_was_written_down(file: Path) -> None:
    transcript = read(file)
    game = GAMES[transcript["game"]]
    if why := difference(transcript, game):
        pytest.fail(f"{why}. If the rules of {game.name} are meant to change, {HOW}")


def test_every_game_has_transcripts_and_every_transcript_a_case() -> None:
    assert {case.game for case in CASES} == set(GAMES)
    assert {case.file for case in CASES} == {file.name for file in FILES}


def test_a_transcript_is_read_as_it_was_written(tmp_path: Path) -> None:
    transcript = record(CASE, PIG)
    assert {entry["kind"] for entry in transcript["script"]} == {"act", "forfeit"}
    (tmp_path / CASE.file).write_text(write(transcript), encoding="utf-8")
    assert difference(read(tmp_path / CASE.file), PIG) == ""


def change_set_up(transcript: Transcript) -> None:
    transcript["start"] = {}


def change_action(transcript: Transcript) -> None:
    transcript["script"][0]["action"] = {"do": "fly"}


def change_events(transcript: Transcript) -> None:
    transcript["script"][0]["events"] = []


def change_position(transcript: Transcript) -> None:
    transcript["script"][0]["patch"] = {"public": {"pot": 99}}


def change_end(transcript: Transcript) -> None:
    transcript["end"] = {}


def change_numbers(transcript: Transcript) -> None:
    transcript["numbers"] = ""


def change_version(transcript: Transcript) -> None:
    transcript["rules"] = 7


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (change_set_up, "the set-up differs"),
        (change_action, "ply 0: that is not one of your choices now"),
        (change_events, "ply 0: the events differ"),
        (change_position, "ply 0: the position differs"),
        (change_end, "the outcome differs"),
        (change_numbers, "the numbers of actions differ"),
        (change_version, "rules version 7 was recorded, not 1"),
    ],
)
def test_every_difference_is_noticed(change: Callable[[Transcript], None], complaint: str) -> None:
    transcript = record(CASE, PIG)
    change(transcript)
    assert difference(transcript, PIG) == complaint


class NewPig(Pig):
    version = 2


class RicherPig(Pig):
    version = 2
    bots: Mapping[str, Bot[State]] = {"careful": random_bot, "random": random_bot}


def test_what_is_new_is_recorded_and_what_is_old_is_left(tmp_path: Path) -> None:
    assert renew(tmp_path, [CASE], GAME) == []
    first = (tmp_path / CASE.file).read_text(encoding="utf-8")
    second_case = Case("pig", "solo", 1, ("random",))
    assert renew(tmp_path, [CASE, second_case], GAME) == []
    assert (tmp_path / CASE.file).read_text(encoding="utf-8") == first
    assert (tmp_path / second_case.file).exists()


def test_changed_rules_are_not_recorded_under_the_old_version(tmp_path: Path) -> None:
    transcript = record(CASE, PIG)
    change_events(transcript)
    file = tmp_path / CASE.file
    file.write_text(write(transcript), encoding="utf-8")
    assert renew(tmp_path, [CASE], GAME) == [f"{CASE.file}: ply 0: the events differ; {HOW}"]
    assert file.read_text(encoding="utf-8") == write(transcript)


def test_a_new_version_needs_a_transcript_that_changes(tmp_path: Path) -> None:
    renew(tmp_path, [CASE], GAME)
    before = read(tmp_path / CASE.file)
    assert renew(tmp_path, [CASE], {"pig": NewPig()}) == [
        "pig: no transcript changes; keep its version"
    ]
    assert read(tmp_path / CASE.file) == before
    assert renew(tmp_path, [CASE], {"pig": RicherPig()}) == []
    assert read(tmp_path / CASE.file)["rules"] == 2
