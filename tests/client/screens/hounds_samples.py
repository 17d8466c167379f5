"""Every state of the board of Release the Hounds, to be drawn."""

from collections.abc import Mapping
from dataclasses import replace

from tests.client.hounds.positions import (
    FORCED,
    JOKERS,
    NAMES,
    game,
    runs,
    view,
)
from tests.client.screens.samples import AT_100, LIVE, TABLES
from tests.client.screens.samples import GAMES as KNOWN

from haydes.client.model import Line, Lobby, Model, View, Voice
from haydes.client.read import branch
from haydes.client.screens.ui import Overlay, Ui
from haydes.protocol.tree import Tree, Value

LOG = (
    Line(Voice.EVENT, "Bram moves 3 towards Escape, from 11 to 14."),
    Line(Voice.EVENT, "A fight on 8: you 5, Cleo 2. Cleo falls back 3."),
    Line(Voice.EVENT, "Round 3, nearest to Escape first: Bram, you, Cleo."),
    Line(Voice.EVENT, "Bram plays the nine of hearts on Bram: 9 towards Escape."),
    Line(Voice.EVENT, "Bram plays the six of clubs on Cleo: 6 towards The Hounds."),
    Line(
        Voice.TURN,
        "yours. You are on 8. You hold two cards: 1 nine of diamonds, 2 jack of clubs.",
    ),
)
KINDS = ("person", "person", "person", "bot", "bot", "bot", "bot", "person")
PRESENCES = ("here", "away", "gone", "here", "here", "here", "here", "here")
EIGHT = game(
    [
        runs(8, 0, 2),
        runs(14, 9, 0),
        runs(5, -6, 2),
        {"is": "caught"},
        {"is": "escaped"},
        {"is": "out"},
        runs(8, 3, 1),
        runs(20, -2, 0),
    ],
    (7, 1, 6, 0, 2),
    {"turn": {"seat": 0, "round": 12, "phase": "play"}},
    [
        {"do": "play", "seat": 7, "card": "KD", "on": 1},
        {"do": "play", "seat": 1, "card": "2C", "on": 7},
        {"do": "play", "seat": 7, "card": "9H", "on": 1},
        {"do": "play", "seat": 6, "card": "3H", "on": 6},
        {"do": "discard", "seat": 6, "card": "8S"},
        {"do": "play", "seat": 6, "card": "JR", "toward": "hounds", "die": 4},
        {"do": "play", "seat": 6, "card": "6C", "on": 2},
    ],
)
ON_EIGHT: tuple[Tree, ...] = (
    {"do": "discard"},
    {"do": "play", "card": "9D", "on": [0, 1, 2, 6, 7]},
    {"do": "play", "card": "JC", "on": [1, 2, 6, 7]},
)
OVER = game([{"is": "escaped"}, {"is": "escaped"}, {"is": "caught"}, {"is": "out"}], (), {}, ())


def model(seen: View, *, won: tuple[int, ...] | None = None) -> Model:
    seats: dict[str, Value] = {
        key: {"kind": KINDS[int(key)], "name": NAMES[int(key)], "presence": PRESENCES[int(key)]}
        for key in branch(seen.game, "figures")
    }
    table: dict[str, Value] = {**seen.table, "seats": seats, "title": "Run"}
    if won is not None:
        table |= {"phase": "over", "outcome": {"winners": list(won), "reason": "escaped"}}
    return Model(
        "Ann",
        LIVE,
        Lobby(KNOWN, TABLES, 14),
        replace(seen, table=table, clock_at=100.0),
        LOG,
        len(LOG),
        features=("hint",),
    )


OTHER_FORCED: Tree = {"turn": {**branch(FORCED, "turn"), "seat": 2}}
FORCE: tuple[Tree, ...] = ({"do": "play", "card": ["9D", "JC"], "on": 1},)
PART = model(view(game()))
JOKER = model(view(game(), JOKERS, ["9D", "JB"]))
WAIT = model(view(game(turn={"turn": {"seat": 2, "round": 3, "phase": "play"}}), ()))
GONE = model(view(game([{"is": "caught"}, runs(14), runs(5)], (1, 2), FORCED), (), ()))
HOUNDS_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "hounds_part": (PART, AT_100),
    "hounds_aimed": (PART, replace(AT_100, aim="1")),
    "hounds_court": (PART, replace(AT_100, pick=1, aim="2")),
    "hounds_joker": (JOKER, replace(AT_100, pick=1)),
    "hounds_joker_aimed": (JOKER, replace(AT_100, pick=1, aim="hounds")),
    "hounds_forced": (model(view(game(turn=FORCED), FORCE)), AT_100),
    "hounds_others": (WAIT, AT_100),
    "hounds_watching": (
        model(view(game(turn=OTHER_FORCED), (), seat=None)),
        AT_100,
    ),
    "hounds_eight": (model(view(EIGHT, ON_EIGHT)), AT_100),
    "hounds_alone": (
        model(
            view(
                game([runs(8), {"is": "caught"}, {"is": "escaped"}], (0,)),
                ({"do": "discard"}, {"do": "play", "card": "9D", "on": 0}),
            )
        ),
        AT_100,
    ),
    "hounds_over": (model(view(OVER, ()), won=(0, 1)), AT_100),
    "hounds_over_lost": (model(view(OVER, (), seat=2), won=(0, 1)), AT_100),
    "hounds_help": (PART, replace(AT_100, overlay=Overlay.HELP)),
    "hounds_details": (PART, replace(AT_100, overlay=Overlay.INSPECT)),
}
