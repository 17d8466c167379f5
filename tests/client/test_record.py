"""What is written down of a match, and where it ends."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.client import positions

from haydes.client import record
from haydes.client.fair import Fair
from haydes.client.model import Model, View
from haydes.client.record import KEPT, Head, Recorder, read
from haydes.protocol.messages import Act, Done, Say, Snapshot, Update, Welcome
from haydes.protocol.tree import merge

VIEW = positions.view(positions.game(), positions.MOVES)
UPDATE = Update(seq=2, ply=3)


def view(match: int = 1, phase: str = "playing", **fair: object) -> View:
    change: Any = {
        "phase": phase, "fair": {"match": match, "commitment": "../a" * 16, **fair},
    }  # fmt: skip
    return replace(VIEW, table=merge(VIEW.table, change))


def model(seen: View | None, fair: Fair | None = None) -> Model:
    return Model("Ann", view=seen, fair=fair or Fair())


def lines(recorder: Recorder) -> list[object]:
    assert recorder.path
    return list(read(recorder.path))


def test_a_record_begins_with_its_owner_and_the_whole_view(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "play.example.net:1")
    recorder.heard(UPDATE, model(view(), Fair("ab" * 32, pledged=True)))
    head, whole = lines(recorder)
    assert isinstance(head, Head)
    assert (head.server, head.nonce) == ("play.example.net:1", "ab" * 32)
    assert "abab" not in repr(head)
    assert isinstance(whole, Snapshot)
    assert whole.table == view().table


def test_a_nonce_that_was_not_promised_is_not_written_down(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(view(), Fair("ab" * 32)))
    head, _ = lines(recorder)
    assert isinstance(head, Head)
    assert head.nonce == ""


def test_what_comes_and_goes_is_written_down_as_it_is(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(view()))
    act = Act(ref=5, prompt=2, action={"do": "stop"})
    recorder.asked(act)
    recorder.asked(Say(ref=6, text="not for the record"))
    recorder.heard(Done(ref=5), model(view()))
    recorder.heard(UPDATE, model(view()))
    assert lines(recorder)[2:] == [act, Done(ref=5), UPDATE]


def test_only_its_owner_may_read_it_and_no_server_chooses_its_name(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "records", "..//evil")
    recorder.heard(UPDATE, model(view()))
    assert recorder.path
    assert recorder.path.parent == tmp_path / "records"
    assert recorder.path.stat().st_mode & 0o777 == 0o600
    assert recorder.path.parent.stat().st_mode & 0o777 == 0o700
    assert "/" not in recorder.path.name
    assert ".." not in recorder.path.name


def test_each_match_and_each_watcher_has_a_record_of_its_own(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(view(1)))
    first = recorder.path
    recorder.heard(UPDATE, model(view(2)))
    second = recorder.path
    recorder.heard(UPDATE, model(replace(view(2), you={})))
    assert len({first, second, recorder.path}) == 3
    assert recorder.path
    assert f"watch-{os.getpid()}" in recorder.path.name


def test_who_comes_back_goes_on_in_the_same_record(tmp_path: Path) -> None:
    first, second = Recorder(tmp_path, "here"), Recorder(tmp_path, "here")
    for recorder in (first, second):
        recorder.heard(UPDATE, model(view()))
        recorder.close()
    assert [type(line) for line in lines(second)] == [Head, Snapshot, Head, Snapshot]


def test_who_comes_back_goes_on_where_the_last_whole_line_ends(tmp_path: Path) -> None:
    first, second = Recorder(tmp_path, "here"), Recorder(tmp_path, "here")
    first.heard(UPDATE, model(view()))
    first.close()
    assert first.path
    with first.path.open("ab") as file:
        file.write(b'{"type":"upd')
    second.heard(UPDATE, model(view()))
    second.close()
    assert [type(line) for line in lines(second)] == [Head, Snapshot, Head, Snapshot]


def test_a_new_connection_is_marked(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(view()))
    welcome = Welcome(protocol=1, server="x", name="Ann", limits={}, table="rimuta")
    recorder.heard(welcome, model(replace(view(), seq=-1)))
    recorder.heard(UPDATE, model(replace(view(), seq=-1)))
    assert [type(line) for line in lines(recorder)] == [Head, Snapshot, Head]


@pytest.mark.parametrize(
    "between",
    [VIEW, view(phase="waiting"), view(phase="over", missing=[1]), view(phase="over")],
)
def test_between_matches_nothing_is_written_down(tmp_path: Path, between: View) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(between))
    recorder.heard(UPDATE, model(None))
    recorder.asked(Act(ref=5, prompt=2, action={"do": "stop"}))
    assert recorder.path is None
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_a_match_belongs_to_its_record(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(view()))
    recorder.heard(UPDATE, model(view(phase="over")))
    assert lines(recorder)[2:] == [UPDATE]
    recorder.close()
    recorder.heard(UPDATE, model(view(phase="over")))
    assert lines(recorder)[2:] == [UPDATE]


def test_without_a_folder_nothing_is_kept() -> None:
    recorder = Recorder(None, "here")
    recorder.heard(UPDATE, model(view()))
    recorder.heard(UPDATE, model(view()))
    assert recorder.path is None


def test_a_folder_that_cannot_be_written_ends_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    recorder = Recorder(tmp_path / "file", "here")
    recorder.heard(UPDATE, model(view()))
    recorder.heard(UPDATE, model(view()))
    assert recorder.path is None


def test_a_record_that_grows_too_large_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "LARGEST", 20_000)
    recorder = Recorder(tmp_path, "here")
    for _ in range(2000):
        recorder.heard(UPDATE, model(view()))
    assert recorder.path is None
    (file,) = tmp_path.iterdir()
    assert file.stat().st_size <= 20_000


def test_a_full_disk_ends_the_record_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(tmp_path, "here")
    recorder.heard(UPDATE, model(view()))

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    recorder.heard(UPDATE, model(view()))
    assert recorder.path is None


def test_the_oldest_records_are_deleted(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "here")
    for match in range(KEPT + 5):
        recorder.heard(UPDATE, model(view(match)))
        assert recorder.path
        os.utime(recorder.path, (match, match))
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names) == KEPT
    assert not any("_0_" in name or "_4_" in name for name in names)


def test_large_records_make_room_before_there_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "ROOM", 3000)
    recorder = Recorder(tmp_path, "here")
    for match in range(10):
        recorder.heard(UPDATE, model(view(match)))
        assert recorder.path
        os.utime(recorder.path, (match, match))
    files = list(tmp_path.iterdir())
    assert 1 < len(files) < 10
    assert recorder.path in files


def test_no_server_has_the_records_of_another_deleted(tmp_path: Path) -> None:
    elsewhere = Recorder(tmp_path, "play.example.net")
    elsewhere.heard(UPDATE, model(view()))
    assert elsewhere.path
    os.utime(elsewhere.path, (1, 1))
    recorder = Recorder(tmp_path, "play")
    for match in range(KEPT + 5):
        recorder.heard(UPDATE, model(view(match)))
    assert elsewhere.path.exists()
