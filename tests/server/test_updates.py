"""What did not change is not looked at again."""

from msgspec import UNSET

from haydes.engine.match import Kind
from haydes.engine.registry import GAMES
from haydes.server.play import Play
from haydes.server.views import View


def test_a_private_tree_is_the_same_object_until_it_changes() -> None:
    game = GAMES["haydes"]
    play = Play(game, 2, game.settle({}))
    play.begin(bytes(32))
    before = [play.private(seat) for seat in (0, 1)]
    assert all(play.private(seat) is before[seat] for seat in (0, 1))


def test_a_seat_that_has_acted_gets_another_private_tree() -> None:
    game = GAMES["hounds"]
    play = Play(game, 2, game.settle({}))
    play.begin(bytes(32))
    asked = next(seat for seat in (0, 1) if play.asks(seat))
    before = play.private(asked)
    play.put(play.entry(Kind.ACT, asked, play.questions[asked].legal[0]))
    after = play.private(asked)
    assert after is not before
    assert after["prompt"] != before["prompt"] or after["hand"] != before["hand"]


def test_a_view_tells_no_private_tree() -> None:
    assert repr(View(3, {}, {}, {0: {"hand": ("JR",)}}, UNSET)) == "View(3)"
