import json
import os
import stat
from pathlib import Path

import pytest

from haydes.client.options import Address
from haydes.client.store import Held, Store, folder, write

SEAT = Held("here", "rimuta", "secret", "Ann", ply=3)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "haydes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_kept_is_there_after_a_restart(store: Store, tmp_path: Path) -> None:
    store.keep(SEAT)
    (again,) = Store(tmp_path / "haydes").held("here", "Ann")
    assert (again.table, again.token, again.ply) == ("rimuta", "secret", 3)
    assert store.held("elsewhere", "Ann") == ()


def test_seats_are_for_their_owners_eyes_only(store: Store, tmp_path: Path) -> None:
    store.keep(SEAT)
    assert mode(tmp_path / "haydes") == 0o700
    assert mode(tmp_path / "haydes" / "seats.json") == 0o600
    assert [path.name for path in (tmp_path / "haydes").iterdir()] == ["seats.json"]


def test_a_readable_file_becomes_private_when_it_is_written_again(
    store: Store, tmp_path: Path
) -> None:
    store.keep(SEAT)
    (tmp_path / "haydes" / "seats.json").chmod(0o644)
    store.keep(SEAT)
    assert mode(tmp_path / "haydes" / "seats.json") == 0o600


def test_a_token_is_in_no_repr() -> None:
    assert "secret" not in repr(SEAT)


def test_the_latest_seat_is_the_last_and_a_table_is_kept_once(store: Store) -> None:
    store.keep(SEAT)
    store.keep(Held("here", "bokafe", "other", "Ann"))
    store.keep(Held("here", "rimuta", "newer", "Ann"))
    assert [held.token for held in store.held("here", "Ann")] == ["other", "newer"]


def test_players_of_one_account_keep_their_own_seats_at_one_table(store: Store) -> None:
    store.keep(SEAT)
    store.keep(Held("here", "rimuta", "Bob's", "Bob"))
    store.rise("here", "rimuta", "Bob", 4)
    store.rise("here", "rimuta", "Ann", 5)
    assert [seat.token for seat in store.held("here", "Ann")] == ["secret"]
    assert [seat.token for seat in store.free("here", "Bob")] == ["Bob's"]
    store.drop("here", "rimuta", "Bob")
    assert store.held("here", "Ann")
    assert store.held("here", "Bob") == ()


def test_a_seat_given_up_is_forgotten(store: Store) -> None:
    store.keep(SEAT)
    store.drop("here", "bokafe", "Ann")
    assert len(store.held("here", "Ann")) == 1
    store.drop("here", "rimuta", "Ann")
    assert store.held("here", "Ann") == ()


def test_only_the_newest_seats_are_kept(store: Store) -> None:
    for n in range(70):
        store.keep(Held("here", f"table{n}", "t", "Ann"))
    kept = store.held("here", "Ann")
    assert (len(kept), kept[-1].table) == (64, "table69")


def test_a_seat_where_another_client_sits_is_not_free(store: Store, tmp_path: Path) -> None:
    store.keep(SEAT)
    assert store.free("here", "Ann")  # this client itself
    path = tmp_path / "haydes" / "seats.json"
    (seat,) = json.loads(path.read_text())
    path.write_text(json.dumps([seat | {"pid": os.getppid()}]))
    assert store.free("here", "Ann") == ()
    path.write_text(json.dumps([seat | {"pid": 2**22 + 1}]))  # more than any process has
    assert store.free("here", "Ann")


def test_one_who_has_gone_may_come_back(store: Store) -> None:
    store.keep(SEAT)
    store.rise("here", "rimuta", "Ann", 9)
    (held,) = store.held("here", "Ann")
    assert (held.pid, held.ply, held.token) == (0, 9, "secret")


@pytest.mark.parametrize("damage", ["", "{", "[1]", '[{"server": "here"}]', "{}", "\udcff"])
def test_a_damaged_file_holds_no_seats(tmp_path: Path, damage: str) -> None:
    (tmp_path / "seats.json").write_bytes(damage.encode(errors="surrogateescape"))
    store = Store(tmp_path)
    assert store.held("here", "Ann") == ()
    store.keep(SEAT)
    assert len(store.held("here", "Ann")) == 1


HOST = Address("play.example.net")


def test_a_server_is_known_by_its_pin_at_its_host_and_port(store: Store, tmp_path: Path) -> None:
    assert store.pin(HOST) == ""
    store.know(HOST, "pin")
    store.know(Address("::1", 80), "other")
    again = Store(tmp_path / "haydes")
    assert (again.pin(HOST), again.pin(Address("::1", 80))) == ("pin", "other")
    assert again.pin(Address("play.example.net", 80)) == ""
    file = tmp_path / "haydes" / "known_hosts"
    assert file.read_text() == "play.example.net:7345 pin\n[::1]:80 other\n"
    assert mode(file) == 0o600


def test_a_server_may_be_forgotten(store: Store) -> None:
    store.know(HOST, "pin")
    assert store.forget(HOST)
    assert store.pin(HOST) == ""
    assert not store.forget(HOST)


def test_lines_that_tell_no_server_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "known_hosts").write_bytes(
        b"\xff\nplay.example.net:7345\nplay.example.net:7345 a\n"
    )
    assert Store(tmp_path).pin(HOST) == "a"


def test_without_a_folder_nothing_touches_the_disk() -> None:
    store = Store(None)
    store.keep(SEAT)
    assert store.held("here", "Ann")
    assert store.history() is None


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write(path, "new \udcff")
    assert path.read_text() == "old"
    write(path, "new")
    assert path.read_text() == "new"


def test_the_folder_honours_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert folder() == Path("/somewhere/haydes")
    monkeypatch.delenv("XDG_STATE_HOME")
    assert folder().name == "haydes"
