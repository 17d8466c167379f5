"""Screens as text files: `python -m tests.client.screens.golden` records them anew.

It also draws those anew that README shows.
"""

from pathlib import Path

from tests.client.screens.every import SCREENS

from haydes.client.screens.rows import Area, in_ascii, string
from haydes.client.screens.screen import draw

FOLDER = Path(__file__).parent / "recorded"
DESIGN, SMALL, LARGE = Area(24, 80), Area(16, 60), Area(43, 132)
LARGE_ONES = (
    "lobby",
    "move",
    "generic",
    "hounds_aimed",
    "holyquest_go",
    "rules",
    "replay",
    "recap",
    "finished",
    "live",
)
ASCII_ONES = (
    "lobby",
    "move",
    "encounter",
    "help",
    "hostile",
    "hounds_aimed",
    "holyquest_go",
    "rules",
    "settings",
    "replay",
    "recap",
)


def recordings() -> dict[str, tuple[str, Area, bool]]:
    """Return which screen is recorded in which file, at which size, whether in ASCII."""
    files: dict[str, tuple[str, Area, bool]] = {}
    for name in SCREENS:
        files[f"{name}.txt"] = name, DESIGN, False
        files[f"{name}_60x16.txt"] = name, SMALL, False
    for name in LARGE_ONES:
        files[f"{name}_132x43.txt"] = name, LARGE, False
    for name in ASCII_ONES:
        files[f"{name}_ascii.txt"] = name, DESIGN, True
    return files


def shown(name: str, size: Area, *, ascii_only: bool) -> str:
    """Return a screen as text, with the cursor's place in a last line."""
    drawing = draw(*SCREENS[name], size)
    rows = [in_ascii(line) if ascii_only else line for line in drawing.rows]
    text = "".join(f"{string(line).rstrip()}\n" for line in rows)
    return f"{text}cursor {drawing.cursor.row} {drawing.cursor.column}\n"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for file_name, (name, size, ascii_only) in recordings().items():
        (FOLDER / file_name).write_text(shown(name, size, ascii_only=ascii_only), "utf-8")


if __name__ == "__main__":
    from tests.client.screens import captures

    write()
    captures.write()
