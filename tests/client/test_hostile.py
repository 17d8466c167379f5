"""Whatever a server sends: no exception, and nothing that could drive a terminal."""

from dataclasses import replace
from typing import NamedTuple, cast

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from tests.client.positions import LIVE, MOVES, game, view
from tests.client.screens.samples import TABLE, model
from tests.client.screens.samples import view as seen
from tests.client.test_changes import hear

from haydes.client.grammar import complete, parse, split
from haydes.client.model import MOST_CHOICES, Model, choices
from haydes.client.model import Lobby as KnownLobby
from haydes.client.parsed import Typing
from haydes.client.screens.fields import MOST_VALUES, blank, fields
from haydes.client.screens.rows import Area
from haydes.client.screens.screen import draw
from haydes.client.screens.ui import Ui
from haydes.client.words import numbered
from haydes.protocol import messages
from haydes.protocol.limits import LARGEST
from haydes.protocol.messages import Lobby, LobbyUpdate, Snapshot, Update
from haydes.protocol.tree import Tree, Value

KEYS = [
    "seat",
    "at",
    "is",
    "charisma",
    "endurance",
    "tiles",
    "A",
    "B",
    "1",
    "2",
    "figures",
    "0",
    "turn",
    "phase",
    "unseen",
    "map",
    "replacement",
    "seats",
    "name",
    "kind",
    "presence",
    "host",
    "options",
    "outcome",
    "winners",
    "reason",
    "choices",
    "do",
    "to",
    "call",
    "event",
    "from",
    "card",
    "result",
    "dice",
    "need",
    "pool",
    "title",
    "game",
    "taken",
    "people",
    "prompt",
    "id",
    "match",
    "\x1b[2J",
]
WORDS = (
    *[
        "??",
        "--",
        "JB",
        "JR",
        "KH",
        "KHx",
        "6C",
        "A1",
        "A2",
        "B2",
        "move",
        "encounter",
        "split",
        "haydes",
        "over",
        "playing",
        "x",
    ],
    "",
)
LINES = (
    "n h;s;walk;talk;split 9 7;look;look a1;map;map all;path a1;odds;odds n;1;who;status;help;"
    "tables;join 1;new haydes x=1;kick b;move a2 higher;xyzzy;log;leave"
)

scalars = st.one_of(
    st.integers(-3, 20),
    st.booleans(),
    st.sampled_from(WORDS),
    st.text("\x1b\u202e[2Jaé", max_size=4),
)
values: st.SearchStrategy[Value] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=8,
)
trees = st.dictionaries(st.sampled_from(KEYS), values, max_size=5)
GOOD = view(game(), MOVES)


@st.composite
def spoilt(draw: st.DrawFn, good: Tree) -> Tree:
    """Return a good tree of which some branches are something else."""
    tree: dict[str, Value] = dict(good)
    for key in draw(st.lists(st.sampled_from(sorted(tree)), max_size=2)):
        inner = tree[key]
        if isinstance(inner, dict) and inner and draw(st.booleans()):
            tree[key] = draw(spoilt(inner))
        else:
            tree[key] = draw(values)
    return tree


class Sent(NamedTuple):
    """All that a server may fill with nonsense."""

    table: Tree
    game: Tree
    you: Tree
    lobby: Tree
    games: Tree
    events: list[Tree]


@given(
    st.builds(
        Sent,
        table=st.one_of(spoilt(GOOD.table), trees),
        game=st.one_of(spoilt(GOOD.game), trees),
        you=st.one_of(st.just(GOOD.you), spoilt(GOOD.you), trees),
        lobby=trees,
        games=trees,
        events=st.lists(trees, max_size=3),
    )
)
def test_no_tree_breaks_the_client(sent: Sent) -> None:
    lobby = Lobby(games=_wire(sent.games), tables=_wire(sent.lobby))
    snapshot = Snapshot(
        seq=1, ply=1, table=_wire(sent.table), game=_wire(sent.game), you=_wire(sent.you)
    )
    update = Update(seq=2, ply=2, events=[_wire(event) for event in sent.events])
    heard = hear(Model(name="Ann", link=LIVE), lobby, snapshot, update).model
    lines = list(heard.log)
    assert heard.view is not None
    for now in (heard, replace(heard, view=None)):
        for command in split(LINES):
            lines += parse(now, command, Typing()).lines
            assert isinstance(complete(now, f"{command} "), list)
    assert all(line.text.isprintable() for line in lines)
    assert isinstance(numbered(heard.view), str)


def test_a_view_that_grows_without_end_is_taken_in_no_further() -> None:
    snapshot = Snapshot(seq=1, ply=1, table=_wire(GOOD.table), game=_wire(GOOD.game))
    known = hear(Model(name="Ann", link=LIVE), snapshot).model
    asked = 0
    for seq in range(2, 200):
        more: messages.Patch = {f"{seq}.{n}": "x" * 100 for n in range(100)}
        reply = hear(known, Update(seq=seq, ply=1, game=more))
        known = reply.model
        asked += len(reply.send)
    assert known.view is not None
    assert len(known.view.game) < 3000 + 16 * 100
    assert asked == 1, "it asks for a snapshot, once"
    healed = hear(known, structs.replace(snapshot, seq=200)).model
    assert healed.view is not None
    assert healed.view.seq == 200


def test_a_lobby_that_grows_without_end_is_taken_in_no_further() -> None:
    known = hear(Model(name="Ann", link=LIVE), Lobby(games={}, tables={})).model
    for turn in range(100):
        more: messages.Patch = {f"{turn}.{n}": {"title": "x" * 100} for n in range(100)}
        known = hear(known, LobbyUpdate(tables=more)).model
    assert known.lobby is not None
    assert 100 <= len(known.lobby.tables) < 3000


def test_choices_without_end_are_cut() -> None:
    groups: list[Value] = [{"do": "x", **{f"p{n}": list(range(50)) for n in range(12)}}]
    endless = replace(GOOD, you={"seat": 0, "prompt": 1, "choices": groups})
    assert len(choices(endless)) == MOST_CHOICES


def test_a_track_without_end_is_drawn_in_no_time() -> None:
    runner: Tree = {"is": "running", "at": 1, "hand": 3}
    endless: Tree = {"track": LARGEST, "figures": {"0": runner}}
    shown = model(seen(endless, table={**TABLE, "game": "hounds"}))
    assert draw(shown, Ui(), Area(24, 80)).rows


def test_a_form_has_no_line_without_end() -> None:
    option: Tree = {"default": 1, "low": 1, "high": LARGEST}
    endless: Tree = {"seats": [1, LARGEST], "options": {"goal": option}}
    lobby = KnownLobby({"pig": endless}, {}, 0)
    for field in fields(lobby, blank(lobby)):
        assert len(field.values) <= MOST_VALUES + 1


def _wire(tree: Tree) -> messages.Tree:
    return cast("messages.Tree", tree)
