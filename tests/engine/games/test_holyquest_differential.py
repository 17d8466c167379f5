"""The engine and the slow literal table play the same game, card for card and die for die.

The reference has shuffled its decks; the engine draws from unordered piles. An echo gives the
engine what chance brought the reference. That is exact as long as both see the same cards left
in each deck, which is compared after every input.
"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.games.holyquest.play import drawn
from tests.engine.games.holyquest_reference import ReferenceTable

from haydes.engine.dealer import Dealer, FairDealer
from haydes.engine.game import Event
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.bot import captain
from haydes.engine.games.holyquest.cards import NAMES, VICTORY
from haydes.engine.games.holyquest.state import HolyQuestState
from haydes.engine.plain import Tree

EXPIRE, FORFEIT = 990, 992  # of the 0 to 999 an input may be


class EchoDealer:
    """Gives the engine the dice and the cards that chance brought the reference."""

    def __init__(self, chance: list[tuple[str, int | str]]) -> None:
        self.chance = chance  # the reference's own list, which goes on growing
        self.drawn = 0
        self.state: HolyQuestState

    def below(self, n: int) -> int:
        what, found = self.chance[self.drawn]
        self.drawn += 1
        if what == "dice":
            assert n == 81
            return drawn(map(int, str(found).split()))
        if what == "hero":
            return int(found)
        name = str(found)
        pile, card = (
            (self.state.deck, NAMES.index(name))
            if what == "monsters"
            else (self.state.victory, VICTORY[name])
        )
        assert n == len(pile)
        return pile.index(card)


class Both:
    """One play on both sides, compared after every input."""

    def __init__(self, seats: int, options: Tree, dealer: Dealer) -> None:
        settled = GAME.settle(options)
        self.table = ReferenceTable(seats, settled, dealer)
        self.dealer = EchoDealer(self.table.chance)
        self.state = GAME.new(seats, settled, self.dealer)
        self.dealer.state = self.state
        self.seats = range(seats)
        self.told = Counter[str]()
        self.compare([], [])

    def act(self, seat: int, action: int) -> None:
        told = self.table.act(seat, self.state.describe(action))
        log: list[Event] = []
        self.state.apply(seat, action, self.dealer, log)
        self.compare(told, log)

    def expire(self) -> None:
        log: list[Event] = []
        self.state.expire(self.dealer, log)
        self.compare(self.table.expire(), log)

    def forfeit(self, seat: int) -> None:
        told = self.table.forfeit(seat)
        log: list[Event] = []
        self.state.forfeit(seat, self.dealer, log)
        self.compare(told, log)

    def compare(self, told: list[Tree], log: list[Event]) -> None:
        table, state = self.table, self.state
        assert [event.tree for event in log] == told
        assert all(event.only is None for event in log)
        assert self.dealer.drawn == len(table.chance)
        assert state.public() == table.public()
        outcome = state.outcome()
        if outcome:
            assert [*outcome.winners] == table.winners
            assert outcome.reason == table.reason
        else:
            assert not table.over
        for seat in self.seats:
            legal = map(state.describe, state.legal(seat))
            assert sorted(map(written, legal)) == sorted(map(written, table.legal(seat)))
        self.told.update(str(event["event"]) for event in told)

    def choose(self, choice: int) -> tuple[int, int]:
        """Pick an action of any seat."""
        actions = [(seat, action) for seat in self.seats for action in self.state.legal(seat)]
        return actions[choice % len(actions)]


def written(action: Tree) -> str:
    return repr(sorted(action.items()))


OPTIONS = st.fixed_dictionaries(
    {
        "goal": st.sampled_from(["long", "dragon", "2", "12"]),
        "difficulty": st.sampled_from(["standard", "easy", "hard"]),
        "gentle_start": st.booleans(),
        "slip_past": st.booleans(),
    }
)


@given(
    seats=st.integers(1, 4),
    options=OPTIONS,
    deal=st.integers(0, 999),
    inputs=st.lists(st.integers(0, 999), min_size=1, max_size=100),
)
def test_any_game_is_the_same_on_both_sides(
    seats: int, options: Tree, deal: int, inputs: list[int]
) -> None:
    both = Both(seats, options, FairDealer(deal.to_bytes(32, "big")))
    for choice in inputs:
        if both.table.over:
            return
        if EXPIRE <= choice < FORFEIT:
            both.expire()
        elif choice >= FORFEIT:
            both.forfeit(choice % seats)
        else:
            both.act(*both.choose(choice))


def test_long_games_are_the_same_and_show_everything_there_is() -> None:
    seen = Counter[str]()
    for deal in (*range(12), 144):  # in the last one a hero is raised
        dealer = FairDealer(deal.to_bytes(32, "big"))
        options = {
            "goal": ("long", "dragon")[deal % 2],
            "difficulty": ("easy", "standard", "easy", "hard")[deal % 4],
            "gentle_start": True,
            "slip_past": deal % 3 == 0,
        }
        both = Both(1 + deal % 4, options, dealer)
        while not both.table.over:
            seat = next(seat for seat in both.seats if both.state.legal(seat))
            strays = dealer.below(20) == 0
            action = captain(both.state, seat, dealer)
            both.act(*(both.choose(dealer.below(1000)) if strays else (seat, action)))
        seen += both.told + Counter([both.table.reason])
    assert seen.keys() >= {
        "aside",
        "attached",
        "blinded",
        "declined",
        "drink",
        "hidden",
        "noticed",
        "raised",
        "reshuffled",
        "slipped_past",
        "surrendered",
        "trap",
        "defeated",
        "dragon",
        "ep",
    }
