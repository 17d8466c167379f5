"""How the seed of a match follows from what server and seats have bound themselves to.

Whoever draws a secret shows its commitment first and the secret later: nobody can choose one
after seeing another's, and everybody can check (SPEC.md, "Fair dealing"; cases in
vectors/fair.json).
"""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeAlias

FEATURE = "fair"  # its name in `welcome.features`
SECRET_BYTES = 32
DIGEST = 64  # hexadecimal digits of a secret or a commitment
_COMMITMENT = b"haydes fair commitment 1"
_SEED = b"haydes fair seed 1"

Option: TypeAlias = str | int | bool  # the value of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is to be played, as far as it binds the seed."""

    table: str
    match: int  # its number at the table, from 1
    game: str
    version: int  # of the rules
    options: Mapping[str, Option] = field(default_factory=dict[str, Option])


def commitment(secret: bytes) -> str:
    """Return what binds to a secret of 32 bytes without telling it."""
    _check(secret)
    return sha256(_joined(_COMMITMENT, secret)).hexdigest()


def fits(secret: bytes, shown: str) -> bool:
    """Tell whether a secret is the one that a commitment was made of."""
    return hmac.compare_digest(commitment(secret).encode(), shown.encode())


def seed(terms: Terms, secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """Return the seed of a match; `nonces` has one for each seat, empty if it adds none."""
    for drawn in (secret, *filter(None, nonces)):
        _check(drawn)
    options = sorted(terms.options.items(), key=lambda option: option[0].encode())
    return sha256(
        _joined(
            _SEED,
            terms.table.encode(),
            _number(terms.match),
            terms.game.encode(),
            _number(terms.version),
            _number(len(options)),
            *(part for name, value in options for part in (name.encode(), _value(value))),
            secret,
            _number(len(nonces)),
            *nonces,
        )
    ).digest()


def unhex(text: str) -> bytes:
    """Return the secret that 64 hexadecimal digits stand for; nothing if they are none."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        return b""
    return secret if secret.hex() == text and len(secret) == SECRET_BYTES else b""


def _joined(*parts: bytes) -> bytes:
    """Put parts together so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _number(value: int) -> bytes:
    return str(value).encode()


def _value(value: Option) -> bytes:
    """Write an option's value so that those of two types never look the same."""
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return f"#{value}".encode() if isinstance(value, int) else f'"{value}'.encode()


def _check(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret is {SECRET_BYTES} bytes, not {len(secret)}")
