"""The cases of protocol/vectors/fair.json, worked out by the words of SPEC.md alone.

`python -m tests.protocol.fair_vectors` writes the file.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import NotRequired, TypeAlias, TypedDict

from tests.engine.dealing_vectors import deal

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "fair.json"
LOW, HIGH = bytes(range(32)).hex(), "ff" * 32
ZEROS = "00" * 32
DRAWS = 6  # of below(6), from the seed

Option: TypeAlias = str | int | bool


class Case(TypedDict):
    name: str
    table: str
    match: int
    game: str
    version: int
    options: dict[str, Option]
    secret: str  # hexadecimal, as everything below
    nonces: list[str]  # by seat; empty: it adds none
    commitment: NotRequired[str]
    commitments: NotRequired[list[str]]  # by seat
    seed: NotRequired[str]
    dice: NotRequired[list[int]]  # the first results of below(6)


CASES: tuple[Case, ...] = (
    {
        "name": "two seats, each with a nonce",
        "table": "rimuta", "match": 1, "game": "haydes", "version": 1, "options": {},
        "secret": ZEROS, "nonces": [LOW, HIGH],
    },
    {
        "name": "the same, the nonces the other way round",
        "table": "rimuta", "match": 1, "game": "haydes", "version": 1, "options": {},
        "secret": ZEROS, "nonces": [HIGH, LOW],
    },
    {
        "name": "a seat that adds nothing",
        "table": "rimuta", "match": 2, "game": "haydes", "version": 1, "options": {},
        "secret": ZEROS, "nonces": ["", HIGH],
    },
    {
        "name": "nobody adds anything",
        "table": "rimuta", "match": 2, "game": "haydes", "version": 1, "options": {},
        "secret": HIGH, "nonces": ["", ""],
    },
    {
        "name": "options of all types, to be sorted, and a later rules version",
        "table": "zubedi", "match": 10, "game": "hounds", "version": 12,
        "options": {"turn_limit": 20, "map": "bloc\u00e9", "brawl": True, "denizens": False,
                    "denizen": "", "less": -1},
        "secret": LOW, "nonces": ["a5" * 32],
    },
    {
        "name": "a number, a text of digits and a truth are not the same",
        "table": "zubedi", "match": 10, "game": "hounds", "version": 12,
        "options": {"a": 1, "b": "1", "c": True, "d": "true"},
        "secret": LOW, "nonces": ["a5" * 32],
    },
)  # fmt: skip


def joined(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def committed(secret: str) -> str:
    """Return the commitment to a secret; nothing for nothing."""
    parts = joined(b"haydes fair commitment 1", bytes.fromhex(secret))
    return sha256(parts).hexdigest() if secret else ""


def option(value: Option) -> str:
    if isinstance(value, str):
        return '"' + value
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"#{value}"


def derived(case: Case) -> str:
    texts = [case["table"], str(case["match"]), case["game"], str(case["version"])]
    texts.append(str(len(case["options"])))
    for name in sorted(case["options"], key=str.encode):
        texts += [name, option(case["options"][name])]
    return sha256(
        joined(
            b"haydes fair seed 1",
            *(text.encode() for text in texts),
            bytes.fromhex(case["secret"]),
            str(len(case["nonces"])).encode(),
            *(bytes.fromhex(nonce) for nonce in case["nonces"]),
        )
    ).hexdigest()


def dice(seed: str) -> list[int]:
    """Draw as the section Dealing says."""
    return [result for _, result in deal("", seed, [6] * DRAWS)["draws"]]


def cases() -> list[Case]:
    found: list[Case] = []
    for case in CASES:
        seed = derived(case)
        found.append(
            {
                **case,
                "commitment": committed(case["secret"]),
                "commitments": [committed(nonce) for nonce in case["nonces"]],
                "seed": seed,
                "dice": dice(seed),
            }
        )
    return found


def text() -> str:
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
