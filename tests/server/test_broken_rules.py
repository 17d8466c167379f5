"""Rules with a bug: what they fail in is not done, and no table is lost for it."""

import pytest
from tests.engine import toy
from tests.engine.toy import Pig, PigState
from tests.server.restarted import restarted
from tests.server.world import BANK_WITH_CHARM, ROLL, World, opened

from haydes.engine.dealer import Dealer
from haydes.engine.game import Event, Seat
from haydes.engine.plain import Tree
from haydes.protocol.messages import Act, Open, Resign, Start, Sync
from haydes.server.journal import InputTaken, TableClosed

WISH = Open(ref=1, game="fragile", seats=0)


class FragilePig(Pig):
    name = "fragile"

    def new(self, seats: int, options: Tree, dealer: Dealer) -> "FragileState":
        return FragileState([dealer.below(toy.CHARMS) for _ in range(seats)], 20)

    def time_limit(self, options: Tree) -> int:
        return 60


class FragileState(PigState):
    """A position that is in the middle of something when its rules fail."""

    def apply(
        self, seat: Seat, action: int, dealer: Dealer, log: list[Event] | None = None
    ) -> None:
        super().apply(seat, action, dealer, log)
        if action == toy.BANK_WITH_CHARM:
            raise ZeroDivisionError

    def forfeit(self, seat: Seat, dealer: Dealer, log: list[Event] | None = None) -> None:
        super().forfeit(seat, dealer, log)
        raise ZeroDivisionError

    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        super().expire(dealer, log)
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "request_", [Act(ref=9, prompt=0, action=BANK_WITH_CHARM), Resign(ref=9)], ids=["act", "resign"]
)
def test_f46_what_the_rules_fail_in_is_not_done(request_: Act | Resign) -> None:
    world = World({"fragile": FragilePig()})
    ann, bob = opened(world, "Ann", "Bob", wish=WISH)
    ann.do(Start(ref=2))
    before = bob.game
    with pytest.raises(ZeroDivisionError):
        ann.ask(request_)
    bob.do(Sync(ref=3))
    assert bob.game == before
    assert world.journal.of(InputTaken) == []
    bob.heard.clear()
    ann.do(Act(ref=10, prompt=ann.prompt, action=ROLL))
    table = restarted(world).only_table
    assert (table.play.ply, table.play.public()) == (1, bob.game)


def test_a_table_that_fails_by_itself_is_kept_for_the_next_start() -> None:
    world = World({"fragile": FragilePig()})
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="fragile", seats=1)).token
    ann.do(Start(ref=2))
    ann.do(Act(ref=3, prompt=0, action=ROLL))
    seen = ann.game
    world.wait(61)
    assert ann.is_closed
    assert list(world.tables) == []
    assert world.join("Ann", token).welcome.refused == "damaged"
    assert world.journal.of(TableClosed) == []
    ann = restarted(world).join("Ann", token)
    assert ann.game == seen
