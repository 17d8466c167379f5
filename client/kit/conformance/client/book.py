"""The book of all cases about clients."""

from haydes.client.kit.conformance.case import Book
from haydes.client.kit.conformance.stage import Stage

BOOK: Book[Stage] = Book(
    {
        1: "framing",
        2: "life",
        3: "what is unknown",
        4: "acts",
        5: "views",
        6: "coming back",
        7: "the end",
    }
)
