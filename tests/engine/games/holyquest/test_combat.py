"""Rounds, attacks, hits, and whom the monsters attack (Q-16 to Q-21)."""

import pytest
from tests.engine.games.holyquest.play import Play, branch, kinds, throws, told

from haydes.engine.games.holyquest.cards import NAMES

ALL = {"knight", "scout", "minister", "prophet"}


def fight(*monsters: str, **options: str | bool) -> Play:
    play = Play(**options)
    play.draw(*monsters)
    return play


def defend(*monsters: str, **options: str | bool) -> Play:
    """Begin a combat and let the monsters come at once."""
    play = fight(*monsters, **options)
    play.act("done")
    return play


def test_q16_the_good_guys_go_first() -> None:
    play = fight("elf")
    assert play.phase == "go"
    assert play.deeds() == {"attack", "skill", "done"}


def test_q17_q4_dice_and_power_on_both_sides() -> None:
    play = fight("goblins")
    assert play.attack("knight", 0, +1)[0] == {
        "event": "attack",
        "hero": "knight",
        "foe": 1,
        "attack": {"dice": [0, 0, 0, 0], "power": 4, "total": 4},
        "defence": {"dice": [1, 0, 0, 0], "power": 2, "total": 3},
        "hit": True,
    }


def test_qe2_knight_against_goblins() -> None:
    play = fight("goblins")
    events = play.attack("knight", -1, +1)
    assert told(events, "attack")["hit"] is False
    assert play.foe()["hits"] == 0
    play = fight("goblins")
    play.attack("knight", 0, +1)
    assert play.foe() == {"card": "goblins", "is": "standing", "hits": 1, "power": 1}


def test_qe3_a_troll_with_one_hit_against_the_scout() -> None:
    play = fight("troll")
    play.hurt_foe()
    play.act("done")
    events = play.act("face", -2, 0, hero="scout", foe=1)
    strike = told(events, "strike")
    assert branch(strike, "attack")["total"] == 3
    assert branch(strike, "defence")["total"] == 2
    assert play.hero("scout")["power"] == 1
    play.hurt("scout", 2)
    assert play.hero("scout") == {"seat": 0, "is": "defeated", "hits": 3, "has": ["detect"]}


def test_q18_the_monsters_attack_when_the_heroes_are_done() -> None:
    play = fight("elf")
    events = play.act("done")
    assert kinds(events) == ["done"]
    assert play.turn()["phase"] == "defence"
    assert play.turn()["foe"] == 1
    events = play.act("face", 0, 0, hero="knight", foe=1)
    assert kinds(events) == ["strike", "round"]
    assert play.turn()["round"] == 2


def test_q18_they_come_by_themselves_when_there_is_nothing_left_to_do() -> None:
    play = fight("elf")
    play.use("missile", -1, foe=1)
    play.attack("knight", -4, +4)
    play.attack("scout", -4, +4)
    play.attack("prophet", -4, +4)
    assert play.phase == "defence"


def test_q18_qa23_a_monster_beaten_before_does_not_strike_back() -> None:
    play = fight("elf", "ogre")
    play.kill(1)
    play.act("decline")
    play.act("done")
    assert play.foes("face") == {2}


def test_q19_every_hit_takes_one_power_and_the_third_defeats() -> None:
    play = fight("troll")
    for hits, power in ((1, 5), (2, 4)):
        play.hurt_foe()
        assert (play.foe()["hits"], play.foe()["power"]) == (hits, power)
    events = play.attack("knight", +4, -4)
    assert kinds(events) == ["attack", "hit", "defeated"]
    assert play.foe() == {"card": "troll", "is": "beaten", "hits": 3}


def test_q19_heroes_too() -> None:
    play = Play()
    for hits, power in ((1, 3), (2, 2)):
        play.hurt("knight")
        assert (play.hero("knight")["hits"], play.hero("knight")["power"]) == (hits, power)
    play.hurt("knight")
    assert play.hero("knight")["is"] == "defeated"


def test_q20_defeated_monsters_are_discarded() -> None:
    play = fight("troll")
    play.kill()
    assert play.state.discards == bytes([NAMES.index("troll")])


def test_q21_rounds_go_on_until_a_side_is_defeated() -> None:
    play = fight("elf")
    for number in range(1, 6):
        assert play.turn()["round"] == number
        play.act("done")
        play.act("face", -4, +4, hero="knight", foe=1)


def test_qa13_several_heroes_may_attack_the_same_monster() -> None:
    play = fight("troll", "elf")
    play.attack("knight", -4, +4, foe=1)
    assert play.may("attack", hero="scout", foe=1)
    assert play.may("attack", hero="scout", foe=2)


def test_qa14_one_attack_a_round_for_each_hero() -> None:
    play = fight("troll")
    play.attack("knight", -4, +4)
    assert not play.may("attack", hero="knight", foe=1)
    assert play.hero("knight")["attacked"] is True
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    assert play.may("attack", hero="knight", foe=1)
    assert "attacked" not in play.hero("knight")


def test_qa15_the_prophet_may_attack_and_the_minister_may_not() -> None:
    play = fight("elf")
    heroes = play.heroes("attack")
    assert heroes == {"knight", "scout", "prophet"}


def test_qa19_qa20_a_tie_is_no_hit_and_a_great_margin_is_one() -> None:
    play = fight("elf")
    assert told(play.attack("knight", -1, 0), "attack")["hit"] is False
    assert play.foe()["hits"] == 0
    play.attack("scout", +4, -4)
    assert play.foe()["hits"] == 1


def test_qa21_power_may_fall_below_0() -> None:
    play = Play()
    play.hurt("prophet", 2)
    assert play.hero("prophet")["power"] == -2


def test_qa44_the_match_is_lost_when_all_four_are_defeated() -> None:
    play = fight("elf")
    for hero in ("knight", "scout", "minister"):
        play.hurt(hero, 3)
    play.hurt("prophet", 2)
    events = play.act("done", +4, -4)
    assert kinds(events) == ["done", "strike", "hit", "defeated", "over"]
    assert play.outcome
    assert (play.outcome.winners, play.outcome.reason) == ((), "defeated")
    assert "turn" not in play.state.public()
    assert not play.legal()


# QA-12: whom the monsters attack


def test_qa12_standard_each_attacks_another_hero_while_any_is_free() -> None:
    play = defend("elf", "ogre", "troll")
    assert play.heroes("face") == ALL
    play.act("face", -4, +4, hero="scout", foe=1)
    assert play.heroes("face") == ALL - {"scout"}
    assert play.hero("scout")["faced"] is True
    play.act("face", -4, +4, hero="prophet", foe=2)
    assert play.heroes("face") == {"knight", "minister"}


def test_qa12_standard_when_all_have_faced_one_the_player_is_free_again() -> None:
    play = fight("elf", "ogre", "troll")
    play.hurt("minister", 3)
    play.hurt("prophet", 3)
    play.act("done")
    # the Knight is attacked by the second without a choice
    events = play.act("face", -4, +4, -4, +4, hero="scout", foe=1)
    assert [e["hero"] for e in events if e["event"] == "strike"] == ["scout", "knight"]
    assert play.heroes("face") == {"knight", "scout"}
    assert play.turn()["foe"] == 3


def test_qa12_standard_a_new_round_frees_all() -> None:
    play = defend("elf")
    play.act("face", -4, +4, hero="scout", foe=1)
    assert "faced" not in play.hero("scout")
    play.act("done")
    assert play.heroes("face") == ALL


def test_qa12_easy_the_player_chooses_freely() -> None:
    play = defend("elf", "ogre", difficulty="easy")
    play.act("face", -4, +4, hero="knight", foe=1)
    assert play.heroes("face") == ALL


def test_qa12_hard_they_attack_whom_it_happens_to() -> None:
    play = fight("elf", "ogre", difficulty="hard")
    draws = [2, *throws((-4, +4))]  # the Minister, then the dice
    events = play.act("done", first=draws * 2)
    assert [e["hero"] for e in events if e["event"] == "strike"] == ["minister", "minister"]
    assert play.phase == "go"


def test_qa12_hard_nothing_is_drawn_for_a_hero_who_is_alone() -> None:
    play = fight("elf", difficulty="hard")
    for hero in ("scout", "minister", "prophet"):
        play.hurt(hero, 3)
    events = play.act("done", -4, +4)
    assert told(events, "strike")["hero"] == "knight"


def test_a_hero_defeated_by_one_monster_is_not_attacked_by_the_next() -> None:
    play = fight("elf", "ogre", difficulty="easy")
    play.hurt("scout", 2)
    play.act("done")
    play.act("face", +4, -4, hero="scout", foe=1)
    assert play.heroes("face") == ALL - {"scout"}


@pytest.mark.parametrize("difficulty", ["standard", "easy", "hard"])
def test_qa45_the_minister_alone_plays_on(difficulty: str) -> None:
    play = Play(difficulty=difficulty)
    for hero in ("knight", "scout", "prophet"):
        play.hurt(hero, 3)
    play.draw("elf")
    play.act("done", +4, -4)
    assert play.legal() == [
        {"do": "done"},
        {"do": "skill", "skill": "heal", "hero": "minister"},
    ]


def test_qa45_every_round_asks_even_if_there_is_nothing_to_do() -> None:
    play = Play()
    for hero in ("knight", "scout", "prophet"):
        play.hurt(hero, 3)
    play.draw("elf")
    assert play.phase == "go"
    events = play.act("done", -4, +4)
    assert kinds(events) == ["done", "strike", "round"]
    assert play.legal() == [{"do": "done"}]
