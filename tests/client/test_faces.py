"""Faces draw whatever the engine comes to, for every seat and for those who watch."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.client.screens.samples import (
    BLOCK,
    FIGURES,
    SCREENS,
    TABLE,
    figure,
    haydes,
    tiles,
    turn,
)
from tests.client.screens.samples import model as shown
from tests.client.screens.samples import view as seen
from tests.client.screens.test_recorded import SIZES, check
from tests.engine.toy import PIG

from haydes.client.faces import FACES, face, generic
from haydes.client.faces.haydes.tiles import cell, sight
from haydes.client.model import View, choices
from haydes.client.screens.rows import Area, Row, in_ascii, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Ui
from haydes.engine.game import Game
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Act
from haydes.protocol.tree import Tree, Value

KEYS = ("up", "left", "down", "right", "h", "l", "enter", "t", "b", "7", "1", "tab", ".", "space")


def table(game: Game, match: Match) -> Tree:
    """Return the table branch as a server would have it."""
    seats: dict[str, Value] = {
        str(n): {"kind": "bot", "name": f"walker {n + 1}"} for n in range(match.seats)
    }
    seats["0"] = {"kind": "person", "name": "Zoë 漢字"}
    tree: dict[str, Value] = dict(TABLE) | {"game": game.name, "seats": seats}
    if match.outcome:
        won: Tree = {"winners": list(match.outcome.winners), "reason": match.outcome.reason}
        tree |= {"phase": "over", "outcome": won}
    return tree


def look_on(game: Game, match: Match, seat: int | None) -> View:
    if seat is None:
        return View(1, match.ply, table(game, match), match.public(), {})
    own: Tree = {"seat": seat, "prompt": match.ply, "choices": match.choices(seat)}
    return View(1, match.ply, table(game, match), match.public(), {**own, **match.private(seat)})


@pytest.mark.parametrize("game", [*GAMES.values(), PIG], ids=lambda game: game.name)
@settings(max_examples=10)
@given(data=st.data())
def test_any_position_can_be_drawn_and_played_by_keys(game: Game, data: st.DataObject) -> None:
    match = Match(game, data.draw(st.sampled_from(game.seats)), {}, bytes(32))
    ui = Ui()
    for _ in range(data.draw(st.integers(0, 40))):
        for seat in (None, 0):
            model = shown(look_on(game, match, seat))
            check(draw(model, ui, SIZES[0]), SIZES[0])
            check(draw(model, ui, SIZES[1]), SIZES[1])
        mover = next((seat for seat in range(match.seats) if match.legal(seat)), None)
        if mover is None:
            break
        model = shown(look_on(game, match, mover))
        done = press(model, ui, data.draw(st.sampled_from(KEYS)))
        ui = done.ui
        for request in done.ask:
            assert isinstance(request, Act)
            match.play(mover, match.action(mover, request.action))
            ui = Ui()


def test_a_game_without_a_face_gets_the_generic_one() -> None:
    assert face(seen({}, table={**TABLE, "game": "pig"})) is generic
    assert face(seen(haydes())) is FACES["haydes"]


def test_an_empty_tree_breaks_no_face() -> None:
    for name in ("haydes", "pig"):
        for tree in ({}, {"tiles": {"A": {"x": "??"}}, "figures": {"0": {"at": "?"}}, "turn": {}}):
            model = shown(seen(tree, [{"do": "odd"}], table={**TABLE, "game": name}))
            for size in SIZES:
                check(draw(model, Ui(aim="Z9"), size), size)


def cells_of(place: str, *, ascii_only: bool, aim: str = "") -> str:
    moves: list[Value] = [
        {"do": "move", "to": ["D7", "E8", "F7"], "call": ["higher", "lower"]},
        {"do": "walk", "to": ["E6"]},
    ]
    eyes = sight(seen(haydes(turn=turn(0, "move")), moves), aim)
    line: Row = cell(eyes, place)
    return string(in_ascii(line) if ascii_only else line)


@pytest.mark.parametrize(
    ("place", "signs", "plain"),
    [
        ("C7", "░░░ ", "::: "),  # face down, may be the red Joker
        ("F6", "··· ", "... "),  # face down, searched
        ("D7", "[n] ", "[n] "),  # to be aimed at
        ("F7", "(s) ", "(s) "),  # to be aimed at, searched
        ("E6", "wK♥x", "wKhx"),  # to be walked to, a beaten creature
        ("E5", " 7♠ ", " 7s "),
        ("E7", "@6♣ ", "@6c "),  # one's own figure
        ("F4", "c9♦ ", "c9d "),  # another one
        ("G4", "bQ♠!", "bQs!"),  # another one, stuck with a creature
        ("F5", "dB* ", "dB* "),  # another one on the start
        ("A1", "    ", "    "),  # nothing is there
    ],
)
def test_every_state_of_a_card_has_its_own_signs(place: str, signs: str, plain: str) -> None:
    assert cells_of(place, ascii_only=False) == signs
    assert cells_of(place, ascii_only=True) == plain


def test_an_aimed_card_is_pointed_at() -> None:
    assert cells_of("E8", ascii_only=False, aim="E8") == "▸e◂ "
    assert cells_of("E6", ascii_only=False, aim="E6") == "▸K♥x"


def test_several_figures_on_a_card_are_a_plus() -> None:
    together = {**FIGURES, "1": {**FIGURES["1"], "at": "F5"}}
    eyes = sight(seen(haydes(figures=together, turn=turn(0, "move"))), "")
    assert string(cell(eyes, "F5")) == "+B* "


def test_the_start_and_the_red_joker_show_themselves() -> None:
    alone = {"0": FIGURES["0"]}
    eyes = sight(seen(haydes(BLOCK.replace("7S", "JR"), alone)), "")
    assert string(cell(eyes, "F5")) == "*B* "
    assert string(cell(eyes, "E5")) == "*R* "


def test_the_cursor_is_on_the_figure_or_on_the_aim() -> None:
    moves: list[Value] = [{"do": "move", "to": ["E8"], "call": ["higher"]}, {"do": "stop"}]
    model = shown(seen(haydes(turn=turn(0, "move")), moves))
    for size in SIZES:
        for aim, sign in (("", "@"), ("E8", "e")):
            drawing = draw(model, Ui(aim=aim), size)
            assert string(drawing.rows[drawing.cursor.row])[drawing.cursor.column] == sign


def test_the_figure_is_in_sight_wherever_it_is() -> None:
    board = tiles(BLOCK)
    for row, columns in board.items():
        for column in columns:
            figures = {"0": figure(row + column, "free", 8, 8)}
            laid = {**board, row: {**columns, column: "6C"}}
            game = {**haydes(figures=figures), "tiles": laid}
            drawing = draw(shown(seen(game)), Ui(), Area(16, 60))
            assert string(drawing.rows[drawing.cursor.row])[drawing.cursor.column] == "@"


def test_choices_are_those_of_the_server() -> None:
    view = seen(haydes(), [{"do": "pass"}], table={**TABLE, "game": "new"})
    assert [offer.do for offer in generic.offers(view)] == ["pass"]
    assert choices(view) == ({"do": "pass"},)


def test_who_watches_is_not_told_to_be_out_of_the_game() -> None:
    drawing = draw(*SCREENS["over_watching"], SIZES[0])
    text = "\n".join(string(row) for row in drawing.rows)
    assert "YOU" not in text
    assert "escaped" in text
