"""What is in SQLite's write-ahead log, read without SQLite (see sqlite.org/fileformat2.html#wal).

SQLite reads the log up to the first damaged frame and drops the rest without a word. Since each
commit is on disk before the next one begins, only the last one may be incomplete after a power
cut: whole commits behind the damage were promised, and are lost.
"""

from collections import Counter
from typing import Literal

_HEADER, _FRAME = 32, 24  # bytes, the latter before each page
_PAGE_SIZE, _SALTS, _SUM = slice(8, 12), slice(16, 24), slice(24, 32)
_COMMIT, _FRAME_SALTS = slice(4, 8), slice(8, 16)  # in a frame's header
_LITTLE = bytes.fromhex("377f0682")
_WORD = 1 << 32


def lost_commits(log: bytes, frames: int) -> int:
    """Return how many commits stand in a log behind the first `frames`, which SQLite has read.

    The commit that was under way when the power failed may be one of them.
    """
    header = log[:_HEADER]
    size = _FRAME + int.from_bytes(header[_PAGE_SIZE], "big")
    if len(header) < _HEADER:
        return 0
    salts: Counter[bytes] = Counter()
    for start in range(_HEADER + frames * size, len(log) - _FRAME, size):
        frame = log[start : start + _FRAME]
        if any(frame[_COMMIT]):
            salts[frame[_FRAME_SALTS]] += 1
    if _is_whole(header):
        return salts[header[_SALTS]]  # other salts are those of a log before this one
    return max(salts.values(), default=0)


def _is_whole(header: bytes) -> bool:
    order: Literal["little", "big"] = "little" if header[:4] == _LITTLE else "big"
    one = two = 0
    for start in range(0, _SUM.start, 8):
        first, second = (int.from_bytes(header[at : at + 4], order) for at in (start, start + 4))
        one = (one + first + two) % _WORD
        two = (two + second + one) % _WORD
    return header[_SUM] == one.to_bytes(4, "big") + two.to_bytes(4, "big")
