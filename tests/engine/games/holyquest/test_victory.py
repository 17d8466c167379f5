"""Victory cards (Q-30 to Q-36, Q-43, Q-44)."""

import pytest
from tests.engine.games.holyquest.play import Play, branch, kinds, told

from haydes.engine.games.holyquest.cards import VICTORY


def won(*others: str, **options: str | bool) -> Play:
    """Beat one monster, with others left, so that a victory card may be drawn."""
    play = Play(**options)
    play.draw("elf", *(others or ("troll",)))
    play.kill()
    return play


def discarded(play: Play, card: str) -> int:
    return play.state.victory_discards.count(VICTORY[card])


def test_q30_qa26_a_card_may_be_drawn_at_once_for_every_monster_beaten() -> None:
    play = won()
    assert play.phase == "prize"
    assert play.legal() == [{"do": "take"}, {"do": "decline"}]
    play.take("experience")
    assert play.phase == "go"
    assert play.party()["ep"] == 2


def test_qa25_by_whatever_means() -> None:
    for skill in ("sneak", "word", "death"):
        play = Play()
        play.hold(skill, ep=60)
        play.draw("elf", "troll")
        play.use(skill, 0, foe=1)
        assert play.phase == "prize"
    play = Play()
    play.draw("elf", "troll")
    play.hurt_foe(1, 2)
    play.use("missile", 0, foe=1)
    assert play.phase == "prize"


def test_qa47_declining_is_allowed() -> None:
    play = won()
    assert kinds(play.act("decline")) == ["declined"]
    assert len(play.state.victory) == 69
    assert play.phase == "go"


def test_several_cards_are_asked_for_one_at_a_time() -> None:
    play = Play()
    play.hold("fire", ep=20)
    play.draw("elf", "ogre", "troll")
    play.hurt_foe(1, 2)
    play.hurt_foe(2, 2)
    play.use("fire", 0)
    play.take("experience")
    assert play.legal() == [{"do": "take"}, {"do": "decline"}]
    play.act("decline")
    assert play.phase == "go"
    assert play.party()["ep"] == 22


def test_qa33_the_discards_are_shuffled_when_the_deck_is_empty() -> None:
    play = won()
    play.state.victory = b""
    play.state.victory_discards = bytes([VICTORY["light"], VICTORY["draught"]])
    events = play.act("take", first=[1])
    assert kinds(events) == ["reshuffled", "took"]
    assert play.party()["draughts"] == 1
    assert play.state.victory == bytes([VICTORY["light"]])
    assert play.state.victory_discards == b""


def test_qa33_with_no_card_left_nothing_is_asked() -> None:
    play = Play()
    play.draw("elf", "troll")
    play.state.victory = b""
    play.kill()
    assert play.phase == "go"
    assert "prizes" not in play.turn()


# Cards that attach


def test_q32_a_skill_card_attaches_to_its_hero() -> None:
    play = won()
    play.state.ep = 40
    events = play.take("hail")
    assert kinds(events) == ["took", "attached"]
    assert told(events, "attached") == {"event": "attached", "card": "hail", "hero": "prophet"}
    assert play.hero("prophet")["has"] == ["missile", "hide", "hail"]
    assert "hail" in play.skills()


def test_qe9_q33_qa27_light_waits_for_ten_ep() -> None:
    play = won("elf", "ogre")
    play.state.ep = 6
    events = play.take("light")
    assert kinds(events) == ["took", "aside"]
    assert play.party()["aside"] == ["light"]
    play.kill(2, by="scout")
    play.take("experience")
    assert play.hero("minister")["has"] == ["heal"]
    play.kill(3, by="prophet")
    events = play.take("experience")
    assert play.party()["ep"] == 10
    assert told(events, "attached")["card"] == "light"
    assert "aside" not in play.party()
    assert play.hero("minister")["has"] == ["heal", "light"]


def test_q31_ep_are_never_spent() -> None:
    play = won()
    play.state.ep = 10
    play.take("light")
    assert play.party()["ep"] == 10


def test_qa28_a_dead_owners_card_waits_for_his_return() -> None:
    play = won()
    play.hold("raise", ep=60)
    play.hurt("prophet", 3)
    assert kinds(play.take("fire")) == ["took", "aside"]
    events = play.use("raise", 0, hero="prophet")
    assert told(events, "attached")["card"] == "fire"
    assert play.hero("prophet")["has"] == ["missile", "hide", "fire"]


def test_qa32_the_cards_of_a_defeated_hero_are_discarded() -> None:
    play = Play()
    play.hold("arms_1", "weapons_master", ep=40)
    play.draw("elf")
    play.hurt("knight", 2)
    play.act("done")
    events = play.act("face", +4, -4, hero="knight", foe=1)
    assert told(events, "defeated")["lost"] == ["arms_1", "weapons_master"]
    assert (discarded(play, "arms_1"), discarded(play, "weapons_master")) == (1, 1)
    assert play.hero("knight")["has"] == []


def test_qa32_what_others_hold_is_not_lost() -> None:
    play = Play()
    play.hold("light", "fire", "arms_1", ep=20)
    play.hold("arms_2", scout=True)
    play.hurt("knight", 3)
    assert play.hero("scout")["has"] == ["detect", "arms_2"]
    assert play.hero("minister")["has"] == ["heal", "light"]
    play.hurt("scout", 3)
    assert play.hero("scout")["has"] == ["detect"]


# Arms and training


def test_q35_arms_are_given_to_knight_or_scout() -> None:
    play = won()
    events = play.take("arms_3")
    assert kinds(events) == ["took"]
    assert play.turn()["card"] == "arms_3"
    assert play.legal() == [{"do": "give", "hero": "knight"}, {"do": "give", "hero": "scout"}]
    events = play.act("give", hero="scout")
    assert told(events, "attached") == {"event": "attached", "card": "arms_3", "hero": "scout"}
    assert play.hero("scout")["power"] == 5
    assert play.phase == "go"


@pytest.mark.parametrize(("dead", "bearer"), [("knight", "scout"), ("scout", "knight")])
def test_qa28_arms_go_to_the_one_who_lives(dead: str, bearer: str) -> None:
    play = won()
    play.hurt(dead, 3)
    events = play.take("arms_1")
    assert told(events, "attached")["hero"] == bearer


def test_qa28_arms_wait_if_neither_lives() -> None:
    play = Play()
    play.hold("raise", ep=60)
    play.draw("elf", "troll")
    play.kill()
    play.hurt("knight", 3)
    play.hurt("scout", 3)
    assert kinds(play.take("arms_1")) == ["took", "aside"]
    events = play.use("raise", 0, hero="scout")
    assert told(events, "attached") == {"event": "attached", "card": "arms_1", "hero": "scout"}


def test_qa29_arms_once_attached_stay_where_they_are() -> None:
    play = Play()
    play.hold("arms_1")
    play.draw("elf")
    assert "give" not in play.deeds()


def test_qa30_arms_add_up() -> None:
    play = Play()
    play.hold("arms_1", "arms_4", "arms_4")
    assert play.hero("knight")["power"] == 13
    assert play.hero("knight")["has"] == ["arms_1", "arms_4", "arms_4"]


def test_qe10_q43_q44_qa39_training_is_a_new_base() -> None:
    play = Play()
    play.hold("advanced_combat", "arms_1", "arms_2", ep=20)
    play.hurt("knight")
    assert play.hero("knight")["power"] == 5 + 3 - 1
    play.hold("weapons_master", ep=40)
    assert play.hero("knight")["power"] == 6 + 3 - 1


def test_qa39_the_better_training_counts() -> None:
    play = Play()
    play.hold("weapons_master", "advanced_combat", ep=40)
    assert play.hero("knight")["power"] == 6


def test_arms_help_in_attack_and_defence() -> None:
    play = Play()
    play.hold("arms_5")
    play.draw("dragon")
    events = play.attack("knight", 0, 0)
    assert branch(told(events, "attack"), "attack")["power"] == 9
    play.act("done")
    events = play.act("face", 0, 0, hero="knight", foe=1)
    assert branch(told(events, "strike"), "defence")["power"] == 9


# Draughts


def test_q36_a_draught_takes_a_hit_without_a_roll() -> None:
    play = won()
    play.take("draught")
    play.hurt("knight", 2)
    events = play.act("drink", hero="knight")
    assert events == [{"event": "drink", "hero": "knight", "hits": 1}]
    assert play.hero("knight")["power"] == 3
    assert play.party()["draughts"] == 0
    assert discarded(play, "draught") == 1


def thirsty(hero: str = "knight", **options: str | bool) -> Play:
    play = Play(**options)
    play.state.draughts = 2
    play.hurt(hero)
    return play


def test_qa31_it_is_neither_skill_nor_attack() -> None:
    play = thirsty()
    play.draw("elf")
    play.act("drink", hero="knight")
    assert play.may("attack", hero="knight", foe=1)


def test_qa31_only_knight_and_scout_drink() -> None:
    play = thirsty("scout")
    play.hurt("minister")
    play.hurt("prophet")
    drinks = play.heroes("drink")
    assert drinks == {"scout"}


def test_qe17_the_minister_alone_may_not_drink() -> None:
    play = Play()
    play.state.draughts = 1
    for hero in ("knight", "scout", "prophet"):
        play.hurt(hero, 3)
    play.hurt("minister")
    assert "drink" not in play.deeds()


def test_qa31_not_after_the_third_hit() -> None:
    play = thirsty()
    play.hurt("knight", 2)
    assert "drink" not in play.deeds()


def test_qa31_who_is_not_hurt_has_no_use_for_it() -> None:
    play = Play()
    play.state.draughts = 1
    assert play.legal() == [{"do": "draw"}]
    play.draw("elf")
    assert "drink" not in play.deeds()


def test_qa31_in_the_camp() -> None:
    play = thirsty()
    assert play.deeds() == {"draw", "skill", "drink"}


def test_qa31_before_a_trap_is_looked_for() -> None:
    play = thirsty()
    play.draw("trap", "trap")
    assert play.turn() == {"turn": 2, "phase": "traps", "lead": 0, "traps": 2}
    assert play.legal() == [{"do": "done"}, {"do": "drink", "hero": "knight"}]
    events = play.act("done", -1)
    assert kinds(events) == ["trap", *["hit"] * 4]
    play.act("drink", hero="scout")
    assert play.legal() == [{"do": "done"}, {"do": "drink", "hero": "knight"}]
    events = play.act("drink", 0, hero="knight")
    assert kinds(events) == ["drink", "trap", "turn"]


def test_qa31_before_a_monsters_attack() -> None:
    play = thirsty()
    play.draw("elf")
    play.act("done")
    assert play.deeds() == {"face", "drink"}
    play.act("drink", hero="knight")
    assert play.deeds() == {"face"}


def test_qa31_even_if_there_is_no_choice_who_is_attacked() -> None:
    play = thirsty()
    for hero in ("scout", "minister", "prophet"):
        play.hurt(hero, 3)
    play.draw("elf")
    play.act("done")
    assert play.legal() == [
        {"do": "face", "foe": 1, "hero": "knight"},
        {"do": "drink", "hero": "knight"},
    ]
    events = play.act("drink", -4, +4, hero="knight")
    assert kinds(events) == ["drink", "strike", "round"]


def test_qa31_before_an_attack_at_random() -> None:
    play = thirsty(difficulty="hard")
    play.draw("elf")
    play.act("done")
    assert play.legal() == [{"do": "done"}, {"do": "drink", "hero": "knight"}]
    events = play.act("done", -4, +4, first=[0])
    assert told(events, "strike")["hero"] == "knight"


def test_a_draught_alone_does_not_hold_up_the_round() -> None:
    play = thirsty()
    play.hurt("minister", 3)
    play.draw("troll")
    play.use("missile", -1, foe=1)
    for hero in ("knight", "scout", "prophet"):
        play.attack(hero, -4, +4)
    assert play.phase == "defence"
