"""Hostile texts in every place where a server, or people through it, can put one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from unicodedata import category

import pytest
from tests.client.holyquest.positions import at_table
from tests.client.screens.samples import (
    AT_100,
    GAMES,
    LOBBY,
    MOVES,
    MY_MOVE,
    OFFLINE,
    PIG,
    REFUSED,
    SEARCHING,
    SEATS,
    TABLE,
    TABLES,
    WAITING,
    haydes,
    model,
    turn,
)
from tests.client.screens.samples import view as seen
from tests.client.test_terminal import emulated, sent
from wcwidth import wcswidth

from haydes.client.look import Look
from haydes.client.model import Lobby as KnownLobby
from haydes.client.model import Model, Reading, View, Voice, say
from haydes.client.nearby import Near
from haydes.client.options import Address
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw
from haydes.client.screens.ui import Overlay, Ui
from haydes.protocol.limits import MARKS
from haydes.protocol.nearby import Advert
from haydes.protocol.tree import Tree, Value

SIZE = Area(24, 80)
ESC, ST = "\x1b", "\x1b\\"
CORPUS: Mapping[str, str] = {
    "every control": "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)])),
    "colours that stay": f"{ESC}[31;5;7m red {ESC}[0",
    "modes": f"{ESC}[?1049l{ESC}[?25l{ESC}[?1003h{ESC}[?2004l{ESC}[4h{ESC}[?7l",
    "a cleared screen": f"{ESC}[2J{ESC}[H{ESC}c{ESC}#8",
    "margins and charsets": f"{ESC}[5;6r{ESC}(0{ESC})0\x0e",
    "a title and a clipboard": f"{ESC}]0;boo\x07{ESC}]52;c;Ym9v{ST}",
    "strings without an end": f"{ESC}P1$r{ESC}_x{ESC}^y{ESC}Xz\x90\x9d0;boo",
    "questions to answer": f"{ESC}[6n{ESC}[c{ESC}[>q{ESC}]11;?{ST}",
    "eight bit controls": "\x9b31m\x9b2J\x9d0;boo\x9c\x84\x85\x8d",
    "both directions": "".join(map(chr, [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F)]))
    + "evil"
    + "".join(map(chr, range(0x2066, 0x206A))),
    "zero width": "a\u200bb\u200cc\u200dd\u2060e\ufeff\u00adf\u180e\u2061\u2063",
    "a flood of marks": "e" + "\u0301" * 400 + "\u0300" * 9,
    "marks on nothing": "\u0301\u20dd\u0488 \u0489",
    "other lines": "one\u2028two\u2029three\x85four\x0b\x0cfive",
    "tags": "\U000e0001\U000e0041\U000e007f",
    "selectors": "♥\ufe0f♠\ufe0e1\ufe0f\u20e3 \U000e0100",
    "joined pictures": "\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f1e9\U0001f1ea",
    "wide and half": "漢字ｗｉｄｅｱｲｳ한글\u1100\u1161\u11a8",
    "blanks": "\u3164\u115f\u2800\u00a0\u3000\u2003",
    "nobody's signs": "\ue000\U000f0000\ufffe\uffff\U0010ffff\u0378\ufff9x\ufffa\ufffb",
    "one long word": "w" * 500,
    "a phrase of markup": "# **x** | [y](z) `q` " + "|" * 40,
}
ALL = " ".join(CORPUS.values())
Spoil = Callable[[str], tuple[Model, Ui]]


def _seats(text: str) -> Tree:
    return {key: {**SEATS["1"], "name": text, "bot": text, "stand_in": text} for key in SEATS}


def _named(view_: View, text: str) -> View:
    seats_ = {"0": {"kind": "person", "name": text, "presence": "here"}}
    return replace(view_, table={**view_.table, "title": text, "id": text, "seats": seats_})


def _at_a_game(text: str, game: str) -> tuple[Model, Ui]:
    table: Tree = {**TABLE, "game": game, "title": text, "id": text, "seats": _seats(text)}
    return model(seen({text: text, "list": [text, {text: [text]}]}, table=table)), AT_100


def _offered(text: str) -> tuple[Model, Ui]:
    choices: list[Value] = [{"do": text, text: [text, 1]}, {"do": "move", "to": text}]
    assert PIG.view is not None
    you: Tree = {"seat": 0, "prompt": 14, "choices": choices, text: text}
    return replace(PIG, view=replace(PIG.view, you=you)), AT_100


def _lobby(text: str) -> tuple[Model, Ui]:
    rows: dict[str, Value] = {
        id_: {**tree, "title": text, "host": text, "people": [text], "options": {text: text}}
        for id_, tree in TABLES.items()
        if isinstance(tree, dict)
    }
    games: dict[str, Value] = {
        "haydes": {**_tree(GAMES["haydes"]), "title": text},
        text: {"title": text},
    }
    return replace(LOBBY, lobby=KnownLobby(games, {**rows, text: {"game": text}}, 3)), AT_100


def _tree(value: Value) -> Tree:
    assert isinstance(value, dict)
    return value


PLACES: Mapping[str, Spoil] = {
    "names at a table": lambda text: (
        model(seen(haydes(turn=turn(0, "move")), MOVES, table={**TABLE, "seats": _seats(text)})),
        AT_100,
    ),
    "names before a match": lambda text: (
        replace(WAITING, view=_named(_view(WAITING), text)),
        AT_100,
    ),
    "names in HolyQuest": lambda text: (
        replace(at_table(), view=_named(_view(at_table()), text)),
        AT_100,
    ),
    "the trees of Hounds": lambda text: _at_a_game(text, "hounds"),
    "the trees of HolyQuest": lambda text: _at_a_game(text, "holyquest"),
    "the trees of Haydes": lambda text: _at_a_game(text, "haydes"),
    "the trees of an unknown game": lambda text: _at_a_game(text, text),
    "choices": _offered,
    "the lobby": _lobby,
    "chat": lambda text: (say(MY_MOVE, Voice.CHAT, f"Bram: {text}"), AT_100),
    "errors": lambda text: (say(MY_MOVE, Voice.ERROR, text, text), AT_100),
    "the whole log": lambda text: (
        say(MY_MOVE, Voice.TABLE, text, text),
        replace(AT_100, overlay=Overlay.LOG),
    ),
    "why the link is down": lambda text: (
        replace(OFFLINE, link=replace(OFFLINE.link, reason=text, server=text)),
        AT_100,
    ),
    "why one was turned away": lambda text: (
        replace(REFUSED, link=replace(REFUSED.link, reason=text)),
        AT_100,
    ),
    "the rules": lambda text: (
        replace(MY_MOVE, reading=Reading("haydes", text, (text, f"# {text}", f"| {text} |"))),
        replace(
            AT_100,
            overlay=Overlay.RULES,
            reading=Reading("haydes", text, (text, f"# {text}", f"| {text} |")),
        ),
    ),
    "servers nearby": lambda text: (
        SEARCHING,
        replace(AT_100, near=(Near(Address(), text, Advert(text, text, "A" * 43, 2, 3)),)),
    ),
    "an answer": lambda text: (MY_MOVE, replace(AT_100, overlay=Overlay.ANSWER, answer=(text,))),
    "details": lambda text: (_at_a_game(text, text)[0], replace(AT_100, overlay=Overlay.INSPECT)),
}


def _view(one: Model) -> View:
    assert one.view is not None
    return one.view


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", CORPUS)
def test_what_is_drawn_drives_no_terminal(place: str, text: str) -> None:
    for row in draw(*PLACES[place](CORPUS[text]), SIZE).rows:
        signs = string(row)
        assert signs.isprintable()
        assert not {category(c) for c in signs} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert sum(max(0, wcswidth(c)) for c in signs) == SIZE.columns
        assert most_marks(signs) <= MARKS


def most_marks(signs: str) -> int:
    """Return how many marks stand in a row at most."""
    runs = "".join("m" if category(c).startswith("M") else " " for c in signs).split()
    return max(map(len, runs), default=0)


@pytest.mark.parametrize("place", PLACES)
def test_the_terminal_is_in_the_state_that_any_frame_leaves(place: str) -> None:
    harmless = emulated(sent(*PLACES[place]("Bram"), Look()))
    hostile = emulated(sent(*PLACES[place](ALL), Look()))
    for state in (
        "title", "icon_name", "mode", "margins", "charset", "g0_charset", "g1_charset", "tabstops",
    ):  # fmt: skip
        assert getattr(hostile, state) == getattr(harmless, state)
    assert hostile.cursor.attrs == harmless.cursor.attrs
    assert hostile.cursor.hidden == harmless.cursor.hidden
