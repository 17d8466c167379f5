"""Cases about clients; importing this package fills the book."""

from haydes.client.kit.conformance.client import coming_back, playing
from haydes.client.kit.conformance.client.book import BOOK

__all__ = ["BOOK", "coming_back", "playing"]
