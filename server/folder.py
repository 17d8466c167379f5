"""The folder for what outlives a server: its owner's alone, and one process's at a time."""

import fcntl
import os
import time
from pathlib import Path

OWNER_ONLY = 0o600  # of every file there
_LOCK = "lock"
_FOLDER = 0o700
_RETRY_SECONDS = 0.05


class FolderError(Exception):
    """The folder cannot be used: it is not writable, or another server has it."""


class BusyError(FolderError):
    """Another process has the folder."""


def take(folder: Path, patience: float = 0.0) -> int:
    """Make a folder, if it is not there, and `hold` it."""
    try:
        folder.mkdir(_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(f"cannot use the folder {folder}: {error.strerror}") from None
    return hold(folder, patience)


def hold(folder: Path, patience: float = 0.0) -> int:
    """Take a folder for this process until the returned file is closed; raises FolderError.

    BusyError if another process still has it after `patience` seconds.
    """
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
        try:
            _wait_for(lock, time.monotonic() + patience)
        except BaseException:
            os.close(lock)
            raise
    except BlockingIOError:
        sentence = f"cannot use the folder {folder}: another server uses it, or a tool does"
        raise BusyError(sentence) from None
    except OSError as error:
        raise FolderError(f"cannot use the folder {folder}: {error.strerror}") from None
    return lock


def _wait_for(lock: int, end: float) -> None:
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def free(folder: Path) -> int:
    """Return how many bytes are free on a folder's disk."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
