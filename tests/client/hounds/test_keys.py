"""What keys do on the board of Hounds, and what the player is told to do."""

from dataclasses import replace

import pytest
from tests.client.hounds.positions import FORCED, JOKERS, at_table, game, runs, view
from tests.client.screens.samples import AT_100

from haydes.client.faces.hounds.keys import now
from haydes.client.model import Described, Model
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Press, Ui
from haydes.protocol.messages import Act
from haydes.protocol.tree import Tree

PART = at_table()
JOKER = at_table(choices=JOKERS, hand=("9D", "JB"))
FORCE = at_table(game(turn=FORCED), [{"do": "play", "card": ["9D", "2C"], "on": 1}], ["9D", "2C"])
CLEOS: Tree = {"turn": {"seat": 2, "round": 3, "phase": "play"}}
WAIT = at_table(game(turn=CLEOS), ())


def strike(model: Model, *names: str, ui: Ui = AT_100) -> Press:
    done = Press(ui)
    for name in names:
        assert not done.ask
        done = press(model, done.ui, name)
    return done


def nine(seat: int) -> Described:
    return {"do": "play", "card": "9D", "on": seat}


RUN = {"do": "play", "card": "JB", "toward": "escape"}


@pytest.mark.parametrize(
    ("model", "pressed", "action"),
    [
        (PART, ("b", "enter"), nine(1)),
        (PART, ("1", "a", "enter"), nine(0)),
        (PART, ("down", "enter"), nine(0)),
        (PART, ("down", "down", "enter"), nine(1)),
        (PART, ("up", "enter"), nine(2)),
        (PART, ("b", "right", "right", "enter"), nine(0)),
        (PART, ("2", "c", "enter"), {"do": "play", "card": "JC", "on": 2}),
        (PART, ("c", "2", "enter"), {"do": "play", "card": "JC", "on": 2}),
        (PART, (".",), {"do": "discard"}),
        (PART, ("space",), {"do": "discard"}),
        (JOKER, ("2", "right", "enter"), RUN),
        (JOKER, ("2", "left", "enter"), {**RUN, "toward": "hounds"}),
        (JOKER, ("2", "e", "enter"), RUN),
        (JOKER, ("2", "h", "enter"), {**RUN, "toward": "hounds"}),
        (JOKER, ("2", "down", "down", "enter"), {**RUN, "toward": "hounds"}),
        (FORCE, ("enter",), nine(1)),
        (FORCE, ("2", "enter"), {"do": "play", "card": "2C", "on": 1}),
    ],
)
def test_a_card_is_picked_aimed_and_played(
    model: Model, pressed: tuple[str, ...], action: Described
) -> None:
    assert strike(model, *pressed).ask == (Act(ref=0, prompt=14, action=action),)


@pytest.mark.parametrize(
    ("model", "pressed", "remark"),
    [
        (PART, ("enter",), "Aim first: a letter, or the arrows."),
        (PART, ("a", "2", "enter"), "Aim first: a letter, or the arrows."),
        (PART, ("d",), "Dov has left the track."),
        (PART, ("h",), "There is no convict h."),
        (PART, ("2", "a"), "A court card is for others than yourself."),
        (JOKER, ("2", "a"), "A Joker moves everybody: choose a direction."),
        (FORCE, ("."), "You are forced to play your cards, not to discard them."),
        (FORCE, ("c"), "You are forced to play on b."),
        (at_table(hand=["9D"]), ("2",), "You hold one card, the nine of diamonds."),
        *((WAIT, (name,), "Wait for your turn.") for name in ("1", "a", "up", "enter", ".")),
    ],
)
def test_what_is_not_possible_is_said_and_not_sent(
    model: Model, pressed: tuple[str, ...], remark: str
) -> None:
    done = strike(model, *pressed)
    assert (done.ask, done.ui.note) == ((), remark)


@pytest.mark.parametrize(
    ("model", "ui", "sentence"),
    [
        (PART, AT_100, "The nine of diamonds (+9) on whom? a b c or arrows."),
        (PART, replace(AT_100, pick=1), "The jack of clubs on whom? b c or arrows."),
        (PART, replace(AT_100, aim="0"), "Enter: nine of diamonds on yourself: 8 to 17 so far."),
        (PART, replace(AT_100, aim="1"), "Enter: nine of diamonds on Bram: 14 to Escape so far."),
        (
            PART,
            replace(AT_100, pick=1, aim="2"),
            "Enter: jack of clubs on Cleo, who plays all on others: red 37%, black 38%.",
        ),
        (
            JOKER,
            replace(AT_100, pick=1),
            "The black Joker: → runs to Escape, ← to The Hounds. All move by a die.",
        ),
        (
            JOKER,
            replace(AT_100, pick=1, aim="hounds"),
            "Enter: black Joker, all move a die towards The Hounds.",
        ),
        (FORCE, AT_100, "Enter: nine of diamonds on Bram: 14 to Escape so far."),
        (WAIT, AT_100, "Cleo plays."),
        (at_table(game(turn={}), ()), AT_100, "The match is over."),
        (
            at_table(game(turn={"turn": {"seat": 2, "phase": "forced", "by": 1}}), ()),
            AT_100,
            "Cleo must play every card on others than Bram.",
        ),
        (
            at_table(game([{"is": "escaped"}, runs(9), runs(5)], (1, 2), CLEOS), ()),
            AT_100,
            "You have escaped. Cleo plays.",
        ),
    ],
)
def test_what_to_do_now_is_said(model: Model, ui: Ui, sentence: str) -> None:
    assert model.view is not None
    assert now(model.view, ui) == sentence


def cursor_sign(model: Model, ui: Ui, size: Area) -> str:
    drawing = draw(model, ui, size)
    return string(drawing.rows[drawing.cursor.row])[drawing.cursor.column]


def test_the_cursor_is_on_ones_figure_or_on_the_target() -> None:
    for size in (Area(24, 80), Area(16, 60), Area(43, 132)):
        assert cursor_sign(PART, AT_100, size) == "@"
        assert cursor_sign(PART, replace(AT_100, aim="1"), size) == "b"


def test_a_lane_shows_where_the_picked_card_would_lead() -> None:
    lane = string(draw(PART, replace(AT_100, aim="0"), Area(24, 80)).rows[2])
    assert lane.index("▸", 2) - lane.index("@") == 9 * 3
    assert "+9" in lane


def test_everybody_has_a_lane_at_any_size_and_number_of_seats() -> None:
    for seats in range(2, 9):
        tree = game([runs(n + 1) for n in range(seats)], range(seats))
        model = replace(PART, view=view(tree))
        for size in (Area(24, 80), Area(16, 60), Area(43, 132)):
            drawn = [string(line) for line in draw(model, AT_100, size).rows]
            lanes = [line for line in drawn if line.count("·") == 19]
            assert [line[2] for line in lanes] == list("abcdefgh")[:seats]
            assert any("9♦" in line or "│9    │" in line for line in drawn)


def test_long_names_keep_their_ends() -> None:
    tree = game([runs(n + 1) for n in range(6)], range(6))
    drawn = [
        string(line) for line in draw(replace(PART, view=view(tree)), AT_100, Area(24, 80)).rows
    ]
    assert [line[4:10] for line in drawn[6:8]] == ["gree 1", "gree 2"]
