"""Matches that clients have kept: Ann against bots, one of each game."""

from pathlib import Path

from haydes.client.past.film import Film
from haydes.client.past.finished import Finished
from haydes.client.past.projector import load

FOLDER = Path(__file__).parent / "records"
HAYDES, HOUNDS, HOLYQUEST = (FOLDER / f"{game}.jsonl" for game in ("haydes", "hounds", "holyquest"))


def film(path: Path = HAYDES) -> Film:
    return load(path)


def game(n: int = 0, **told: object) -> Finished:
    """Return a game as the list has it; the higher its number, the later."""
    usual = {
        "game": "haydes", "table": "rimuta", "at": 1_700_049_600 + 86_400 * n,
        "turns": 10 + n, "seat": 0,
        "players": ("Ann", "Bram"), "reason": "escaped", "film": f"{n}.jsonl",
    }  # fmt: skip
    return Finished(**(usual | told))  # type: ignore[arg-type]  # a test knows what it says
