"""Maps: which tiles lie on the table, what they are called, and which of them touch.

A map is drawn as text, one character a tile: "#" a face-down card, "@" the black Joker where
everybody starts, "." nothing. Two tiles touch if they share an edge (H-18, HA-7). Tiles are
numbered in reading order; a place is named by its row's letter and its column's number ("F5").
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase

# A rectangle of 10 by 11 less its corners has exactly the 106 cards of two decks and two Jokers.
BLOCK = """
.########.
##########
##########
##########
##########
####@#####
##########
##########
##########
##########
.########.
"""

# One deck and two Jokers (HA-43).
QUICK = """
#########
#########
####@####
#########
#########
#########
"""


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """The tiles of a table: `places[t]` names tile t, `near[t]` are the tiles it touches.

    A map on which the game cannot be played raises ValueError.
    """

    name: str
    places: tuple[str, ...]
    start: int
    near: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        reached = {self.start}
        edge = reached
        while edge:
            edge = {near for tile in edge for near in self.near[tile]} - reached
            reached = reached | edge
        for tile, place in enumerate(self.places):
            if tile not in reached:
                raise ValueError(f"no way leads from the start to {place}")
        for tile in self.near[self.start]:
            # nobody can enter the red Joker from the black one, both being 0 (HA-10)
            if len(self.near[tile]) == 1:
                raise ValueError(f"{self.places[tile]} can be entered from the start only")


def read(name: str, drawing: str) -> Map:
    """Make a map of a drawing; ValueError says what is wrong with it."""
    rows = drawing.split()
    if set(drawing) - set("#@.\n"):
        raise ValueError("a map is drawn with #, @ and . only")
    if len(rows) > len(ascii_uppercase):
        raise ValueError(f"a map has at most {len(ascii_uppercase)} rows, not {len(rows)}")
    if drawing.count("@") != 1:
        raise ValueError(f"a map has one start, not {drawing.count('@')}")
    spots = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."]
    number = {spot: tile for tile, spot in enumerate(spots)}
    around = [((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) for r, c in spots]
    return Map(
        name=name,
        places=tuple(f"{ascii_uppercase[r]}{c + 1}" for r, c in spots),
        start=next(tile for tile, (r, c) in enumerate(spots) if rows[r][c] == "@"),
        near=tuple(tuple(number[spot] for spot in beside if spot in number) for beside in around),
    )


MAPS: Mapping[str, Map] = {
    name: read(name, drawing) for name, drawing in (("block", BLOCK), ("quick", QUICK))
}
