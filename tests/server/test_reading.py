"""A journal that is only looked at is left as it is, and not believed more than it deserves."""

from pathlib import Path

from tests.server.tools.campaign import write

from haydes.server.chain import Ledger
from haydes.server.journal import SeatOpened
from haydes.server.reading import Reading
from haydes.server.store import FILE


def test_a_table_in_two_pieces_is_not_taken_for_a_shorter_one(tmp_path: Path) -> None:
    write(tmp_path, *(SeatOpened("rimuta", seat) for seat in range(20, 26)))
    path = tmp_path / FILE
    key = b"rimuta\x04"
    whole = path.read_bytes()
    assert whole.count(key) == 1
    path.write_bytes(whole.replace(key, b"zimuta\x04"))
    with Reading(path) as reading:
        ledger = Ledger(reading.identity)
        kept = [ledger.verify(table, rows) for table, rows in reading.read()]
    assert [one.table for one in kept] == ["rimuta", "zimuta"]
    assert all(one.damage for one in kept)


def test_a_copy_reads_like_the_original_and_nothing_else_is_left(tmp_path: Path) -> None:
    write(tmp_path, *(SeatOpened("rimuta", seat) for seat in range(20, 26)))
    with Reading(tmp_path / FILE) as reading:
        reading.copy(tmp_path / "copy.db")
    with Reading(tmp_path / "copy.db") as copy:
        assert [(table, len(list(rows))) for table, rows in copy.read()] == [("rimuta", 6)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", FILE, "lock"]
