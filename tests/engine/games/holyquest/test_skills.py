"""Skills (Q-5 to Q-10, Q-37 to Q-42, Q-45, Q-46)."""

import pytest
from tests.engine.games.holyquest.play import Play, kinds, told

ALL = {"knight", "scout", "minister", "prophet"}


def fight(*monsters: str, hold: tuple[str, ...] = (), slip_past: bool = False) -> Play:
    """Begin a combat; the party holds some cards and the ep for them."""
    play = Play(slip_past=slip_past)
    play.hold(*hold, ep=60 if hold else 0)
    play.draw(*monsters)
    return play


# In general


@pytest.mark.parametrize(("roll", "success"), [(0, True), (+1, True), (-1, False), (+4, True)])
def test_qe4_a_skill_succeeds_on_0_or_better(roll: int, *, success: bool) -> None:
    play = fight("elf")
    events = play.use("missile", roll, foe=1)
    assert told(events, "skill")["success"] is success
    assert told(events, "skill")["sum"] == roll
    assert play.foe()["hits"] == int(success)


def test_q5_qa1_every_hero_may_use_one_skill_a_round() -> None:
    play = fight("troll")
    play.hurt("knight")
    play.use("missile", -1, foe=1)
    assert play.skills() == {"heal"}
    play.use("heal", -1, hero="knight")
    assert play.skills() == set()
    assert play.hero("minister")["used"] is True
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    assert play.skills() == {"missile", "hide", "heal"}


def test_qa2_a_skill_does_not_replace_the_attack() -> None:
    play = fight("troll")
    play.use("missile", 0, foe=1)
    assert play.may("attack", hero="prophet", foe=1)


def test_qa22_hits_do_not_hinder_skills() -> None:
    play = fight("troll")
    play.hurt("prophet", 2)
    assert told(play.use("missile", 0, foe=1), "skill")["success"] is True


def test_qa41_skill_cards_are_not_used_up() -> None:
    play = fight("troll", "ogre", hold=("death",))
    play.use("death", -1, foe=1)
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    play.act("face", -4, +4, hero="scout", foe=2)
    assert "death" in play.skills()


def test_a_skill_is_told_with_its_dice() -> None:
    play = fight("troll")
    assert play.use("missile", +1, foe=1)[0] == {
        "event": "skill",
        "by": "prophet",
        "skill": "missile",
        "foe": 1,
        "dice": [1, 0, 0, 0],
        "sum": 1,
        "success": True,
    }


# Healing


def test_q8_healing_takes_a_hit_away() -> None:
    play = fight("troll")
    play.hurt("knight", 2)
    events = play.use("heal", 0, hero="knight")
    assert told(events, "healed") == {"event": "healed", "hero": "knight", "hits": 1}
    assert play.hero("knight")["power"] == 3


def test_qa24_any_living_hero_the_minister_too() -> None:
    play = fight("troll")
    play.hurt("minister")
    play.hurt("scout")
    play.hurt("prophet", 3)
    targets = play.heroes("heal")
    assert targets == {"minister", "scout"}


def test_qa24_healing_in_the_camp_once_between_combats() -> None:
    play = Play()
    play.hurt("knight", 2)
    assert play.legal() == [{"do": "draw"}, {"do": "skill", "skill": "heal", "hero": "knight"}]
    play.use("heal", -1, hero="knight")
    assert play.legal() == [{"do": "draw"}]
    play.draw("trap", rolls=[0])  # a turn without combat brings no new try
    assert play.legal() == [{"do": "draw"}]
    play.draw("elf")
    play.kill()
    play.act("decline")
    assert play.skills() == {"heal"}


def test_the_other_skills_are_for_combat() -> None:
    play = Play()
    play.hold("light", "sneak", "fire", "hail", "word", "death", ep=60)
    assert play.legal() == [{"do": "draw"}]


def test_q39_qa42_advanced_healing_takes_two_hits_from_one_hero() -> None:
    play = fight("troll", hold=("advanced_heal",))
    play.hurt("knight", 2)
    play.hurt("scout")
    play.use("advanced_heal", 0, hero="knight")
    assert (play.hero("knight")["hits"], play.hero("scout")["hits"]) == (0, 1)


def test_q39_one_hit_is_all_it_can_take_from_a_hero_with_one() -> None:
    play = fight("troll", hold=("advanced_heal",))
    play.hurt("scout")
    events = play.use("advanced_heal", 0, hero="scout")
    assert told(events, "healed")["hits"] == 0


def test_q45_qa40_raise_dead_brings_a_hero_back_without_hits() -> None:
    play = fight("troll", hold=("raise", "weapons_master"))
    play.hurt("knight", 3)
    assert play.heroes("raise") == {"knight"}
    events = play.use("raise", 0, hero="knight")
    assert kinds(events) == ["skill", "raised"]
    assert play.hero("knight") == {
        "seat": 0,
        "is": "standing",
        "hits": 0,
        "power": 4,
        "has": [],
    }
    assert play.may("attack", hero="knight", foe=1)


def test_q45_raise_dead_in_the_camp() -> None:
    play = Play()
    play.hold("raise", ep=60)
    play.hurt("prophet", 3)
    play.use("raise", 0, hero="prophet")
    assert play.hero("prophet")["is"] == "standing"


# Missiles and the like


def test_q9_guided_missile_gives_one_hit() -> None:
    play = fight("dragon")
    events = play.use("missile", 0, foe=1)
    assert kinds(events) == ["skill", "hit"]
    assert play.foe()["hits"] == 1


def test_q40_qa38_fire_gives_all_a_hit_with_one_roll() -> None:
    play = fight("troll", "ogre", "elf", hold=("fire",))
    play.hurt_foe(2, 2)
    play.hurt_foe(3, 2)
    events = play.use("fire", 0)
    assert kinds(events) == ["skill", "hit", "hit", "defeated", "hit", "defeated"]
    assert play.turn()["prizes"] == 2
    play.act("decline")
    assert play.turn()["prizes"] == 1


def test_q41_hail_gives_all_two_hits() -> None:
    play = fight("troll", "ogre", "elf", hold=("hail",))
    play.hurt_foe(2)
    play.hurt_foe(3, 2)
    play.use("hail", 0)
    assert [play.foe(foe)["hits"] for foe in (1, 2, 3)] == [2, 3, 3]


def test_a_skill_that_fails_does_nothing() -> None:
    play = fight("troll", "ogre", hold=("hail",))
    assert kinds(play.use("hail", -1)) == ["skill"]


def test_q46_pronounce_death_defeats_at_once() -> None:
    play = fight("dragon", hold=("death",))
    events = play.use("death", 0, foe=1)
    assert kinds(events) == ["skill", "defeated"]


def test_q42_word_of_authority_makes_a_creature_surrender() -> None:
    play = fight("dragon", hold=("word",))
    events = play.use("word", 0, foe=1)
    assert kinds(events) == ["skill", "surrendered"]
    assert play.turn()["prizes"] == 1


def test_q38_qa36_sneak_attack_kills_in_the_first_round_only() -> None:
    play = fight("dragon", "elf", hold=("sneak",))
    play.use("sneak", -1, foe=1)
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    play.act("face", -4, +4, hero="scout", foe=2)
    assert "sneak" not in play.skills()
    play = fight("dragon", hold=("sneak",))
    assert kinds(play.use("sneak", 0, foe=1)) == ["skill", "defeated"]


# Light


def test_q37_light_takes_four_from_the_power_of_one_opponent() -> None:
    play = fight("troll", "ogre", hold=("light",))
    play.use("light", 0, foe=1)
    assert (play.foe(1)["power"], play.foe(2)["power"]) == (2, 5)
    assert play.foe(1)["blinded"] is True


def test_qa35_for_the_rest_of_the_combat_and_once_for_each() -> None:
    play = fight("troll", "ogre", hold=("light",))
    play.use("light", 0, foe=1)
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    play.act("face", -4, +4, hero="scout", foe=2)
    assert play.foe(1)["power"] == 2
    assert play.foes("light") == {2}


def test_qa35_a_failed_light_may_be_tried_again() -> None:
    play = fight("troll", hold=("light",))
    play.use("light", -1, foe=1)
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    assert play.may("skill", skill="light", foe=1)


def test_the_next_combat_is_lit_again() -> None:
    play = fight("troll", hold=("light",))
    play.use("light", 0, foe=1)
    play.kill()
    play.act("decline")
    play.draw("troll")
    assert play.foe() == {"card": "troll", "is": "standing", "hits": 0, "power": 6}


# Hide


def hidden(*monsters: str, hold: tuple[str, ...] = (), slip_past: bool = False) -> Play:
    play = fight(*monsters, hold=hold, slip_past=slip_past)
    events = play.use("hide", 0)
    assert kinds(events) == ["skill", "hidden"]
    return play


def test_q10_the_whole_party_goes_unnoticed() -> None:
    play = hidden("elf")
    assert play.party()["hidden"] is True
    assert all(play.hero(name)["hidden"] is True for name in ALL)


def test_qa18_monsters_that_see_nobody_do_not_attack() -> None:
    play = hidden("elf")
    events = play.act("done")
    assert kinds(events) == ["done", "round"]


def test_qa16_hide_comes_before_everything_else_in_a_round() -> None:
    play = fight("troll")
    play.hurt("knight")
    assert "hide" in play.skills()
    play.use("heal", -1, hero="knight")
    assert "hide" not in play.skills()
    play = fight("troll")
    play.attack("knight", -4, +4)
    assert "hide" not in play.skills()


def test_qa16_in_any_round_until_it_succeeds() -> None:
    play = fight("troll")
    play.use("hide", -1)
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    play.use("hide", 0)
    play.act("done")
    assert play.skills() == {"missile"}


def test_qa16_a_draught_does_not_come_in_its_way() -> None:
    play = fight("troll")
    play.state.draughts = 1
    play.hurt("knight")
    play.act("drink", hero="knight")
    assert "hide" in play.skills()


def test_qe15_when_only_the_knight_attacks_all_attack_the_knight() -> None:
    play = hidden("elf", "ogre", "troll")
    events = play.attack("knight", -4, +4)
    assert kinds(events) == ["noticed", "attack"]
    events = play.act("done", -4, +4, -4, +4, -4, +4)
    assert [e["hero"] for e in events if e["event"] == "strike"] == ["knight"] * 3


def test_qa16_knight_and_scout_stay_visible_for_the_rest_of_the_combat() -> None:
    play = hidden("troll")
    play.attack("scout", -4, +4)
    play.act("done", -4, +4)
    assert "hidden" not in play.hero("scout")
    events = play.act("done", -4, +4)
    assert told(events, "strike")["hero"] == "scout"


def test_qa16_knight_is_noticed_once() -> None:
    play = hidden("troll")
    play.attack("knight", -4, +4)
    play.act("done", -4, +4)
    assert kinds(play.attack("knight", -4, +4)) == ["attack"]


def test_qa16_a_skill_betrays_minister_and_prophet_for_that_round() -> None:
    play = hidden("troll")
    play.act("done")
    events = play.use("missile", -1, foe=1)
    assert kinds(events) == ["noticed", "skill"]
    events = play.act("done", -4, +4)
    assert told(events, "strike")["hero"] == "prophet"
    assert play.hero("prophet")["hidden"] is True


def test_qa16_hide_itself_does_not_betray_the_prophet() -> None:
    play = hidden("troll")
    assert play.hero("prophet")["hidden"] is True


def test_qa16_an_attack_does_not_betray_the_prophet() -> None:
    play = hidden("troll")
    assert kinds(play.attack("prophet", -4, +4)) == ["attack"]
    assert play.hero("prophet")["hidden"] is True


def test_qa16_sneak_attack_is_a_skill_and_does_not_betray_the_scout() -> None:
    play = hidden("troll", "elf", hold=("sneak",))
    assert kinds(play.use("sneak", 0, foe=1)) == ["skill", "defeated"]
    assert play.hero("scout")["hidden"] is True


def test_qa16_hiding_ends_with_the_combat() -> None:
    play = hidden("troll")
    play.attack("knight", -4, +4)
    play.kill(by="scout")
    play.act("decline")
    assert "hidden" not in play.party()
    play.draw("elf")
    assert "hide" in play.skills()
    play.act("done")
    assert play.heroes("face") == ALL


def test_qa16_a_raised_knight_who_had_attacked_is_seen() -> None:
    play = hidden("troll", hold=("raise",))
    play.attack("knight", -4, +4)
    play.hurt("knight", 3)
    play.use("raise", 0, hero="knight")
    assert "hidden" not in play.hero("knight")


# QA-17: slipping past


def test_qe18_without_slip_past_the_next_round_begins() -> None:
    play = hidden("elf")
    assert kinds(play.act("done")) == ["done", "round"]


def test_qe18_with_slip_past_the_monsters_are_left_behind() -> None:
    play = hidden("elf", "ogre", slip_past=True)
    events = play.act("done")
    assert kinds(events) == ["done", "slipped_past", "turn"]
    assert len(play.state.discards) == 2
    assert play.state.prizes == 0
    assert play.phase == "camp"


def test_qa17_not_in_a_round_in_which_somebody_acts() -> None:
    play = hidden("elf", slip_past=True)
    play.attack("prophet", -4, +4)
    assert kinds(play.act("done")) == ["done", "round"]
    assert kinds(play.act("done")) == ["done", "slipped_past", "turn"]


def test_qa17_not_while_somebody_is_seen() -> None:
    play = hidden("elf", slip_past=True)
    play.attack("knight", -4, +4)
    play.act("done", -4, +4)
    events = play.act("done", -4, +4)
    assert kinds(events) == ["done", "strike", "round"]


def test_qa17_a_draught_is_no_act() -> None:
    play = hidden("elf", slip_past=True)
    play.state.draughts = 1
    play.hurt("knight")
    play.act("drink", hero="knight")
    assert kinds(play.act("done")) == ["done", "slipped_past", "turn"]


def hidden_minister(*, slip_past: bool = False) -> Play:
    """Leave the Minister alone, unhurt and unnoticed."""
    play = Play(slip_past=slip_past)
    play.hurt("knight", 3)
    play.hurt("scout", 3)
    play.hurt("prophet", 2)
    play.draw("elf")
    play.use("hide", 0)
    play.attack("prophet", -4, +4)
    play.act("done")
    play.use("missile", -1, foe=1)
    assert kinds(play.act("done", +4, -4))[-2:] == ["defeated", "round"]
    assert play.legal() == [{"do": "done"}]
    return play


def test_qa45_a_hidden_minister_who_can_do_nothing_is_found() -> None:
    play = hidden_minister()
    events = play.act("done", -4, +4)
    assert kinds(events) == ["done", "found", "strike", "round"]
    assert "hidden" not in play.party()


def test_qa45_unless_he_may_slip_past() -> None:
    play = hidden_minister(slip_past=True)
    assert kinds(play.act("done")) == ["done", "slipped_past", "turn"]
