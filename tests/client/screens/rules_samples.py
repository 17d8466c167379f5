"""Rules to draw: every kind of line, a table that is too wide, and a word looked up."""

from collections.abc import Mapping
from dataclasses import replace

from tests.client.screens.samples import AT_100, HOSTILE_TEXT, LOBBY, MY_MOVE

from haydes.client.model import Model, Reading
from haydes.client.screens.ui import Overlay, Ui

TEXT = """\
# Escape from Haydes

## How to play

You are lost in the tunnels. One card is the way out, the **red Joker**.

**Your turn.** Move as often as you like, or `stop`.

- *Onto a face-down card* you say first whether it is **higher** or **lower** than yours.
- *Onto a face-up card* you just walk.

## Options

| option | values | meaning |
|---|---|---|
| `map` | `block`, `cross`, `gallery`, `lattice`, `streets`, `fishbone`, `blob` | its shape |
| `turn_limit` | 0 to 99 | the match ends when everybody has had that many turns; 0: no limit |
| `tuybe` | off, on | once in your turn you may ride the Tuybe |

### Brawl round

| | strength | toughness | wounds |
|---|---|---|---|
| you | 4 | 4 | 4 |
| Jack, footman | 3 | 3 | 1 |

These numbers are a stand-in.
"""
CLAUSE = """\
# Escape from Haydes

## Clauses

Encounters
- **H-33** In his next turn he must face it again, unless somebody has come in and overcome it.

## Rulings

Moving
- **HA-12** One may walk onto a face-up card. It must be so, as H-33 has others come in.
"""


def reading(text: str, about: str = "") -> Reading:
    return Reading("haydes", about, tuple(text.strip().split("\n")))


def read(model: Model, told: Reading, page: int = 0) -> tuple[Model, Ui]:
    """Return a screen on which the rules that have come are shown."""
    shown = replace(AT_100, overlay=Overlay.RULES, reading=told, page=page)
    return replace(model, reading=told), shown


ODD = reading(
    f"# {HOSTILE_TEXT}\n- {HOSTILE_TEXT * 9}\n| {HOSTILE_TEXT} | x |\n|\n| y", HOSTILE_TEXT
)
RULES_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "rules": read(MY_MOVE, reading(TEXT)),
    "rules_table": read(MY_MOVE, reading(TEXT), 14),
    "rules_end": read(LOBBY, reading(TEXT), 99),
    "rules_clause": read(MY_MOVE, reading(CLAUSE, "h-33")),
    "rules_hostile": read(MY_MOVE, ODD),
}
