"""The calls by which SQLite changes files, noted as they happen.

The library that the sqlite3 module has loaded is asked for its way to the system (its "VFS"),
and some of its functions are replaced by ones that note the call and go on to the original. It
takes no compiler, and nothing but ctypes.
"""

import _sqlite3
import ctypes as c
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

_OK = 0


class Opened(NamedTuple):
    """A file has been opened, and may be new."""

    file: str


class Written(NamedTuple):
    file: str
    offset: int
    data: bytes


class Truncated(NamedTuple):
    file: str
    size: int


class Synced(NamedTuple):
    file: str


class Deleted(NamedTuple):
    file: str


class Renamed(NamedTuple):
    """A file has another name now, and whatever had that name is gone."""

    file: str
    to: str


class NamesSynced(NamedTuple):
    """The names of files in the folder are durable now."""


Call: TypeAlias = Opened | Written | Truncated | Synced | Deleted | Renamed | NamesSynced

# Names are addresses: SQLite keeps the one that it gives to `open`
_open_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.POINTER(c.c_int))
_delete_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int)
_close_t = c.CFUNCTYPE(c.c_int, c.c_void_p)
_write_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_truncate_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_sync_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)
_folder_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(c.c_int))
_set_t = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_void_p)
_get_t = c.CFUNCTYPE(c.c_void_p, c.c_void_p, c.c_char_p)


def _others(*names: str) -> list[tuple[str, Any]]:
    return [(name, c.c_void_p) for name in names]


class _Vfs(c.Structure):
    _fields_ = [
        ("version", c.c_int),
        ("size", c.c_int),
        ("longest", c.c_int),
        *_others("next", "name", "data"),
        ("open", _open_t),
        ("delete", _delete_t),
        *_others("access", "full", "dl1", "dl2", "dl3", "dl4", "random", "sleep", "time"),
        *_others("error", "time64"),
        ("set_call", _set_t),
        ("get_call", _get_t),
    ]


class _Methods(c.Structure):
    _fields_ = [
        ("version", c.c_int),
        ("close", _close_t),
        *_others("read"),
        ("write", _write_t),
        ("truncate", _truncate_t),
        ("sync", _sync_t),
        *_others("size", "lock", "unlock", "reserved", "control", "sector", "traits"),
        *_others("map", "shm_lock", "barrier", "unmap", "fetch", "unfetch"),
    ]


class _File(c.Structure):
    _fields_ = [("methods", c.POINTER(_Methods))]


def _default_vfs() -> _Vfs | None:
    """Return how the library that the sqlite3 module uses changes files; None: it is hidden."""
    try:
        # A name is looked up in what the module is linked with, too
        find: Any = c.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    except (AttributeError, OSError):
        return None
    find.restype = c.POINTER(_Vfs)
    find.argtypes = [c.c_char_p]
    vfs: _Vfs = find(None).contents
    return vfs


AVAILABLE = _default_vfs() is not None


_listening: list[Callable[[Call], None]] = []  # to what Python does itself


def _overhear(event: str, args: tuple[Any, ...]) -> None:
    for note in _listening:
        if event == "os.rename":
            note(Renamed(Path(args[0]).name, Path(args[1]).name))
        elif event == "os.remove":
            note(Deleted(Path(args[0]).name))


@cache
def _listen() -> None:
    sys.addaudithook(_overhear)  # for ever


@contextmanager
def noted(note: Callable[[Call], None]) -> Generator[None]:
    """Have every call noted, before it is carried out; syncs when they are done.

    What Python changes is noted as far as it renames and deletes files.
    """
    _listen()
    vfs = _default_vfs()
    assert vfs
    names: dict[int, str] = {}  # by the address of the open file
    tables: dict[int, _Methods] = {}  # ours, by the address of SQLite's
    originals: dict[int, _Methods] = {}  # by the address of the open file
    real_open, real_delete = _open_t(_address(vfs, "open")), _delete_t(_address(vfs, "delete"))
    real_folder = _folder_t(vfs.get_call(c.addressof(vfs), b"openDirectory"))

    def write(file: int, data: int, size: int, offset: int) -> int:
        note(Written(names[file], offset, c.string_at(data, size)))
        return int(originals[file].write(file, data, size, offset))

    def truncate(file: int, size: int) -> int:
        note(Truncated(names[file], size))
        return int(originals[file].truncate(file, size))

    def sync(file: int, flags: int) -> int:
        result = int(originals[file].sync(file, flags))
        note(Synced(names[file]))
        return result

    def close(file: int) -> int:
        return int(originals.pop(file).close(file))

    ours = {"write": _write_t(write), "truncate": _truncate_t(truncate), "sync": _sync_t(sync)}
    ours["close"] = _close_t(close)

    def open_(at: int, name: int | None, file: int, flags: int, out: Any) -> int:
        result = int(real_open(at, name, file, flags, out))
        opened = _File.from_address(file)
        if result == _OK and name:
            names[file] = _file(name)
            note(Opened(names[file]))
            originals[file] = opened.methods.contents
            where = c.addressof(originals[file])
            if where not in tables:
                tables[where] = _Methods.from_buffer_copy(originals[file])
                for what, function in ours.items():
                    setattr(tables[where], what, function)
            opened.methods = c.pointer(tables[where])
        return result

    def delete(at: int, name: int, sync_names: int) -> int:
        note(Deleted(_file(name)))
        return int(real_delete(at, name, sync_names))

    def folder(path: int, out: Any) -> int:
        result = int(real_folder(path, out))
        note(NamesSynced())  # SQLite opens a folder for nothing else
        return result

    our_open, our_delete, our_folder = _open_t(open_), _delete_t(delete), _folder_t(folder)
    vfs.open, vfs.delete = our_open, our_delete
    vfs.set_call(c.addressof(vfs), b"openDirectory", c.cast(our_folder, c.c_void_p))
    _listening.append(note)
    try:
        yield
    finally:
        _listening.remove(note)
        vfs.open, vfs.delete = real_open, real_delete
        vfs.set_call(c.addressof(vfs), b"openDirectory", None)


def _file(name: int) -> str:
    return Path(c.string_at(name).decode()).name


def _address(vfs: _Vfs, name: str) -> int:
    """Return a function's address as it is now: a field shows what it will be later."""
    field = getattr(_Vfs, name)
    return c.c_void_p.from_address(c.addressof(vfs) + field.offset).value or 0
