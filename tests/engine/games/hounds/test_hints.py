"""Why the adviser plays what it plays."""

from tests.engine.games.hounds.play import Play

from haydes.engine.cards import NUMBERS
from haydes.engine.games.hounds import GAME
from haydes.engine.games.hounds.actions import DISCARD, number


def why(play: Play, card: str = "", on: int = 0) -> str:
    action = number(NUMBERS[card], on) if card else DISCARD
    return GAME.reason(play.state, play.turn, action)


def test_it_runs_harms_others_throws_a_joker_or_drops_what_is_left() -> None:
    play = Play((12, "2C 2D"), (9, "JR 4D"))
    assert why(play, "2D", 0) == "run"
    assert why(play, "2C", 1) == "harm"
    assert why(play, "JR", 1) == "joker"
    assert why(play) == "drop"


def test_what_is_on_others_forces_helps_or_has_them_caught() -> None:
    play = Play((12, "KC 2C 2D"), (2, "JR 4D"))
    assert why(play, "KC", 1) == "force"
    assert why(play, "2C", 1) == "catch"
    assert why(play, "2D", 1) == "help"


def test_a_black_card_on_oneself_is_no_running() -> None:
    assert why(Play((12, "2C 2D"), (9, "JR 4D")), "2C", 0) == "back"


def test_alone_all_is_won() -> None:
    play = Play((12, "9C KC"), (9, "2C 4D"))
    play.forfeit(1)
    assert why(play) == "alone"
