"""Several seats share the party (the paragraph on seats)."""

import pytest
from tests.engine.games.holyquest.play import Play, kinds, throws

from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Event, Outcome
from haydes.engine.plain import Tree

HEROES = ("knight", "scout", "minister", "prophet")


@pytest.mark.parametrize(
    ("seats", "leaders"),
    [(1, [0, 0, 0, 0]), (2, [0, 1, 0, 1]), (3, [0, 1, 2, 2]), (4, [0, 1, 2, 3])],
)
def test_who_leads_whom(seats: int, leaders: list[int]) -> None:
    play = Play(seats)
    assert [play.hero(name)["seat"] for name in HEROES] == leaders


def test_in_the_go_every_seat_leads_its_own_at_any_time() -> None:
    play = Play(4)
    play.draw("troll")
    play.hurt("knight")
    assert play.deeds(0) == play.deeds(1) == {"attack", "done"}
    assert play.skills(2) == {"heal"}
    assert play.skills(3) == {"missile", "hide"}
    play.attack("scout", -4, +4, seat=1)
    assert play.deeds(1) == set()
    assert play.deeds(0) == {"attack", "done"}


def test_a_seat_that_is_done_waits_for_the_others() -> None:
    play = Play(2)
    play.draw("troll")
    events = play.act("done", seat=1)
    assert events == [{"event": "done", "seat": 1}]
    assert play.turn()["done"] == [1]
    assert play.legal(1) == []
    play.act("done", seat=0)
    assert play.phase == "defence"


def test_a_seat_with_nothing_to_do_is_not_waited_for() -> None:
    play = Play(4)
    play.draw("troll")
    assert play.legal(2) == []
    for seat in (0, 1, 3):
        play.act("done", seat=seat)
    assert play.phase == "defence"


def test_a_new_round_asks_all_again() -> None:
    play = Play(2)
    play.draw("troll")
    play.act("done", seat=0)
    play.act("done", seat=1)
    play.act("face", -4, +4, hero="knight", foe=1)
    assert "done" not in play.turn()
    assert play.legal(0)
    assert play.legal(1)


def test_the_party_is_led_by_the_lowest_seat_with_a_living_hero() -> None:
    play = Play(4)
    assert (play.turn()["lead"], play.deeds(0)) == (0, {"draw"})
    play.hurt("knight", 3)
    assert (play.turn()["lead"], play.deeds(1)) == (1, {"draw"})
    assert play.legal(0) == []
    play.draw("troll", seat=1)
    play.act("done", seat=1)
    play.act("done", seat=3)
    assert play.deeds(1) == {"face"}
    assert play.legal(3) == []


def test_the_lead_decides_about_cards_arms_and_draughts() -> None:
    play = Play(2)
    play.state.draughts = 1
    play.hurt("scout")
    play.draw("elf", "ogre", "troll")
    assert "drink" in play.deeds(0)
    assert "drink" not in play.deeds(1)
    play.kill(1, by="scout", seat=1)
    assert play.legal(1) == []
    play.take("arms_1", seat=0)
    assert play.deeds(0) == {"give"}
    play.act("give", seat=0, hero="scout")
    play.act("drink", seat=0, hero="scout")
    assert play.hero("scout")["power"] == 3


def test_a_lead_that_is_done_drinks_no_more_in_this_go() -> None:
    play = Play(2)
    play.state.draughts = 1
    play.hurt("knight")
    play.draw("troll")
    play.act("done", seat=0)
    assert play.legal(0) == []


def test_a_lead_that_can_only_drink_is_not_waited_for() -> None:
    play = Play(3)
    play.draw("troll")
    play.state.draughts = 1
    play.hurt("knight")
    play.attack("knight", -4, +4, seat=0)
    assert play.legal(0) == [{"do": "done"}, {"do": "drink", "hero": "knight"}]
    play.act("done", seat=1)
    play.act("done", seat=2)
    assert play.phase == "defence"


def test_in_the_camp_the_healer_comes_first() -> None:
    play = Play(4)
    play.state.draughts = 1
    play.hurt("knight")
    assert play.legal(0) == []
    assert play.legal(2) == [{"do": "done"}, {"do": "skill", "skill": "heal", "hero": "knight"}]
    play.use("heal", -1, hero="knight", seat=2)
    assert play.deeds(0) == {"draw", "drink"}


def test_in_the_camp_the_healer_may_decline() -> None:
    play = Play(4)
    play.hurt("knight")
    play.act("done", seat=2)
    assert play.legal(2) == []
    assert play.deeds(0) == {"draw"}


def test_who_was_done_in_combat_is_asked_in_the_camp() -> None:
    play = Play(4)
    play.draw("troll")
    play.hurt("knight")
    play.act("done", seat=2)
    play.kill(by="scout", seat=1)
    play.act("decline")
    assert play.deeds(2) == {"done", "skill"}


def test_the_healer_who_leads_is_asked_once() -> None:
    play = Play(2)
    play.hurt("knight")
    assert play.deeds(0) == {"draw", "skill"}
    assert play.legal(1) == []


def test_all_seats_share_victory_and_defeat() -> None:
    play = Play(4, goal="2")
    play.draw("elf", "troll")
    play.kill()
    play.take("experience")
    assert play.outcome == Outcome((0, 1, 2, 3), "ep")


# A seat that is given up


def forfeit(play: Play, seat: int, *rolls: int) -> list[Tree]:
    log: list[Event] = []
    play.state.forfeit(seat, ScriptedDealer(throws(rolls)), log)
    return [event.tree for event in log]


def test_the_heroes_of_a_seat_given_up_are_led_on_by_the_lowest_left() -> None:
    play = Play(3)
    events = forfeit(play, 2)
    assert events == [
        {"event": "out", "seat": 2, "reason": "forfeit"},
        {"event": "leads", "seat": 0, "heroes": ["minister", "prophet"]},
    ]
    assert [play.hero(name)["seat"] for name in HEROES] == [0, 1, 0, 0]
    assert forfeit(play, 0)[1]["heroes"] == ["knight", "minister", "prophet"]
    assert play.deeds(1) == {"draw"}
    assert play.turn()["lead"] == 1


def test_a_seat_is_given_up_once() -> None:
    play = Play(2)
    forfeit(play, 1)
    assert forfeit(play, 1) == []


def test_who_has_given_up_does_not_win_with_the_others() -> None:
    play = Play(2, goal="2")
    forfeit(play, 0)
    play.draw("elf", "troll", seat=1)
    play.kill(seat=1)
    play.take("experience", seat=1)
    assert play.outcome == Outcome((1,), "ep")


def test_when_all_have_given_up_the_match_is_lost() -> None:
    play = Play(2)
    forfeit(play, 0)
    assert kinds(forfeit(play, 1)) == ["out", "over"]
    assert play.outcome == Outcome((), "forfeit")


def test_an_heir_who_was_done_goes_on_for_the_heroes_it_gets() -> None:
    play = Play(2)
    play.draw("troll")
    play.act("done", seat=0)
    forfeit(play, 1)
    assert play.may("attack", hero="scout", foe=1)


def test_the_monsters_come_if_nothing_is_left_to_do() -> None:
    play = Play(2)
    play.draw("troll")
    play.attack("knight", -4, +4, seat=0)
    play.attack("scout", -4, +4, seat=1)
    play.attack("prophet", -4, +4, seat=1)
    play.use("missile", -1, foe=1, seat=1)
    assert play.phase == "defence"
    forfeit(play, 0)
    assert play.deeds(1) == {"face"}


def test_giving_up_in_the_camp_frees_the_healers_choice() -> None:
    play = Play(4)
    play.hurt("knight")
    forfeit(play, 2)
    assert play.deeds(0) == {"draw", "skill"}
