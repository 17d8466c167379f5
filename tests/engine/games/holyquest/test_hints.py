"""Why the adviser does what it does."""

from tests.engine.games.holyquest.play import Play
from tests.engine.games.holyquest.test_bot import fight

from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.actions import DESCRIBED


def why(play: Play, do: str, **what: str | int) -> str:
    return GAME.reason(play.state, 0, DESCRIBED.index({"do": do, **what}))


def test_a_deed_is_its_own_reason() -> None:
    play = Play()
    assert why(play, "draw") == "draw"
    play.draw("ogre")
    assert why(play, "attack", hero="knight", foe=1) == "attack"


def test_a_skill_helps_hides_or_is_worth_it() -> None:
    play = Play()
    play.hurt("scout")
    assert why(play, "skill", skill="heal", hero="scout") == "relief"
    play.draw("ogre")
    assert why(play, "skill", skill="missile", foe=1) == "worth"
    assert why(play, "skill", skill="hide") == "hide"


def test_a_hidden_party_that_may_slip_past_does_nothing_for_that() -> None:
    play = Play(slip_past=True)
    play.draw("ogre")
    assert why(play, "done") == "enough"
    play.state.hidden = True
    assert why(play, "done") == "slip"


def test_it_may_spare_the_last_of_them_to_heal_once_more() -> None:
    play = fight("goblins")
    play.hurt("knight")
    play.hurt("scout")
    play.hurt_foe(1, 2)
    play.use("heal", 0, hero="knight")
    assert why(play, "done") == "spare"
