"""The captain."""

import pytest
from tests.engine.games.holyquest.play import Play
from tests.engine.toy import PIG

from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.bot import captain
from haydes.engine.plain import Tree

NO_CHANCE = ScriptedDealer(())


def choice(play: Play, seat: int = 0) -> Tree:
    return play.state.describe(captain(play.state, seat, NO_CHANCE))


def fight(*monsters: str, hold: tuple[str, ...] = (), **options: str | bool) -> Play:
    play = Play(**options)
    play.hold(*hold, ep=60 if hold else 0)
    play.draw(*monsters)
    return play


def test_it_knows_one_game() -> None:
    with pytest.raises(TypeError):
        captain(PIG.new(1, {"charms": False, "target": 5}, NO_CHANCE), 0, NO_CHANCE)


def test_it_heals_whom_it_would_miss_most_before_it_draws() -> None:
    play = Play()
    play.hurt("scout")
    play.hurt("minister", 2)
    assert choice(play) == {"do": "skill", "skill": "heal", "hero": "scout"}
    play.hurt("knight", 2)
    assert choice(play) == {"do": "skill", "skill": "heal", "hero": "knight"}
    play.use("heal", -1, hero="knight")
    assert choice(play) == {"do": "draw"}


def test_it_heals_two_hits_where_there_are_two() -> None:
    play = Play()
    play.hold("advanced_heal", ep=20)
    play.hurt("knight", 2)
    assert choice(play) == {"do": "skill", "skill": "advanced_heal", "hero": "knight"}


def test_it_raises_the_dead_first() -> None:
    play = Play()
    play.hold("raise", ep=60)
    play.hurt("scout", 3)
    play.hurt("knight", 2)
    assert choice(play) == {"do": "skill", "skill": "raise", "hero": "scout"}


def test_it_drinks_where_it_helps_most() -> None:
    play = fight("elf")
    play.state.draughts = 2
    play.hurt("scout")
    assert choice(play) == {"do": "drink", "hero": "scout"}
    play.hurt("knight")
    assert choice(play) == {"do": "drink", "hero": "knight"}
    play.hurt("scout")
    play.act("drink", hero="knight")
    assert choice(play) == {"do": "drink", "hero": "scout"}


def test_it_finishes_the_monster_it_has_begun_with() -> None:
    play = fight("ogre", "ogre")
    play.hurt_foe(2, 2)
    assert choice(play)["foe"] == 2


def test_it_kills_the_strongest_that_it_can_kill_at_once() -> None:
    for skill in ("death", "word", "sneak"):
        play = fight("goblins", "dragon", hold=(skill,))
        assert choice(play) == {"do": "skill", "skill": skill, "foe": 2}


def test_it_burns_many_rather_than_shoot_at_one() -> None:
    play = fight("ogre", "ogre", "ogre", hold=("fire",))
    assert choice(play) == {"do": "skill", "skill": "fire"}


def test_it_prefers_hail_to_fire() -> None:
    play = fight("ogre", "ogre", "ogre", hold=("fire", "hail"))
    assert choice(play) == {"do": "skill", "skill": "hail"}


def test_it_blinds_the_strongest() -> None:
    play = fight("goblins", "dragon", hold=("light",))
    play.use("missile", -1, foe=2)
    for hero in ("knight", "scout", "prophet"):
        play.attack(hero, -4, +4, foe=2)
    assert choice(play) == {"do": "skill", "skill": "light", "foe": 2}


def test_it_lets_the_strongest_hero_face_the_strongest_monster() -> None:
    play = fight("troll", "goblins", hold=("arms_3",))
    play.act("done")
    assert choice(play) == {"do": "face", "hero": "knight", "foe": 1}
    play = fight("goblins", "troll", hold=("arms_3",))
    play.act("done")
    assert choice(play)["hero"] != "knight"


def test_it_keeps_a_hero_who_is_nearly_lost_out_of_danger() -> None:
    play = fight("troll")
    play.act("done")
    assert choice(play)["hero"] == "minister"
    play.hurt("minister", 2)
    assert choice(play)["hero"] != "minister"


def test_where_it_may_choose_freely_the_safest_hero_faces_all() -> None:
    play = fight("troll", "goblins", difficulty="easy", hold=("arms_4",))
    play.act("done")
    assert choice(play)["hero"] == "knight"
    play.act("face", -4, +4, hero="knight", foe=1)
    assert choice(play)["hero"] == "knight"


def test_with_more_monsters_than_heroes_it_looks_at_the_next_one_only() -> None:
    play = fight("troll", "goblins", "elf")
    play.hurt("minister", 3)
    play.hurt("prophet", 3)
    assert choice(play)["do"] == "attack"
    play.act("done")
    assert choice(play)["hero"] == "knight"


def test_the_knight_gets_the_arms() -> None:
    play = fight("elf", "ogre")
    play.kill()
    assert choice(play) == {"do": "take"}
    play.take("arms_2")
    assert choice(play) == {"do": "give", "hero": "knight"}


def test_it_spares_the_last_weak_monster_while_there_is_somebody_to_heal() -> None:
    play = fight("goblins")
    play.hurt("knight")
    play.hurt("scout")
    play.hurt_foe(1, 2)
    assert choice(play)["skill"] == "heal"
    play.use("heal", 0, hero="knight")
    assert choice(play) == {"do": "done"}
    play.act("done")
    play.act("face", -4, +4, hero="knight", foe=1)
    play.use("heal", 0, hero="scout")
    assert choice(play)["foe"] == 1


def test_it_spares_it_to_raise_the_dead() -> None:
    play = fight("goblins", hold=("raise",))
    play.hurt("scout", 3)
    play.hurt_foe(1, 2)
    play.use("raise", -1, hero="scout")
    assert choice(play) == {"do": "done"}


def test_it_does_not_spare_what_harms_more_than_healing_helps() -> None:
    play = fight("dragon")
    play.hurt("minister")
    play.hurt_foe(1, 2)
    play.use("heal", -1, hero="minister")
    assert choice(play)["foe"] == 1


def test_it_does_not_spare_anything_without_a_minister() -> None:
    play = fight("goblins")
    play.hurt("minister", 3)
    play.hurt("knight")
    play.hurt_foe(1, 2)
    assert choice(play)["foe"] == 1


def test_it_hides_from_what_is_too_much_if_it_can_slip_past() -> None:
    play = fight("dragon", "giant", "chimera", slip_past=True)
    assert choice(play) == {"do": "skill", "skill": "hide"}
    play.use("hide", 0)
    assert choice(play) == {"do": "done"}
    play = fight("dragon", "giant", "chimera")
    assert choice(play) != {"do": "skill", "skill": "hide"}
    play = fight("goblins", slip_past=True)
    assert choice(play) != {"do": "skill", "skill": "hide"}


def test_with_nothing_worth_doing_it_is_done() -> None:
    play = Play()
    for hero in ("knight", "scout", "prophet"):
        play.hurt(hero, 3)
    play.draw("elf")
    assert choice(play) == {"do": "done"}


@pytest.mark.parametrize("difficulty", ["standard", "easy", "hard"])
@pytest.mark.parametrize("seats", [1, 4])
def test_it_plays_to_the_end(difficulty: str, seats: int) -> None:
    dealer = FairDealer(bytes([seats]) * 32)
    state = GAME.new(seats, GAME.settle({"difficulty": difficulty, "slip_past": True}), dealer)
    while not state.ended:
        seat = next(seat for seat in range(seats) if state.legal(seat))
        state.apply(seat, captain(state, seat, dealer), dealer)
    assert state.outcome()
