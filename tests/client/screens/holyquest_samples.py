"""The board of HolyQuest in its phases, to be drawn."""

from collections.abc import Mapping
from dataclasses import replace

from tests.client.holyquest.positions import (
    ARMS,
    CAMP,
    DEAD,
    DEFENCE,
    FACE,
    GIVE,
    LEFT,
    PRIZE,
    REST,
    TAKE,
    TRAP,
    beaten,
    game,
    stands,
    view,
)
from tests.client.screens.samples import AT_100, LIVE, TABLES
from tests.client.screens.samples import GAMES as KNOWN

from haydes.client.model import Line, Lobby, Model, View, Voice
from haydes.client.screens.ui import Overlay, Ui
from haydes.protocol.tree import Tree

LOG = (
    Line(Voice.EVENT, "Round 2 of the fight."),
    Line(
        Voice.EVENT,
        "The Ogre attacks the Knight: +1 and power 4 make 5, -1 and power 6 make 5 against it:"
        " no hit.",
    ),
    Line(Voice.EVENT, "The Minister tries heal on the Prophet: -1, it fails."),
)


def model(seen: View, winners: tuple[int, ...] | None = None, reason: str = "ep") -> Model:
    table: Tree = {**seen.table, "title": "Quest"}
    if winners is not None:
        outcome: Tree = {"winners": list(winners), "reason": reason}
        table = {**table, "phase": "over", "outcome": outcome}
    lobby = Lobby(KNOWN, TABLES, 14)
    known = replace(seen, table=table, clock_at=100.0)
    return Model("Ann", LIVE, lobby, known, LOG, len(LOG), features=("hint",))


GO = model(view())
NAMES = ("Ann", "Bram")
SHARED = game(
    {"turn": 9, "phase": "go", "lead": 0, "round": 1, "done": [1]},
    heroes={
        "knight": stands(6, 1, "arms_3", attacked=True),
        "scout": DEAD,
        "prophet": stands(0, 0, "missile", "hide", seat=1, hidden=True),
    },
    aside=["raise"],
    hidden=True,
)
WEAK = {"knight": stands(4, 2), "prophet": stands(-2, 2, "missile")}
BUSY = {
    "knight": stands(6, 1, "arms_3", "arms_5", "advanced_combat", attacked=True, faced=True),
    "minister": stands(1, 0, "heal", "light", "word", used=True, faced=True),
    "prophet": stands(0, 0, "missile", "hide", "fire", attacked=True, used=True),
}
SPOILS = ["advanced_combat", "death", "sneak", "raise"]
LOST = game({}, (beaten("ogre"),), dict.fromkeys(("knight", "scout", "minister", "prophet"), DEAD))
HOLYQUEST_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "holyquest_go": (GO, AT_100),
    "holyquest_aimed": (GO, replace(AT_100, dials=(1, 2))),
    "holyquest_heal": (GO, replace(AT_100, pick=2, dials=(3, -1))),
    "holyquest_defence": (model(view(game(DEFENCE), FACE)), AT_100),
    "holyquest_busy": (model(view(game(DEFENCE, heroes=BUSY, aside=SPOILS), FACE)), AT_100),
    "holyquest_trap": (model(view(game(TRAP, (), WEAK), LEFT)), AT_100),
    "holyquest_camp": (model(view(game(CAMP, ()), REST)), AT_100),
    "holyquest_prize": (model(view(game(PRIZE), TAKE)), AT_100),
    "holyquest_arms": (model(view(game(ARMS), GIVE)), AT_100),
    "holyquest_shared": (model(view(SHARED, names=NAMES)), AT_100),
    "holyquest_others": (model(view(SHARED, (), seat=1, names=NAMES)), AT_100),
    "holyquest_watching": (model(view(game(CAMP, ()), (), seat=None)), AT_100),
    "holyquest_over": (model(view(LOST, ()), (), "defeated"), AT_100),
    "holyquest_help": (GO, replace(AT_100, overlay=Overlay.HELP)),
    "holyquest_details": (GO, replace(AT_100, overlay=Overlay.INSPECT)),
}
