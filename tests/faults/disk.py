"""A disk whose power may fail: what is left of the calls that were made on it.

What was synced is there. Of what was not, any part may be: a write may be there, be missing, be
torn at the edges of sectors, or have made the file longer and left zeros; a later one may be
there without an earlier one. A name is there for sure, or gone for sure, once names are synced.
It is taken for granted that a write harms nothing outside of its own bytes, and that what the
disk says is synced is synced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.faults.calls import Call, Deleted, NamesSynced, Opened, Synced, Truncated, Written
from tests.faults.luck import odds, pick

from haydes.engine.dealer import FairDealer

SECTORS = (512, 4096)
_FATES = ("whole", "whole", "gone", "gone", "torn", "torn", "zeros")
_IN_ORDER = 50  # per cent
_ALL, _NONE = 15, 15  # per cent of images with everything that was not synced, or nothing of it


@dataclass(slots=True)
class _File:
    synced: bytes = b""
    pending: list[Written | Truncated] = field(default_factory=list[Written | Truncated])
    named: bool = False


class Disk:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {name: _File(data, named=True) for name, data in files.items()}
        self._deleted: dict[str, _File] = {}  # their names may come back

    def take(self, call: Call) -> None:
        match call:
            case Opened(file):
                self._files.setdefault(file, _File())
            case Written(file) | Truncated(file):
                self._files[file].pending.append(call)
            case Synced(file):
                self._sync(self._files[file])
            case Deleted(file):
                self._delete(file)
            case NamesSynced():
                self._sync_names()

    def image(self, dealer: FairDealer) -> dict[str, bytes]:
        """Return files as they may be when the power fails now."""
        kind, sector = dealer.below(100), pick(dealer, SECTORS)
        fate = "whole" if kind < _ALL else "gone" if kind < _ALL + _NONE else ""
        files: dict[str, bytes] = {}
        for name, file in self._deleted.items():
            if not fate and odds(dealer, 50):
                files[name] = _left(file, dealer, fate, sector)
        for name, file in self._files.items():
            if file.named or fate == "whole" or (not fate and odds(dealer, 50)):
                files[name] = _left(file, dealer, fate, sector)
        return files

    def _sync(self, file: _File) -> None:
        content = bytearray(file.synced)
        for call in file.pending:
            _apply(content, call)
        file.synced = bytes(content)
        file.pending.clear()

    def _sync_names(self) -> None:
        self._deleted.clear()
        for file in self._files.values():
            file.named = True

    def _delete(self, name: str) -> None:
        file = self._files.pop(name, None)
        if file and file.named:
            self._deleted[name] = file


def _apply(content: bytearray, call: Written | Truncated) -> None:
    if isinstance(call, Truncated):
        del content[call.size :]
        content.extend(bytes(call.size - len(content)))
    else:
        content.extend(bytes(max(0, call.offset - len(content))))
        content[call.offset : call.offset + len(call.data)] = call.data


def _left(file: _File, dealer: FairDealer, fate: str, sector: int) -> bytes:
    content = bytearray(file.synced)
    pending = list(file.pending)
    if not fate and not odds(dealer, _IN_ORDER):
        pending.sort(key=lambda _: dealer.below(1 << 16))
    for call in pending:
        _apply_part(content, call, dealer, fate or pick(dealer, _FATES), sector)
    return bytes(content)


def _apply_part(
    content: bytearray, call: Written | Truncated, dealer: FairDealer, fate: str, sector: int
) -> None:
    if fate == "gone":
        return
    if isinstance(call, Truncated) or fate == "whole":
        _apply(content, call)
    elif fate == "zeros":
        beyond = call.offset + len(call.data) - len(content)
        content.extend(bytes(max(0, beyond)))
    else:
        start, end = call.offset, call.offset + len(call.data)
        while start < end:
            edge = min(end, start - start % sector + sector)
            if odds(dealer, 50):
                data = call.data[start - call.offset : edge - call.offset]
                _apply(content, Written(call.file, start, data))
            start = edge
