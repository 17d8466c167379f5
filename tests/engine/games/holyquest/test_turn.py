"""A turn: cards, terrain, traps (Q-11 to Q-15, Q-22)."""

import pytest
from tests.engine.games.holyquest.play import Play, branch, kinds, told

from haydes.engine.games.holyquest.cards import MONSTER_DECK, NAMES


def test_q3_the_party_at_the_start() -> None:
    play = Play()
    powers = {name: play.hero(name)["power"] for name in ("knight", "scout", "minister", "prophet")}
    assert powers == {"knight": 4, "scout": 2, "minister": 1, "prophet": 0}
    has = [play.hero(name)["has"] for name in powers]
    assert has == [[], ["detect"], ["heal"], ["missile", "hide"]]


def test_q11_four_cards_are_drawn_and_come_into_play() -> None:
    play = Play(gentle_start=False)
    assert play.legal() == [{"do": "draw"}]
    events = play.draw("elf", "ogre", "hill", "troll")
    assert told(events, "draw")["cards"] == ["elf", "ogre", "hill", "troll"]
    assert [play.foe(n)["card"] for n in (1, 2, 3)] == ["elf", "ogre", "troll"]
    assert branch(play.state.public(), "piles")["monsters"] == 55


@pytest.mark.parametrize(("turn", "cards"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_qa51_a_gentle_start_draws_one_two_three_then_four(turn: int, cards: int) -> None:
    play = Play()
    play.state.turn = turn
    play.state.deck = MONSTER_DECK[:4]  # goblins
    play.act("draw", first=[0] * cards)
    assert len(play.state.foes) == cards


def test_qa51_without_it_the_first_turn_draws_four() -> None:
    play = Play(gentle_start=False)
    play.state.deck = MONSTER_DECK[:4]
    play.act("draw", first=[0] * 4)
    assert len(play.state.foes) == 4


def test_q12_q13_only_the_first_terrain_of_a_turn_is_played() -> None:
    play = Play()
    events = play.draw("elf", "hill", "hut", "forest")
    assert told(events, "terrain") == {
        "event": "terrain",
        "card": "hill",
        "discarded": ["hut", "forest"],
    }
    assert play.state.public()["terrain"] == "hill"
    assert bytes(map(NAMES.index, ("hut", "forest"))) == play.state.discards


def test_q12_qa9_qa49_terrain_stays_until_another_of_either_kind_comes() -> None:
    play = Play()
    play.draw("hill")
    play.draw("trap", rolls=[0])
    assert play.state.public()["terrain"] == "hill"
    events = play.draw("hut")
    assert told(events, "terrain")["discarded"] == ["hill"]
    assert play.state.public()["terrain"] == "hut"


def test_terrain_works_on_the_monsters_of_its_own_turn() -> None:
    play = Play()
    play.draw("dwarf", "hill")
    assert play.foe()["power"] == 3


def test_qa10_terrain_leaves_the_heroes_alone() -> None:
    play = Play()
    play.draw("dwarf", "stake_barrier")
    assert play.hero("knight")["power"] == 4


def test_q14_a_detected_trap_is_discarded() -> None:
    play = Play()
    events = play.draw("trap", rolls=[0])
    trap = {"event": "trap", "dice": [0, 0, 0, 0], "sum": 0, "result": "avoided"}
    assert told(events, "trap") == trap
    assert play.hero("knight")["hits"] == 0
    assert play.state.discards == bytes([NAMES.index("trap")])


def test_q14_qa6_a_missed_trap_hits_every_living_hero() -> None:
    play = Play()
    play.hurt("prophet", 3)
    events = play.draw("trap", rolls=[-1])
    assert told(events, "trap")["result"] == "sprung"
    assert [e["hero"] for e in events if e["event"] == "hit"] == ["knight", "scout", "minister"]


def test_qa4_traps_take_nothing_from_the_skills_of_the_round() -> None:
    play = Play()
    play.hold("sneak", ep=20)
    play.draw("trap", "elf", rolls=[0])
    assert "sneak" in play.skills()


def test_qa5_without_the_scout_a_trap_springs_unrolled() -> None:
    play = Play()
    play.hurt("scout", 3)
    events = play.draw("trap")
    assert told(events, "trap") == {"event": "trap", "result": "sprung"}
    assert play.hero("knight")["hits"] == 1


def test_qa5_a_scout_killed_by_the_first_trap_misses_the_second() -> None:
    play = Play()
    play.hurt("scout", 2)
    play.draw("trap", "trap", rolls=[-1])
    assert play.hero("knight")["hits"] == 2


def test_qa7_a_trap_may_defeat_the_party_before_any_combat() -> None:
    play = Play()
    for hero in ("knight", "scout", "minister", "prophet"):
        play.hurt(hero, 2)
    events = play.draw("trap", "elf", rolls=[-1])
    assert kinds(events)[-1] == "over"
    assert play.outcome
    assert play.outcome.winners == ()
    assert play.outcome.reason == "defeated"
    assert not any(play.legal(seat) for seat in play.seats)


def test_qe5_two_traps_an_elf_and_a_hill() -> None:
    play = Play()
    events = play.draw("trap", "trap", "elf", "hill", rolls=[+1, -1])
    results = [event["result"] for event in events if event["event"] == "trap"]
    assert results == ["avoided", "sprung"]
    assert all(play.hero(name)["hits"] == 1 for name in ("knight", "scout", "minister", "prophet"))
    assert play.state.discards.count(NAMES.index("trap")) == 2
    assert play.state.public()["terrain"] == "hill"
    assert play.foe()["power"] == 3
    assert play.phase == "go"


def test_qa46_without_monsters_the_next_turn_begins() -> None:
    play = Play()
    events = play.draw("trap", rolls=[0])
    assert kinds(events) == ["draw", "trap", "turn"]
    assert play.legal() == [{"do": "draw"}]
    assert play.turn()["turn"] == 2


def test_q22_qa8_the_discards_are_shuffled_when_the_deck_runs_out_in_the_middle() -> None:
    play = Play(gentle_start=False)
    state = play.state
    state.terrain = NAMES.index("hill")
    state.deck = bytes(map(NAMES.index, ("elf", "ogre")))
    state.discards = bytes(map(NAMES.index, ("troll", "wyvern", "giant")))
    events = play.act("draw", first=[0, 0, 2, 0])
    assert kinds(events)[:2] == ["reshuffled", "draw"]
    assert told(events, "draw")["cards"] == ["elf", "ogre", "giant", "troll"]
    assert state.deck == bytes([NAMES.index("wyvern")])
    assert state.discards == b""
    assert state.public()["terrain"] == "hill"


def test_q21_a_new_turn_begins_when_the_combat_is_over() -> None:
    play = Play()
    play.draw("elf")
    events = play.kill()
    assert kinds(events)[-1] == "defeated"
    events = play.act("decline")
    assert kinds(events) == ["declined", "victorious", "turn"]
    assert play.phase == "camp"
    assert branch(play.state.public(), "foes") == {}


def test_q15_all_monsters_of_a_turn_are_fought_together() -> None:
    play = Play()
    play.draw("elf", "ogre")
    play.kill(1)
    play.act("decline")
    assert play.phase == "go"
    assert play.foe(1)["is"] == "beaten"
    assert play.foe(2)["is"] == "standing"
