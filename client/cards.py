"""Playing cards in words: "7S" is the seven of spades, or stays 7S for those who like it short."""

from enum import StrEnum

RANKS = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
JOKERS = {"JB": "black Joker", "JR": "red Joker"}


class Cards(StrEnum):
    """How cards are told."""

    WORDS = "words"
    SHORT = "short"


def card(text: str, cards: Cards = Cards.WORDS) -> str:
    """Return a card's name: "6C" -> "six of clubs". What is no card stays as it is."""
    if text in JOKERS:
        return JOKERS[text]
    if cards is Cards.SHORT or text[:1] not in RANKS or text[1:] not in SUITS:
        return text
    return f"{RANKS[text[0]]} of {SUITS[text[1]]}"


def the(text: str, cards: Cards = Cards.WORDS) -> str:
    """Return a card's name with its article, if it is told in words."""
    name = card(text, cards)
    return name if name == text else f"the {name}"
