"""The cases of protocol/vectors/dealing.json, dealt by the words of SPEC.md alone.

`python -m tests.engine.dealing_vectors` writes the file.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "dealing.json"
HALF = (1 << 31) + 1  # below this, almost every second number is passed over
CASES: tuple[tuple[str, str, list[int]], ...] = (
    ("dice", "00" * 32, [6] * 12),
    ("a deck dealt to its end", "ff" * 32, list(range(52, 0, -1))),
    ("numbers passed over", bytes(range(32)).hex(), [HALF] * 8),
    ("bounds", "a5" * 32, [1, 2, 3, 1 << 16, (1 << 32) - 1, 1 << 32, 1]),
)


class Case(TypedDict):
    name: str
    seed: str  # hexadecimal
    draws: list[tuple[int, int]]  # bound, result
    numbers_read: int


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 for keys of at most one block."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return sha256(outer + sha256(inner + message).digest()).digest()


def deal(name: str, seed: str, bounds: list[int]) -> Case:
    draws: list[tuple[int, int]] = []
    read = 0
    for n in bounds:
        while True:
            x = int.from_bytes(hmac_sha256(bytes.fromhex(seed), read.to_bytes(8, "big"))[:4], "big")
            read += 1
            if x < 2**32 - 2**32 % n:
                draws.append((n, x % n))
                break
    return {"name": name, "seed": seed, "draws": draws, "numbers_read": read}


def cases() -> list[Case]:
    return [deal(*facts) for facts in CASES]


def text() -> str:
    lines = ",\n".join(json.dumps(case) for case in cases())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
