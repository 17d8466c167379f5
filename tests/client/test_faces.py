"""Faces draw whatever the engine comes to, for every seat and for those who watch."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.client.screens.samples import (
    BLOCK,
    FIGURES,
    MOVES,
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
from tests.client.tables import look_on
from tests.engine.toy import PIG

from haydes.client.faces import FACES, face, generic
from haydes.client.faces.haydes.tiles import cell, sight
from haydes.client.grammar import parse
from haydes.client.model import Described, Model, choices
from haydes.client.parsed import Typing
from haydes.client.screens.rows import Area, Row, in_ascii, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Ui
from haydes.client.speech import Scene
from haydes.client.words import deed, tell
from haydes.engine.dealer import FairDealer
from haydes.engine.game import Game
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Act
from haydes.protocol.tree import Tree, Value

KEYS = (
    "up", "left", "down", "right", "h", "l", "enter", "t", "b", "7", "1", "tab", ".", "space",
    "f", "g", "u",
)  # fmt: skip
MAPS = ("block", "cross", "gallery", "lattice", "streets", "fishbone", "blob", "quick")


@pytest.mark.parametrize("game", [*GAMES.values(), PIG], ids=lambda game: game.name)
@settings(max_examples=10)
@given(data=st.data())
def test_any_position_can_be_drawn_and_played_by_keys(game: Game, data: st.DataObject) -> None:
    match = Match(game, data.draw(st.sampled_from(game.seats)), {}, bytes(32))
    ui = Ui()
    for _ in range(data.draw(st.integers(0, 40))):
        for seat in (None, 0):
            model = shown(look_on(match, seat))
            check(draw(model, ui, SIZES[0]), SIZES[0])
            check(draw(model, ui, SIZES[1]), SIZES[1])
        mover = next((seat for seat in range(match.seats) if match.legal(seat)), None)
        if mover is None:
            break
        model = shown(look_on(match, mover))
        done = press(model, ui, data.draw(st.sampled_from(KEYS)))
        ui = done.ui
        for request in done.ask:
            assert isinstance(request, Act)
            match.play(mover, match.action(mover, request.action))
            ui = Ui()


@pytest.mark.parametrize("encounter", ["test", "denizens", "brawl"])
@pytest.mark.parametrize("drawing", MAPS)
def test_every_map_and_encounter_can_be_drawn(drawing: str, encounter: str) -> None:
    dealer = FairDealer(f"{drawing} {encounter}".encode().ljust(32))
    options: Tree = {"map": drawing, "encounter": encounter, "tuybe": True, "exhaustion": "never"}
    match = Match(GAMES["haydes"], 2, options, bytes(32))
    reached: set[str] = set()
    for number in range(160):
        mover = next((seat for seat in range(2) if match.legal(seat)), None)
        if mover is None:
            break
        seen = look_on(match, mover)
        model = shown(seen)
        legal = [action for action in choices(seen) if action["do"] != "stop"] or choices(seen)
        chosen = legal[dealer.below(len(legal))]
        reached.add(str(chosen["do"]))
        if number % 4 == 0 or chosen["do"] not in ("move", "walk", "ride"):
            aim = str(chosen.get("to", chosen.get("at", "")))
            for size in SIZES[:2]:
                check(draw(model, Ui(), size), size)
                check(draw(model, Ui(aim=aim), size), size)
        assert act_by_keys(model, chosen) == chosen
        match.play(mover, match.action(mover, chosen))
    assert "move" in reached


def act_by_keys(model: Model, chosen: Described) -> Described | None:
    """Return what the keys ask for that mean this choice."""
    aim = str(chosen.get("to", chosen.get("at", "")))
    call = str(chosen.get("call", ""))
    own = {"stop": ".", "talk": "t", "brawl": "b", "face": "f", "fight": "f", "bargain": "g"}
    name = call[:1] or own.get(str(chosen["do"])) or str(chosen.get("charisma", "enter"))
    asked = press(model, Ui(aim=aim), name).ask
    return asked[0].action if asked and isinstance(asked[0], Act) else None


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@settings(max_examples=5)
@given(data=st.data())
def test_any_game_is_playable_by_a_client_that_does_not_know_it(
    game: Game, data: st.DataObject
) -> None:
    match = Match(game, game.seats[-1], {}, data.draw(st.binary(min_size=32, max_size=32)))
    for _ in range(20):
        mover = next((seat for seat in range(match.seats) if match.legal(seat)), None)
        if mover is None:
            break
        seen = look_on(match, mover)
        strange = replace(seen, table={**seen.table, "game": "strange"})
        model = shown(strange)
        assert face(strange) is generic
        check(draw(model, Ui(), SIZES[1]), SIZES[1])
        chosen = data.draw(st.sampled_from(choices(strange)))
        (request,) = parse(model, deed(chosen, strange), Typing()).requests
        assert isinstance(request, Act)
        for event in match.play(mover, match.action(mover, request.action)):
            assert tell(event.tree, Scene(strange))


def test_a_game_without_a_face_gets_the_generic_one() -> None:
    assert face(seen({}, table={**TABLE, "game": "pig"})) is generic
    assert face(seen(haydes())) is FACES["haydes"]


def test_an_empty_tree_breaks_no_face() -> None:
    odd: Tree = {"tiles": {"A": {"x": "??"}}, "figures": {"0": {"at": "?"}, "1": {}}, "turn": {}}
    cards: Tree = {"played": {"0": {}}, "order": {"0": "x"}, "unseen": {"9": 1}}
    trees: tuple[Tree, ...] = ({}, odd, {**odd, **cards})
    for name in (*FACES, "pig"):
        for tree in trees:
            model = shown(
                seen(
                    tree,
                    [{"do": "odd"}, {"do": "play", "card": "?"}],
                    table={**TABLE, "game": name},
                )
            )
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


def drawn(tree: Tree, choices: Sequence[Value] = (), *, seat: int | None = 0, size: int = 0) -> str:
    return "\n".join(
        map(string, draw(shown(seen(tree, choices, seat=seat)), Ui(), SIZES[size]).rows)
    )


def test_only_the_one_who_shares_out_sees_the_choices() -> None:
    fresh = {str(n): figure("F5", "free") for n in range(4)}
    tree = haydes(figures=fresh, turn=turn(1, "split"))
    for seat in (0, None):
        told = drawn(tree, seat=seat)
        assert "Charisma 7  Endurance 9" not in told
        assert "Bram shares out 16 points." in told
    own = drawn(haydes(figures=fresh, turn=turn(0, "split")), [{"do": "split", "charisma": [7]}])
    assert "Charisma 7  Endurance 9" in own


def test_a_guess_that_cannot_be_right_is_not_marked() -> None:
    only_sixes = {rank: 8 if rank == "6" else 0 for rank in "A23456789TJQK"}
    tree = haydes(turn=turn(0, "move"))
    tree = {**tree, "unseen": {"map": only_sixes, "replacement": only_sixes}}
    rows = drawn(tree, MOVES).splitlines()
    (south,) = [line for line in rows if " s F7" in line]
    assert south.rstrip().endswith("cannot be right from here")
    narrow = [line for line in drawn(tree, MOVES, size=1).splitlines() if " s F7" in line]
    assert "▲0 ▼0 =100" in narrow[0]


def test_a_map_that_goes_on_says_so() -> None:
    tree = haydes(figures={**FIGURES, "0": figure("E7", "free", 7, 9)}, turn=turn(0, "move"))
    rows = drawn(tree, MOVES, size=1).splitlines()
    assert rows[1].startswith("◂")
    assert any(line[:2] == "I▼" for line in rows)
    whole = drawn(tree, MOVES).splitlines()
    assert not [line for line in whole if line[:2] == "I▼"]
    west = haydes(figures={**FIGURES, "0": figure("E1", "free", 7, 9)}, turn=turn(0, "move"))
    assert drawn(west, MOVES, size=1).splitlines()[1].split("│")[0].endswith("▸")


def test_the_last_hiding_place_is_named() -> None:
    drawing = BLOCK.replace("??", "--")
    one = drawing.replace("--", "??", 1)
    assert "is at A2." in FACES["haydes"].inspect(seen(haydes(one)))[-1]
    assert "red Joker: at A2" in drawn(haydes(one, turn=turn(0, "move")), MOVES)


def test_no_text_of_the_panel_is_cut() -> None:
    for lying in ("JD", "QDx", "KC"):
        tree = haydes(BLOCK.replace("6C ", lying.ljust(3)), turn=turn(0, "move"))
        for columns in (78, 80):
            rows = draw(shown(seen(tree, MOVES)), Ui(), Area(24, columns)).rows
            (line,) = [string(row) for row in rows if "│ on " in string(row)]
            assert not line.rstrip().endswith("…")


def test_the_legend_is_for_the_one_who_looks() -> None:
    tree = haydes(turn=turn(0, "move"))
    assert "@ you  + several" in drawn(tree, MOVES)
    watched = drawn(tree, seat=None)
    assert "@ you" not in watched
    assert "+ several of them" in watched
