"""The two decks, row by row as the author lists them (RULES.md explains the clause numbers).

A card of the monster deck is a number: first the monsters, then the trap, then the terrain, in
the order of their rows. The cards of the victory deck are numbered in the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from haydes.engine.games.holyquest.heroes import HEROES, KNIGHT, MINISTER, PROPHET, SCOUT


@dataclass(frozen=True, slots=True)
class Monster:
    name: str
    number: int  # of such cards in the deck
    power: int


@dataclass(frozen=True, slots=True)
class Terrain:
    """A dungeon or wilderness card: what it adds to the power of some monsters."""

    name: str
    kind: str
    adds: int
    to: frozenset[str]


MONSTERS = (
    Monster("goblins", 4, 2),
    Monster("dwarf", 4, 2),
    Monster("skeleton", 4, 2),
    Monster("elf", 4, 3),
    Monster("zombie", 4, 3),
    Monster("ghoul", 4, 3),
    Monster("wraith", 4, 4),
    Monster("werewolf", 2, 5),
    Monster("ogre", 2, 5),
    Monster("troll", 2, 6),
    Monster("wyvern", 2, 6),
    Monster("cockatrice", 2, 6),
    Monster("giant", 2, 7),
    Monster("chimera", 2, 7),
    Monster("basilisk", 2, 7),
    Monster("dragon", 1, 8),
)
TRAPS = 4

ALL = frozenset(monster.name for monster in MONSTERS)
FLYING = frozenset({"wyvern", "cockatrice", "chimera", "dragon"})  # QA-11
UNDEAD = frozenset({"skeleton", "zombie", "ghoul", "wraith"})

TERRAINS = (
    Terrain("high_wall", "dungeon", -1, ALL - {"giant"} - FLYING),
    Terrain("low_wall", "dungeon", -1, frozenset({"elf", "goblins", "dwarf"})),
    Terrain("hut", "dungeon", +1, frozenset({"werewolf"})),
    Terrain("mausoleum", "dungeon", +1, UNDEAD),
    Terrain("quagmire", "dungeon", -1, ALL),
    Terrain("stake_barrier", "dungeon", -2, ALL),
    Terrain("briars", "wilderness", -1, ALL - {"elf"} - FLYING),
    Terrain("hedge_row", "wilderness", -1, frozenset({"dwarf", "goblins"})),
    Terrain("hill", "wilderness", +1, frozenset({"dwarf"})),
    Terrain("forest", "wilderness", +1, frozenset({"elf"})),
)

TRAP = len(MONSTERS)
FIRST_TERRAIN = TRAP + 1
BARE = FIRST_TERRAIN + len(TERRAINS)  # no card: there is no terrain yet
DRAGON = len(MONSTERS) - 1

NAMES = (
    *(monster.name for monster in MONSTERS),
    "trap",
    *(terrain.name for terrain in TERRAINS),
)
MONSTER_DECK = bytes(
    (
        *(card for card, monster in enumerate(MONSTERS) for _ in range(monster.number)),
        *([TRAP] * TRAPS),
        *range(FIRST_TERRAIN, BARE),
    )
)

# The power of each monster by the terrain it is met in.
POWERS: Mapping[int, tuple[int, ...]] = {BARE: tuple(monster.power for monster in MONSTERS)} | {
    FIRST_TERRAIN + row: tuple(
        monster.power + terrain.adds * (monster.name in terrain.to) for monster in MONSTERS
    )
    for row, terrain in enumerate(TERRAINS)
}


@dataclass(frozen=True, slots=True)
class VictoryCard:
    """A row of the victory deck: `needs` is in ep; `power` is what it adds, or the new base."""

    name: str
    number: int
    needs: int = 0
    holders: tuple[int, ...] = ()
    power: int = 0


VICTORY_CARDS = (
    VictoryCard("experience", 40),
    VictoryCard("arms_1", 2, 0, (KNIGHT, SCOUT), +1),
    VictoryCard("arms_2", 2, 0, (KNIGHT, SCOUT), +2),
    VictoryCard("arms_3", 2, 0, (KNIGHT, SCOUT), +3),
    VictoryCard("arms_4", 2, 0, (KNIGHT, SCOUT), +4),
    VictoryCard("arms_5", 1, 0, (KNIGHT, SCOUT), +5),
    VictoryCard("draught", 10, 0, (KNIGHT, SCOUT)),
    VictoryCard("light", 1, 10, (MINISTER,)),
    VictoryCard("sneak", 1, 20, (SCOUT,)),
    VictoryCard("advanced_heal", 1, 20, (MINISTER,)),
    VictoryCard("fire", 1, 20, (PROPHET,)),
    VictoryCard("hail", 1, 40, (PROPHET,)),
    VictoryCard("word", 1, 40, (MINISTER,)),
    VictoryCard("advanced_combat", 1, 20, (KNIGHT,), 5),
    VictoryCard("weapons_master", 1, 40, (KNIGHT,), 6),
    VictoryCard("raise", 1, 60, (MINISTER,)),
    VictoryCard("death", 1, 60, (PROPHET,)),
)
EP_OF_A_CARD = 2
VICTORY = {card.name: number for number, card in enumerate(VICTORY_CARDS)}
EXPERIENCE = VICTORY["experience"]
ARMS = range(VICTORY["arms_1"], VICTORY["arms_5"] + 1)
DRAUGHT = VICTORY["draught"]
# The cards that only one hero may hold, by hero, as a number with a bit for each
HELD = tuple(
    sum(1 << number for number, card in enumerate(VICTORY_CARDS) if card.holders == (hero,))
    for hero in range(len(HEROES))
)
VICTORY_DECK = bytes(
    number for number, card in enumerate(VICTORY_CARDS) for _ in range(card.number)
)
