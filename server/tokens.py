"""Secrets that open something: the server keeps only their digests."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from haydes.server.chance import Chance

_TOKEN = 32  # bytes


def new_token(chance: Chance) -> str:
    """Return 256 random bits as text."""
    return urlsafe_b64encode(chance.randbytes(_TOKEN)).rstrip(b"=").decode()


def digest(secret: str) -> bytes:
    """Return what is kept of a secret; nothing of an empty one."""
    return sha256(secret.encode()).digest() if secret else b""


def same(digest: bytes, kept: bytes) -> bool:
    """Compare two digests in constant time."""
    return hmac.compare_digest(digest, kept)
