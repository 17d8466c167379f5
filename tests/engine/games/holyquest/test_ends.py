"""How a match ends, and how it is interrupted (Q-48 to Q-51)."""

import pytest
from tests.engine.games.holyquest.play import Play, kinds

from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import OptionError, Outcome
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.bot import captain
from haydes.engine.match import Match

SEED = b"the seed of a campaign, 32 bytes"


def test_q48_the_long_game_is_won_with_80_ep() -> None:
    assert Play().party()["goal"] == 80
    assert Play(goal="long").party()["goal"] == 80


def test_qe11_qa34_the_fortieth_card_wins_in_mid_combat() -> None:
    play = Play()
    play.state.ep = 76
    play.draw("elf", "ogre", "troll")
    play.kill(1)
    play.take("experience")
    assert play.party()["ep"] == 78
    assert play.phase == "go"
    play.kill(2, by="scout")
    events = play.take("experience")
    assert kinds(events) == ["took", "over"]
    assert play.outcome == Outcome((0,), "ep")
    assert play.foe(3)["is"] == "standing"


@pytest.mark.parametrize("goal", ["2", "20", "40", "78"])
def test_q49_qa48_a_short_game_is_won_with_fewer(goal: str) -> None:
    play = Play(goal=goal)
    play.state.ep = int(goal) - 2
    play.draw("elf", "ogre")
    play.kill()
    play.take("experience")
    assert play.outcome == Outcome((0,), "ep")


@pytest.mark.parametrize("goal", ["0", "1", "3", "80", "82", "-2", "short"])
def test_qa48_other_goals_are_refused(goal: str) -> None:
    with pytest.raises(OptionError):
        GAME.settle({"goal": goal})


def dragon(*hold: str) -> Play:
    play = Play(goal="dragon")
    play.hold(*hold, ep=60)
    play.draw("dragon", "troll")
    return play


def test_q50_the_dragon_is_to_be_slain() -> None:
    assert Play(goal="dragon").party() == {"ep": 0, "draughts": 0, "slay": "dragon"}


def test_qe13_qa37_a_dragon_that_surrenders_is_not_dead() -> None:
    play = dragon("word")
    events = play.use("word", 0, foe=1)
    assert kinds(events) == ["skill", "surrendered"]
    assert play.phase == "prize"
    assert play.outcome is None


@pytest.mark.parametrize("skill", ["death", "sneak"])
def test_qe13_qa43_a_skill_that_kills_wins_at_once(skill: str) -> None:
    play = dragon(skill)
    events = play.use(skill, 0, foe=1)
    assert kinds(events) == ["skill", "defeated", "over"]
    assert play.outcome == Outcome((0,), "dragon")


def test_qe13_a_third_hit_wins_at_once() -> None:
    play = dragon()
    events = play.kill(1)
    assert kinds(events) == ["attack", "hit", "defeated", "over"]
    assert play.outcome == Outcome((0,), "dragon")


def test_qe13_fire_stops_where_the_dragon_falls() -> None:
    play = dragon("fire")
    play.hurt_foe(1, 2)
    events = play.use("fire", 0)
    assert kinds(events) == ["skill", "hit", "defeated", "over"]


def test_in_the_other_games_the_dragon_is_a_monster_like_others() -> None:
    play = Play()
    play.draw("dragon", "troll")
    play.kill(1)
    assert play.phase == "prize"


def test_q50_ep_do_not_win_the_dragon_game() -> None:
    play = Play(goal="dragon")
    play.state.ep = 78
    play.draw("elf", "ogre")
    play.kill()
    play.take("experience")
    assert play.party()["ep"] == 80
    assert play.outcome is None


def test_time_is_no_part_of_this_game_but_an_end_is() -> None:
    play = Play()
    assert GAME.time_limit(GAME.settle({})) == 0
    play.state.expire(ScriptedDealer(()))
    assert play.outcome == Outcome((), "clock")
    play.state.expire(ScriptedDealer(()))
    assert play.outcome == Outcome((), "clock")


def test_who_gives_up_alone_has_lost() -> None:
    play = Play()
    play.state.forfeit(0, ScriptedDealer(()))
    assert play.outcome == Outcome((), "forfeit")
    play.state.forfeit(0, ScriptedDealer(()))
    assert play.outcome == Outcome((), "forfeit")


def test_q51_qa52_qe19_a_match_goes_on_from_its_script_as_if_never_interrupted() -> None:
    chance = FairDealer(SEED)
    match = Match(GAME, 1, {"difficulty": "easy"}, SEED)
    interruptions = 0
    while not match.outcome:
        if match.ply % 10 == 5:
            match = Match.replay(GAME, 1, {"difficulty": "easy"}, SEED, match.script)
            interruptions += match.public()["foes"] != {}
        position = match.conceal(0, chance)
        match.play(0, captain(position, 0, chance))
    straight = Match.replay(GAME, 1, {"difficulty": "easy"}, SEED, match.script)
    assert straight.public() == match.public()
    assert straight.outcome == match.outcome
    assert interruptions > 2
