"""A disk whose power may fail: what is left of the calls that were made on it.

What was synced is there. Of what was not, any part may be: a write may be there, be missing, be
torn at the edges of sectors, or have made the file longer and left zeros; a later one may be
there without an earlier one. That a file is made, renamed or deleted is sure once names are synced.
It is taken for granted that a write harms nothing outside of its own bytes, and that what the
disk says is synced is synced.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from tests.faults.calls import (
    Call,
    Deleted,
    NamesSynced,
    Opened,
    Renamed,
    Synced,
    Truncated,
    Written,
)  # fmt: skip
from tests.faults.luck import odds, pick

from haydes.engine.dealer import FairDealer

SECTORS = (512, 4096)
_FATES = ("whole", "whole", "gone", "gone", "torn", "torn", "zeros")
_IN_ORDER = 50  # per cent
_ALL, _NONE = 15, 15  # per cent of images with everything that was not synced, or nothing of it


@dataclass(slots=True, eq=False)
class _File:
    synced: bytes = b""
    pending: list[Written | Truncated] = field(default_factory=list[Written | Truncated])


_Names: TypeAlias = dict[str, _File]
_Naming: TypeAlias = Callable[[_Names], object]  # a change of names


class Disk:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._synced: _Names = {name: _File(data) for name, data in files.items()}
        self._names = dict(self._synced)
        self._pending: list[_Naming] = []  # that lead from the one to the other

    def take(self, call: Call) -> None:
        match call:
            case Opened(name):
                if name not in self._names:
                    self._change(partial(_bind, name, _File()))
            case Written(name) | Truncated(name):
                self._names[name].pending.append(call)
            case Synced(name):
                _sync(self._names[name])
            case Deleted(name):
                self._change(partial(_unbind, name))
            case Renamed(name, to):
                self._change(partial(_rename, name, to))
            case NamesSynced():
                self._synced = dict(self._names)
                self._pending.clear()

    def image(self, dealer: FairDealer) -> dict[str, bytes]:
        """Return files as they may be when the power fails now."""
        kind, sector = dealer.below(100), pick(dealer, SECTORS)
        fate = "whole" if kind < _ALL else "gone" if kind < _ALL + _NONE else ""
        names = self._left(dealer, fate)
        return {name: _left(file, dealer, fate, sector) for name, file in names.items()}

    def _change(self, naming: _Naming) -> None:
        naming(self._names)
        self._pending.append(naming)

    def _left(self, dealer: FairDealer, fate: str) -> _Names:
        """Return names as they may be: without the last changes, or without any others."""
        names = dict(self._synced)
        first = dealer.below(len(self._pending) + 1)
        in_order = odds(dealer, _IN_ORDER)
        for number, naming in enumerate(self._pending):
            there = number < first if in_order else odds(dealer, 50)
            if fate == "whole" or (not fate and there):
                naming(names)
        return names


def _bind(name: str, file: _File, names: _Names) -> None:
    names[name] = file


def _unbind(name: str, names: _Names) -> None:
    names.pop(name, None)


def _rename(name: str, to: str, names: _Names) -> None:
    if name in names:
        names[to] = names.pop(name)


def _sync(file: _File) -> None:
    content = bytearray(file.synced)
    for call in file.pending:
        _apply(content, call)
    file.synced = bytes(content)
    file.pending.clear()


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
