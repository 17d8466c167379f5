from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.client.past.films import HOUNDS, film

from haydes.client.past.reel import PACES, USUAL, LostError, Reel, faster, follow, go, told, turn

FILM = film(HOUNDS)
REEL = Reel(FILM)
END = FILM.last


def led(*lines: str, reel: Reel = REEL) -> Reel:
    for line in lines:
        reel = follow(reel, line)
    return reel


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["next"], 1),
        (["next 3"], 3),
        (["n"], 1),
        (["next 3", "back"], 2),
        (["back"], 0),
        (["last"], END),
        (["last", "next"], END),
        (["last", "first"], 0),
        (["go 5"], 4),
        (["5"], 4),
        (["turn 1"], 0),
        (["turn 2"], FILM.turns[1]),
        (["turn"], FILM.turns[1]),
        (["next 999999999999999999"], END),
    ],
)
def test_words_lead_through_it(lines: Sequence[str], at: int) -> None:
    assert led(*lines).at == at


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo", 'a replay takes next, back, go N, turn N, play or last, not "foo".'),
        ("go", "I need a number here."),
        ("go x", "I need a number here."),
        ("go 0", f"there are steps 1 to {END + 1}."),
        ("go 999999", f"there are steps 1 to {END + 1}."),
        ("turn 0", f"there are turns 1 to {len(FILM.turns)}."),
        ("turn \u0661", "I need a number here."),
        ("pace", "I need a number here."),
    ],
)
def test_a_line_that_leads_nowhere_says_what_does(line: str, why: str) -> None:
    with pytest.raises(LostError) as caught:
        follow(REEL, line)
    assert str(caught.value) == why


def test_turns_are_leapt_to_and_fro() -> None:
    second = turn(REEL, 1)
    assert second.at == FILM.turns[1]
    assert turn(go(REEL, second.at + 1), -1).at == second.at
    assert turn(second, -1).at == 0
    assert turn(turn(REEL, -1), -1).at == 0
    assert turn(go(REEL, END), 1).at == END


def test_it_rolls_until_it_is_stopped_or_at_its_end() -> None:
    rolling = led("play")
    assert rolling.rolls
    assert go(rolling, 1).rolls
    assert not go(rolling, END).rolls
    assert not led("play", "stop").rolls
    assert led("last", "play").at == 0


def test_its_pace_has_two_ends() -> None:
    assert faster(REEL, 1).seconds < REEL.seconds < faster(REEL, -1).seconds
    assert replace(REEL, pace=0) == faster(replace(REEL, pace=0), -1)
    assert faster(REEL, 99).pace == len(PACES) - 1
    assert led("pace 4").seconds == 0.25
    assert PACES[USUAL] == 1


def test_what_is_told_is_what_happened_on_the_way_or_at_the_place_of_a_leap() -> None:
    steps = FILM.steps
    assert told(REEL) == FILM.lines[: steps[0].told]
    assert told(led("next 3")) == FILM.lines[steps[0].told : steps[3].told]
    assert told(led("go 4")) == FILM.lines[steps[2].told : steps[3].told]
    assert told(led("go 9", "back")) == FILM.lines[steps[6].told : steps[7].told]
    assert told(led("last", "next")) == FILM.lines[steps[-2].told :]
