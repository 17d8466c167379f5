from dataclasses import replace
from pathlib import Path

import pytest
from tests.client.past.films import HAYDES, HOLYQUEST, HOUNDS, film

from haydes.client.past.course import Course, Recap, compared, mean, thinned
from haydes.client.past.film import Film
from haydes.client.past.recap import EXPECTED, recap, sentences
from haydes.protocol.tree import Tree


@pytest.mark.parametrize("path", [HAYDES, HOUNDS, HOLYQUEST])
def test_a_course_has_a_number_for_every_turn_and_the_end(path: Path) -> None:
    shown = film(path)
    told = recap(shown)
    assert told.measure
    for course in told.courses:
        assert len(course.values) in (len(shown.turns), len(shown.turns) + 1)
        assert all(0 <= value <= told.most for value in course.values)
    assert [*sentences(told)][-1] == EXPECTED


def test_strength_calls_and_dice_of_haydes() -> None:
    ann, walker = recap(film(HAYDES)).courses
    assert (ann.name, ann.values[0], ann.values[-1]) == ("Ann", 16, 9)
    assert ann.luck == ("calls 15/29 (16.9)", "dice 5.0 (7.0)")
    assert (walker.name, walker.values[-1]) == ("walker 1", 0)


def test_the_way_along_the_track_of_hounds() -> None:
    shown = film(HOUNDS)
    for course in recap(shown).courses:
        assert course.values[-1] in (0, 21)
        assert all(luck.endswith(("(5.5)", "(3.5)")) for luck in course.luck)


def shown(path: Path, *events: Tree) -> Film:
    """Return a film of two steps, the second of which tells these events."""
    first, *_, last = film(path).steps
    return Film((first, replace(last, events=events)), (), (0,))


def test_fights_and_dice_of_hounds() -> None:
    told = recap(
        shown(
            HOUNDS,
            {"event": "tie", "seats": [0, 1], "dice": [6, 2]},
            {"event": "fight", "at": 3, "seats": [0, 1, 2], "dice": [1, 1, 5]},
            {"event": "fight", "at": 3, "seats": [0, 1, 2], "dice": [1, 4, 5], "loser": 0},
            {"event": "play", "seat": 0, "card": "JB", "toward": "escape", "die": 4},
            {"event": "play", "seat": 1, "card": "JC", "on": 0},
            {"event": "discard", "seat": 1, "cards": ["TH", "2C", "JR"]},
        )
    )
    luck = [course.luck for course in told.courses]
    assert luck[0] == ("lost 1/1 (0.3)", "die 3.0 (3.5)")
    assert luck[1] == ("cards 6.0 (5.5)", "lost 0/1 (0.3)", "die 2.3 (3.5)")
    assert luck[3] == ()


def test_a_call_onto_no_hidden_card_is_no_luck() -> None:
    to: Tree = {"event": "move", "seat": 0, "from": "C5", "call": "higher", "result": "right"}
    told = recap(shown(HAYDES, {**to, "to": "C5"}, {**to, "to": "C6"}))
    assert told.courses[0].luck[0].startswith("calls 1/1 ")


def test_wounds_are_strength_where_those_are_played() -> None:
    first, *_, last = film().steps
    figures: Tree = {"0": {"at": "C5", "is": "free", "wounds": 2}}
    wounded = replace(last, view=replace(last.view, game={"figures": figures}))
    assert recap(Film((first, wounded), (), (0,))).courses[0].values[-1] == 2


def test_the_party_of_holyquest_hits_and_is_hit() -> None:
    experience, wounds = recap(film(HOLYQUEST)).courses
    assert experience.values == (0, 2, 2)
    assert experience.luck == ("hits 5/16 (5.6)", "dice 0.6 (0.0)")
    assert wounds.values[-1] == 12
    assert wounds.luck[0] == "their hits 10/26 (10.8)"


def test_an_unknown_game_has_no_recap() -> None:
    shown = film()
    last = replace(shown.steps[-1], view=replace(shown.steps[-1].view, table={"game": "pig"}))
    assert recap(Film((last,), (), (0,))) == Recap()
    assert [*sentences(Recap())] == []


def test_bars_are_as_long_as_asked_and_keep_both_ends() -> None:
    course = Course("Ann", tuple(range(100)))
    assert course.bars(99, 8) == "▁▂▃▄▅▆▇█"
    assert len(course.bars(99, 200)) == 100
    assert course.bars(99, 0) == ""
    assert course.bars(0, 2) == "▁█"
    assert thinned([1, 2, 3], 1) == [3]
    assert thinned([1, 2, 3, 4, 5], 3) == [1, 3, 5]


def test_nothing_is_compared_where_nothing_could_come() -> None:
    assert compared("hits", 0, 0, 0.0) == ""
    assert mean("dice", [], 7.0) == ""
    assert mean("dice", [6, 7], 7.0) == "dice 6.5 (7.0)"
