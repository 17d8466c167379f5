"""Models to draw: every screen, and every state of the Haydes board, written out as trees."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from haydes.client.fair import Fair, Verdict
from haydes.client.model import Line, Link, LinkState, Lobby, Model, View, Voice
from haydes.client.nearby import Near
from haydes.client.options import Address
from haydes.client.screens.ui import Mode, Opening, Overlay, Ui
from haydes.client.store import Held
from haydes.protocol.messages import Act, Clock
from haydes.protocol.nearby import Advert
from haydes.protocol.tree import Tree, Value

LIVE = Link(LinkState.LIVE, "play.example.net", latency_ms=38)
RANKS = "A23456789TJQK"

BLOCK = """
.  ?? ?? ?? ?? ?? ?? ?? ?? .
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? -- ?? ?? ?? ??
?? ?? ?? ?? 7S KHx6C ?? ?? ??
?? ?? ?? 9D JB -- -- ?? ?? ??
?? ?? -- QS -- ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
.  ?? ?? ?? ?? ?? ?? ?? ?? .
"""
FRESH = """
.  ?? ?? ?? ?? ?? ?? ?? ?? .
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? JB ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ?? ??
.  ?? ?? ?? ?? ?? ?? ?? ?? .
"""
QUICK = """
?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? -- AD ?? ?? ?? ??
?? ?? ?? -- JB 2C ?? ?? ??
?? ?? ?? ?? ?? TD ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ??
?? ?? ?? ?? ?? ?? ?? ?? ??
"""
ESCAPED = BLOCK.replace("7S", "JR")

GAMES: Tree = {
    "haydes": {
        "title": "Escape from Haydes",
        "version": 1,
        "seats": [1, 4],
        "options": {
            "map": {
                "default": "block",
                "summary": "block: 106 tiles; quick: 54 tiles, an easier escape",
                "values": ["block", "quick"],
                "text": True,
            },
            "exhaustion": {
                "default": "auto",
                "summary": "what a characteristic at 0 does",
                "values": ["auto", "either", "never"],
            },
            "turn_limit": {"default": 0, "summary": "turns of each player", "low": 0, "high": 99},
            "clock": {"default": 0, "summary": "minutes of real time", "low": 0, "high": 180},
        },
        "bots": ["walker", "random"],
    },
    "pig": {"title": "Pig", "version": 1, "seats": [2, 4], "options": {}, "bots": ["random"]},
}
TABLES: Tree = {
    "rimuta": {
        "game": "haydes", "title": "The Deep Dark", "phase": "waiting", "seats": 4, "taken": 2,
        "host": "Bram", "people": ["Bram", "Cleo"], "watching": 0, "turn_seconds": 0,
        "options": {"map": "block", "exhaustion": "auto"}, "opened": 1700000100,
    },
    "sokano": {
        "game": "haydes", "phase": "playing", "seats": 4, "taken": 4, "host": "Dov",
        "people": ["Dov", "Eva"], "watching": 3, "turn_seconds": 30,
        "options": {"map": "quick"}, "opened": 1700000000,
    },
    "bavuli": {
        "game": "pig", "phase": "over", "seats": 2, "taken": 1, "host": "Zoë",
        "people": ["Zoë"], "watching": 0, "turn_seconds": 0, "options": {}, "opened": 1700000200,
    },
}  # fmt: skip
LOG = (
    Line(Voice.TABLE, "Cleo took a seat."),
    Line(Voice.EVENT, "Bram says higher and goes to G4, the queen of spades: right."),
    Line(Voice.EVENT, "Bram talks: 4 + 6 = 10, needed 9 or less. It stays."),
    Line(Voice.CHAT, "Bram: next time"),
    Line(Voice.TURN, "yours. You stand on E7, six of clubs. Charisma 7, Endurance 9."),
)


def tiles(drawing: str) -> dict[str, dict[str, str]]:
    """Read a drawn map: three characters a tile, "." for none."""
    return {
        chr(ord("A") + n): {
            str(column // 3 + 1): face
            for column in range(0, len(line), 3)
            if (face := line[column : column + 3].strip()) != "."
        }
        for n, line in enumerate(drawing.strip("\n").split("\n"))
    }


def figure(at: str, state: str, *points: int) -> dict[str, str | int]:
    tree: dict[str, str | int] = {"is": state}
    if at:
        tree["at"] = at
    if points:
        tree |= {"charisma": points[0], "endurance": points[1]}
    return tree


FIGURES: Mapping[str, Mapping[str, str | int]] = {
    "0": figure("E7", "free", 7, 9),
    "1": figure("G4", "stuck", 8, 7),
    "2": figure("F4", "free", 5, 2),
    "3": figure("F5", "free", 9, 7),
}
SEATS: Mapping[str, Mapping[str, str]] = {
    "0": {"kind": "person", "name": "Ann", "presence": "here"},
    "1": {"kind": "person", "name": "Bram", "presence": "away"},
    "2": {"kind": "person", "name": "Cleo Featherstonehaugh", "presence": "gone"},
    "3": {"kind": "bot", "name": "walker 1", "bot": "walker"},
}
TABLE: Tree = {
    "id": "rimuta", "game": "haydes", "title": "The Deep Dark", "phase": "playing", "host": 0,
    "options": {"map": "block", "exhaustion": "auto", "turn_limit": 0, "clock": 0},
    "turn_seconds": 0, "match": 1, "seats": SEATS, "watching": 2,
}  # fmt: skip
MOVES: Sequence[Value] = [
    {"do": "move", "to": ["D7", "E8", "F7"], "call": ["higher", "lower"]},
    {"do": "walk", "to": ["E6"]},
    {"do": "stop"},
]


def haydes(
    drawing: str = BLOCK,
    figures: Mapping[str, Mapping[str, str | int]] = FIGURES,
    turn: Tree | None = None,
) -> Tree:
    unseen = {rank: 8 if n % 3 else 6 for n, rank in enumerate(RANKS)}
    tree: dict[str, Value] = {
        "map": "block", "start": "F5", "first": 0, "tiles": tiles(drawing), "figures": figures,
        "piles": {"replacement": 96, "discards": 5, "removed": 1},
        "unseen": {"map": unseen, "replacement": unseen},
    }  # fmt: skip
    if turn is not None:
        tree["turn"] = turn
    return tree


def view(
    game: Tree,
    choices: Sequence[Value] = (),
    *,
    table: Tree = TABLE,
    seat: int | None = 0,
    clock: Clock | None = None,
) -> View:
    you: Tree = {} if seat is None else {"seat": seat, "prompt": 14, "choices": list(choices)}
    return View(7, 14, table, game, you, clock, 100.0)


def model(seen: View | None, lobby: Lobby | None = None, link: Link = LIVE) -> Model:
    known = lobby or Lobby(GAMES, TABLES, 14)
    return Model("Ann", link, known, seen, LOG, len(LOG), features=("hint",))


def turn(seat: int, phase: str) -> Tree:
    return {"seat": seat, "round": 3, "phase": phase}


MY_MOVE = model(view(haydes(turn=turn(0, "move")), MOVES))
OTHERS_MOVE = model(view(haydes(turn=turn(3, "move"))))
ENCOUNTER = model(
    view(
        haydes(
            BLOCK.replace("6C", "QH"),
            {**FIGURES, "0": figure("E7", "stuck", 7, 9)},
            turn(0, "encounter"),
        ),
        [{"do": "talk"}, {"do": "brawl"}],
    )
)
SPLIT = model(
    view(
        haydes(FRESH, {str(n): figure("F5", "free") for n in range(4)}, turn(0, "split")),
        [{"do": "split", "charisma": [7, 8, 9]}],
    )
)
DENIZENS: Tree = {**TABLE, "options": {"map": "block", "encounter": "denizens", "tuybe": True}}
BARGAIN = model(
    view(
        haydes(
            BLOCK.replace("6C", "QS"),
            {**FIGURES, "0": figure("E7", "stuck", 6, 9)},
            {**turn(0, "bargain"), "price": "endurance"},
        ),
        [{"do": "bargain"}, {"do": "stop"}],
        table=DENIZENS,
    )
)
PRINCE = model(
    view(
        haydes(
            BLOCK.replace("6C", "KS"),
            {**FIGURES, "0": figure("E7", "stuck", 7, 9)},
            turn(0, "encounter"),
        ),
        [{"do": "face"}],
        table=DENIZENS,
    )
)
PEEK = model(
    view(
        haydes(BLOCK.replace("6C ", "KDx"), turn=turn(0, "keys")),
        [{"do": "peek", "at": ["D7", "E8", "F7"]}],
        table=DENIZENS,
    )
)
WOUNDED: Mapping[str, Mapping[str, str | int]] = {
    "0": {"at": "E7", "is": "stuck", "wounds": 3},
    "1": {"at": "G4", "is": "stuck", "wounds": 1},
    "2": {"at": "F4", "is": "free", "wounds": 4},
    "3": {"is": "out", "wounds": 0},
}
FIGHT = model(
    view(
        haydes(BLOCK.replace("6C", "KD"), WOUNDED, turn(0, "encounter")),
        [{"do": "fight"}],
        table={**TABLE, "options": {"map": "block", "encounter": "brawl"}},
    )
)
RIDE_MOVE = replace(
    MY_MOVE,
    view=view(
        haydes(turn=turn(0, "move")),
        [
            *MOVES,
            {"do": "ride", "to": ["C7", "D6", "D8", "E9", "F8", "G7"], "call": ["higher"]},
            {"do": "ride", "to": ["C7", "D6", "D8", "E9", "F8", "G7"], "call": ["lower"]},
            {"do": "ride", "to": ["E5"]},
        ],
        table={**TABLE, "options": {"map": "block", "tuybe": True}},
    ),
)
UNKNOWN = model(
    view(haydes(turn=turn(0, "dance")), [{"do": "dance", "with": ["Bram", "Cleo"]}, {"do": "sing"}])
)
OVER_TABLE: Tree = {**TABLE, "phase": "over", "outcome": {"winners": [0], "reason": "escaped"}}
OVER_FIGURES = {**FIGURES, "0": figure("E5", "escaped", 7, 9), "2": figure("", "out", 5, 0)}
OVER = model(view(haydes(ESCAPED, OVER_FIGURES), table=OVER_TABLE))
WATCHED = model(view(haydes(ESCAPED, OVER_FIGURES), table=OVER_TABLE, seat=None))
LOST = model(view(haydes(ESCAPED, OVER_FIGURES), table=OVER_TABLE, seat=1))
QUICK_MOVE = model(
    view(
        haydes(QUICK, {"0": figure("C6", "free", 8, 8)}, turn(0, "move")),
        [
            {"do": "move", "to": ["B6", "C7"], "call": ["higher", "lower"]},
            {"do": "walk", "to": ["D6", "C5"]},
            {"do": "stop"},
        ],
        table={**TABLE, "seats": {"0": SEATS["0"]}, "turn_seconds": 60},
        clock=Clock(running=True, turn=42_000, match=1_500_000),
    )
)
WAITING_TABLE: Tree = {
    **TABLE,
    "phase": "waiting",
    "match": 0,
    "seats": {**SEATS, "1": {**FIGURES["1"], "kind": "person", "name": "Bram", "ready": True}}
    | {"2": {"kind": "open"}},
}
WAITING = model(view({}, table=WAITING_TABLE))
GUEST = model(view({}, table=WAITING_TABLE, seat=1))
BEGINNING = model(view({}, table={**WAITING_TABLE, "phase": "opening"}))
CHECKED = replace(OVER, fair=Fair(verdict=Verdict.FAIR))
CHEATED = replace(LOST, fair=Fair(verdict=Verdict.UNFAIR))
SPECTATOR = model(view({}, table=WAITING_TABLE, seat=None))
ABSENT_TABLE: Tree = {**TABLE, "absent": "bot", "grace_seconds": 120}
GRACE = model(
    view(
        haydes(turn=turn(2, "move")),
        table=ABSENT_TABLE,
        clock=Clock(running=True, turn=42_000, grace={"2": 95_000}),
    )
)
STAND_IN = model(
    view(
        haydes(turn=turn(2, "move")),
        table={**ABSENT_TABLE, "seats": {**SEATS, "2": {**SEATS["2"], "stand_in": "walker"}}},
    )
)
PAUSED = model(view(haydes(), MOVES, table={**TABLE, "paused": True}, clock=Clock(turn=42_000)))
WAITING_FATE = model(view({}, table={**WAITING_TABLE, "absent": "forfeit", "grace_seconds": 60}))
PIG_GAME: Tree = {
    "pot": 11,
    "turn": 1,
    "scores": {"0": 12, "1": 40},
    "history": [3, 5, 2, 1],
    "marks": {str(n): {"by": n % 2, "at": f"field {n}", "kinds": ["a", "b"]} for n in range(9)},
}
PIG_TABLE: Tree = {**TABLE, "game": "pig", "title": "", "seats": {k: SEATS[k] for k in ("0", "3")}}
PIG = model(
    view(
        PIG_GAME,
        [{"do": "roll"}, {"do": "bank", "charm": [False, True]}],
        table=PIG_TABLE,
    )
)
MANY = model(
    view(
        PIG_GAME,
        [
            {"do": "place", "card": ["9D", "4S", "JR"], "on": [0, 1, 2, 3]},
            {"do": "swap", "with": ["Bram", "Cleo"]},
            {"do": "pass"},
        ],
        table=PIG_TABLE,
    )
)
LOBBY = model(None)
EMPTY = model(None, Lobby(GAMES, {}, 1))
CONNECTING = Model("Ann", Link(LinkState.CONNECTING, "play.example.net"))
OFFLINE = replace(
    MY_MOVE,
    link=Link(
        LinkState.OFFLINE, "play.example.net", "The server closed the connection.", -1, 94, 104
    ),
    kept=Act(ref=1, prompt=14, action={"do": "stop"}),
)
REFUSED = Model("Ann", Link(LinkState.REFUSED, "play.example.net", "The name Ann is taken."))
HOSTILE_TEXT = "\x1b[31m\x1b]0;boo\x07\u202eevil\u200d♥\ufe0f\u0301\u0301\r\n\t漢字"
HOSTILE = replace(
    MY_MOVE,
    view=view(
        haydes(turn=turn(0, "move")),
        MOVES,
        table={
            **TABLE,
            "title": HOSTILE_TEXT,
            "seats": {key: {**SEATS["1"], "name": HOSTILE_TEXT} for key in SEATS},
        },
    ),
    log=(*LOG, Line(Voice.CHAT, HOSTILE_TEXT * 9)),
)

AT_100 = Ui(now=100.0)
NEAR = (
    Near(Address(), "this computer"),
    Near(Address("192.0.2.7"), "Ann's attic", Advert("Ann's attic", "0.1.0", "A" * 43, 2, 3)),
    Near(Address("192.0.2.9", 7400), "old", Advert("", "0.0.9")),
)
SEARCHING = Model(name="Ann", link=Link(server="localhost"))
DRAWN = "#########/#########/####x####/#########/#########/#########"
OWN_MAP = Opening("haydes", 2, 1, options={"map": DRAWN}, own={"map": DRAWN}, back=35)
NOT_A_MAP = "option map takes block, quick or a text of your own, not 'x': line 3, column 5: 'x'."
UNDRAWABLE = replace(LOBBY, log=(*LOBBY.log, Line(Voice.ERROR, NOT_A_MAP)), logged=LOBBY.logged + 1)
SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "nearby": (SEARCHING, replace(AT_100, near=NEAR, aim="192.0.2.7")),
    "nearby_none": (SEARCHING, replace(AT_100, near=())),
    "connecting": (CONNECTING, AT_100),
    "lobby": (LOBBY, AT_100),
    "lobby_empty": (EMPTY, AT_100),
    "opening": (LOBBY, replace(AT_100, opening=Opening("haydes", 4, 2, 30), pick=8)),
    "opening_title": (
        LOBBY,
        replace(AT_100, opening=Opening("haydes", 2, 1, title="A quiz?"), pick=4),
    ),
    "opening_own_map": (LOBBY, replace(AT_100, opening=OWN_MAP, pick=8)),
    "opening_refused": (
        UNDRAWABLE,
        replace(AT_100, opening=replace(OWN_MAP, asked=LOBBY.logged), pick=8),
    ),
    "waiting": (WAITING, AT_100),
    "waiting_fate": (
        WAITING_FATE,
        replace(AT_100, pick=1, question="Clear the seat of Bram? y clears it."),
    ),
    "waiting_guest": (GUEST, AT_100),
    "grace": (GRACE, replace(AT_100, now=112.0)),
    "stand_in": (STAND_IN, AT_100),
    "paused": (PAUSED, AT_100),
    "opening_absent": (
        LOBBY,
        replace(AT_100, opening=Opening("haydes", 4, 2, absent="bot"), pick=7),
    ),
    "waiting_spectator": (SPECTATOR, AT_100),
    "waiting_beginning": (BEGINNING, AT_100),
    "split": (SPLIT, AT_100),
    "move": (MY_MOVE, AT_100),
    "move_aimed": (MY_MOVE, replace(AT_100, aim="E8")),
    "move_aimed_walk": (MY_MOVE, replace(AT_100, aim="E6")),
    "move_quick": (QUICK_MOVE, replace(AT_100, now=112.0)),
    "move_board_only": (MY_MOVE, replace(AT_100, board_only=True)),
    "encounter": (ENCOUNTER, AT_100),
    "bargain": (BARGAIN, AT_100),
    "face": (PRINCE, AT_100),
    "peek": (PEEK, AT_100),
    "fight": (FIGHT, AT_100),
    "ride": (RIDE_MOVE, AT_100),
    "ride_aimed": (RIDE_MOVE, replace(AT_100, aim="D8")),
    "unknown_choices": (UNKNOWN, AT_100),
    "others_move": (OTHERS_MOVE, AT_100),
    "watching": (model(view(haydes(turn=turn(1, "encounter")), seat=None)), AT_100),
    "over": (OVER, AT_100),
    "over_fair": (CHECKED, AT_100),
    "over_unfair": (CHEATED, AT_100),
    "over_lost": (LOST, AT_100),
    "over_watching": (WATCHED, AT_100),
    "generic": (PIG, AT_100),
    "generic_many": (MANY, replace(AT_100, dials=(2, 1), dial=1)),
    "help": (MY_MOVE, replace(AT_100, overlay=Overlay.HELP)),
    "details": (MY_MOVE, replace(AT_100, overlay=Overlay.INSPECT)),
    "log": (MY_MOVE, replace(AT_100, overlay=Overlay.LOG)),
    "settings": (MY_MOVE, replace(AT_100, overlay=Overlay.SETTINGS)),
    "settings_last": (MY_MOVE, replace(AT_100, overlay=Overlay.SETTINGS, page=7)),
    "command": (
        MY_MOVE,
        replace(AT_100, mode=Mode.COMMAND, typed="e h", offers=("higher",)),
    ),
    "chat": (MY_MOVE, replace(AT_100, mode=Mode.CHAT, typed="good luck")),
    "leaving": (
        MY_MOVE,
        replace(AT_100, question="Leave the table? Your seat is kept. y leaves.", agreed="leave"),
    ),
    "offline": (OFFLINE, AT_100),
    "refused": (REFUSED, AT_100),
    "locked": (replace(REFUSED, locked=True), AT_100),
    "word": (
        replace(REFUSED, locked=True),
        replace(AT_100, mode=Mode.WORD, typed="******"),
    ),
    "hostile": (HOSTILE, AT_100),
}
HELD = (Held("play.example.net", "sokano", "secret", "Ann", "haydes", 9),)
