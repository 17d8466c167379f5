"""Secrets that open something: the server keeps only their digests."""

import hmac
import secrets
from hashlib import sha256


def new_token() -> str:
    """Return 256 random bits as text."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> bytes:
    """Return what is kept of a secret; nothing of an empty one."""
    return sha256(secret.encode()).digest() if secret else b""


def same(digest: bytes, kept: bytes) -> bool:
    """Compare two digests in constant time."""
    return hmac.compare_digest(digest, kept)
