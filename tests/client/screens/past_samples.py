"""Screens about matches that are over: replays, results, the list of finished games."""

from collections.abc import Mapping
from dataclasses import replace

from tests.client.past.films import HOLYQUEST, HOUNDS, film, game
from tests.client.screens.samples import LIVE

from haydes.client.fair import Fair, Verdict
from haydes.client.model import Link, LinkState, Model
from haydes.client.past.film import Film
from haydes.client.past.finished import Finished
from haydes.client.past.reel import Reel
from haydes.client.screens.ui import Overlay, Ui

LOBBY = Model(name="Ann", link=LIVE)
ALONE = Model(name="Ann", link=Link(LinkState.CLOSED))
PATH = "records/play-example-net_rimuta_1_seat-0_5f3a.jsonl"
GAMES: tuple[Finished, ...] = (
    game(3, game="hounds", players=("Ann", "Bram", "Cleo Featherstonehaugh"), winners=(0, 2)),
    game(2, game="holyquest", players=("Ann",), reason="defeated", film=""),
    game(1, seat=None, players=("Dov", "Eva")),
    *(game(n, winners=(0,) if n % 3 else (), turns=30 + n) for n in range(0, -20, -1)),
)


def over(shown: Film, verdict: Verdict, *faults: str) -> Model:
    fair = Fair(verdict=verdict, faults=faults)
    return replace(shown.model(shown.last), link=LIVE, fair=fair)


HAYDES_FILM, HOUNDS_FILM, HOLYQUEST_FILM = film(), film(HOUNDS), film(HOLYQUEST)
ENDED = over(HAYDES_FILM, Verdict.FAIR)
HAYDES_REEL = Reel(HAYDES_FILM, PATH, at=40)

PAST_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "replay": (LOBBY, Ui(reel=HAYDES_REEL)),
    "replay_alone": (ALONE, Ui(reel=Reel(HOUNDS_FILM, PATH, at=6, alone=True))),
    "replay_rolls": (LOBBY, Ui(reel=Reel(HOLYQUEST_FILM, PATH, at=11, rolls=True))),
    "replay_end": (LOBBY, Ui(reel=replace(HAYDES_REEL, at=HAYDES_FILM.last))),
    "replay_help": (LOBBY, Ui(reel=HAYDES_REEL, overlay=Overlay.HELP)),
    "recap": (ENDED, Ui(latest=HAYDES_REEL)),
    "recap_position": (ENDED, Ui(latest=HAYDES_REEL, position=True)),
    "recap_details": (ENDED, Ui(latest=HAYDES_REEL, overlay=Overlay.INSPECT)),
    "recap_hounds": (over(HOUNDS_FILM, Verdict.CHECKING), Ui(latest=Reel(HOUNDS_FILM))),
    "recap_holyquest": (
        over(HOLYQUEST_FILM, Verdict.UNFAIR, "the seed is not the one that was shown"),
        Ui(latest=Reel(HOLYQUEST_FILM)),
    ),
    "finished": (LOBBY, Ui(games=GAMES, pick=1)),
    "finished_last": (LOBBY, Ui(games=GAMES, pick=len(GAMES) - 1)),
    "finished_none": (LOBBY, Ui(games=())),
}
