"""Actions and choices."""

from tests.engine.expand import expand
from tests.engine.games.holyquest.play import Play

from haydes.engine.choices import factor
from haydes.engine.dealer import FairDealer
from haydes.engine.game import random_bot
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.actions import ACTIONS, DESCRIBED, NUMBERS
from haydes.engine.games.holyquest.skills import SKILLS


def test_descriptions_are_one_to_one() -> None:
    assert len({repr(tree) for tree in DESCRIBED}) == len(DESCRIBED) == len(NUMBERS) == len(ACTIONS)


def test_actions_are_said_in_short_words() -> None:
    assert {"do": "attack", "hero": "knight", "foe": 1} in DESCRIBED
    assert {"do": "skill", "skill": "heal", "hero": "scout"} in DESCRIBED
    assert {"do": "skill", "skill": "missile", "foe": 4} in DESCRIBED
    assert {"do": "skill", "skill": "hide"} in DESCRIBED
    assert {"do": "face", "hero": "prophet", "foe": 2} in DESCRIBED
    assert {"do": "drink", "hero": "scout"} in DESCRIBED
    assert {"do": "draw"} in DESCRIBED
    assert not any(tree.get("hero") == "minister" for tree in DESCRIBED if tree["do"] == "attack")


def test_all_skills_but_detect_are_actions() -> None:
    used = {str(tree["skill"]) for tree in DESCRIBED if tree["do"] == "skill"}
    assert used == {skill.name for skill in SKILLS}


def test_choices_stay_short() -> None:
    dealer = FairDealer(b"thirty-two bytes of another seed")
    for _ in range(20):
        state = GAME.new(1, GAME.settle({"gentle_start": True}), dealer)
        while not state.ended:
            groups = factor(state.describe(action) for action in state.legal(0))
            assert sum(len(expand(group)) for group in groups) == len(state.legal(0))
            assert len(groups) <= 8
            state.apply(0, random_bot(state, 0, dealer), dealer)


# What a seat does whose time is up


def default(play: Play, seat: int = 0) -> object:
    return play.state.describe(play.state.default(seat))


def test_the_default_draws_attacks_takes_and_gives() -> None:
    play = Play()
    assert default(play) == {"do": "draw"}
    play.draw("elf", "troll")
    assert default(play) == {"do": "attack", "hero": "knight", "foe": 1}
    play.kill()
    assert default(play) == {"do": "take"}
    play.take("arms_1")
    assert default(play) == {"do": "give", "hero": "knight"}
    play.act("give", hero="knight")
    play.act("done")
    assert default(play) == {"do": "face", "foe": 2, "hero": "knight"}


def test_the_default_uses_no_skill_and_drinks_nothing() -> None:
    play = Play(4)
    play.hurt("knight")
    assert default(play, 2) == {"do": "done"}
    play = Play()
    play.state.draughts = 1
    play.hurt("knight")
    play.draw("trap")
    assert default(play) == {"do": "done"}


def test_the_default_leaves_a_hidden_party_hidden() -> None:
    play = Play()
    play.draw("elf")
    play.use("hide", 0)
    assert default(play) == {"do": "done"}
