"""The journal's file: what is written is there again, and what is damaged is noticed."""

import resource
import shutil
import sqlite3
import stat
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest

from haydes.engine.match import Input, Kind
from haydes.server.chain import Kept, Ledger, Row
from haydes.server.database import UnreadableError
from haydes.server.folder import FolderError
from haydes.server.journal import InputTaken, Record, SeatOpened, SeatTaken, TableClosed
from haydes.server.store import FILE, StorageError, Store


def records(table: str, count: int = 6) -> list[Record]:
    """Return records, no two of them alike."""
    taken = SeatTaken(table, 1, "Ann", token=b"\x07" * 32)
    inputs = [InputTaken(table, Input(ply, Kind.ACT, 1, 3), ply, at=5) for ply in range(count - 1)]
    return [taken, *inputs]


def write(store: Store, ledger: Ledger, *added: Record) -> None:
    for record in added:
        ledger.add(record)
    store.write(ledger.take())


def filled(folder: Path, *tables: str) -> None:
    """Make a store with some tables."""
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        for table in tables:
            write(store, ledger, *records(table))


def read(folder: Path) -> dict[str, Kept]:
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        return {one.table: one for one in ledger.verify_all(store.read())}


def edit(folder: Path, *statements: str) -> None:
    """Change the file behind the server's back."""
    database = sqlite3.connect(folder / FILE, isolation_level=None)
    for statement in statements:
        database.execute(statement)
    database.close()


def test_what_was_written_is_there_again(tmp_path: Path) -> None:
    filled(tmp_path, "rimuta", "bakelo")
    assert read(tmp_path) == {
        name: Kept(name, tuple(records(name))) for name in ("bakelo", "rimuta")
    }


def test_a_chain_goes_on_where_it_ended(tmp_path: Path) -> None:
    filled(tmp_path, "rimuta")
    for seat in range(2):
        with Store(tmp_path) as store:
            ledger = Ledger(store.identity)
            for table, rows in store.read():
                ledger.verify(table, rows)
            write(store, ledger, SeatOpened("rimuta", seat))
    kept = read(tmp_path)["rimuta"]
    assert not kept.damage
    assert kept.records == (*records("rimuta"), SeatOpened("rimuta", 0), SeatOpened("rimuta", 1))


def test_a_batch_may_be_of_any_size(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        ledger = Ledger(store.identity)
        write(store, ledger, *records("rimuta", 256))
        write(store, ledger, *records("bakelo", 257))
        write(store, ledger, *records("sotupe", 1000))
    assert [len(kept.records) for kept in read(tmp_path).values()] == [257, 256, 1000]


def test_nothing_is_kept_of_a_closed_table(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        ledger = Ledger(store.identity)
        write(store, ledger, *records("rimuta"), *records("bakelo"))
        write(store, ledger, SeatOpened("rimuta", 0), TableClosed("rimuta"))
        write(store, ledger, *records("sotupe"), TableClosed("sotupe"), *records("sotupe"))
    kept = read(tmp_path)
    assert {name: len(kept.records) for name, kept in kept.items()} == {"bakelo": 6, "sotupe": 6}
    assert not any(one.damage for one in kept.values())


def test_only_the_owner_may_look(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    with Store(folder) as store:
        write(store, Ledger(store.identity), *records("rimuta"))
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        modes = {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {0o600}


def test_one_folder_serves_one_server(tmp_path: Path) -> None:
    with Store(tmp_path), pytest.raises(FolderError, match="another server"):
        Store(tmp_path)
    Store(tmp_path).close()


def test_a_folder_that_cannot_be_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderError, match="file"):
        Store(tmp_path / "file" / "data")


def test_a_journal_that_cannot_grow_is_said_to_be_no_worse(tmp_path: Path) -> None:
    live, killed = tmp_path / "live", tmp_path / "killed"
    with Store(live) as store:
        write(store, Ledger(store.identity), *records("bakelo", 1000))
        shutil.copytree(live, killed)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, before[1]))
    try:
        with pytest.raises(FolderError, match="cannot use"):
            Store(killed)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(read(killed)["bakelo"].records) == 1000


def make_text(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def make_other(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE records (table_id, n, body, hash)")
    database.close()


def make_newer(path: Path) -> None:
    filled(path.parent, "rimuta")
    edit(path.parent, "PRAGMA user_version = 2")


def make_beheaded(path: Path) -> None:
    filled(path.parent, "rimuta")
    path.write_bytes(b"\x00" * 100 + path.read_bytes()[100:])


def make_nameless(path: Path) -> None:
    filled(path.parent, "rimuta")
    edit(path.parent, "DELETE FROM store")


@pytest.mark.parametrize(
    "make",
    [
        make_text,
        make_other,
        make_newer,
        make_beheaded,
        make_nameless,
        Path.touch,
        Path.mkdir,
    ],
)
def test_what_is_no_journal_is_named_and_left_alone(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / FILE
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(UnreadableError, match=FILE):
        Store(tmp_path)
    assert (path.read_bytes() if path.is_file() else b"") == before


COPY = "INSERT INTO records SELECT 'rimuta', 7, body, hash FROM records WHERE"
DAMAGE: dict[
    str, tuple[int, *tuple[str, ...]]
] = {  # by what is done: how many records are whole, and how; N is the number of ours
    "changed": (3, "UPDATE records SET body = x'00' || body WHERE N = 4"),
    "changed in type": (3, "UPDATE records SET body = 'a' || x'ff' WHERE N = 4"),
    "hash changed": (3, "UPDATE records SET hash = zeroblob(16) WHERE N = 4"),
    "left out": (3, "DELETE FROM records WHERE N = 4"),
    "beginning left out": (0, "DELETE FROM records WHERE N = 1"),
    "closed up": (3, "DELETE FROM records WHERE N = 4", "UPDATE records SET n = n - 1 WHERE N > 4"),
    "swapped": (
        2,
        "UPDATE records SET n = 99 WHERE N = 3",
        "UPDATE records SET n = 3 WHERE N = 4",
        "UPDATE records SET n = 4 WHERE N = 99",
    ),
    "doubled": (6, f"{COPY} N = 6"),
    "from another table": (6, f"{COPY} table_id = 'bakelo' AND n = 6"),
    "empty": (6, "INSERT INTO records VALUES ('rimuta', 7, x'', x'')"),
    "last one under a name before": (5, "UPDATE records SET table_id = 'aaa' WHERE N = 6"),
    "last one under a name behind": (5, "UPDATE records SET table_id = 'zzz' WHERE N = 6"),
    "zeros": (6, "INSERT INTO records VALUES ('rimuta', 7, zeroblob(40), zeroblob(16))"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_table_is_noticed_and_the_others_are_whole(tmp_path: Path, what: str) -> None:
    whole, *how = DAMAGE[what]
    filled(tmp_path, "rimuta", "bakelo")
    edit(tmp_path, *(text.replace("N ", "table_id = 'rimuta' AND n ") for text in how))
    kept = read(tmp_path)
    assert kept["bakelo"] == Kept("bakelo", tuple(records("bakelo")))
    assert kept["rimuta"].records == tuple(records("rimuta"))[:whole]
    assert f"record {whole + 1}" in kept["rimuta"].damage


def test_a_table_does_not_fit_into_another_store(tmp_path: Path) -> None:
    filled(tmp_path / "one", "rimuta")
    filled(tmp_path / "two")
    (tmp_path / "two" / FILE).unlink()
    filled(tmp_path / "two")
    one, two = tmp_path / "one" / FILE, tmp_path / "two"
    edit(two, f"ATTACH '{one}' AS one", "INSERT INTO main.records SELECT * FROM one.records")
    assert read(two)["rimuta"] == Kept("rimuta", (), "record 1 does not follow from those before")


def test_no_row_shows_what_it_holds() -> None:
    ledger = Ledger(b"store")
    ledger.add(SeatTaken("rimuta", 0, "Ann", token=b"canary"))
    assert "canary" not in repr(ledger.take())


def test_a_record_of_an_unknown_kind_is_damage_too() -> None:
    chain = Ledger(b"store")
    for record in records("rimuta"):
        chain.add(record)
    unknown = b"\x92\xa5Later\xa6rimuta"
    *_, last = rows = chain.take().rows
    digest = blake2b(last.hash + unknown, digest_size=16).digest()
    kept = Ledger(b"store").verify("rimuta", [*rows, Row("rimuta", 7, unknown, digest)])
    assert kept.records == tuple(records("rimuta"))
    assert kept.damage == "record 7 is of no kind that is known here"


def test_a_full_disk_is_a_storage_error(tmp_path: Path) -> None:
    filled(tmp_path, "rimuta")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Store(tmp_path) as store:
        ledger = Ledger(store.identity)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, before[1]))
        try:
            with pytest.raises(StorageError, match="disk"):
                write(store, ledger, *records("bakelo", 10_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(read(tmp_path)) == ["rimuta"]


def test_there_is_room_while_enough_of_the_disk_is_free(tmp_path: Path) -> None:
    for floor, has_room in ((0, True), (1, True), (1 << 60, False)):
        with Store(tmp_path, floor) as store:
            assert store.has_room() is has_room


def test_tidying_loses_nothing(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        ledger = Ledger(store.identity)
        write(store, ledger, *records("rimuta"))
        assert store.untidy
        store.tidy()
        assert not store.untidy
        assert (tmp_path / FILE).stat().st_size > 4096
    assert read(tmp_path)["rimuta"].records == tuple(records("rimuta"))
