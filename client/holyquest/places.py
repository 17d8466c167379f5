"""What the terrain does to monsters, in words."""

from collections.abc import Mapping

PLACES: Mapping[str, str] = {
    "high_wall": "-1, but not the giant and what flies",
    "low_wall": "-1 elf, goblins, dwarf",
    "hut": "+1 werewolf",
    "mausoleum": "+1 undead",
    "quagmire": "-1 all monsters",
    "stake_barrier": "-2 all monsters",
    "briars": "-1, but not the elf and what flies",
    "hedge_row": "-1 dwarf, goblins",
    "hill": "+1 dwarf",
    "forest": "+1 elf",
}
