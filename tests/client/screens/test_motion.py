from dataclasses import replace

import pytest
from tests.client.screens.samples import AT_100, BLOCK, LOG, MOVES, MY_MOVE, haydes, model, view

from haydes.client.model import Line, Model, Voice
from haydes.client.screens import motion
from haydes.client.screens.motion import FRAMES, Motion
from haydes.client.screens.rows import Area, string, width
from haydes.client.screens.screen import draw

SIZE = Area(24, 80)
TURNED = model(view(haydes(BLOCK.replace("7S KHx6C ??", "7S KHx6C 9H")), MOVES))
ROLL = Line(Voice.EVENT, "Bram talks: 4 + 6 = 10, needed 9 or less. It stays.")


def rolling(*lines: Line) -> Model:
    return replace(MY_MOVE, log=(*LOG, *lines), logged=MY_MOVE.logged + len(lines))


def test_a_card_that_was_face_down_is_seen_from_the_edge_for_one_frame() -> None:
    after = draw(TURNED, AT_100, SIZE)
    cards = motion.turned(draw(MY_MOVE, AT_100, SIZE), after)
    assert len(cards) == 1
    first = motion.turning(after, Motion(cards))
    assert first != after
    changed = [n for n in range(SIZE.rows) if first.rows[n] != after.rows[n]]
    assert changed == [cards[0].row]
    assert string(first.rows[cards[0].row])[cards[0].column :].startswith(" │ ")
    assert {width(line) for line in first.rows} == {SIZE.columns}
    assert motion.turning(after, Motion(cards, frame=1)) == after


def test_a_map_that_moves_as_a_whole_turns_no_cards() -> None:
    shorter = draw(MY_MOVE, AT_100, Area(18, 80))
    assert motion.turned(draw(MY_MOVE, AT_100, SIZE), shorter) == ()


def test_dice_settle_from_left_to_right_and_then_all_is_told() -> None:
    after = rolling(ROLL)
    lines = motion.rolled(MY_MOVE, after)
    told = [
        motion.settling(after, Motion(lines=lines, frame=n)).log[-1].text for n in range(FRAMES)
    ]
    assert told == ["Bram talks: ? + ? = ?", "Bram talks: 4 + ? = ?", "Bram talks: 4 + 6 = ?"]
    assert motion.settling(after, Motion(lines=lines, frame=FRAMES)) == after


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (
            "The Ogre attacks you: +1 and power 4 make 5, 0 and power 6 make 6: no hit.",
            "The Ogre attacks you: ? and power ? make ?",
        ),
        ("A trap: the Scout rolls -2, it springs.", "A trap: the Scout rolls ?"),
        ("The Minister tries heal on the Prophet: -1, it fails.",
         "The Minister tries heal on the Prophet: ?"),
        ("Bram plays a Joker towards Escape and rolls 4: everybody moves 4.",
         "Bram plays a Joker towards Escape and rolls ?"),
    ],
)  # fmt: skip
def test_every_games_dice_are_found(text: str, hidden: str) -> None:
    after = rolling(Line(Voice.EVENT, text))
    lines = motion.rolled(MY_MOVE, after)
    assert motion.settling(after, Motion(lines=lines)).log[-1].text == hidden


def test_what_came_of_the_dice_is_held_back_until_they_lie() -> None:
    after = rolling(ROLL, Line(Voice.EVENT, "Bram is worn out."), Line(Voice.CHAT, "Cleo: oh"))
    motion_ = Motion(lines=motion.rolled(MY_MOVE, after))
    told = [line.text for line in motion.settling(after, motion_).log[len(LOG) :]]
    assert told == ["Bram talks: ? + ? = ?", "Cleo: oh"]
    assert motion.settling(after, motion_).logged == after.logged - 1
    assert motion.settling(after, replace(motion_, frame=FRAMES)) == after


def test_what_people_say_is_no_dice() -> None:
    assert motion.rolled(MY_MOVE, rolling(Line(Voice.CHAT, "Bram: 4 + 6 = 10"))) == 0
    assert not Motion()


def test_only_new_lines_settle() -> None:
    after = rolling(ROLL, Line(Voice.CHAT, "Cleo: oh"))
    settled = motion.settling(after, Motion(lines=motion.rolled(MY_MOVE, after)))
    assert settled.log[-2].text.endswith("= ?")
    assert settled.log[: len(LOG)] == LOG
