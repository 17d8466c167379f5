import os
from pathlib import Path

import pytest
from tests.client.past.films import FOLDER, HAYDES, HOLYQUEST, HOUNDS, film

from haydes.client.cards import Cards
from haydes.client.model import phase
from haydes.client.past import projector
from haydes.client.past.film import FilmError
from haydes.client.past.projector import load
from haydes.client.record import LARGEST


@pytest.mark.parametrize("path", [HAYDES, HOUNDS, HOLYQUEST])
def test_a_film_shows_the_match_from_its_beginning_to_its_end(path: Path) -> None:
    shown = film(path)
    assert phase(shown.steps[0].view) == "playing"
    assert phase(shown.steps[-1].view) == "over"
    assert shown.is_whole
    plies = [step.view.ply for step in shown.steps]
    assert plies == sorted(plies)
    assert shown.turns[0] == 0
    assert list(shown.turns) == sorted(set(shown.turns))


def test_every_step_has_its_own_lines_and_what_its_owner_knew() -> None:
    shown = film()
    told = [step.told for step in shown.steps]
    assert told == sorted(told)
    assert told[-1] == len(shown.lines)
    begin, end = shown.model(0), shown.model(shown.last)
    assert begin.name == end.name == "Ann"
    assert begin.log == shown.lines[: told[0]]
    assert "the match is over" in end.log[-1].text
    assert end.view is shown.steps[-1].view


def test_the_turn_of_a_step_counts_from_one() -> None:
    shown = film()
    assert [shown.turn(0), shown.turn(shown.turns[1]), shown.turn(shown.last)] == [
        1, 2, len(shown.turns),
    ]  # fmt: skip


def test_cards_are_told_as_the_player_likes_them() -> None:
    assert load(HAYDES, Cards.SHORT).lines != load(HAYDES).lines


def test_clocks_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "timed"
    clock = b'"clock":{"running":true,"turn":5000},"ply"'
    path.write_bytes(HAYDES.read_bytes().replace(b'"ply"', clock))
    shown = load(path)
    assert shown.last == film().last
    assert all(step.view.clock is None for step in shown.steps)


def test_what_comes_after_the_end_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "again"
    path.write_bytes(HAYDES.read_bytes())
    seq = film().steps[-1].view.seq
    again = b'{"type":"update","seq":%d,"ply":99,"game":{"x":1},"events":[{"event":"turn"}]}'
    with path.open("ab") as file:
        file.write(again % (seq + 1))
    assert load(path).last == film().last


def test_a_match_that_was_left_early_ends_early(tmp_path: Path) -> None:
    lines = HAYDES.read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").write_bytes(b"".join(lines[:30]))
    shown = load(tmp_path / "cut")
    assert not shown.is_whole
    assert 0 < shown.last < film().last


def test_who_came_back_sees_the_rest_after_a_gap(tmp_path: Path) -> None:
    lines = HAYDES.read_bytes().splitlines(keepends=True)
    (tmp_path / "gap").write_bytes(b"".join(lines[:30] + lines[40:]))
    assert load(tmp_path / "gap").last < film().last


def test_another_machine_shows_the_same(tmp_path: Path) -> None:
    copied = tmp_path / "from a friend"
    copied.write_bytes(HAYDES.read_bytes())
    assert load(copied).lines == film().lines


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is empty, too large, or ends too early"),
        (b"root:x:0:0:root:/root:/bin/sh\n", "line 1: JSON is malformed"),
        (b"[]\n", "line 1: "),
        (b'{"type":"update","seq":1,"ply":1}\n', "ends too early"),
        (b'{"type":"snapshot","seq":1,"ply":1,"table":{"phase":"waiting"}}\n', "ends too early"),
        (b"\xff\xfe\x00", "line 1: "),
        (b'{"type":"snapshot"', "line 1: "),
    ],
)
def test_a_bad_file_is_named_in_a_sentence(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises(FilmError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path} shows no match: ")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_of_a_line_that_was_not_written_to_its_end_nothing_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(HAYDES.read_bytes()[:-100])
    shown = load(path)
    assert shown.last == film().last - 1
    assert not shown.is_whole


@pytest.mark.parametrize(("name", "why"), [("none", "no such file"), (".", "is a directory")])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(FilmError, match=why):
        load(tmp_path / name)


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.touch()
    os.truncate(path, LARGEST + 1)
    with pytest.raises(FilmError, match="too large"):
        load(path)


def test_a_line_without_end_is_not_read() -> None:
    with pytest.raises(FilmError, match="line 1: "):
        load(Path("/dev/zero"))


def test_a_match_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projector, "MOST_STEPS", 10)
    with pytest.raises(FilmError, match="more than 10 steps"):
        load(HAYDES)


def test_who_comes_and_goes_is_no_step(tmp_path: Path) -> None:
    lines = HAYDES.read_bytes().splitlines(keepends=True)
    path = tmp_path / "watched"
    path.write_bytes(b"".join(lines[:30]))
    before = load(path)
    seq = before.steps[-1].view.seq
    with path.open("ab") as file:
        file.write(b'{"type":"update","seq":%d,"ply":9,"table":{"watching":3}}\n' % (seq + 1))
    after = load(path)
    assert after.last == before.last
    assert after.steps[-1].events == before.steps[-1].events
    assert after.steps[-1].view.table["watching"] == 3


def test_the_records_here_hold_no_nonce() -> None:
    assert all('"nonce":""' in path.read_text() for path in FOLDER.iterdir())
