"""Playing cards as small numbers: 0 to 51 rank by rank, then the two Jokers.

A card's text is its rank and its suit ("7S", "TH", "KC"), a Joker's is "JB" or "JR".
"""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = len(RANKS) * len(SUITS)  # cards of one deck, without Jokers
BLACK_JOKER = DECK
RED_JOKER = DECK + 1

NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "JB", "JR")
NUMBERS = {name: card for card, name in enumerate(NAMES)}

# Ace 1 to King 13; a Joker counts 0 (Haydes H-15)
VALUES = (*(1 + card // len(SUITS) for card in range(DECK)), 0, 0)
FIRST_COURT = 10 * len(SUITS)  # Jacks, Queens and Kings are the cards from here to the Jokers


def is_court(card: int) -> bool:
    return FIRST_COURT <= card < DECK


def is_red(card: int) -> bool:
    """Tell whether a suited card is a diamond or a heart."""
    return card % len(SUITS) in (1, 2)
