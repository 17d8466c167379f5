"""Tutorials: lessons come when what they are about has come, and no act is a wrong one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from tests.client.positions import MOVES, SPLITS, TESTS, at_table, game
from tests.client.processes import run
from tests.client.tables import look_on
from tests.server.world import WISH, World

from haydes.client.exits import MISUSED
from haydes.client.grammar import complete, parse
from haydes.client.model import Lesson, Model, View
from haydes.client.options import TAUGHT
from haydes.client.parsed import Typing
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Overlay, Ui
from haydes.client.tutor import Course, Step, Tutor, load
from haydes.engine.dealer import FairDealer
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.fair import Terms, seed
from haydes.protocol.tree import Tree
from haydes.server.rehearsal import Rehearsal

ROWS, NARROW = Area(24, 80), Area(16, 60)


def course(*steps: Step) -> Course:
    return Course(seed="x", seats=1, bots=0, options={}, steps=steps)


def view(choices: Sequence[Tree] = MOVES, phase: str = "playing", prompt: int = 14) -> View:
    model = at_table(game(), choices, phase)
    assert model.view
    return replace(model.view, you={**model.view.you, "prompt": prompt})


def said(tutor: Tutor, seen: View, *events: Tree) -> str:
    lesson = tutor.follow(seen, events)
    return lesson.say if lesson else ""


def test_a_lesson_comes_with_its_question_and_once() -> None:
    tutor = Tutor(course(Step("points", "share", asked={"do": "split"}), Step("move", "go")))
    assert said(tutor, view(SPLITS)) == "share"
    assert said(tutor, view(SPLITS, prompt=15)) == "go"
    assert said(tutor, view(SPLITS, prompt=16)) == ""


def test_a_lesson_stays_until_something_else_is_asked() -> None:
    tutor = Tutor(course(Step("test", "talk", asked={"do": "talk"})))
    assert said(tutor, view(TESTS)) == "talk"
    assert said(tutor, view(TESTS), {"event": "chat"}) == "talk"
    assert said(tutor, view([])) == "talk"
    assert said(tutor, view(MOVES, prompt=20)) == ""


def test_a_lesson_may_be_about_what_somebody_did() -> None:
    mine = Step("mine", "you", event={"event": "move", "seat": "me", "result": "wrong"})
    theirs = Step("theirs", "they", event={"event": "move", "seat": "other"})
    tutor = Tutor(course(mine, theirs))
    assert said(tutor, view(), {"event": "move", "seat": 0, "result": "right"}) == ""
    assert said(tutor, view(), {"event": "move", "seat": 1, "result": "wrong"}) == "they"
    assert said(tutor, view(), {"event": "move", "seat": 0, "result": "wrong"}) == "you"


def test_a_lesson_may_wait_for_another_for_ones_turn_or_for_the_end() -> None:
    tutor = Tutor(
        course(
            Step("late", "late", after="turn"),
            Step("turn", "turn", mine=True),
            Step("end", "end", over=True),
        )
    )
    assert said(tutor, view([])) == ""
    assert said(tutor, view()) == "turn"
    assert said(tutor, view()) == "late"
    assert said(tutor, view([], "over")) == "end"


def test_another_match_is_taught_anew() -> None:
    tutor = Tutor(course(Step("turn", "turn")))
    first = view()
    assert said(tutor, first) == "turn"
    second = replace(first, table={**first.table, "match": 2})
    lesson = tutor.follow(second, ())
    assert lesson == Lesson(1, "turn", of=2)


def test_a_lesson_may_be_about_any_of_several_things() -> None:
    tutor = Tutor(course(Step("court", "court", event={"event": "creature", "card": ["KS", "QS"]})))
    assert said(tutor, view(), {"event": "creature", "card": "JS"}) == ""
    assert said(tutor, view(), {"event": "creature", "card": "QS"}) == "court"


def test_a_lesson_says_how_many_there_are_and_which_is_the_last() -> None:
    tutor = Tutor(
        course(Step("turn", "turn"), Step("won", "", over=True), Step("end", "", over=True))
    )
    titles = [tutor.follow(view(phase=phase), ()) for phase in ("playing", "over")]
    assert [lesson and lesson.title for lesson in titles] == ["1 of 2", "2, the last"]


def test_after_a_lesson_more_are_promised_while_the_match_goes_on() -> None:
    for phase, promised in (("playing", True), ("over", False)):
        model = replace(at_table(game(), MOVES, phase), taught=True)
        rows = [string(line) for line in draw(model, Ui(), ROWS).rows]
        assert any("another lesson comes" in row for row in rows) is promised


def test_whoever_only_stops_is_taught_on() -> None:
    taught = load("haydes")
    match = dealt("haydes")
    tutor = Tutor(taught)
    events: Sequence[Tree] = ()
    told: list[Lesson | None] = []
    for do in ("split", "stop", "stop", "stop"):
        told.append(tutor.follow(look_on(match, 0), events))
        action = next(a for a in match.legal(0) if match.describe(a)["do"] == do)
        events = [event.tree for event in match.play(0, action)]
    assert all(told)
    assert len(set(told)) == len(told)


def test_a_quest_that_is_lost_is_not_praised() -> None:
    lost: Tree = {"event": "over", "winners": [], "reason": "defeated"}
    assert "down" in said(Tutor(load("holyquest")), view([], "over"), lost)


@pytest.mark.parametrize(
    ("reason", "word"), [("turn_limit", "twelve turns"), ("trapped", "two dice"), ("forfeit", "")]
)
def test_the_last_lesson_gives_the_reason_that_the_table_gives(reason: str, word: str) -> None:
    over: Tree = {"event": "over", "winners": [], "reason": reason}
    told = said(Tutor(load("haydes")), view([], "over"), over)
    assert word in told
    assert ("twelve turns" in told, "two dice" in told) == (
        reason == "turn_limit",
        reason == "trapped",
    )


# ------------------------------------------------------------------ the files


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_names_what_its_game_has(name: str) -> None:
    taught = load(name)
    names = [step.name for step in taught.steps]
    assert len(set(names)) == len(names)
    assert {step.after for step in taught.steps} <= {"", *names}
    assert taught.seats in GAMES[name].seats
    GAMES[name].settle(taught.options)
    told = " ".join(step.say + step.keys + step.words for step in taught.steps)
    assert all(word in told for word in ("H ", "hint", " v ", "rules", "?", "help"))
    assert taught.steps[-1].over  # whatever came


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_fits_on_the_screens(name: str) -> None:
    for number, step in enumerate(load(name).steps, 1):
        lesson = Lesson(number, step.say, step.keys, step.words, of=20)
        model = replace(at_table(), lesson=lesson)
        for size in (ROWS, NARROW):
            rows = [string(line) for line in draw(model, Ui(), size).rows]
            shown = re.sub(r"\s+", " ", " ".join(rows))
            assert re.sub(r"\s+", " ", step.say) in shown
            assert f"─ lesson {number} of 20 " in shown


def dealt(name: str, number: int = 1) -> Match:
    """Return a match as the tutorial's own server deals it."""
    taught, game = load(name), GAMES[name]
    chance = Rehearsal(taught.seed)
    wish = structs.replace(WISH, game=name, seats=taught.seats)
    table = World(GAMES, chance=chance).join("Ann").do(wish).table
    terms = Terms(
        table=table,
        match=number,
        game=name,
        version=game.version,
        options=game.settle(taught.options),
    )
    nonces = [b""] * taught.seats
    return Match(game, taught.seats, taught.options, seed(terms, chance.secret(), nonces))


def as_advised(match: Match) -> Iterator[Tree]:
    """Play to the end as advised, and return what happens."""
    game, dealer = match.game, FairDealer(bytes(32))
    while not match.outcome:
        seat = next(seat for seat in range(match.seats) if match.legal(seat))
        bot = game.bots[next(iter(game.bots)) if seat else game.adviser]
        action = bot(match.conceal(seat, dealer), seat, dealer)
        yield from (event.tree for event in match.play(seat, action) if event.only in (None, 0))


@pytest.mark.parametrize("name", TAUGHT)
def test_whoever_does_as_advised_wins_the_first_match(name: str) -> None:
    match = dealt(name)
    assert len([*as_advised(match)]) > 20
    assert match.outcome
    assert 0 in match.outcome.winners


def test_haydes_is_taught_with_a_creature_a_failure_and_a_wrong_guess() -> None:
    happened = [*as_advised(dealt("haydes"))]
    tests = [event["result"] for event in happened if event["event"] == "test"]
    assert tests.count("failed") == 1
    assert "overcome" in tests
    assert any(event["event"] == "move" and event["result"] == "wrong" for event in happened)


def taught_by(match: Match, tutor: Tutor, choose: FairDealer | None) -> Iterator[Lesson]:
    """Play to the end, as advised or by chance, and return what is told."""
    game, dealer = match.game, FairDealer(bytes(32))
    events: Sequence[Tree] = ()
    last: Lesson | None = None
    while True:
        lesson = tutor.follow(look_on(match, 0), events)
        if lesson is not last and lesson is not None:
            yield lesson
        last = lesson
        if match.outcome:
            return
        seat = next(seat for seat in range(match.seats) if match.legal(seat))
        legal = match.legal(seat)
        if seat or choose is None:
            bot = game.bots[next(iter(game.bots)) if seat else game.adviser]
            action = bot(match.conceal(seat, dealer), seat, dealer)
        else:
            action = legal[choose.below(len(legal))]
        events = [event.tree for event in match.play(seat, action) if event.only in (None, 0)]


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("chance", [None, b"a", b"b"])
def test_whatever_is_done_a_course_comes_to_its_end(name: str, chance: bytes | None) -> None:
    taught = load(name)
    match = dealt(name)
    choose = FairDealer(chance * 32) if chance else None
    told = list(taught_by(match, Tutor(taught), choose))
    assert told[0].say == taught.steps[0].say
    assert told[-1].say in {step.say for step in taught.steps if step.over}
    assert len(told) > 3


# ------------------------------------------------------------- the front ends


def test_plain_mode_teaches_in_words(tmp_path: Path) -> None:
    script = "split 8 8\nnorth higher\neast higher\neast lower\ntalk\n" + "1\n" * 3
    ran = run(tmp_path, "--tutorial", "--plain", "--name", "Ann", script=script)
    assert ran.code == 0
    lessons = ran.told("Lesson")
    assert lessons[0].startswith("1 of ")
    assert lessons[1] == "Type split 9 7."
    assert any("A creature!" in lesson for lesson in lessons)
    assert ran.told("Link")[-1] == "goodbye."
    assert not list(tmp_path.rglob("seats.json"))  # nothing is kept of it


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--tutorial", "chess"), "haydes, hounds, holyquest"),
        (("--tutorial", "--json"), "without"),
        (("--tutorial=haydes", "example.net"), "leave the address out"),
    ],
)
def test_what_a_tutorial_does_not_go_with(
    arguments: Sequence[str], told: str, tmp_path: Path
) -> None:
    ran = run(tmp_path, *arguments)
    assert ran.code == MISUSED
    assert told in ran.errors


def test_the_lobby_offers_one() -> None:
    lobby = replace(at_table(), view=None, lobby=None)
    ui = press(lobby, Ui(), "t").ui
    assert ui.overlay is Overlay.TUTORIALS
    assert any("Release the Hounds" in string(line) for line in draw(lobby, ui, ROWS).rows)
    assert press(lobby, ui, "2").teaches == "hounds"


def test_before_there_is_a_server_too() -> None:
    ui = press(Model("Ann"), Ui(near=()), "t").ui
    assert press(Model("Ann"), ui, "1").teaches == "haydes"


def test_it_can_be_typed() -> None:
    lobby = replace(at_table(), view=None)
    assert parse(lobby, "tutorial hou", Typing()).teaches == "hounds"
    assert "tutorial needs a game" in parse(lobby, "tutorial chess", Typing()).lines[0].text
    assert complete(lobby, "tutorial ") == list(TAUGHT)


def test_leaving_ends_it() -> None:
    taught = replace(at_table(), taught=True)
    asked = press(taught, Ui(), "q").ui
    assert "End the tutorial" in asked.question
    assert press(taught, asked, "y").types == "quit"
