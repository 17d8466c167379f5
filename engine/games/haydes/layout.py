"""The cards and figures on the table: what lies where, and what nobody has seen yet.

Cards are dealt late: a face-down tile records only which pile it came from, and a card gets
its identity when it is flipped. A pile is the unordered list of the unseen cards of one
origin: pile 0 the map, each later one a filling of the Replacement Deck. The distribution is
that of shuffling first, and a layout holds nothing that nobody has seen.
"""

from collections.abc import Iterable, Sequence

from haydes.engine.cards import BLACK_JOKER, RED_JOKER
from haydes.engine.dealer import Dealer
from haydes.engine.games.haydes.faces import BEATEN, HIDING, SEARCHED
from haydes.engine.games.haydes.maps import Map

OUT = -1  # where a figure is that left the game
MAP_PILE = 0

# A Joker pool whose tiles were filled from two fillings has a pile of its own: which tile got
# a card of which filling was shuffled away, so an entry REFERENCE + n stands for a card of pile n.
REFERENCE = 64

NO_LONGER_HIDING = bytes(SEARCHED if face == HIDING else face for face in range(256))


class Layout:
    """The tiles, the piles and where the figures are."""

    __slots__ = (
        "at",
        "deck",
        "discards",
        "faces",
        "fresh",
        "hiding",
        "left",
        "left_behind",
        "map",
        "open",
        "origin",
        "piles",
        "removed",
        "up",
    )

    def __init__(self, ground: Map, piles: Iterable[bytes], seats: int) -> None:
        """Lay out the first pile and the red Joker; the second is the Replacement Deck."""
        tiles = len(ground.places)
        self.map = ground
        self.faces = bytearray([HIDING]) * tiles
        self.faces[ground.start] = BLACK_JOKER
        self.hiding = tiles - 1  # how many tiles may be the red Joker
        self.origin = bytearray(tiles)  # the pile of each face-down tile
        self.piles = [bytearray(pile) for pile in piles]
        self.deck = 1  # the pile that the Replacement Deck is part of
        self.left = len(self.piles[1])  # cards in the Replacement Deck
        self.discards = bytearray()
        self.removed = 0  # cards out of the game
        self.at = [ground.start] * seats
        self.open = 1 << ground.start  # bit t: tile t lies face up
        self.up: list[int] = []  # tiles face up, the start excepted, in the order of flipping
        self.fresh = 0  # up[fresh:] were flipped this turn
        self.left_behind = False  # whether a figure left a tile since the last clean-up

    def copy_to(self, twin: "Layout") -> None:
        twin.map = self.map
        twin.faces = self.faces[:]
        twin.hiding = self.hiding
        twin.origin = self.origin[:]
        twin.piles = [pile[:] for pile in self.piles]
        twin.deck = self.deck
        twin.left = self.left
        twin.discards = self.discards[:]
        twin.removed = self.removed
        twin.at = self.at[:]
        twin.open = self.open
        twin.up = self.up[:]
        twin.fresh = self.fresh
        twin.left_behind = self.left_behind

    def flip(self, tile: int, dealer: Dealer) -> int:
        """Turn a card face up and return it; if it is the red Joker, leave the tile as it is."""
        if self.faces[tile] == HIDING:
            if not dealer.below(self.hiding):
                return RED_JOKER
            self.hiding -= 1
        entry = REFERENCE + self.origin[tile]
        while entry >= REFERENCE:
            pile = self.piles[entry - REFERENCE]
            chosen = dealer.below(len(pile))
            entry = pile[chosen]
            pile[chosen] = pile[-1]
            del pile[-1]
        self.faces[tile] = entry
        self.open |= 1 << tile
        self.up.append(tile)
        return entry

    def clean_up(self) -> bool:
        """Replace the face-up cards that nobody stands on (H-25, HA-19, HA-32).

        Return whether the Replacement Deck was renewed (H-26).
        """
        kept: list[int] = []
        bare: list[int] = []
        for tile in self.up:
            if tile in self.at:
                kept.append(tile)
                continue
            bare.append(tile)
            face = self.faces[tile]
            if face < BEATEN:
                self.discards.append(face)
            else:
                self.removed += 1
        renewed = len(bare) > self.left
        for tile in bare:
            if not self.left:
                self.left = len(self.discards)
                self.deck = self._add_pile(self.discards)
                self.discards = bytearray()
            self.left -= 1
            self.open ^= 1 << tile
            self.faces[tile] = SEARCHED
            self.origin[tile] = self.deck
        self.up = kept
        self.left_behind = False
        return renewed

    def joker_pool(self, joker: int) -> list[int]:
        """Return the tiles that a red Joker on tile `joker` is shuffled into (HA-3)."""
        return [*(tile for tile in self.up[self.fresh :] if tile not in self.at), joker]

    def hide_joker(self, pool: Sequence[int]) -> None:
        """Shuffle the red Joker, that is on the last tile of the pool, into all of it (H-35)."""
        self.faces = self.faces.translate(NO_LONGER_HIDING)
        self.hiding = len(pool)
        fillings = [self.origin[tile] for tile in pool[:-1]]
        if len(set(fillings)) > 1:
            fillings = [self._add_pile(bytearray(REFERENCE + filling for filling in fillings))]
        for tile in pool:
            self.faces[tile] = HIDING
            if fillings:
                self.origin[tile] = fillings[0]

    def _add_pile(self, entries: bytearray) -> int:
        """Return the number of a new pile; it may be that of one that was used up."""
        for number in range(MAP_PILE + 1, len(self.piles)):
            if not self.piles[number]:
                self.piles[number] = entries
                return number
        self.piles.append(entries)
        return len(self.piles) - 1
