"""What everybody sees."""

from tests.engine.games.holyquest.play import Play, branch

from haydes.engine.dealer import FairDealer, FastDealer
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.bot import captain
from haydes.engine.games.holyquest.combat import hurt_foe, hurt_hero
from haydes.engine.games.holyquest.heroes import KNIGHT
from haydes.engine.plain import Tree, Value


def test_the_first_view() -> None:
    tree = Play(2, goal="20").state.public()
    assert set(tree) == {"party", "heroes", "foes", "piles", "unseen", "turn"}
    assert tree["party"] == {"ep": 0, "draughts": 0, "goal": 20}
    assert tree["foes"] == {}
    assert tree["turn"] == {"turn": 1, "phase": "camp", "lead": 0}
    assert tree["piles"] == {
        "monsters": 59,
        "discards": 0,
        "victory": 69,
        "victory_discards": 0,
    }
    assert branch(tree, "heroes")["prophet"] == {
        "seat": 1,
        "is": "standing",
        "hits": 0,
        "power": 0,
        "has": ["missile", "hide"],
    }


def test_the_cards_left_in_both_decks_are_counted() -> None:
    play = Play()
    play.draw("dragon", "elf", "hill")
    unseen = branch(play.state.public(), "unseen")
    monsters, victory = branch(unseen, "monsters"), branch(unseen, "victory")
    assert monsters["elf"] == 3
    assert "dragon" not in monsters
    assert "hill" not in monsters
    assert sum(int(str(number)) for number in monsters.values()) == 56
    assert victory["experience"] == 40
    assert sum(int(str(number)) for number in victory.values()) == 69


def test_a_concealed_position_is_a_copy() -> None:
    play = Play()
    play.draw("elf", "ogre")
    concealed = play.state.conceal(0, FastDealer(lambda: 0.0))
    assert concealed.public() == play.state.public()
    before = play.state.public()
    hurt_hero(concealed, KNIGHT, None)
    hurt_foe(concealed, 0, 1, None)
    concealed.apply(0, concealed.legal(0)[0], FastDealer(lambda: 0.9))
    play.state.eyes = None
    assert play.state.public() == before


def test_there_is_nothing_that_one_seat_alone_sees() -> None:
    assert Play(2).state.private(1) == {}


def shared(old: Value, new: Value) -> None:
    """Check that every branch that did not change is the same object."""
    if isinstance(old, dict) and isinstance(new, dict):
        assert old is new or old != new
        for key in old.keys() & new.keys():
            shared(old[key], new[key])


def test_branches_that_did_not_change_are_the_same_objects() -> None:
    dealer = FairDealer(b"thirty-two bytes of a quiet seed")
    state = GAME.new(1, GAME.settle({"difficulty": "easy"}), dealer)
    before: Tree = state.public()
    while not state.ended:
        state.apply(0, captain(state, 0, dealer), dealer)
        after = state.public()
        for key in before.keys() & after.keys():
            shared(before[key], after[key])
        before = after
