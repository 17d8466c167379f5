"""Whatever happens to the file, nothing wrong is ever served, and nothing missing is passed over.

F12 cut, F13 flipped bits, F14 zeros, F15 stale blocks; F16 is in test_store.py.
"""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.test_store import filled, read, records, write

from haydes.server.chain import Kept, Ledger
from haydes.server.database import UnreadableError
from haydes.server.journal import Record
from haydes.server.store import FILE, Store

LOG = f"{FILE}-wal"
TABLES = ("bakelo", "rimuta", "sotupe")
WHOLE = {name: tuple(records(name, 12)) for name in TABLES}
FRAME = 24 + 4096  # bytes of SQLite's log


def images(folder: Path, *, tidy: bool) -> Path:
    """Write a journal in many commits; return a folder with the file as a kill leaves it."""
    live, image = folder / "live", folder / "image"
    with Store(live) as store:
        ledger = Ledger(store.identity)
        for number in range(12):
            for name in TABLES:
                write(store, ledger, WHOLE[name][number])
        if tidy:
            store.tidy()
        shutil.copytree(live, image)
    return image


def spoilt(image: Path, name: str, data: bytes) -> Path:
    """Return a copy of a folder in which one file is another."""
    copy = image.parent / "spoilt"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(image, copy)
    (copy / name).write_bytes(data)
    return copy


def opened(folder: Path) -> dict[str, Kept] | None:
    """Return what can be read of a folder; None: it says that it cannot be read."""
    before = (folder / FILE).read_bytes()
    try:
        kept = read(folder)
    except UnreadableError:
        assert (folder / FILE).read_bytes() == before, "what cannot be read is left alone"
        return None
    for name, one in kept.items():
        if not one.damage:
            assert one.records == WHOLE[name][: len(one.records)], "something wrong was read"
    assert read(folder) == kept, "opening it changes nothing any more"
    return kept


def is_whole(kept: dict[str, Kept]) -> bool:
    return {name: one.records for name, one in kept.items()} == WHOLE


def flips(data: bytes, step: int) -> Iterator[tuple[int, bytes]]:
    for number, place in enumerate(range(0, len(data), step)):
        changed = bytearray(data)
        changed[place] ^= 1 << number % 8
        yield place, bytes(changed)


def is_noticed(kept: dict[str, Kept], caplog: pytest.LogCaptureFixture) -> bool:
    return any(one.damage for one in kept.values()) or bool(warnings(caplog))


def warnings(caplog: pytest.LogCaptureFixture) -> int:
    found = sum(record.levelno >= logging.ERROR for record in caplog.records)
    caplog.clear()
    return found


def test_a_log_cut_anywhere_gives_what_was_written_before(tmp_path: Path) -> None:
    image = images(tmp_path, tidy=False)
    data = (image / LOG).read_bytes()
    most = 0
    for length in [*range(0, len(data), 1999), len(data)]:
        kept = opened(spoilt(image, LOG, data[:length]))
        assert kept is not None
        count = sum(len(one.records) for one in kept.values())
        assert count >= most, "a longer log never gives less"
        most = count
    assert most == sum(map(len, WHOLE.values()))


def test_a_database_cut_anywhere_is_noticed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    image = images(tmp_path, tidy=True)
    (image / LOG).unlink()
    data = (image / FILE).read_bytes()
    for length in range(0, len(data), 997):
        kept = opened(spoilt(image, FILE, data[:length]))
        assert kept is None or is_whole(kept) or is_noticed(kept, caplog), length


@pytest.mark.parametrize("name", [FILE, LOG])
def test_a_flipped_bit_is_noticed_or_does_nothing(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    image = images(tmp_path, tidy=name == FILE)
    if name == FILE:
        (image / LOG).unlink()
    data = (image / name).read_bytes()
    for place, changed in flips(data, 211 if name == FILE else 733):
        kept = opened(spoilt(image, name, changed))
        if kept is None or is_whole(kept):
            continue
        at_the_end = name == LOG and place >= len(data) - 2 * FRAME
        assert is_noticed(kept, caplog) or at_the_end, f"byte {place} was passed over"


def test_a_damaged_file_is_replaced_and_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    image = images(tmp_path, tidy=True)
    (image / LOG).unlink()
    data = bytearray((image / FILE).read_bytes())
    leaf = len(data) - 4096
    data[leaf : leaf + 8] = bytes(8)  # the header of a page
    folder = spoilt(image, FILE, bytes(data))
    opened(folder)
    assert warnings(caplog)
    assert (folder / f"{FILE}.damaged-1").read_bytes() == bytes(data)
    with Store(folder) as store:
        ledger = Ledger(store.identity)
        kept = {name: ledger.verify(name, rows) for name, rows in store.read()}
        added: Record = records("vutino")[0]
        write(store, ledger, added)
    assert read(folder) == {**kept, "vutino": Kept("vutino", (added,))}
    assert not warnings(caplog)


@pytest.mark.parametrize("size", [8, 4096, 4 << 20])
@pytest.mark.parametrize("name", [FILE, LOG])
def test_zeros_at_the_end_are_no_records(tmp_path: Path, name: str, size: int) -> None:
    image = images(tmp_path, tidy=name == FILE)
    if name == FILE:
        (image / LOG).unlink()
    kept = opened(spoilt(image, name, (image / name).read_bytes() + bytes(size)))
    assert kept is not None
    assert is_whole(kept)


def test_blocks_of_an_older_log_are_no_records(tmp_path: Path) -> None:
    other = tmp_path / "other"
    filled(other, "bakelo")
    image = images(tmp_path, tidy=False)
    data = (image / LOG).read_bytes()
    kept = opened(spoilt(image, LOG, data + data[-3 * FRAME :]))
    assert kept is not None
    assert is_whole(kept)


def test_a_log_without_its_database_is_not_taken_for_a_new_journal(tmp_path: Path) -> None:
    image = images(tmp_path, tidy=False)
    (image / FILE).unlink()
    with pytest.raises(UnreadableError, match="missing"):
        Store(image)
