"""The cards and figures on the table: what lies where, and what nobody has seen yet.

Cards are dealt late: a face-down tile records only which pile it came from, and a card gets
its identity when it is flipped, or when somebody looks at it. A pile is the unordered list of
the unseen cards of one origin: pile 0 the map, each later one a filling of the Replacement
Deck. The distribution is that of shuffling first, and a layout holds nothing that nobody has
seen.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from haydes.engine.cards import BLACK_JOKER, RED_JOKER
from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat
from haydes.engine.games.haydes.faces import BEATEN, HIDING, SEARCHED
from haydes.engine.games.haydes.maps import Map

OUT = -1  # where a figure is that left the game
MAP_PILE = 0

# A Joker pool whose tiles were filled from two fillings has a pile of its own: which tile got
# a card of which filling was shuffled away, so an entry REFERENCE + n stands for a card of pile n.
REFERENCE = 64

UNKNOWN = -1  # a card that somebody has seen, in a position that conceals it

NO_LONGER_HIDING = bytes(SEARCHED if face == HIDING else face for face in range(256))


class Peek(NamedTuple):
    """A face-down card that somebody has looked at: it has its identity already.

    It was drawn from `pile`; that may be another than the tile's if that one is mixed.
    """

    seats: tuple[Seat, ...]
    card: int
    pile: int


class Layout:
    """The tiles, the piles and where the figures are."""

    __slots__ = (
        "at",
        "deck",
        "discards",
        "faces",
        "fresh",
        "hiding",
        "hurt",
        "left",
        "left_behind",
        "map",
        "open",
        "origin",
        "peeks",
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
        self.hiding = tiles - 1  # how many tiles may become the red Joker; 0: one is it
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
        self.peeks: dict[int, Peek] = {}  # by tile
        self.hurt: dict[int, int] = {}  # by tile, wounds of the creature there

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
        twin.peeks = self.peeks.copy()
        twin.hurt = self.hurt.copy()

    def flip(self, tile: int, dealer: Dealer) -> int:
        """Turn a card face up and return it; if it is the red Joker, leave the tile as it is."""
        entry = UNKNOWN
        if tile in self.peeks:
            entry = self.peeks.pop(tile).card
        if entry == UNKNOWN:
            if self.faces[tile] == HIDING and self.hiding:
                if not dealer.below(self.hiding):
                    self.hiding = 0
                    return RED_JOKER
                self.hiding -= 1
            entry = REFERENCE + self.origin[tile]
            while entry >= REFERENCE:
                pile = self.piles[entry - REFERENCE]
                chosen = dealer.below(len(pile))
                entry = pile[chosen]
                pile[chosen] = pile[-1]
                del pile[-1]
        if entry != RED_JOKER:
            self.faces[tile] = entry
            self.open |= 1 << tile
            self.up.append(tile)
        return entry

    def peek(self, seat: Seat, tile: int, dealer: Dealer) -> int:
        """Let a seat look at a face-down card, and return it."""
        seats, card, pile = self.peeks.get(tile, ((), UNKNOWN, MAP_PILE))
        if card == UNKNOWN:
            face, sizes = self.faces[tile], [*map(len, self.piles)]
            card = self.flip(tile, dealer)
            if card != RED_JOKER:  # turn it down again
                self.faces[tile] = face
                self.open ^= 1 << tile
                del self.up[-1]
            # of a mixed pile a reference was taken, and the card of the pile it referred to
            own = self.origin[tile]
            taken = [n for n, size in enumerate(sizes) if len(self.piles[n]) < size]
            pile = next((number for number in taken if number != own), own)
        self.peeks[tile] = Peek(tuple(sorted({*seats, seat})), card, pile)
        return card

    def forget(self, seat: Seat | None) -> None:
        """Undo the dealing of all cards that the seat has not looked at, whoever else has.

        The seat cannot tell the layout from the one before: what is dealt anew is as likely to
        be any card of the pile, and the piles are in order, so that theirs tells nothing.
        """
        self.hiding = self.faces.count(HIDING)
        for tile, peek in self.peeks.items():
            if peek.card == UNKNOWN:
                continue
            if seat in peek.seats:
                if peek.card == RED_JOKER:
                    self.hiding = 0
                elif self.hiding and self.faces[tile] == HIDING:
                    self.hiding -= 1
                continue
            self.peeks[tile] = peek._replace(card=UNKNOWN)
            if peek.card != RED_JOKER:
                self.piles[peek.pile].append(peek.card)
                if self.origin[tile] != peek.pile:
                    self.piles[self.origin[tile]].append(REFERENCE + peek.pile)
        self.piles = [bytearray(sorted(pile)) for pile in self.piles]

    def unseen(self) -> tuple[bytes, bytes]:
        """Return the cards that not everybody has seen: of the map, of the Replacement Deck."""
        seen_by_some = [
            (self.origin[tile] == MAP_PILE, peek.card)
            for tile, peek in self.peeks.items()
            if peek.card not in (UNKNOWN, RED_JOKER)
        ]
        laid = self.piles[MAP_PILE] + bytes(card for of_map, card in seen_by_some if of_map)
        filled = b"".join(self.piles[MAP_PILE + 1 :])
        return bytes(laid), filled + bytes(card for of_map, card in seen_by_some if not of_map)

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
        if self.hurt:
            self.hurt = {tile: wounds for tile, wounds in self.hurt.items() if tile in kept}
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
        in_use = {
            number for tile, peek in self.peeks.items() for number in (peek.pile, self.origin[tile])
        }
        for number in range(MAP_PILE + 1, len(self.piles)):
            if not self.piles[number] and number not in in_use:
                self.piles[number] = entries
                return number
        self.piles.append(entries)
        return len(self.piles) - 1
