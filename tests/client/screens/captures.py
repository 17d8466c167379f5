"""The screens that README shows: `python -m tests.client.screens.captures` draws them anew.

So does recording the golden screens, from which they are taken.
"""

from pathlib import Path

from tests.client.screens.golden import DESIGN, shown

README = Path(__file__).parents[3] / "README.md"
START, END = "<!-- screens -->\n", "<!-- end of screens -->\n"
CAPTIONS = {
    "nearby": "servers nearby, when no address was given",
    "lobby": "the lobby: tables to join, to watch, to open",
    "opening": "a new table, with the options of its game",
    "waiting": "a table that waits for people or bots",
    "move_aimed": "Escape from Haydes: an aim, and its odds",
    "encounter": "a creature bars the way",
    "hounds_aimed": "Release the Hounds: a card, and whom it is for",
    "holyquest_aimed": "HolyQuest: who attacks whom, and the chance of a hit",
    "recap": "the end: how it went turn by turn, luck, and how it was dealt",
    "replay": "a replay, step by step",
    "finished": "finished games, added up",
    "live": "the matches that run, to choose one to watch",
    "generic": "any other game, drawn from what the server tells",
    "rules": "the rules (`v`)",
    "help": "the keys (`?`)",
    "settings": "the settings (`S`)",
    "offline": "the link is down: it comes back by itself",
}


def captures() -> str:
    """Return all screens as they are to stand in README, each to be unfolded."""
    return "".join(_capture(name, caption) for name, caption in CAPTIONS.items())


def with_captures(text: str) -> str:
    """Return the text of README with the screens as they are drawn now."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{captures()}{END}{after}"


def write() -> None:
    README.write_text(with_captures(README.read_text("utf-8")), "utf-8")


def _capture(name: str, caption: str) -> str:
    rows = shown(name, DESIGN, ascii_only=False).splitlines()[: DESIGN.rows]
    drawn = "\n".join(rows)
    return f"<details><summary>{caption}</summary>\n\n```text\n{drawn}\n```\n\n</details>\n"


if __name__ == "__main__":
    write()
