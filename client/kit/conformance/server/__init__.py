"""Cases about servers, a file for each category or two; importing this package fills the book."""

from haydes.client.kit.conformance.server import (
    acts,
    dealing,
    deflated,
    errors,
    framing,
    hello,
    hints,
    life,
    lobby,
    restart,
    resume,
    seats,
    sequence,
    text,
    tls,
    watching,
)
from haydes.client.kit.conformance.server.book import BOOK

__all__ = [
    "BOOK", "acts", "dealing", "deflated", "errors", "framing", "hello", "hints", "life", "lobby",
    "restart", "resume", "seats", "sequence", "text", "tls", "watching",
]  # fmt: skip
