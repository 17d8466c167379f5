"""The book of all cases about servers."""

from haydes.client.kit.conformance.case import Book
from haydes.client.kit.conformance.world import World

BOOK: Book[World] = Book(
    {
        1: "framing",
        2: "hello and versions",
        3: "identity",
        4: "lobby",
        5: "seats",
        6: "acts",
        7: "sequence",
        8: "resuming",
        9: "watching",
        10: "hidden information",
        11: "text",
        12: "limits",
        13: "errors and codes",
        14: "draining",
        15: "requests",
        16: "life and clocks",
        17: "dealing",
        18: "pause, absence, takeover",
        19: "reading the rules",
        20: "hints",
        21: "deflated updates",
        22: "TLS",
    }
)
