"""Cases about servers, a file for each category or two; importing this package fills the book."""

from haydes.client.kit.conformance.server import (
    acts,
    dealing,
    errors,
    framing,
    hello,
    hints,
    life,
    lobby,
    resume,
    seats,
    sequence,
    text,
    watching,
)
from haydes.client.kit.conformance.server.book import BOOK

__all__ = [
    "BOOK", "acts", "dealing", "errors", "framing", "hello", "hints", "life", "lobby", "resume",
    "seats", "sequence", "text", "watching",
]  # fmt: skip
