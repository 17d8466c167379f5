"""What a tile shows, as one number.

0 to 51 a card, face up; the two Jokers as in `haydes.engine.cards`; a card plus `BEATEN` a
creature that was overcome and lies on until nobody stands on it (HA-19); from `SEARCHED` up
a card face down: `SEARCHED` where the red Joker cannot be, `HIDING` where it may be (HA-34).
"""

from haydes.engine.cards import DECK, FIRST_COURT, NAMES, VALUES

BEATEN = 64
SEARCHED = 128
HIDING = 129


def _values() -> tuple[int, ...]:
    values = [0] * BEATEN * 2
    for card, value in enumerate(VALUES):
        values[card] = value
        values[card + BEATEN] = value
    return tuple(values)


VALUE = _values()  # of what lies face up: Ace 1 to King 13, a Joker 0 (H-15, HA-8)
CREATURE = tuple(FIRST_COURT <= face < DECK for face in range(HIDING + 1))

TEXT: dict[int, str] = (
    dict(enumerate(NAMES))
    | {card + BEATEN: f"{NAMES[card]}x" for card in range(FIRST_COURT, DECK)}
    | {SEARCHED: "--", HIDING: "??"}
)
