"""Hints: what is asked for, what is said, and where it is marked."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.client import positions
from tests.client.holyquest import positions as quest
from tests.client.hounds import positions as track
from tests.client.positions import SPLITS, TESTS, at_table
from tests.client.processes import run
from tests.client.tables import look_on

from haydes.client.changes import ask, receive
from haydes.client.grammar import parse
from haydes.client.json_trees import happened
from haydes.client.model import Described, Model, View, Voice, choices
from haydes.client.parsed import Typing
from haydes.client.read import branch
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, keys, press
from haydes.client.screens.ui import Ui, settled
from haydes.client.speech import Scene
from haydes.client.words import advice, may_ask_for_hints
from haydes.engine.dealer import FairDealer
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Advice, Done, Hint, Refused
from haydes.protocol.tree import Tree

SIZE = Area(24, 80)
NORTH: Described = {"do": "move", "to": "A2", "call": "higher"}


def hint(action: Described, why: str = "likelier", prompt: int = 14) -> Advice:
    return Advice(prompt=prompt, action=action, why=why)


def advised(model: Model, message: Advice) -> Model:
    return receive(model, message, 0.0).model


def screen(model: Model, ui: Ui) -> Sequence[str]:
    return [string(line) for line in draw(model, ui, SIZE).rows]


def alone(*, mine: bool = True) -> Model:
    """Return a model of Ann at a table with a bot."""
    model = at_table(choices=positions.MOVES if mine else ())
    assert model.view
    seats: Tree = {
        **branch(model.view.table, "seats"),
        "1": {"kind": "bot", "name": "walker 1"},
    }
    return replace(model, view=replace(model.view, table={**model.view.table, "seats": seats}))


def test_a_key_says_why_there_is_none() -> None:
    for model, note in (
        (alone(mine=False), "Wait for your turn."),
        (at_table(), "There are no hints at this table."),
        (replace(alone(), features=()), "There are no hints at this table."),
    ):
        done = press(model, Ui(), "H")
        assert (done.ask, done.ui.note) == ((), note)


def test_a_hint_is_asked_for_by_key_and_by_word() -> None:
    assert press(alone(), Ui(), "H").ask == (Hint(ref=0),)
    assert parse(at_table(), "hint", Typing()).requests == (Hint(ref=0),)


def test_the_answer_is_waited_for_and_said() -> None:
    asked = ask(at_table(), Hint(ref=0), 0.0)
    waits = receive(asked.model, Done(ref=asked.send[0].ref), 0.0).model
    assert waits.asked
    told = advised(waits, hint(NORTH))
    assert not told.asked
    assert told.log[-1].voice is Voice.HINT
    assert told.log[-1].text.startswith("north higher: right more often if ")
    lower = advised(waits, hint({**NORTH, "call": "lower"}))
    assert lower.log[-1].text.startswith("north lower: right in ")


def test_a_hint_about_an_older_question_is_passed_over() -> None:
    model = at_table()
    assert advised(model, hint(NORTH, prompt=13)).log == model.log
    assert advised(model, hint({"do": "fly"})).log == model.log


def test_a_reason_that_is_not_known_is_none() -> None:
    assert advised(at_table(), hint({"do": "stop"}, "omen")).log[-1].text == "stop."
    assert advised(at_table(), hint({"do": "stop"}, "only")).log[-1].text == (
        "stop: there is nothing else to do."
    )


@pytest.mark.parametrize(
    ("model", "action", "marked"),
    [
        (at_table(), NORTH, "»n A2"),
        (at_table(positions.game(phase="split"), SPLITS), {"do": "split", "charisma": 9}, "»9"),
        (
            at_table(positions.game(positions.MAP.replace("6C", "KC"), phase="encounter"), TESTS),
            {"do": "talk"},
            "»t talk",
        ),
        (track.at_table(), {"do": "play", "card": "9D", "on": 0}, "»"),
        (quest.at_table(), {"do": "done"}, "»done"),
    ],
)
def test_what_is_advised_is_marked_beside_the_choices(
    model: Model, action: Described, marked: str
) -> None:
    assert model.view
    model = advised(model, hint(action, prompt=number(model.view)))
    ui = settled(model, Ui())
    assert ui.note.startswith("Hint: ")
    assert any(marked in line for line in screen(model, ui))
    assert not any(marked in line for line in screen(replace(model, view=unadvised(model)), ui))


def number(view: View) -> int:
    prompt = view.you["prompt"]
    assert isinstance(prompt, int)
    return prompt


def unadvised(model: Model) -> View | None:
    return model.view and replace(model.view, advice=None)


def test_the_note_goes_with_the_next_key() -> None:
    model = advised(at_table(), hint(NORTH))
    ui = settled(model, Ui())
    ui = settled(model, press(model, ui, "n").ui)
    assert ui.note == ""


def test_the_hint_bar_offers_what_the_table_gives() -> None:
    with_people = at_table()
    assert with_people.view
    seats = branch(with_people.view.table, "seats")
    bots: Tree = {**seats, "1": {"kind": "bot", "name": "walker 1"}}
    for rule, others, offered in (
        ("", seats, False),
        ("always", seats, True),
        ("", bots, True),
        ("never", bots, False),
    ):
        table = {**with_people.view.table, "seats": others} | ({"hints": rule} if rule else {})
        view = replace(with_people.view, table=table)
        assert may_ask_for_hints(view) is offered
        shown = [key.hint for key in keys(replace(with_people, view=view), Ui())]
        assert ("hint" in shown) is offered


def test_a_table_without_hints_says_so() -> None:
    asked = ask(at_table(), Hint(ref=0), 0.0)
    refused = Refused(ref=asked.send[0].ref, code="no_hints", text="no")
    assert "no hints" in receive(asked.model, refused, 0.0).model.log[-1].text


def test_a_script_gets_it_as_data() -> None:
    ((kind, fields),) = happened(hint(NORTH), at_table())
    assert (kind, fields["action"], fields["why"]) == ("advice", NORTH, "likelier")


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_the_engine_has_words(name: str) -> None:
    """Play as advised, and have each hint said."""
    game, dealer = GAMES[name], FairDealer(bytes(32))
    match = Match(game, game.seats[1], {}, bytes(range(32)))
    for _ in range(60):
        if match.outcome:
            break
        seat = next(seat for seat in range(match.seats) if match.legal(seat))
        position = match.conceal(seat, dealer)
        action = game.bots[game.adviser](position.clone(), seat, dealer)
        why = game.reason(position, seat, action)
        view = look_on(match, seat)
        described = {
            key: v for key, v in match.describe(action).items() if isinstance(v, str | int)
        }
        assert described in choices(view)
        message = Advice(prompt=number(view), action=described, why=why)
        assert ": " in advice(Scene(replace(view, advice=message))), why
        match.play(seat, action)


def test_plain_mode_tells_it(tmp_path: Path) -> None:
    ran = run(tmp_path, "--solo", "hounds", "--bots", "2", "--name", "Ann", script="hint\n1\n")
    assert ran.code == 0
    assert any(": " in line for line in ran.told("Hint"))


def test_a_server_that_does_not_know_them_is_not_asked() -> None:
    model = replace(at_table(), features=())
    parsed = parse(model, "hint", Typing())
    assert parsed.requests == ()
    assert "no hints" in parsed.lines[0].text
    assert "hint" not in [key.hint for key in keys(model, Ui())]
