"""Both decks, card by card (Q-23 to Q-29, Q-34 to Q-47)."""

from collections import Counter

import pytest

from haydes.engine.games.holyquest.cards import (
    BARE,
    FIRST_TERRAIN,
    HELD,
    MONSTER_DECK,
    MONSTERS,
    NAMES,
    POWERS,
    TERRAINS,
    TRAP,
    VICTORY_CARDS,
    VICTORY_DECK,
)
from haydes.engine.games.holyquest.heroes import HEROES


def power(monster: str, terrain: str = "") -> int:
    """Return a monster's power in a terrain; none: in the open."""
    place = NAMES.index(terrain) if terrain else BARE
    return POWERS[place][NAMES.index(monster)]


#
@pytest.mark.parametrize(
    ("names", "number", "strength"),
    [
        ("goblins dwarf skeleton", 4, 2),
        ("elf zombie ghoul", 4, 3),
        ("wraith", 4, 4),
        ("werewolf ogre", 2, 5),
        ("troll wyvern cockatrice", 2, 6),
        ("giant chimera basilisk", 2, 7),
        ("dragon", 1, 8),
    ],
)
def test_q23_q24_monsters(names: str, number: int, strength: int) -> None:
    for name in names.split():
        assert MONSTER_DECK.count(NAMES.index(name)) == number
        assert power(name) == strength


def test_q25_there_are_45_monsters_with_182_power() -> None:
    monsters = [card for card in MONSTER_DECK if card < TRAP]
    assert len(monsters) == 45
    assert sum(MONSTERS[card].power for card in monsters) == 182


def test_q26_to_q29_traps_terrain_and_the_sum() -> None:
    kinds = Counter(terrain.kind for terrain in TERRAINS)
    assert MONSTER_DECK.count(TRAP) == 4
    assert kinds == {"dungeon": 6, "wilderness": 4}
    assert all(MONSTER_DECK.count(card) == 1 for card in range(FIRST_TERRAIN, BARE))
    assert len(MONSTER_DECK) == 59


# every terrain, with those whose power it changes and by how much
CHANGES = {
    "high_wall": (
        -1,
        "goblins dwarf skeleton elf zombie ghoul wraith werewolf ogre troll basilisk",
    ),
    "low_wall": (-1, "elf goblins dwarf"),
    "hut": (+1, "werewolf"),
    "mausoleum": (+1, "skeleton zombie ghoul wraith"),
    "quagmire": (-1, " ".join(monster.name for monster in MONSTERS)),
    "stake_barrier": (-2, " ".join(monster.name for monster in MONSTERS)),
    "briars": (-1, "goblins dwarf skeleton zombie ghoul wraith werewolf ogre troll giant basilisk"),
    "hedge_row": (-1, "dwarf goblins"),
    "hill": (+1, "dwarf"),
    "forest": (+1, "elf"),
}


@pytest.mark.parametrize("terrain", CHANGES)
def test_q27_q28_qa11_terrain_changes_the_power_of_some(terrain: str) -> None:
    change, names = CHANGES[terrain]
    for monster in MONSTERS:
        expected = monster.power + (change if monster.name in names.split() else 0)
        assert power(monster.name, terrain) == expected


def test_every_terrain_was_asked_about() -> None:
    assert list(CHANGES) == [terrain.name for terrain in TERRAINS]


def test_qe7_powers_in_some_terrains() -> None:
    wall = [power(name, "high_wall") for name in ("goblins", "giant", "dragon", "basilisk")]
    assert wall == [1, 7, 8, 6]
    assert [power(name, "mausoleum") for name in ("wraith", "werewolf")] == [5, 5]
    assert power("dragon", "stake_barrier") == 6
    assert [power(name, "briars") for name in ("elf", "chimera", "ogre")] == [3, 7, 4]


# number, ep needed, who may hold it, power
VICTORY = [
    ("experience", 40, 0, "", 0),
    ("arms_1", 2, 0, "knight scout", 1),
    ("arms_2", 2, 0, "knight scout", 2),
    ("arms_3", 2, 0, "knight scout", 3),
    ("arms_4", 2, 0, "knight scout", 4),
    ("arms_5", 1, 0, "knight scout", 5),
    ("draught", 10, 0, "knight scout", 0),
    ("light", 1, 10, "minister", 0),
    ("sneak", 1, 20, "scout", 0),
    ("advanced_heal", 1, 20, "minister", 0),
    ("fire", 1, 20, "prophet", 0),
    ("hail", 1, 40, "prophet", 0),
    ("word", 1, 40, "minister", 0),
    ("advanced_combat", 1, 20, "knight", 5),
    ("weapons_master", 1, 40, "knight", 6),
    ("raise", 1, 60, "minister", 0),
    ("death", 1, 60, "prophet", 0),
]


def test_q34_to_q46_victory_cards() -> None:
    rows = [
        (card.name, card.number, card.needs, " ".join(HEROES[h] for h in card.holders), card.power)
        for card in VICTORY_CARDS
    ]
    assert rows == VICTORY
    for number, card in enumerate(VICTORY_CARDS):
        assert VICTORY_DECK.count(number) == card.number


def test_q35_arms_are_nine_cards_with_25_power() -> None:
    arms = [card for card in VICTORY_CARDS if card.name.startswith("arms")]
    assert sum(card.number for card in arms) == 9
    assert sum(card.number * card.power for card in arms) == 25


def test_q47_the_victory_deck_has_69_cards_and_80_ep() -> None:
    assert len(VICTORY_DECK) == 69
    assert 2 * VICTORY_DECK.count(0) == 80


def test_a_card_that_is_not_arms_has_one_possible_holder() -> None:
    names = [
        [card.name for number, card in enumerate(VICTORY_CARDS) if held >> number & 1]
        for held in HELD
    ]
    assert names == [
        ["advanced_combat", "weapons_master"],
        ["sneak"],
        ["light", "advanced_heal", "word", "raise"],
        ["fire", "hail", "death"],
    ]
